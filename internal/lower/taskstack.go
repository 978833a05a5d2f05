// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lower

// The effect of an asynchronous coroutine on its task's memory, which is a stack: swift_task_alloc
// pushes a block, swift_task_dealloc pops one. This file only analyses; mergecontexts.go edits.
//
// The positions of a function are grouped into stretches: two positions belong to one stretch if
// control flows from one to the other and no instruction on the path may touch the stack. So all
// paths out of a stretch start at the same few instructions, its sinks, and all paths into it at
// its sources. If each source frees a block, each sink allocates one, and the coroutine neither
// begins nor ends in the stretch, then the stack is the same at all its positions, and a block that
// is freed before the stretch can be reused by an allocation after it. For example, the code
// between the calls is a stretch with two sources and one sink, and the memory of %a or %b can
// serve as %c:
//
//	then:
//	  call void @swift_task_dealloc(ptr %a)
//	  br label %join
//	else:
//	  call void @swift_task_dealloc(ptr %b)
//	  br label %join
//	join:
//	  %c = call ptr @swift_task_alloc(i64 64)
//
// Paths that end in a trap or an endless loop belong to no stretch: nothing more happens there, so
// they join no others.
//
// The cost is one pass over the function and a union-find.

import (
	"strings"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/pass"
)

// The names of the task's allocator in the Swift runtime. A local function with such a name is
// another function.
const (
	taskAlloc   = "swift_task_alloc"
	taskDealloc = "swift_task_dealloc"
)

// ofRuntime are the prefixes of runtime functions of which some allocate memory of the task and do
// not free it: those for tasks, and those for accessors that are coroutines.
var ofRuntime = [...]string{"swift_task", "swift_asyncLet_", "_swift_coro_"}

// taskFunc returns the called function if it is the runtime's function with this name and type, and
// nil otherwise.
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

// isTaskFunc reports whether f is the runtime's function with this name.
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

// block is an allocation on the task's stack.
type block struct {
	at    *ir.Instr
	size  blockSize
	align uint32 // of the load, if the size is read from a global
	// why is the reason why it cannot be merged with any other block; "": it can.
	why string
}

// stackOp is an instruction that changes the stack, or may.
type stackOp struct {
	at   *ir.Instr
	took *block // it allocates this block
	gave *block // it frees this block
	why  string // if neither: the reason why no block can be reused across it
	soft bool   // it may also leave the stack unchanged; its effect is unknown
	// the stretches before and after it
	before, after int
}

// stretch is a set of positions among which control flows without touching the stack.
type stretch struct {
	sources, sinks []*stackOp // the instructions that free, and those that allocate
	why            string     // the reason why the sinks cannot reuse the sources' memory; "": they can
	at             *ir.Instr  // the instruction that is the reason, if there is one
	soft           *stackOp   // the first one in it that may leave the stack unchanged; nil: none
}

// taskStack describes a function's effect on its task's stack.
type taskStack struct {
	u        *pass.Unit
	f        *ir.Func
	balanced bool // calls of unknown code leave the stack unchanged, and return
	readable func(g *ir.Global) bool
	ops      []stackOp
	blocks   map[*ir.Instr]*block
	entry    int
	// The stretches as union-find sets: sure as they are, and hoped as they would be if every soft
	// stackOp left the stack unchanged.
	sure, hoped sets
}

// find reads the function.
func (s *taskStack) find() {
	s.blocks = map[*ir.Instr]*block{}
	order := ir.ReversePostOrder(s.f)
	for _, b := range order { // the block of code that frees memory may come first
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

// leads computes the blocks from whose start control can reach an instruction that touches the
// stack. Other blocks, mostly exits without return that many checks share, must not join paths,
// because no code there touches the stack.
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

// sets is a union-find structure: it maps each number to another one of its set, and the root to
// itself.
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

// stretches returns the stretches that have a source that frees and a sink that allocates, in the
// order of the code. If hoped is set, soft instructions count as leaving the stack unchanged.
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

// op returns the effect of an instruction on the stack, and whether it has or may have one.
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

// castsOff looks through bitcasts.
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

// mayTouch returns the reason why no block can be reused across an instruction that neither
// allocates nor frees one; "": it can.
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
		return "" // a known intrinsic, which calls no other code
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

// isRuntime reports whether f is a function of the runtime that may not leave the stack unchanged.
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

// givesAllocator reports whether a call passes an allocator for a coroutine's frame, which may be
// the task's.
func (s *taskStack) givesAllocator(i *ir.Instr) bool {
	for k := range i.NumCallArgs() {
		if ir.ArgHas(s.u.M, i, k, "swiftcoro") {
			return true
		}
	}
	return false
}

// blockSize is the number of bytes that an allocation requests: a number, the content of a global,
// or a value that the code computes.
type blockSize struct {
	number  int64
	pointer *ir.Global
	value   ir.Value
}

// movable reports whether the size can be computed elsewhere.
func (b blockSize) movable() bool { return b.value == nil }

// measure computes a block's size, or the reason why it cannot be merged with any other.
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
