package lower

// What an asynchronous coroutine does to its task's memory, which is a stack: swift_task_alloc puts
// a block on top, swift_task_dealloc takes the top away. This file only asks, and mergecontexts.go
// edits.
//
// The places of a function are put together into stretches: two places are of one stretch if
// control goes from one to the other and nothing on the way may touch the stack, or has to be
// thought to. So all ways out of a stretch begin at the same few instructions, its sinks, and all
// ways into it at its sources. Where each source gives a block back and each sink takes one, and
// the coroutine neither begins nor ends in the stretch, the stack is the same at all its places,
// and whoever gives a block back in front of it may leave it to who takes one behind it. Ways that
// end in a trap or an endless loop are nobody's: nothing happens there any more, and they join no
// others.
//
// The cost is that of reading the function once, and of a union of sets.

import (
	"strings"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/pass"
)

// The task's allocator, as the runtime of Swift names it. A function of such a name that is local
// is another.
const (
	taskAlloc   = "swift_task_alloc"
	taskDealloc = "swift_task_dealloc"
)

// ofRuntime begin the names of the runtime's functions of which some take memory of the task and
// leave it taken: about tasks, and about accessors that are coroutines.
var ofRuntime = [...]string{"swift_task", "swift_asyncLet_", "_swift_coro_"}

// taskFunc gives the function that a call is of, if it is the runtime's of that name and of that
// form.
func taskFunc(i *ir.Instr, name string) *ir.Func {
	if i.Op != ir.OpCall || i.Flags&ir.FlagMustTail != 0 {
		return nil
	}
	f := i.CalledFunc()
	if f == nil || !isTaskFunc(f, name) || len(i.Call().Bundles) > 0 || i.Call().FTy != f.FTy || i.Call().CC != f.CC {
		return nil
	}
	return f
}

// isTaskFunc reports the runtime's function of a name.
func isTaskFunc(f *ir.Func, name string) bool {
	p, ret := f.FTy.Params(), f.FTy.Ret()
	if f.Name != name || f.IsLocal() || len(p) != 1 || f.FTy.IsVariadic() {
		return false
	}
	if name == taskAlloc {
		return ret.IsPtr() && p[0].IsInt() && p[0].Bits() <= 64
	}
	return ret.IsVoid() && p[0].IsPtr()
}

// block is an allocation from the task's stack.
type block struct {
	at    *ir.Instr
	size  blockSize
	align uint32 // of the load of a size that a global tells
	// why it cannot be merged with any other; "": it can
	why string
}

// stackOp is an instruction that does something to the stack, or may.
type stackOp struct {
	at   *ir.Instr
	took *block // it takes this block
	gave *block // it gives this block back
	why  string // neither: why nobody may leave memory to another past it
	soft bool   // it may as well leave the stack as it finds it: nobody knows
	// the stretches in front of it and behind
	before, after int
}

// stretch is a set of places among which control goes without touching the stack.
type stretch struct {
	sources, sinks []*stackOp // those that give back, and those that take
	why            string     // why the former cannot leave their memory to the latter; "": they can
	at             *ir.Instr  // who is to blame, if somebody is
	soft           *stackOp   // the first on the way that may leave the stack as it finds it; nil: none
}

// taskStack is what a function does to its task's stack.
type taskStack struct {
	u        *pass.Unit
	f        *ir.Func
	balanced bool // calls of unknown code leave the stack as they find it, and come back
	readable func(g *ir.Global) bool
	ops      []stackOp
	blocks   map[*ir.Instr]*block
	entry    int
	// stretches, as they are joined: as things are, and as they would be if all that may leave the
	// stack as it finds it did so
	sure, hoped sets
}

// find reads the function.
func (s *taskStack) find() {
	s.blocks = map[*ir.Instr]*block{}
	order := ir.ReversePostOrder(s.f)
	for _, b := range order { // a block of memory may be given back in an earlier block of code
		for i := b.First(); i != nil; i = i.Next() {
			if taskFunc(i, taskAlloc) != nil {
				k := &block{at: i}
				s.measure(k)
				s.blocks[i] = k
			}
		}
	}
	in, out := make([]int, s.f.NumIDs()), make([]int, s.f.NumIDs())
	for _, b := range order {
		here := s.stretch()
		in[b.ID] = here
		for i := b.First(); i != nil; i = i.Next() {
			op, is := s.op(i)
			if !is {
				continue
			}
			op.before, op.after = here, s.stretch()
			if op.soft {
				s.hoped.join(op.before, op.after)
			}
			here = op.after
			s.ops = append(s.ops, op)
		}
		out[b.ID] = here
	}
	s.entry = in[order[0].ID]
	leads := s.leads(order, in, out)
	var succs []*ir.Block
	for _, b := range order {
		succs = b.Succs(succs[:0])
		for _, to := range succs {
			if leads[to.ID] {
				s.sure.join(out[b.ID], in[to.ID])
				s.hoped.join(out[b.ID], in[to.ID])
			}
		}
	}
}

// leads finds the blocks from whose beginning control can come to something that is done to the
// stack. Others, ends without return that many checks share mostly, join no ways: who gets there
// does nothing any more.
func (s *taskStack) leads(order []*ir.Block, in, out []int) []bool {
	leads := make([]bool, s.f.NumIDs())
	var work []*ir.Block
	for _, b := range order {
		if in[b.ID] != out[b.ID] {
			leads[b.ID] = true
			work = append(work, b)
		}
	}
	var preds []*ir.Block
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		preds = b.Preds(preds[:0])
		for _, p := range preds {
			if !leads[p.ID] {
				leads[p.ID] = true
				work = append(work, p)
			}
		}
	}
	return leads
}

func (s *taskStack) stretch() int {
	k := len(s.sure)
	s.sure, s.hoped = append(s.sure, k), append(s.hoped, k)
	return k
}

// sets are sets of numbers that can be joined: for each number one of its set, itself in the end.
type sets []int

func (p sets) of(k int) int {
	for p[k] != k {
		p[k] = p[p[k]]
		k = p[k]
	}
	return k
}

func (p sets) join(a, b int) {
	a, b = p.of(a), p.of(b)
	p[max(a, b)] = min(a, b)
}

// stretches gives those in front of which a block is given back and behind which one is taken, in
// the order of the code: as things are, or as is hoped.
func (s *taskStack) stretches(hoped bool) []*stretch {
	p := s.sure
	if hoped {
		p = s.hoped
	}
	by := make([]*stretch, len(p))
	var list []*stretch
	of := func(k int) *stretch {
		k = p.of(k)
		if by[k] == nil {
			by[k] = &stretch{}
			list = append(list, by[k])
		}
		return by[k]
	}
	of(s.entry).blame(nil, "on a path from the start of the coroutine nothing was freed")
	for k := range s.ops {
		op := &s.ops[k]
		front, behind := of(op.before), of(op.after)
		switch {
		case op.took != nil:
			front.sinks = append(front.sinks, op)
			behind.blame(op.at, "other memory is allocated in between and not freed")
		case op.gave != nil:
			front.blame(op.at, "memory that was allocated earlier is freed in between")
			behind.sources = append(behind.sources, op)
		case hoped && op.soft:
			if front.soft == nil {
				front.soft = op
			}
		default:
			front.blame(op.at, op.why)
			behind.blame(op.at, op.why)
		}
	}
	out := list[:0]
	for _, x := range list {
		if len(x.sources) > 0 && len(x.sinks) > 0 {
			out = append(out, x)
		}
	}
	return out
}

func (x *stretch) blame(at *ir.Instr, why string) {
	if x.why == "" {
		x.why, x.at = why, at
	}
}

// op tells what an instruction does to the stack, if it does something or may.
func (s *taskStack) op(i *ir.Instr) (stackOp, bool) {
	switch {
	case s.blocks[i] != nil:
		return stackOp{at: i, took: s.blocks[i]}, true
	case taskFunc(i, taskDealloc) != nil:
		if a := ir.AsInstr(castsOff(i.Arg(0))); a != nil && s.blocks[a] != nil {
			return stackOp{at: i, gave: s.blocks[a]}, true
		}
		return stackOp{at: i, why: "memory is freed in between, and its allocation is unknown", soft: true}, true
	}
	if why := s.mayTouch(i); why != "" {
		return stackOp{at: i, why: why, soft: i.IsCall() && why != ends && i.Flags&ir.FlagMustTail == 0}, true
	}
	return stackOp{}, false
}

// castsOff looks through bitcasts: the address itself, of whatever type.
func castsOff(v ir.Value) ir.Value {
	for {
		i := ir.AsInstr(v)
		if i == nil || i.Op != ir.OpBitCast {
			return v
		}
		v = i.Arg(0)
	}
}

const ends = "the coroutine can end in between"

// mayTouch tells why memory cannot be left to another past an instruction that neither takes nor
// gives any; "": it can.
func (s *taskStack) mayTouch(i *ir.Instr) string {
	switch i.Op {
	case ir.OpRet, ir.OpResume, ir.OpCleanupRet, ir.OpCatchRet, ir.OpCatchSwitch:
		return ends
	case ir.OpCall, ir.OpInvoke, ir.OpCallBr:
	default:
		return ""
	}
	id := ir.CalledIntrinsic(i)
	switch id {
	case ir.CoroSuspendAsync, ir.CoroSuspendRetcon, ir.CoroSuspend:
		return "the coroutine suspends in between"
	case ir.CoroEnd, ir.CoroEndAsync:
		return ends
	case ir.CoroIDAsync, ir.CoroBegin, ir.CoroFrame, ir.CoroSize, ir.CoroAlign, ir.CoroAsyncResume,
		ir.CoroAsyncSizeReplace, ir.CoroPrepareAsync,
		ir.CoroPrepareRetcon:
		return ""
	}
	switch {
	case id != ir.NotIntrinsic && !id.IsCoro() && id.Is(ir.NoUnwind) && !id.Is(ir.Throws) &&
		i.Flags&ir.FlagMustTail == 0:
		return "" // a known one, which runs nobody's code
	case ir.OnlyReadsMemory(s.u.M, i) && !ir.MayThrow(s.u.M, i) && i.Flags&ir.FlagMustTail == 0:
		return ""
	case s.balanced && !id.IsCoro() && i.Flags&ir.FlagMustTail == 0 && !isRuntime(i.CalledFunc()) &&
		!s.givesAllocator(i):
		return ""
	}
	if f := i.CalledFunc(); f != nil {
		return "'" + f.Name + "' is called in between, and may allocate or free task memory, or not return"
	}
	return "unknown code is called in between, and may allocate or free task memory, or not return"
}

// isRuntime reports a function of the runtime that may not leave the stack as it finds it.
func isRuntime(f *ir.Func) bool {
	if f == nil {
		return false
	}
	for _, p := range ofRuntime {
		if strings.HasPrefix(f.Name, p) {
			return true
		}
	}
	return false
}

// givesAllocator reports a call that is told an allocator for a coroutine's frame, which may be the
// task's.
func (s *taskStack) givesAllocator(i *ir.Instr) bool {
	for k := range i.NumCallArgs() {
		if ir.ArgHas(s.u.M, i, k, "swiftcoro") {
			return true
		}
	}
	return false
}

// blockSize is how many bytes an allocation asks for: a number, what a global tells, or a value
// that the code computes.
type blockSize struct {
	number  int64
	pointer *ir.Global
	value   ir.Value
}

// movable reports a size that can be asked for elsewhere than where it is computed.
func (b blockSize) movable() bool { return b.value == nil }

// measure finds out how large a block is, and why it cannot be merged with any other, if it cannot.
func (s *taskStack) measure(b *block) {
	v := b.at.Arg(0)
	if c, ok := v.(*ir.Const); ok {
		if !c.IsInt() || c.Int64() < 0 {
			b.why = "the size of one allocation is not a constant number"
			return
		}
		b.size.number = c.Int64()
		return
	}
	load := ir.AsInstr(v)
	if load != nil && load.Op == ir.OpZExt {
		load = ir.AsInstr(load.Arg(0))
	}
	if load != nil {
		if g := sizeLoad(s.u, load); g != nil && s.readable(g) {
			b.size.pointer, b.align = g, load.Align
			return
		}
	}
	b.size.value = v
}
