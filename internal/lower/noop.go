// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lower

// The frame of the no-op coroutine: a constant whose two function pointers are a function that does
// nothing. Each unit creates its own, with the same names in every unit of a file.

import (
	"strconv"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/pass"
)

const (
	noopFrameType  = "NoopCoro.Frame"
	noopFrameConst = "NoopCoro.Frame.Const"
)

// NoopFrame returns the unit's constant frame of the no-op coroutine, and creates it on first use.
func NoopFrame(c *pass.Unit) *ir.Global {
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
	if m.Has(ir.NoopFlagAttrs) {
		f.Attrs = flagAttrs(m)
	}
	m.AddFunc(f)
	blk := f.NewBlock("entry", nil)
	ir.NewBuilder(m).AtEnd(blk).Ret(nil)
	noopDebug(m, f)
	return f
}

// flagAttrs returns the attributes that the module's flags ask for in each function that the compiler
// adds. For example, a processor that enforces branch targets faults at a call by address of a function
// without "branch-target-enforcement".
func flagAttrs(m *ir.Module) *ir.AttrSet {
	set := &ir.AttrSet{}
	flag := func(name string) uint64 {
		n, _ := m.FlagValue(name)
		return n
	}
	text := func(name, val string) {
		set.List = append(set.List, ir.Attr{Name: name, Str: true, Val: val, Has: val != ""})
	}
	if flag("function_return_thunk_extern") != 0 {
		set.List = append(set.List, ir.Attr{Name: "fn_ret_thunk_extern"})
	}
	if k := flag("uwtable"); k == 1 || k == 2 {
		set.List = append(set.List, ir.ParseAttrWord([]string{"uwtable(sync)", "uwtable"}[k-1]))
	}
	for _, name := range []string{"branch-protection-pauth-lr", "branch-target-enforcement", "guarded-control-stack"} {
		if flag(name) != 0 {
			text(name, "")
		}
	}
	if k := flag("frame-pointer"); k >= 1 && k <= 4 {
		text("frame-pointer", []string{"non-leaf", "all", "reserved", "non-leaf-no-reserve"}[k-1])
	}
	leaves := flag("sign-return-address-all") != 0
	if leaves || flag("sign-return-address") != 0 {
		which, key := "non-leaf", "a_key"
		if leaves {
			which = "all"
		}
		if flag("sign-return-address-with-bkey") != 0 {
			key = "b_key"
		}
		text("sign-return-address", which)
		text("sign-return-address-key", key)
	}
	return set
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
