package lower

// CoroFoldSizes: a load of how much memory the caller of a coroutine has to bring is replaced by
// the number, where the coroutine is in the file: from its async function pointer the size of its
// context, from its record the size of its frame.
//
// Functions are lowered one by one, and the number is known when the last is: until then a constant
// stands for it (ir.ConstSize), which the merge of the file fills in. So nothing depends on the
// order of functions, and a coroutine that calls itself gets its own size. The pass runs behind
// coro-split, so that what a coroutine keeps in its frame does not depend on it.
//
// A load is left alone where another definition of the global may be the one that runs (its
// linkage, semantic interposition, a definition whose initial content somebody else gives), where
// some function of the file may write to it (parse.File.SizePointers), and where it is volatile or
// atomic. That nobody else writes to it is what such a global is for: splitting writes the number,
// and callers read it. A linkonce_odr coroutine counts as another's: the linker takes one of
// several definitions, which other compilers may have split into another frame.

import (
	"strconv"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/pass"
	"github.com/corolower/corolower/internal/remark"
)

// SizeFolder is coro-fold-sizes on one unit.
type SizeFolder struct {
	*pass.Unit
	// Tells reports a global, by name, that tells nothing but a size that splitting writes in this
	// run.
	Tells func(name string) bool
	// Folded is how many loads were replaced.
	Folded int
	Late   []LateRemark
}

// LateRemark is a remark of which one argument is a size that is known when all functions of the
// file are lowered.
type LateRemark struct {
	remark.Remark
	Arg      int // whose value is the largest of Floor and of what Pointers tell
	Floor    int64
	Pointers []string
}

// Fold runs coro-fold-sizes on one loaded function.
func (s *SizeFolder) Fold(f *ir.Func) (bool, error) {
	var loads []*ir.Instr
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			if s.foldable(i) != nil {
				loads = append(loads, i)
			}
		}
	}
	told := map[*ir.Global]int{} // places in s.Late
	for _, i := range loads {
		g := s.foldable(i)
		s.tell(f, i, g, told)
		s.replace(i, s.M.ConstSize(i.Type(), 0, g))
		s.Folded++
	}
	return len(loads) > 0, s.M.Err
}

// foldable gives the global whose size an instruction loads, if that is the number that splitting
// writes.
func (s *SizeFolder) foldable(i *ir.Instr) *ir.Global {
	g := sizeLoad(s.Unit, i)
	if g == nil || !g.Exact() || g.ThreadLocal() || s.Tells == nil || !s.Tells(g.Name) {
		return nil
	}
	return g
}

// sizeLoad gives the global of which an instruction loads the second element as it is; nil: it
// loads nothing of that kind.
func sizeLoad(u *pass.Unit, i *ir.Instr) *ir.Global {
	if i.Op != ir.OpLoad || i.Flags&ir.FlagVolatile != 0 || i.Order != 0 {
		return nil
	}
	g, offset := globalAt(u, i.Arg(0))
	if g == nil || !hasSize(g) || i.Type() != g.ValueType.Fields()[1] || offset != u.Layout.FieldOffset(g.ValueType,
		1) {
		return nil
	}
	return g
}

// hasSize reports a global variable of the form of an async function pointer or a coroutine's
// record.
func hasSize(g *ir.Global) bool {
	t := g.ValueType
	return g.GKind == ir.GlobalVar && t.Kind() == ir.Struct && !t.IsOpaque() && len(t.Fields()) >= 2 &&
		t.Fields()[1].IsInt() && t.Fields()[1].Bits() <= 64
}

// globalAt gives the global variable that an address leads into, and how far, in bytes; nil where
// that is not known.
func globalAt(u *pass.Unit, v ir.Value) (*ir.Global, int64) {
	offset := int64(0)
	for {
		switch x := v.(type) {
		case *ir.Global:
			return x, offset
		case *ir.Instr:
			switch x.Op {
			case ir.OpBitCast:
			case ir.OpGEP:
				n, ok := u.Layout.GEPOffset(x.ElemTy, ir.GEPIndices(x))
				if !ok {
					return nil, 0
				}
				offset += n
			default:
				return nil, 0
			}
			v = x.Arg(0)
		case *ir.Const:
			if x.Kind != ir.ConstExpr || x.Op != ir.OpBitCast && x.Op != ir.OpGEP {
				return nil, 0
			}
			if x.Op == ir.OpGEP {
				n, ok := u.Layout.GEPOffset(x.SrcTy, x.Elems[1:])
				if !ok {
					return nil, 0
				}
				offset += n
			}
			v = x.Elems[0]
		default:
			return nil, 0
		}
	}
}

// replace gives the uses of an instruction a size, and computes with it what is a size again: a
// wider one, and the larger of two.
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
		case u.Block() == nil: // done
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

// larger replaces a select that gives the larger of two sizes.
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

// tell tells of each global once a function.
func (s *SizeFolder) tell(f *ir.Func, i *ir.Instr, g *ir.Global, told map[*ir.Global]int) {
	if s.Remarks == nil {
		return
	}
	k, ok := told[g]
	if !ok {
		told[g] = len(s.Late)
		text := func(s string) remark.Arg { return remark.Arg{Key: "String", Val: s} }
		s.Late = append(s.Late, LateRemark{Arg: 5, Pointers: []string{g.Name}, Remark: remark.Remark{
			Kind: remark.Passed, Pass: "coro-fold-sizes", Name: "SizeFolded",
			Function: f.Name, Loc: debuginfo.InstrLoc(s.M, i),
			Args: []remark.Arg{text("folded "), {Key: "loads", Val: "1"}, text(" load of the size in '"),
				{Key: "pointer", Val: g.Name}, text("': "), {Key: "size"}},
		}})
		return
	}
	args := s.Late[k].Args
	n, _ := strconv.Atoi(args[1].Val)
	args[1].Val, args[2].Val = strconv.Itoa(n+1), " loads of the size in '"
}
