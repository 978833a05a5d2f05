// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

// Targets on which local memory is private to each thread (target.PrivateLocals). On them a frame
// must not lie in local memory if another thread may learn an address within it, even if the thread
// that creates the frame destroys it in time: with that address the other thread would access its
// own memory. A work queue is the common case: a coroutine stores its handle in a global array, and
// any idle thread resumes it.
//
// The question does not depend on paths, so the search (search.go) does not answer it. It asks
// where pointers may flow in the function that creates the coroutine, in its callees, and in the
// coroutines that these resume. This is a points-to analysis, one for all coroutines that the
// function creates. It is flow-insensitive, so each fact holds on all paths.
//
//   - A place is an offset into an object. Each value, and each range of bytes of an object, has
//     the set of places that it may point to, or hold a part of (an integer computed from a pointer
//     points where the pointer does).
//   - Objects are local variables, memory from an allocator, the frames of coroutines, functions,
//     and memory that other threads may access: globals, memory that the function's own parameters
//     point to, and memory that unknown code returns. These last ones are the world.
//   - A callee is analysed once for each call of it (threads_call.go), and a coroutine's parts once
//     for each frame, so that a handle that one call of a small function receives does not flow out
//     of all other calls. Recursive calls share one copy.
//   - Anything that is stored in the world or passed to code without a body escapes, with
//     everything reachable from it. A frame whose address escapes stays on the heap.
//
// For example, in
//
//	%h = call ptr @llvm.coro.begin(token %id, ptr %mem)
//	store ptr %h, ptr %slot
//	%p = load ptr, ptr %slot
//	store ptr %p, ptr @queue
//
// %slot may hold offset 0 of the frame, so %p points there, and the store to @queue lets the frame
// escape.
//
// Anything unknown is the world. A store through a pointer of unknown origin writes the world. The
// result of an instruction that is not modelled points into the world, and its operands escape. If
// there are too many steps, all frames escape. Following a pointer imprecisely (one set for all
// offsets, one copy for all calls) only adds places, and so escapes. The analysis uses no result of
// the search, so that it misses no address that the search lost track of.
//
// It relies on the effects of the coroutine intrinsics (Env) and on the attributes of calls without
// a body. It also relies on the fact that destroying an elided frame runs the cleanup function,
// which does the same as the destroy function except for freeing the memory.

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/corolower/corolower/internal/ir"
)

// Bounds on the analysis.
const (
	// offsets into one object in one set; with more, the set has anywhere in the object
	maxOffsets = 12
	maxRanges  = 512 // ranges of bytes that are distinguished in one object
	// instructions of all copies of functions; with more, calls share copies. Of the device
	// programs, a recursive one reaches it
	maxCopied    = 5000
	maxThreadRun = 400000 // instructions visited, with repetitions: 10,773 at most
)

// object is a piece of memory, or a function.
type object struct {
	no      int       // objects are numbered in the order of their creation
	world   string    // not "": a description of memory that other threads may access
	fn      *ir.Func  // not nil: a function
	init    *instance // not nil: constant memory, with its content in the field ret
	begin   *ir.Instr // not nil: a coroutine's frame, by its coro.begin
	parts   [2]*ir.Func
	own     bool // a frame that may lie in the analysed function
	fresh   bool // memory from an allocator
	foreign bool // unknown code may have written it

	under   set // the memory that a frame lies in
	ranges  []bytes
	readers []*step
	reads   map[*step]bool

	escaped *escape // its address escaped
	exposed *escape // other code may read it
}

// bytes is a range of size bytes at an offset, and the places that they may point to. An offset of
// anywhere stands for any bytes.
type bytes struct {
	off, size int64
	to        set
}

// place is an offset into an object.
type place struct {
	o   *object
	off int64
}

// set is the set of places that a value may point to, sorted by object and offset. A shared set is
// never modified, only replaced.
type set []place

// escape describes how an address escapes.
type escape struct {
	at   *ir.Instr
	text string
}

// instance is a copy of a function, for one call or one frame.
type instance struct {
	f       *ir.Func
	parent  *instance // nil: the analysed function, or a shared copy
	depth   int
	vals    map[ir.Value]set
	steps   map[*ir.Instr]*step
	ret     set
	callers []*step
	copies  map[copyKey]*instance
}

// copyKey identifies the call or the frame that a copy is for.
type copyKey struct {
	site *step
	f    *ir.Func
	o    *object
}

// step is an instruction of a copy.
type step struct {
	in     *instance
	i      *ir.Instr
	queued bool
	calls  map[*instance]bool
	made   *object         // the memory that it allocates
	byval  map[int]*object // the byval copies of arguments that it creates
}

// threads is the analysis of one function.
type threads struct {
	an      *lifetimeAnalysis
	fa      *Facts
	root    *instance
	own     map[*ir.Instr]*object // frames that the analysed function creates
	objects int
	worlds  map[string]*object
	globals map[*ir.Global]*object
	funcs   map[*ir.Func]*object
	shared  map[*ir.Func]*instance
	frames  map[copyKey]*instance

	queue  []*step
	all    []*step
	copied int
	runs   int
	gaveUp bool
}

// The kinds of world memory without a name.
const (
	unknownMemory = "unknown memory"
	ofParameter   = "memory that a parameter points to"
)

// staysPrivate returns the reason why a frame must not lie in local memory, or nil if no other
// thread can learn an address in it.
func (an *lifetimeAnalysis) staysPrivate(l *Lifetime) *Miss {
	t := an.threads
	if t == nil {
		t = newThreads(an)
		t.run()
		an.threads = t
	}
	e := &escape{at: l.Begin, text: "the analysis gave up following the handle"}
	if o := t.own[l.Begin]; o != nil && !t.gaveUp {
		if e = o.escaped; e == nil {
			return nil
		}
	}
	ms := &Miss{Kind: MissAddrSpace, Text: e.text, Var: l.Var,
		Fix: "keep the handle in local variables, and pass it only to functions that do not keep it"}
	an.place(ms, e.at)
	return ms
}

func newThreads(an *lifetimeAnalysis) *threads {
	return &threads{an: an, fa: an.facts, own: map[*ir.Instr]*object{}, worlds: map[string]*object{},
		globals: map[*ir.Global]*object{},
		funcs:   map[*ir.Func]*object{}, shared: map[*ir.Func]*instance{}, frames: map[copyKey]*instance{}}
}

// run visits all instructions until nothing changes. It looks for pointers of unknown origin only
// when the worklist is empty, because until then a pointer may still receive a place.
func (t *threads) run() {
	t.root = t.copyOf(t.an.f, nil)
	for _, p := range t.an.f.Params {
		t.give(t.root, p, t.world(ofParameter))
	}
	for {
		for len(t.queue) > 0 {
			st := t.queue[0]
			t.queue = t.queue[1:]
			st.queued = false
			if t.runs++; t.runs > maxThreadRun {
				t.gaveUp = true
				return
			}
			t.exec(st)
		}
		for n := 0; n < len(t.all); n++ {
			t.fromNowhere(t.all[n])
		}
		if len(t.queue) == 0 {
			return
		}
	}
}

func (t *threads) newObject() *object {
	t.objects++
	return &object{no: t.objects}
}

// world returns a place in memory that other threads may access.
func (t *threads) world(words string) set {
	o := t.worlds[words]
	if o == nil {
		o = t.newObject()
		o.world = words
		t.worlds[words] = o
	}
	return set{{o, anywhere}}
}

// copyOf creates a copy of a function.
func (t *threads) copyOf(f *ir.Func, parent *instance) *instance {
	in := &instance{f: f, parent: parent, vals: map[ir.Value]set{}, steps: map[*ir.Instr]*step{},
		copies: map[copyKey]*instance{}}
	if parent != nil {
		in.depth = parent.depth + 1
	}
	for i := range f.Instrs() {
		t.copied++
		if i.Op == ir.OpDbg {
			continue
		}
		st := &step{in: in, i: i}
		in.steps[i] = st
		t.all = append(t.all, st)
		t.push(st)
	}
	return in
}

func (t *threads) push(st *step) {
	if st != nil && !st.queued {
		st.queued = true
		t.queue = append(t.queue, st)
	}
}

func comparePlaces(a, b place) int {
	return cmp.Or(cmp.Compare(a.o.no, b.o.no), cmp.Compare(a.off, b.off))
}

// join returns the union of two sets, and whether it is larger than a.
func join(a, b set) (set, bool) {
	if !slices.ContainsFunc(b, func(p place) bool { return !a.has(p) }) {
		return a, false
	}
	c := make(set, 0, len(a)+len(b))
	c = append(append(c, a...), b...)
	slices.SortFunc(c, comparePlaces)
	c = slices.Compact(c)
	kept := c[:0]
	for n := 0; n < len(c); {
		m := n
		for m < len(c) && c[m].o == c[n].o {
			m++
		}
		if c[n].off == anywhere || m-n > maxOffsets { // anywhere is the lowest offset
			kept = append(kept, place{c[n].o, anywhere})
		} else {
			kept = append(kept, c[n:m]...)
		}
		n = m
	}
	return kept, true
}

// has reports whether a set contains a place, or anywhere in its object.
func (s set) has(p place) bool {
	if _, ok := slices.BinarySearchFunc(s, place{p.o, anywhere}, comparePlaces); ok {
		return true
	}
	_, ok := slices.BinarySearchFunc(s, p, comparePlaces)
	return ok
}

func union(a, b set) set {
	c, _ := join(a, b)
	return c
}

// loose returns the set with all offsets unknown.
func (s set) loose() set {
	var c set
	for _, p := range s {
		if n := len(c); n == 0 || c[n-1].o != p.o {
			c = append(c, place{p.o, anywhere})
		}
	}
	return c
}

// shift returns the set with d added to all offsets.
func (s set) shift(d int64) set {
	if d == 0 {
		return s
	}
	c := slices.Clone(s)
	for n := range c {
		if c[n].off != anywhere {
			c[n].off += d
		}
	}
	return c
}

// tracked returns the places that are not in the world.
func (s set) tracked() set {
	return slices.DeleteFunc(slices.Clone(s), func(p place) bool { return p.o.world != "" })
}

// val returns the places that an operand may point to.
func (t *threads) val(in *instance, v ir.Value) set {
	switch x := v.(type) {
	case *ir.Instr, *ir.Param:
		return in.vals[v]
	case *ir.Func:
		o := t.funcs[x]
		if o == nil {
			o = t.newObject()
			o.fn = x
			t.funcs[x] = o
		}
		return set{{o, 0}}
	case *ir.Global:
		return t.global(x)
	case *ir.Const:
		return t.constant(in, x)
	}
	return nil
}

// constant returns the places that a constant may point to. A number may be the address of any
// object; null and undefined values point to none.
func (t *threads) constant(in *instance, c *ir.Const) set {
	switch c.Kind {
	case ir.ConstNull, ir.ConstUndef, ir.ConstPoison, ir.ConstNone,
		ir.ConstZero, ir.ConstFloat, ir.ConstString, ir.ConstMetadata:
		return nil
	case ir.ConstInt:
		if c.IsZero() || c.IsInt() && int64(c.Type().Bits()) < 8*t.fa.Layout.PtrSize(0) {
			return nil
		}
		return t.world(unknownMemory)
	}
	var s set
	for k, e := range c.Elems {
		if k > 0 && c.Kind == ir.ConstExpr && c.Op == ir.OpGEP && len(s) > 0 {
			break // the remaining operands are indices
		}
		s = union(s, t.val(in, e))
	}
	if c.Kind == ir.ConstExpr {
		if s = s.loose(); len(s) == 0 && c.Op == ir.OpIntToPtr {
			s = t.world(unknownMemory)
		}
	}
	return s
}

// global returns the memory of a global variable. Nothing reaches other threads through a constant
// one.
func (t *threads) global(g *ir.Global) set {
	o := t.globals[g]
	if o == nil {
		o = t.newObject()
		t.globals[g] = o
		switch as := g.AddrSpace; {
		case g.IsConst && g.Definitive():
			if v, err := g.Initializer(); err == nil && v != nil {
				o.init = &instance{ret: t.val(nil, v)}
				return set{{o, 0}}
			}
			o.world = "@" + g.Name
		case as == t.fa.Target.SharedAS():
			o.world = "shared memory"
		case as != 0 && as != 1: // the global memory of all threads
			o.world = "address space " + strconv.Itoa(as)
		default:
			o.world = "@" + g.Name
		}
	}
	if o.world != "" {
		return set{{o, anywhere}}
	}
	return set{{o, 0}}
}

// give adds places to the set of a value.
func (t *threads) give(in *instance, v ir.LocalValue, s set) {
	c, more := join(in.vals[v], s)
	if !more {
		return
	}
	in.vals[v] = c
	t.pushUsers(in, v)
}

func (t *threads) pushUsers(in *instance, v ir.LocalValue) {
	for u := v.FirstUse(); u != nil; u = u.Next() {
		t.push(in.steps[u.User()])
	}
}

// read returns the places that size bytes (negative: an unknown number) at a place may hold. If
// that set grows, the step is repeated.
func (t *threads) read(st *step, p place, size int64) set {
	o := p.o
	switch {
	case o.world != "":
		return set{{o, anywhere}}
	case o.fn != nil:
		return nil
	case o.init != nil:
		return o.init.ret
	}
	if !o.reads[st] {
		ir.Put(&o.reads, st, true)
		o.readers = append(o.readers, st)
	}
	var s set
	for n := range o.ranges {
		if r := &o.ranges[n]; r.overlaps(p, size) {
			s = union(s, r.to)
		}
	}
	if o.foreign || o.exposed != nil {
		s = union(s, t.world(unknownMemory))
	}
	for _, u := range o.under {
		s = union(s, t.read(st, place{u.o, anywhere}, -1))
	}
	return s
}

// overlaps reports whether size bytes at a place may overlap the range.
func (r *bytes) overlaps(p place, size int64) bool {
	return p.off == anywhere || size < 0 || r.off == anywhere || r.off < p.off+size && p.off < r.off+r.size
}

// write adds places to size bytes at a place.
func (t *threads) write(at *ir.Instr, p place, size int64, s set) {
	o := p.o
	// a small number may be a piece of a pointer
	if o.fn != nil || o.init != nil || len(s) == 0 && (size < 0 || size >= t.fa.Layout.PtrSize(0)) {
		return
	}
	if o.world != "" {
		t.escape(s, &escape{at, "the handle is stored in " + t.words(at, o)})
		return
	}
	if o.exposed != nil {
		t.escape(s, o.exposed)
	}
	if p.off == anywhere || size < 0 || len(o.ranges) > maxRanges {
		p.off, size = anywhere, -1
	}
	n := slices.IndexFunc(o.ranges, func(r bytes) bool { return r.off == p.off && r.size == size })
	fresh := false
	if n < 0 {
		n = len(o.ranges)
		o.ranges = append(o.ranges, bytes{off: p.off, size: size})
		fresh = true
	}
	c, more := join(o.ranges[n].to, s)
	if !more && !fresh {
		return
	}
	o.ranges[n].to = c
	for _, r := range o.readers {
		t.push(r)
	}
	for _, u := range o.under {
		t.write(at, place{u.o, anywhere}, -1, s)
	}
}

// words describes the part of the world that a store writes. The address space of the pointer may
// say more than its origin.
func (t *threads) words(at *ir.Instr, o *object) string {
	if at.Op == ir.OpStore {
		switch as := at.Arg(1).Type().AddrSpace(); {
		case as == t.fa.Target.SharedAS():
			return "shared memory"
		case as != 0 && as != 1 && as != t.fa.Target.LocalAS() && o.world == unknownMemory:
			return "address space " + strconv.Itoa(as)
		}
	}
	return o.world
}

// escape records that addresses escape, and with them everything reachable from there.
func (t *threads) escape(s set, e *escape) {
	for _, p := range s {
		if o := p.o; o.world == "" && o.fn == nil && o.init == nil && o.escaped == nil {
			o.escaped = e
			t.expose(o, e)
		}
	}
}

// expose records that other code may read and write an object.
func (t *threads) expose(o *object, e *escape) {
	if o.world != "" || o.fn != nil || o.init != nil || o.exposed != nil {
		return
	}
	o.exposed = e
	for _, r := range o.readers {
		t.push(r)
	}
	for n := range o.ranges {
		t.escape(o.ranges[n].to, e)
	}
	for _, u := range o.under {
		t.expose(u.o, e)
	}
}
