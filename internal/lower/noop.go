// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lower

// The frame of the no-op coroutine: a constant whose two function pointers are a function that does
// nothing. Each unit creates its own, with the same names in every unit of a file.

import (
	"strconv"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
	"github.com/corolower/corolower/internal/pass"
)

const (
	noopFrameType  = "NoopCoro.Frame"
	noopFrameConst = "NoopCoro.Frame.Const"
)

// noopFrame returns the unit's constant frame of the no-op coroutine, and creates it on first use.
func noopFrame(c *pass.Unit) *ir.Global {
	m := c.M
	name := freeInSource(m, noopFrameConst)
	if v, _ := m.Lookup(name); v != nil {
		if g, ok := v.(*ir.Global); ok {
			return g
		}
	}
	t := m.AddType(noopFrameType, nil, false)
	fnTy := m.Types.Func(m.Types.Void(), []*ir.Type{m.PtrTo(t, 0)}, false)
	fnPtr := m.PtrTo(fnTy, 0)
	t.SetBody([]*ir.Type{fnPtr, fnPtr}, false)
	fn := noopFunc(c, fnTy)
	init := m.NewConst(ir.ConstStruct, t)
	init.Elems = []ir.Value{fn, fn}
	g := ir.NewGlobal(m, name, t, 0)
	g.Linkage, g.IsConst, g.Init = ir.LinkPrivate, true, init
	if m.Has(ir.NoopUnsanitized) {
		g.Tail = []string{"no_sanitize_address", "no_sanitize_hwaddress"}
	}
	m.AddGlobal(g)
	return g
}

// noopFunc creates the function that does nothing.
func noopFunc(c *pass.Unit, fty *ir.Type) *ir.Func {
	m := c.M
	base := "__NoopCoro_ResumeDestroy"
	if !m.Has(ir.NoopNames) {
		base = "NoopCoro.ResumeDestroy"
	}
	f := ir.NewFunc(m, freeInSource(m, base), fty)
	f.CC, f.Linkage = ir.PartConvention(m), ir.LinkPrivate
	if m.Has(ir.NoopInternal) {
		f.Linkage = ir.LinkInternal
	}
	m.AddFunc(f)
	blk := f.NewBlock("entry", nil)
	ir.NewBuilder(m).AtEnd(blk).Ret(nil)
	noopDebug(m, f)
	return f
}

// noopOf returns the function to which both pointers of the no-op coroutine's frame point, if v is
// that frame, and nil otherwise.
func noopOf(v ir.Value) *ir.Func {
	g, ok := ir.StripCasts(v).(*ir.Global)
	if !ok || !g.IsConst || !g.Definitive() {
		return nil
	}
	init, err := g.Initializer()
	k, ok := init.(*ir.Const)
	if err != nil || !ok || k.Kind != ir.ConstStruct || len(k.Elems) != 2 || k.Elems[0] != k.Elems[1] {
		return nil
	}
	if f, ok := k.Elems[0].(*ir.Func); ok && doesNothing(f) {
		return f
	}
	return nil
}

// doesNothing reports whether a function's body, as far as the unit has it, only returns.
func doesNothing(f *ir.Func) bool {
	return f.IsLocal() && f.Entry() != nil && f.Entry().First().Op == ir.OpRet && f.FTy.Ret().IsVoid()
}

// dropNoop removes a direct call of the function that does nothing, so that resuming or destroying
// the no-op coroutine costs nothing. For example, both lines are removed:
//
//	%addr = call ptr @llvm.coro.subfn.addr(ptr @NoopCoro.Frame.Const, i8 0)
//	call fastcc void %addr(ptr @NoopCoro.Frame.Const)
func dropNoop(m *ir.Module, i *ir.Instr) bool {
	if i.Op != ir.OpCall && i.Op != ir.OpInvoke || i.NumCallArgs() != 1 || !i.Type().IsVoid() {
		return false
	}
	if f := noopOf(i.Arg(0)); f == nil || i.CalledFunc() != f {
		return false
	}
	if i.Op == ir.OpInvoke {
		i = opt.InvokeToCall(m, i)
	}
	i.Erase()
	return true
}

// noopDebug gives the function an artificial subprogram in the file's first compile unit. LLVM 14
// gave it none.
func noopDebug(m *ir.Module, f *ir.Func) {
	if m.Source == nil || !m.Has(ir.NoopDebugInfo) {
		return
	}
	units, err := m.Source.LoadNamedMD(m, "llvm.dbg.cu")
	if err != nil && m.Err == nil {
		m.Err = err
	}
	if len(units) == 0 {
		return
	}
	cu := m.MDNode(units[0])
	if cu == nil {
		return
	}
	null := &ir.MD{Kind: ir.MDNull}
	// The nodes are added to the unit in the order in which LLVM numbers them.
	sp := &ir.MDNode{Distinct: true, Name: "DISubprogram"}
	spRef := m.AddMD(sp)
	typeNode := &ir.MDNode{Name: "DISubroutineType"}
	typ := m.AddMD(typeNode)
	typeNode.SetField("types", m.AddMD(&ir.MDNode{Fields: []ir.MDField{{Val: null}, {Val: null}}}))
	word := func(s string) *ir.MD { return &ir.MD{Kind: ir.MDIdent, Text: s} }
	quoted := func(s string) *ir.MD { return &ir.MD{Kind: ir.MDQuoted, Text: s} }
	sp.SetField("name", quoted(f.Name))
	sp.SetField("linkageName", quoted(f.Name))
	sp.SetField("scope", null)
	if file := cu.Field("file"); file != nil {
		sp.SetField("file", file)
	}
	sp.SetField("type", typ)
	sp.SetField("flags", word("DIFlagArtificial"))
	sp.SetField("spFlags", word("DISPFlagDefinition"))
	sp.SetField("unit", units[0])
	f.Meta = append(f.Meta, ir.Attachment{Kind: "dbg", MD: spRef})
}

// freeInSource returns base, or base.N with the smallest N, that the source file does not use.
// Symbols that the unit added itself do not count.
func freeInSource(m *ir.Module, base string) string {
	name := base
	for n := 1; m.Source != nil && m.Source.HasSymbol(name); n++ {
		name = base + "." + strconv.Itoa(n)
	}
	return name
}
