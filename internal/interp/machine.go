// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

import (
	"bufio"
	"cmp"
	"io"
	"math/rand"

	"github.com/corolower/corolower/internal/ir"
)

// Options configure a run.
type Options struct {
	Stdout, Stderr io.Writer // nil: output is dropped
	Stdin          io.Reader // nil: empty
	MaxSteps       int64     // instructions before the run is stopped; 0: no limit
	MaxMemory      int64     // bytes; 0: 1 GiB
	Seed           int64     // determines the order of threads, and the results of freeze
	Leaks          bool      // a coroutine that is not destroyed at the end is an error
	Suspends       io.Writer // receives a line for each event of a coroutine; nil: none
	Watch          func(Event)
}

// Event is an action of a program that is visible from outside.
type Event struct {
	Call string // the function that was called, or "exit"
	Text string // the bytes that it wrote, or its arguments
	At   []*ir.Instr
}

// Machine is one run of a program.
type Machine struct {
	prog     *Program
	mem      memory
	opts     Options
	out      *bufio.Writer
	rand     *rand.Rand
	threads  []*Thread
	nextID   int
	steps    int64
	fuel     int64
	exit     *int
	stop     bool                   // the loop must check the state: the program ended, or the thread waits or yields
	handles  map[uint64]*activation // the last coroutine whose frame was at an address
	acts     []*activation          // every coroutine that began and is not over
	contexts map[uint64]*activation // of asynchronous coroutines, by context
	resumers map[*resumption]uint64
	jumps    map[uint64]*jump
	exc      exceptions
	libraryState
	dtors   []*function // of globals, which have not run
	noop    uint64      // the handle of the no-op coroutine
	serial  uint64
	ending  bool // main returned, or exit was called
	aborted []*ir.Instr
	failing *Thread // the running one
}

// libraryState is what the functions of the library remember.
type libraryState struct {
	handler uint64 // of std::set_terminate
	locks   map[uint64]*lock
	atexit  []exitCall
	stdin   *bufio.Reader
	random  uint64
	ticks   uint64 // of the clock, in nanoseconds
}

// exitCall is a function to call when the program ends.
type exitCall struct {
	fn   uint64
	args []val
}

// Thread is one thread of a program.
type Thread struct {
	m        *Machine
	id       int
	top      *frame
	depth    int
	free     *frame // frames for reuse
	regs     []val  // the stack of registers
	sp       int
	bytes    []byte // the stack of variables
	bp       int
	uw       unwinding
	caught   []caughtExc
	flying   int // exceptions in flight
	cond     *waiter
	wait     func() bool // the thread waits until this returns true; nil: it runs
	jumped   bool        // a library function continued elsewhere than after its call
	result   val
	rest     []val             // of a library function's result: the registers after the first
	promised []*promisedCall   // the running calls whose promises are checked, the innermost last
	poison   []poisonedArg     // of the next call
	own      map[uint32]uint64 // its copies of thread-local globals, by object
	errno    uint64
}

// maxDepth bounds the depth of calls.
const maxDepth = 200_000

// frame is a call of a function.
type frame struct {
	fn       *function
	code     []inst
	pc       int
	regs     []val
	up       *frame
	call     *inst // its current call
	sp, bp   int   // of the thread, before the frame
	locals   []*object
	act      *activation
	ramp     bool // of act: this is the first frame, which began the coroutine
	then     func(t *Thread, result []val)
	gate     bool // a library function waits for the frame: exceptions must not pass it
	left     bool // of act: the coroutine is suspended, or other code resumed it; the frame only returns
	more     []vararg
	moreAt   *object
	serial   uint64
	wide     []val // for moves along an edge
	promised uint8 // the number of its calls in Thread.promised
	progress *progress
}

// vararg is a variadic argument.
type vararg struct {
	x  []val
	s  *shape
	at *object // holds an argument that is memory; nil: x is the value
}

// inst is an instruction of compiled code.
type inst struct {
	run     exec
	dst     int32
	a, b, c int32
	imm     uint64 // mask of the result, constant offset, mask of an alignment
	n       int32  // elements of a vector; words of a value
	bits    uint8  // width of an element
	bytes   uint8  // of a load or store
	op      ir.Op
	sub     uint8
	flags   ir.Flags
	x       any
	ir      *ir.Instr
}

// exec runs an instruction. The frame is on top of the thread's stack, and its pc is at the next
// instruction.
type exec func(t *Thread, f *frame, in *inst)

// New returns a machine for one run.
func (p *Program) New(o Options) *Machine {
	m := &Machine{prog: p, opts: o, rand: rand.New(rand.NewSource(o.Seed)), libraryState: libraryState{locks: map[uint64]*lock{}},
		dtors: p.dtors, jumps: map[uint64]*jump{}, handles: map[uint64]*activation{}}
	m.mem.limit = uint64(o.MaxMemory)
	m.mem.limit = cmp.Or(m.mem.limit, 1<<30)
	if p.checked {
		m.mem.checker = &checker{m: m}
	}
	if o.Stdout != nil {
		m.out = bufio.NewWriter(o.Stdout)
	}
	m.fuel = o.MaxSteps
	m.fuel = cmp.Or(m.fuel, 1<<62)
	m.mem.objects = make([]*object, 0, len(p.first)+64)
	for _, o := range p.first {
		m.mem.objects = append(m.mem.objects, m.fresh(o))
	}
	return m
}

// fresh returns a copy of an object in its initial state.
func (m *Machine) fresh(o *object) *object {
	if o == nil || o.kind != objGlobal {
		return o
	}
	c := *o
	if !o.frozen {
		c.data = append([]byte(nil), o.data...)
		if o.undef != nil {
			c.undef = append([]byte(nil), o.undef...)
		}
	}
	return &c
}

func (m *Machine) newThread() *Thread {
	t := &Thread{m: m, id: len(m.threads), regs: make([]val, 1<<10), bytes: make([]byte, 1<<12)}
	m.threads = append(m.threads, t)
	return t
}

// loop runs a thread until the given frame is on top, the thread waits, or the program ends. It
// returns false if it stopped for another reason than the frame.
func (t *Thread) loop(until *frame, budget int64) bool {
	f := t.top
	m := t.m
	left := min(budget, m.fuel)
	start := left
	for f != until {
		if left--; left < 0 {
			left = 0
			break
		}
		in := &f.code[f.pc]
		f.pc++
		in.run(t, f, in)
		f = t.top
		if m.stop {
			break
		}
	}
	m.steps += start - left
	if m.fuel -= start - left; m.fuel <= 0 && f != until && m.exit == nil {
		tr := trapf("the program has not ended after %d instructions", m.opts.MaxSteps)
		tr.limit = true
		panic(tr)
	}
	return f == until
}

// push enters a function. The caller then copies the arguments.
func (t *Thread) push(fn *function) *frame {
	if !fn.compiled {
		t.m.prog.compile(fn)
	}
	f := t.newFrame()
	n := fn.nregs + len(fn.consts)
	f.sp, f.bp = t.sp, t.bp
	if fn.coro != nil {
		f.regs = make([]val, n) // the registers outlive the call
	} else {
		if t.sp+n > len(t.regs) {
			t.regs = make([]val, max(2*len(t.regs), 2*n)) // lower frames keep the old slice
			t.sp = 0
		}
		f.regs = t.regs[t.sp : t.sp+n : t.sp+n]
		t.sp += n
	}
	copy(f.regs[fn.nregs:], fn.consts)
	t.enterFrame(f, fn)
	return f
}

// newFrame returns memory for a frame.
func (t *Thread) newFrame() *frame {
	f := t.free
	if f == nil {
		return &frame{}
	}
	t.free = f.up
	return f
}

// enterFrame makes a frame of a function the top one.
func (t *Thread) enterFrame(f *frame, fn *function) {
	t.m.serial++
	f.fn, f.code, f.pc, f.up, f.serial = fn, fn.code, 0, t.top, t.m.serial
	t.top = f
	if t.depth++; t.depth > maxDepth {
		panic(trapf("the stack overflows: more than %d calls", maxDepth))
	}
}

// pop leaves the top frame.
func (t *Thread) pop() {
	f := t.top
	if f.promised > 0 {
		t.unpromise(f)
	}
	t.top = f.up
	t.depth--
	t.sp, t.bp = f.sp, f.bp
	if f.act != nil {
		f.act.leave(t, f)
	} else if len(f.locals) > 0 {
		for _, o := range f.locals {
			if !o.dead {
				t.die(o)
			}
		}
	}
	if f.moreAt != nil {
		t.m.mem.kill(f.moreAt)
	}
	*f = frame{locals: f.locals[:0], up: t.free, wide: f.wide}
	t.free = f
}

// die ends the lifetime of a variable at the current instruction.
func (t *Thread) die(o *object) {
	o.freed = t.stackInto(o.freed[:0], 1)
	t.m.mem.kill(o)
}

// local creates a variable of the top frame.
func (t *Thread) local(f *frame, size, align uint64) *object {
	m := t.m
	o := m.mem.add(objLocal, size, align)
	n := int(size)
	if f.act != nil {
		o.owner = f.act
		o.data = make([]byte, 2*n)
	} else {
		if t.bp+2*n > len(t.bytes) {
			t.bytes = make([]byte, max(2*len(t.bytes), 4*n))
			t.bp = 0
		}
		o.data = t.bytes[t.bp : t.bp+2*n : t.bp+2*n]
		t.bp += 2 * n
	}
	o.undef = o.data[n:]
	o.data = o.data[:n:n]
	for k := range o.undef {
		o.undef[k] = 0xff
	}
	if f.act != nil {
		f.act.locals = append(f.act.locals, o)
	} else {
		f.locals = append(f.locals, o)
	}
	o.made = append(o.made, f.code[f.pc-1].ir)
	return o
}

// enter calls a function from Go; then runs when it returns. After that the current top frame
// continues.
func (t *Thread) enter(fn *function, args []val, then func(t *Thread, result []val)) {
	if fn.ir.Declared || fn.lib != nil {
		if fn.lib == nil {
			panic(unknownExtern(fn))
		}
		r := fn.lib(t, args)
		if then != nil {
			then(t, []val{r})
		}
		return
	}
	f := t.push(fn)
	if len(args) < fn.nparams {
		panic(trapf("@%s is called with %d arguments and has %d parameters", fn.ir.Name, len(args), fn.nparams))
	}
	copy(f.regs, args[:fn.nparams])
	f.then = then
	if f.then == nil {
		f.then = func(*Thread, []val) {}
	}
	if fn.coro != nil {
		t.begin(f)
	}
}

// run calls a function from Go and waits for it. Exceptions must not leave it.
func (t *Thread) run(fn *function, args []val) (result []val) {
	at := t.top
	done := false
	t.enter(fn, args, func(_ *Thread, r []val) { result, done = append(result, r...), true })
	if !done {
		t.top.gate = true
	}
	for !done && t.m.exit == nil {
		t.loop(at, 1<<62)
		if t.wait != nil {
			panic(unsupportedf("a thread waits in a function that the library calls back"))
		}
	}
	return result
}

// ret returns from the top frame with a result.
func (t *Thread) ret(f *frame, x []val) {
	if f.promised > 0 {
		t.returns(f, x)
	}
	if f.then != nil {
		then := f.then
		result := append([]val(nil), x...)
		t.pop()
		then(t, result)
		return
	}
	up := f.up
	in := up.call
	c, ok := in.x.(*callInfo)
	if ok && int(c.words) < len(x) {
		x = x[:c.words] // the caller calls it as a function without this result
	}
	if in.dst >= 0 {
		copy(up.regs[in.dst:], x)
	}
	t.pop()
	if ok && c.normal != nil {
		up.jump(c.normal)
	}
}

// function returns the function at an address.
func (t *Thread) function(x val) *function {
	if x.u != 0 {
		panic(trapf("call of an undefined value"))
	}
	o, off := t.m.mem.object(x.v)
	switch {
	case x.v == 0:
		panic(trapf("call of the null pointer"))
	case o == nil:
		panic(trapf("call of address %#x, which is not a function's", x.v))
	case o.kind != objFunc || off != 0:
		panic(trapf("call of an address in %s, which is not a function", o.describe()))
	}
	return o.fn
}

func unknownExtern(fn *function) *trap {
	t := unsupportedf("@%s is called, but has no body in the file and is not in the interpreter's library", fn.ir.Name)
	t.hint = externHint
	return t
}

// externHint is the fix for a function that is missing.
const externHint = "--extern=FILE.ll takes its definition from a file"

// needDefined rejects undefined bits.
func (t *Thread) needDefined(x val, what string) {
	if x.u != 0 {
		panic(trapf("an undefined value is passed to %s", what))
	}
}
