// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lower

// CoroFoldSizes replaces a load of the memory size that the caller of a coroutine must allocate by
// the number, if the coroutine is in the file. It folds the size of a context from an async
// function pointer, and the size of a frame from a record. For example, if @f needs 64 bytes, then
// %size becomes 64:
//
//	%p = getelementptr inbounds <{ i32, i32 }>, ptr @f.afp, i32 0, i32 1
//	%size = load i32, ptr %p
//
// Functions are lowered one by one, and the number is known after the last. Until then a constant
// stands for it (ir.ConstSize), which the merge of the file fills in. So nothing depends on the
// order of functions, and a coroutine that calls itself gets its own size. The pass runs after
// coro-split, so that the content of a coroutine's frame does not depend on it.
//
// The pass keeps a load if the global may be replaced by another definition at link time (its
// linkage, semantic interposition, a definition whose initial content another file gives), if some
// function of the file may write to the global (parse.File.SizePointers), or if the load is
// volatile or atomic. Code in other files is assumed not to write to it, because that is the
// global's purpose: splitting writes the number, and callers read it. A linkonce_odr coroutine
// counts as replaceable: the linker keeps one of several definitions, and another compiler may have
// split that one into another frame.

import (
	"strconv"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/pass"
	"github.com/corolower/corolower/internal/remark"
)

// SizeFolder runs coro-fold-sizes on one unit.
type SizeFolder struct {
	*pass.Unit
	// Sizes holds the names of the globals that serve only to hold a size that splitting writes in
	// this run.
	Sizes map[string]bool
	// Folded counts the replaced loads.
	Folded int
	Late   []LateRemark
}

// LateRemark is a remark with one argument that is a size, which is known only after all functions
// of the file are lowered.
type LateRemark struct {
	remark.Remark
	Arg     int // its value is the size in Pointer
	Pointer string
}

// Fold runs coro-fold-sizes on one loaded function.
func (s *SizeFolder) Fold(f *ir.Func) (bool, error) {
	var loads []*ir.Instr
	for i := range f.Instrs() {
		if s.foldable(i) != nil {
			loads = append(loads, i)
		}
	}
	indices := map[*ir.Global]int{} // indices in s.Late
	for _, i := range loads {
		g := s.foldable(i)
		s.addRemark(f, i, g, indices)
		s.replace(i, s.M.ConstSize(i.Type(), 0, g))
		s.Folded++
	}
	return len(loads) > 0, s.M.Err
}

// foldable returns the global whose size an instruction loads, if splitting writes that size;
// otherwise nil.
func (s *SizeFolder) foldable(i *ir.Instr) *ir.Global {
	g := sizeLoad(s.Unit, i)
	if g == nil || !g.Exact() || g.ThreadLocal() || !s.Sizes[g.Name] {
		return nil
	}
	return g
}

// sizeLoad returns the global whose second element an instruction loads, or nil if it is no such
// load.
func sizeLoad(u *pass.Unit, i *ir.Instr) *ir.Global {
	if i.Op != ir.OpLoad || i.Flags&ir.FlagVolatile != 0 || i.Order != 0 {
		return nil
	}
	base, offset := u.Layout.Base(i.Arg(0), nil)
	g, ok := base.(*ir.Global)
	if !ok || !hasSize(g) || i.Type() != g.ValueType.Fields()[1] || offset != u.Layout.FieldOffset(g.ValueType,
		1) {
		return nil
	}
	return g
}

// hasSize reports whether g has the form of an async function pointer or of a coroutine's record.
func hasSize(g *ir.Global) bool {
	t := g.ValueType
	return g.GKind == ir.GlobalVar && t.Kind() == ir.Struct && !t.IsOpaque() && len(t.Fields()) >= 2 &&
		t.Fields()[1].IsInt() && t.Fields()[1].Bits() <= 64
}

// replace replaces an instruction by a size, and folds the users that yield a size again: a zext,
// and the maximum of two sizes.
func (s *SizeFolder) replace(i *ir.Instr, size *ir.Const) {
	users := i.Users()
	ir.ReplaceUses(i, size)
	address := ir.AsInstr(i.Arg(0))
	i.Erase()
	for address != nil && !address.HasUses() && (address.Op == ir.OpGEP || address.Op == ir.OpBitCast) {
		base := ir.AsInstr(address.Arg(0))
		address.Erase()
		address = base
	}
	for _, u := range users {
		switch {
		case u.Block() == nil: // erased already
		case u.Op == ir.OpZExt && u.Type().IsInt() && u.Type().Bits() <= 64:
			floor, pointers, _ := size.SizeParts()
			s.replace(u, s.M.ConstSize(u.Type(), floor, pointers...))
		case u.Op == ir.OpICmp:
			for _, v := range u.Users() {
				s.larger(v)
			}
			if u.Block() != nil && !u.HasUses() {
				u.Erase()
			}
		case u.Op == ir.OpSelect:
			s.larger(u)
		}
	}
}

// larger folds a select that yields the larger of two sizes.
func (s *SizeFolder) larger(i *ir.Instr) {
	if i.Op != ir.OpSelect || i.Block() == nil {
		return
	}
	c := ir.AsInstr(i.Arg(0))
	if c == nil || c.Op != ir.OpICmp || c.Pred() != ir.PredUGT ||
		!ir.SameValue(c.Arg(0), i.Arg(1)) || !ir.SameValue(c.Arg(1), i.Arg(2)) {
		return
	}
	a, ok := i.Arg(1).(*ir.Const)
	b, both := i.Arg(2).(*ir.Const)
	if !ok || !both {
		return
	}
	m, p, ok := a.SizeParts()
	n, q, both := b.SizeParts()
	if ok && both && m >= 0 && n >= 0 {
		s.replace(i, s.M.ConstSize(i.Type(), max(m, n), append(p, q...)...))
	}
}

// addRemark adds a remark for each global, once in each function.
func (s *SizeFolder) addRemark(f *ir.Func, i *ir.Instr, g *ir.Global, indices map[*ir.Global]int) {
	if s.Remarks == nil {
		return
	}
	k, ok := indices[g]
	if !ok {
		indices[g] = len(s.Late)
		s.Late = append(s.Late, LateRemark{Arg: 5, Pointer: g.Name, Remark: remark.Remark{
			Kind: remark.Passed, Pass: "coro-fold-sizes", Name: "SizeFolded",
			Function: f.Name, Loc: debuginfo.InstrLoc(s.M, i),
			Args: remark.Words("folded ", remark.Number("loads", 1), " load of the size in '",
				remark.Named("pointer", g.Name), "': ", remark.Named("size", "")),
		}})
		return
	}
	args := s.Late[k].Args
	n, _ := strconv.Atoi(args[1].Val)
	args[1].Val, args[2].Val = strconv.Itoa(n+1), " loads of the size in '"
}
