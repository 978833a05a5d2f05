// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// Queries of what splitting would do with a function, and of what it would reject. They run the
// steps up to the layout on a copy of the function. The checker uses them, so that "lives in the
// frame" and "crosses a suspend" have a single definition: that of plain coro-split, which is
// LLVM's. Objects of variable size go to the heap, as in the built-in pipelines.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/dynalloca"
	"github.com/corolower/corolower/internal/lower/rule"
	"github.com/corolower/corolower/internal/opt"
	"github.com/corolower/corolower/internal/pass"
)

func (r *Refusal) err() error {
	e := rule.Error(r.Pos, r.Rule)
	if r.Rule == rule.RuleLocalAcross {
		e.Notes = []ir.Note{{Pos: r.Why.Def, Msg: "the object is allocated here"},
			{Pos: r.Why.Suspend, Msg: "the coroutine suspends here"}}
	}
	if r.Rule == rule.RuleEndedObject {
		e.Notes = []ir.Note{{Pos: r.Why.Def, Msg: "the object is allocated here"},
			{Pos: r.Freed, Msg: "the frame may be freed here"}}
	}
	if r.Rule == rule.RuleDynamic {
		e.Hint += ", or use coro-split<dynamic-allocas>"
	}
	return e
}

// tryHeap moves objects of variable size to the heap, as coro-split<dynamic-allocas> does, in a copy
// of a coroutine. If it cannot, it returns the reason.
func (co *coroutine) tryHeap() ([]dynalloca.OnHeap, ir.Note) {
	list, err := co.allocateDynamic()
	if err != nil {
		return nil, err.Notes[len(err.Notes)-1]
	}
	return list, ir.Note{}
}

// because adds the reason that tryHeap returned to the refusals of objects of variable size.
func because(list []Refusal, why ir.Note) []Refusal {
	for k := range list {
		if list[k].Rule == rule.RuleDynamic {
			list[k].Heap = why
		}
	}
	return list
}

// KeptEarly describes an object in the frame whose address other code may keep from before coro.begin,
// when the object is not in the frame yet, and that the coroutine uses after a suspend. clang passes the
// addresses of parameters to a promise's operator new, and uses only their copies after a suspend.
type KeptEarly struct {
	Object *ir.Instr // the alloca
	Pos    ir.Pos    // where the address may escape
}

// Survey describes the frame that splitting would build for one function, and the objects that it
// would reject.
type Survey struct {
	Refused []Refusal          // in the order of splitting, which reports only the first
	OnHeap  []dynalloca.OnHeap // objects that coro-split<dynamic-allocas> moves to the heap
	Early   []KeptEarly
	Size    int64 // of the frame, in bytes; 0 if something is rejected
	inFrame map[*ir.Instr]bool
}

// InFrame reports whether an alloca of the function would live in the frame. It returns false for
// the promise.
func (s *Survey) InFrame(a *ir.Instr) bool { return s != nil && s.inFrame[a] }

// copyOf returns a copy of f without unreachable code, and a map from f to the copy.
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

// Wrong returns every reason why splitting f would fail, without splitting it: errors in its shape,
// and objects and values that its frame cannot hold; and the objects that
// are on the heap. It returns no refusals if f has no coro.begin.
// If the shape is wrong, some refusals may disappear and others may appear once it is right. Wrong
// renumbers f's instructions but does not change f otherwise; the unit may get the declarations
// that splitting needs.
func Wrong(u *pass.Unit, f *ir.Func) (ir.ErrorList, []Refusal, []dynalloca.OnHeap) {
	g, _ := copyOf(u, f)
	shape, wrong := coro.FindAll(g)
	if shape.Begin == nil {
		return wrong, nil, nil
	}
	co := &coroutine{Shape: shape, c: &Splitter{Unit: u}, m: u.M}
	a, err := open(co)
	if err != nil {
		wrong = append(wrong, ir.AsList(err)...)
	}
	if co.abi = a; a == nil {
		return wrong, nil, nil
	}
	if len(wrong) > 0 {
		co.abi = asWritten{a}
	}
	var why ir.Note
	var heap []dynalloca.OnHeap
	if len(wrong) == 0 {
		heap, why = co.tryHeap()
	}
	if len(co.Suspends) > 0 {
		co.ownByvals()
	}
	co.normalise()
	x := co.crossing()
	co.recompute(x)
	set := co.findSpills(x, nil)
	because(set.refused, why)
	if len(wrong) > 0 {
		return wrong, slices.DeleteFunc(set.refused, func(r Refusal) bool { return ownForm[r.Rule] }), heap
	}
	if len(set.refused) == 0 {
		if err := co.abi.place(co.layOut(set)); err != nil {
			wrong = ir.AsList(err)
		}
	}
	return wrong, set.refused, heap
}

// asWritten is an ABI that leaves the ABI's own constructs unchanged, because they may be
// incomplete in a function with errors.
type asWritten struct{ abi }

func (asWritten) normalise()       {}
func (asWritten) anew() []ir.Value { return nil }

// ownForm lists the rules about values that an ABI's normalise would rewrite so that the frame need
// not hold them.
var ownForm = map[string]bool{rule.RuleTokenCrosses: true, rule.RuleSwiftError: true}

// Unsupported returns the error for a construct in the shape of f that corolower does not support,
// or nil if there is none or the shape is wrong. It renumbers f's instructions but does not change
// f otherwise.
func Unsupported(u *pass.Unit, f *ir.Func) *ir.Error {
	_, _, err := openCopy(u, f)
	if e := ir.AsError(err); e != nil && e.Unsupported {
		return e
	}
	return nil
}

// openCopy copies f and opens the copy with its ABI. If the coroutine is nil without an error, the
// shape is wrong or f has no coro.begin.
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

// Look surveys f. It returns nil if f's shape is wrong or f has no coro.begin. It renumbers f's
// instructions but does not change f otherwise; the unit may get the declarations that splitting
// needs.
func Look(u *pass.Unit, f *ir.Func) *Survey {
	co, vm, _ := openCopy(u, f)
	if co == nil {
		return nil
	}
	heap, why := co.tryHeap()
	co.normalise()
	x := co.crossing()
	co.recompute(x)
	set := co.findSpills(x, nil)
	s := &Survey{Refused: because(set.refused, why), OnHeap: heap, inFrame: map[*ir.Instr]bool{}}
	if len(s.Refused) == 0 {
		s.Size = co.layOut(set).Size
	}
	kept := map[*ir.Instr]*coro.AllocaInfo{}
	for _, o := range set.objects {
		kept[o.Alloca] = o.AllocaInfo
	}
	for i := range f.Instrs() {
		if i.Op != ir.OpAlloca || kept[vm.Instr(i)] == nil {
			continue
		}
		s.inFrame[i] = true
		if k := keptEarly(x, co.Begin, kept[vm.Instr(i)]); k != nil {
			s.Early = append(s.Early, KeptEarly{i, k.Pos})
		}
	}
	return s
}

// keptEarly returns the first instruction before coro.begin through which the address of an object may
// escape that the coroutine uses after a suspend; nil if there is none.
func keptEarly(x *coro.Crossing, begin *ir.Instr, o *coro.AllocaInfo) *ir.Instr {
	for _, k := range o.Keepers {
		if !x.Dom.InstrDominates(begin, k.I) && slices.ContainsFunc(o.Users, func(u *ir.Instr) bool {
			return ir.LifetimeKind(u) == 0 && x.BlockCrossesUse(k.I.Block(), u)
		}) {
			return k.I
		}
	}
	return nil
}
