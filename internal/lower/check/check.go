package check

// Check verifies the rules of the coroutine intrinsics in one function, before anything is
// rewritten, and reports every finding with its place, the other place involved and the fix. The
// rules are told in package rule. This file holds the entry point and the one walk that gathers the
// calls; the rules themselves are in call.go (one call at a time), shape.go (the skeleton of one
// coroutine), arms.go (where suspends lead), size.go and alloc.go (allocation and promise),
// memory.go (giving the frame back), frame.go and across.go (values and the frame), running.go (a
// coroutine's own handle), handle.go and consumer.go (functions that hold handles).
//
// It changes nothing but the function's instruction numbering (ir.Func.Renumber), though the unit
// may get the declarations that splitting needs; it decides nothing about output, and relies on
// nothing but well-typed IR: operands of an intrinsic are looked at only after its signature was
// found to be right.

import (
	"fmt"
	"sort"
	"sync"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/rule"
	"github.com/corolower/corolower/internal/pass"
)

// Check gives the findings about one function, in the order of their places. A function without
// coroutine intrinsics and without a presplit attribute has none.
func Check(c *pass.Unit, f *ir.Func) ir.ErrorList { return check(c, f, false, nil) }

// BeforeLowering gives the findings that a lowering run tells, as it tells them (rule.ForLowering).
// What splitting decides itself is not looked for. dom is the dominator tree of the function, which
// was numbered for it, and is given back; nil: it is made.
func BeforeLowering(c *pass.Unit, f *ir.Func, dom *ir.DomTree) ir.ErrorList {
	return rule.ForLowering(check(c, f, true, dom))
}

func check(c *pass.Unit, f *ir.Func, lowering bool, dom *ir.DomTree) ir.ErrorList {
	if err := f.Load(); err != nil {
		if e := ir.AsError(err); e != nil {
			return ir.ErrorList{e}
		}
		return ir.ErrorList{ir.Errorf(f.Pos, "%v", err)}
	}
	if f.Entry() == nil {
		return nil
	}
	k := pool.Get().(*checker)
	defer k.done()
	k.c, k.m, k.f, k.lowering, k.dom = c, f.Module(), f, lowering, dom
	k.gather()
	if k.coro {
		k.checkCoroutine()
	}
	k.checkConsumer()
	if k.dom != nil {
		k.dom.Done()
	}
	return k.finish()
}

// pool has the memory of checkers that are done. A run checks thousands of functions, each for a
// few microseconds.
var pool = sync.Pool{New: func() any { return new(checker) }}

// done gives the memory of a checker to the next one.
func (k *checker) done() {
	calls := &k.calls
	for id := range calls {
		clear(calls[id])
		calls[id] = calls[id][:0]
	}
	clear(k.work[:cap(k.work)])
	*k = checker{calls: *calls, work: k.work[:0]}
	pool.Put(k)
}

// checker is the state of one function's check.
type checker struct {
	c        *pass.Unit
	m        *ir.Module
	f        *ir.Func
	lowering bool // leave out what splitting tells itself
	coro     bool // some intrinsic or attribute of a coroutine's own body is present

	broken [ir.CoroOther + 1]bool        // intrinsics that were called with a wrong type: they are not missing
	calls  [ir.CoroOther + 1][]*ir.Instr // calls with a right signature, in reachable blocks, in layout order
	opaque []*ir.Instr                   // indirectbr and users of block addresses
	allocs []*ir.Instr                   // reachable allocas

	// reachable calls: what frees memory; llvm.stacksave and so on. Not when lowering
	frees, stackSaves, threadLocals, lifetimes []*ir.Instr

	ramps map[*ir.Func]*ramp // coroutines of the module that were looked at

	ids   []*ir.Instr // coro.id calls that are still to be split
	id    *ir.Instr   // the id of begin, else the first of ids
	begin *ir.Instr   // the function's own coro.begin, or nil
	flow  *checkFlow
	dom   *ir.DomTree // nil: not made yet
	work  []*ir.Block // memory of walks

	misplaced bool // a coro.end stands in a wrong place, which explains why an edge does not reach it

	list     ir.ErrorList
	reported map[reportKey]*ir.Error
	again    map[*ir.Error]int // how often a finding that is reported once was made again
}

// reportKey names what a finding of a rule is about, for rules that answer one cause once.
type reportKey struct {
	rule  string
	about any
}

// report adds a finding of a rule.
func (k *checker) report(name string, at ir.Pos, format string, args ...any) *ir.Error {
	e := ir.Errorf(at, format, args...)
	e.Rule, e.Severity = name, rule.ByName(name).Severity
	if !at.IsValid() {
		e.Pos = k.f.Pos
	}
	k.list = append(k.list, e)
	return e
}

// tell adds a finding of a rule that is always told in the same words.
func (k *checker) tell(name string, at ir.Pos) *ir.Error {
	e := k.report(name, at, "%s", rule.Message(name))
	e.Hint = rule.Fix(name)
	return e
}

// once adds a finding unless the same rule has one about the same thing; then it counts, and
// answers nil.
func (k *checker) once(about any, rule string, at ir.Pos, format string, args ...any) *ir.Error {
	key := reportKey{rule, about}
	if e := k.reported[key]; e != nil {
		if k.again == nil {
			k.again = map[*ir.Error]int{}
		}
		k.again[e]++
		return nil
	}
	e := k.report(rule, at, format, args...)
	if k.reported == nil {
		k.reported = map[reportKey]*ir.Error{}
	}
	k.reported[key] = e
	return e
}

// note adds another place to a finding; an unknown place is left out.
func note(e *ir.Error, at ir.Pos, format string, args ...any) {
	if e != nil && at.IsValid() {
		e.Notes = append(e.Notes, ir.Note{Pos: at, Msg: fmt.Sprintf(format, args...)})
	}
}

// hint sets the fix.
func hint(e *ir.Error, format string, args ...any) {
	if e != nil {
		e.Hint = fmt.Sprintf(format, args...)
	}
}

// fix sets the fix as an edit; a $ in text stands for the name of what is defined at ref.
func fix(e *ir.Error, kind ir.FixKind, at ir.Pos, arg int, text string, ref *ir.Instr) {
	if e == nil || !at.IsValid() {
		return
	}
	e.Fix = &ir.Fix{Kind: kind, At: at, Arg: arg, New: text}
	if ref != nil {
		e.Fix.Ref = ref.Pos
	}
}

// finish sorts the findings by place and tells how often a cause was met.
func (k *checker) finish() ir.ErrorList {
	for _, e := range k.list {
		if n := k.again[e]; n == 1 {
			e.Msg += " (and once more)"
		} else if n > 1 {
			e.Msg += fmt.Sprintf(" (and %d more times)", n)
		}
	}
	sort.SliceStable(k.list, func(i, j int) bool { return k.list[i].Pos < k.list[j].Pos })
	if len(k.list) == 0 {
		return nil
	}
	return k.list
}

// gather walks the function once. Calls in unreachable blocks are checked on their own but play no
// part in the skeleton: splitting removes them first.
func (k *checker) gather() {
	k.coro = k.marked()
	reach := k.reachable()
	for b := k.f.Entry(); b != nil; b = b.Next() {
		live := reach[b.ID]
		for i := b.First(); i != nil; i = i.Next() {
			k.gatherInstr(i, live)
		}
	}
}

// reachable marks the blocks that control can come to, by block ID.
func (k *checker) reachable() []bool {
	seen := make([]bool, k.f.NumIDs())
	work := append(k.work[:0], k.f.Entry())
	seen[k.f.Entry().ID] = true
	var few [8]*ir.Block
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range b.Succs(few[:0]) {
			if !seen[s.ID] {
				seen[s.ID] = true
				work = append(work, s)
			}
		}
	}
	k.work = work
	return seen
}

func (k *checker) gatherInstr(i *ir.Instr, live bool) {
	callee := -1
	if i.IsCall() {
		callee = i.CalleeArg()
		k.gatherCall(i, live)
	}
	for n := 0; n < i.NumArgs(); n++ {
		switch v := i.Arg(n).(type) {
		case *ir.Func:
			if n != callee {
				k.checkAddress(i, v)
			}
		case *ir.Const:
			if v.Kind == ir.ConstBlockAddress || len(v.Elems) > 0 {
				k.checkConst(i, v, 0)
			}
		}
	}
	if !live {
		return
	}
	switch i.Op {
	case ir.OpAlloca:
		k.allocs = append(k.allocs, i)
	case ir.OpIndirectBr:
		k.opaque = append(k.opaque, i)
	}
}

// gatherCall checks one call on its own and files it.
func (k *checker) gatherCall(i *ir.Instr, live bool) {
	if fn := i.CalledFunc(); fn != nil && fn.Intrinsic() == ir.NVVMCreateSuspend {
		k.checkCreateSuspend(i)
		return
	}
	id := ir.CoroCall(i)
	if id == ir.NotCoro {
		if live && !k.lowering {
			k.gatherOther(i)
		}
		return
	}
	if !k.checkSignature(i, id) {
		k.broken[id] = true
		return
	}
	k.checkInvoke(i, id)
	k.checkArgs(i, id)
	if !live {
		return
	}
	k.calls[id] = append(k.calls[id], i)
	if id.Is(ir.InBody) {
		k.coro = true
	}
}

// gatherOther files a call that is no coroutine intrinsic.
func (k *checker) gatherOther(i *ir.Instr) {
	fn := i.CalledFunc()
	switch {
	case fn == nil:
	case !fn.IsIntrinsic():
		if ir.FreesMemory(fn) {
			k.frees = append(k.frees, i)
		}
	case ir.IsLifetime(i):
		k.lifetimes = append(k.lifetimes, i)
	case fn.Intrinsic() == ir.StackSave:
		k.stackSaves = append(k.stackSaves, i)
	case fn.Intrinsic() == threadLocalAddress:
		k.threadLocals = append(k.threadLocals, i)
	}
}

var threadLocalAddress = ir.IntrinsicByName("llvm.threadlocal.address")

// marked reports a presplit attribute of either spelling.
func (k *checker) marked() bool { return ir.IsPresplit(k.m, k.f) }

// otherABI reports a coroutine of another ABI than the switched one.
func (k *checker) otherABI() *ir.Instr {
	for _, id := range []ir.Intrinsic{ir.CoroIDRetcon, ir.CoroIDRetconOnce, ir.CoroIDRetconOnceDynamic,
		ir.CoroIDAsync} {
		if l := k.calls[id]; len(l) > 0 {
			return l[0]
		}
	}
	return nil
}

// brokenID reports a coro.id of any ABI of which the signature was told to be wrong.
func (k *checker) brokenID() bool {
	for id, broken := range k.broken {
		if broken && ir.Intrinsic(id).IsAnyID() {
			return true
		}
	}
	return false
}
