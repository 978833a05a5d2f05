package split

// What splitting would refuse, without splitting: the steps up to the layout, on a copy of the
// function. The checker asks here, so that "lives in the frame" and "crosses a suspend" have one
// answer, that of plain coro-split, which is LLVM's.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/rule"
	"github.com/corolower/corolower/internal/opt"
	"github.com/corolower/corolower/internal/pass"
)

// Refusal is something that a frame cannot hold.
type Refusal struct {
	Rule    string // its name in package rule
	Pos     ir.Pos // where splitting tells of it
	Why     coro.Why
	Written ir.Pos // rule.RuleArrayCopy: where the object may be written before the frame exists
}

func (r *Refusal) err() error { return rule.Error(r.Pos, r.Rule) }

// Survey is what splitting would keep in the frame of one function, and what it would refuse.
type Survey struct {
	Refused []Refusal // in the order in which splitting would come to them; it tells the first
	Size    int64     // of the frame, in bytes; 0 where something is refused
	inFrame map[*ir.Instr]bool
}

// InFrame reports an alloca of the function that would live in the frame, the promise aside.
func (s *Survey) InFrame(a *ir.Instr) bool { return s != nil && s.inFrame[a] }

// copyOf copies a function, less what control does not reach.
func copyOf(u *pass.Unit, f *ir.Func) (*ir.Func, *ir.ValueMap) {
	f.Renumber()
	g := ir.NewFunc(u.M, f.Name, f.FTy)
	g.CC, g.Attrs, g.Person, g.Pos = f.CC, f.Attrs, f.Person, f.Pos
	params := make([]ir.Value, len(g.Params))
	for k, p := range g.Params {
		p.Name, p.Attrs, p.Pos = f.Params[k].Name, f.Params[k].Attrs, f.Params[k].Pos
		params[k] = p
	}
	vm := ir.CloneBody(g, f, params, nil)
	opt.RemoveUnreachable(g)
	return g, vm
}

// Wrong gives all with which splitting f would stop, without splitting it: what is wrong with its
// shape, and what its frame cannot hold, with its coro.begin, nil for none. Where the shape is
// wrong more may be found to be kept once it is right. f stays as it is but for the numbers of its
// instructions; the unit may get the declarations that splitting needs.
func Wrong(u *pass.Unit, f *ir.Func) (ir.ErrorList, []Refusal) {
	g, _ := copyOf(u, f)
	shape, wrong := coro.FindAll(g)
	if shape.Begin == nil {
		return wrong, nil
	}
	co := &coroutine{Shape: shape, c: &Splitter{Unit: u}, m: u.M}
	a, err := open(co)
	if err != nil {
		wrong = append(wrong, ir.AsList(err)...)
	}
	if co.abi = a; a == nil {
		return wrong, nil
	}
	if len(wrong) > 0 {
		co.abi = asWritten{a}
	}
	if len(co.Suspends) > 0 {
		co.ownByvals()
	}
	co.normalise()
	x := coro.NewCrossing(co.Shape)
	co.recompute(x)
	set := co.findSpills(x)
	if len(wrong) > 0 {
		return wrong, slices.DeleteFunc(set.refused, func(r Refusal) bool { return ownForm[r.Rule] })
	}
	if len(set.refused) == 0 {
		if err := co.abi.place(co.layOut(set)); err != nil {
			wrong = ir.AsList(err)
		}
	}
	return wrong, set.refused
}

// asWritten is an ABI that leaves its own spellings as they are, because not all that they name is
// there.
type asWritten struct{ abi }

func (asWritten) normalise()       {}
func (asWritten) anew() []ir.Value { return nil }

// ownForm has what an ABI brings to another form, in which the frame need not hold it.
var ownForm = map[string]bool{rule.RuleTokenCrosses: true, rule.RuleSwiftError: true}

// Unsupported gives the error of something in the shape of f that is not lowered, nil for none or
// where the shape is wrong. f stays as it is but for the numbers of its instructions.
func Unsupported(u *pass.Unit, f *ir.Func) *ir.Error {
	_, _, err := openCopy(u, f)
	if e := ir.AsError(err); e != nil && e.Unsupported {
		return e
	}
	return nil
}

// openCopy gives a copy of f to its ABI. nil: there is none, because of the error, or, without one,
// because the shape is wrong or no frame is made.
func openCopy(u *pass.Unit, f *ir.Func) (*coroutine, *ir.ValueMap, error) {
	g, vm := copyOf(u, f)
	shape, err := coro.Find(g)
	if err != nil || shape.Begin == nil {
		return nil, nil, nil
	}
	co := &coroutine{Shape: shape, c: &Splitter{Unit: u}, m: u.M}
	if co.abi, err = open(co); err != nil {
		return nil, nil, err
	}
	return co, vm, nil
}

// Look surveys f, of which the shape need not be right: then, and where no frame is made, there is
// nothing to tell, nil. f stays as it is but for the numbers of its instructions; the unit may get
// the declarations that splitting needs.
func Look(u *pass.Unit, f *ir.Func) *Survey {
	co, vm, _ := openCopy(u, f)
	if co == nil {
		return nil
	}
	co.normalise()
	x := coro.NewCrossing(co.Shape)
	co.recompute(x)
	set := co.findSpills(x)
	s := &Survey{Refused: set.refused, inFrame: map[*ir.Instr]bool{}}
	if len(s.Refused) == 0 {
		s.Size = co.layOut(set).Size
	}
	kept := map[*ir.Instr]bool{}
	for _, o := range set.objects {
		kept[o.Alloca] = true
	}
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			if i.Op == ir.OpAlloca && kept[vm.Instr(i)] {
				s.inFrame[i] = true
			}
		}
	}
	return s
}
