package handle

// Targets on which local memory is each thread's own (target.PrivateLocals): a frame must not lie
// there when another thread may come by an address within it, even where the thread that made the
// frame destroys it in time. By that address the other thread would reach its own memory. A work
// queue is the common case: a coroutine stores its handle in a global array, and whoever is free
// resumes it.
//
// The question is not one of paths, so the search (search.go) does not answer it. It is where
// pointers may get to, in the function that creates the coroutine, in all that it calls, and in the
// coroutines that these resume: a points-to analysis, the same for all coroutines that the function
// creates. It goes by no order of instructions, so each fact holds on all paths.
//
//   - A place is an offset into an object; each value, and each range of bytes of an object, has the set of the places that it may point to, or
//     hold a part of (an integer made of a pointer points where the pointer did).
//   - Objects are local variables, what an allocator gives, the frames of coroutines, functions, and what other threads may see: globals, what
//     the function's own parameters point to, and what came out of code that is not known. These last are the world.
//   - A callee is looked at once for each call of it (threads_call.go), and a coroutine's parts once for each frame, so that the
//     handle that one call of a small function gets does not come out of all others. Recursion shares one copy.
//   - What is stored in the world, or goes to code of which the body is not known, escapes, with all that can be reached from it. A frame whose
//     address escapes stays on the heap.
//
// What is not known is the world: a store through a pointer that comes from nowhere is one into the
// world, the result of an instruction that is not modelled points into the world and its operands
// escape, and where there are too many steps all frames escape. To follow a pointer too far (one
// set for all offsets, one copy for all calls) adds places, and so escapes. Nothing here relies on
// what the search found, and nothing that the search lost is missed here.
//
// What is taken over: the effects of the coroutine intrinsics (Env), the attributes of calls
// without a body, and that destroying an elided frame runs the cleanup part, which does what the
// destroy part does but for giving the memory back.

import (
	"slices"
	"strconv"

	"github.com/corolower/corolower/internal/ir"
)

// Bounds on the analysis.
const (
	maxOffsets = 12  // into one object in one set, from which on it is anywhere in the object
	maxRanges  = 512 // of bytes that are told apart in one object
	maxLeaves  = 16  // of a structure that is stored as a whole and told apart
	// instructions of all copies of functions; behind that, calls share copies. Of the device
	// programs, a recursive one comes so far
	maxCopied    = 5000
	maxThreadRun = 400000 // instructions that are looked at, the same one again included: 10,773 at most
)

// object is a piece of memory, or a function.
type object struct {
	no      int       // objects are numbered in the order in which they are met
	world   string    // not "": memory that others see, in words
	fn      *ir.Func  // not nil: a function
	init    *instance // not nil: memory that nobody writes, with its content in the value of size
	begin   *ir.Instr // not nil: a coroutine's frame, by its coro.begin
	parts   [2]*ir.Func
	own     bool // a frame that the function looked at may get
	frame   bool // storage that is shared among values of a coroutine
	fresh   bool // what an allocator gave
	foreign bool // it may hold what code that is not known put there

	under   set // memory in which a frame lies
	ranges  []bytes
	readers []*step
	reads   map[*step]bool

	escaped *escape // others may know its address
	exposed *escape // others may read it
}

// bytes is what size bytes from an offset on may point to; an offset of anywhere: any bytes.
type bytes struct {
	off, size int64
	to        set
}

// place is an offset into an object.
type place struct {
	o   *object
	off int64
}

// set is the places that a value may point to, ordered by object and offset. It is not changed when
// it is shared, only replaced.
type set []place

// escape is how others come by an address.
type escape struct {
	at   *ir.Instr
	text string
}

// instance is a copy of a function, for one way to come there.
type instance struct {
	f       *ir.Func
	parent  *instance // nil: of the function looked at, or of a copy that is shared
	depth   int
	vals    map[ir.Value]set
	steps   map[*ir.Instr]*step
	ret     set
	callers []*step
	copies  map[copyKey]*instance
}

// copyKey is which call, or which frame, a copy is for.
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
	made   *object         // the memory that it makes
	byval  map[int]*object // the copies of arguments that it makes
}

// threads is the analysis of one function.
type threads struct {
	an      *lifeAnalysis
	fa      *Facts
	root    *instance
	own     map[*ir.Instr]*object // frames that the function looked at creates
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

// The world by where it was come by.
const (
	unknownMemory = "unknown memory"
	ofParameter   = "memory that a parameter points to"
)

// staysPrivate is why the frame of a lifetime must not lie in local memory; nil: no other thread
// can come by an address in it.
func (an *lifeAnalysis) staysPrivate(l *Lifetime) *Miss {
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

func newThreads(an *lifeAnalysis) *threads {
	return &threads{an: an, fa: an.facts, own: map[*ir.Instr]*object{}, worlds: map[string]*object{},
		globals: map[*ir.Global]*object{},
		funcs:   map[*ir.Func]*object{}, shared: map[*ir.Func]*instance{}, frames: map[copyKey]*instance{}}
}

// run looks at all there is. Pointers that come from nowhere are looked for when nothing else is
// left: until then they may still come from somewhere.
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

// world is a place in memory that others see.
func (t *threads) world(words string) set {
	o := t.worlds[words]
	if o == nil {
		o = t.newObject()
		o.world = words
		t.worlds[words] = o
	}
	return set{{o, anywhere}}
}

// copyOf makes a copy of a function.
func (t *threads) copyOf(f *ir.Func, parent *instance) *instance {
	in := &instance{f: f, parent: parent, vals: map[ir.Value]set{}, steps: map[*ir.Instr]*step{},
		copies: map[copyKey]*instance{}}
	if parent != nil {
		in.depth = parent.depth + 1
	}
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			t.copied++
			if i.Op == ir.OpDbg {
				continue
			}
			st := &step{in: in, i: i}
			in.steps[i] = st
			t.all = append(t.all, st)
			t.push(st)
		}
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
	if a.o != b.o {
		return a.o.no - b.o.no
	}
	switch {
	case a.off < b.off:
		return -1
	case a.off > b.off:
		return 1
	}
	return 0
}

// join is a set with the places of another, and whether that is more.
func join(a, b set) (set, bool) {
	fresh := false
	for _, p := range b {
		if !a.has(p) {
			fresh = true
			break
		}
	}
	if !fresh {
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

// has reports a place, or that a set has all of its object.
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

// loose is a set of which the offsets are not known any more.
func (s set) loose() set {
	var c set
	for _, p := range s {
		if n := len(c); n == 0 || c[n-1].o != p.o {
			c = append(c, place{p.o, anywhere})
		}
	}
	return c
}

// shift is a set some bytes further on.
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

// tracked are the places that are not in the world.
func (s set) tracked() set {
	return slices.DeleteFunc(slices.Clone(s), func(p place) bool { return p.o.world != "" })
}

// val is what an operand may point to.
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

// constant is what a constant may point to. A number may be the address of anything; null, and what
// is undefined, is that of nothing.
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
			break // an index
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

// global is the memory of a global variable. One that is constant is no way to others.
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

// give adds places to what a value may point to.
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

// read is what size bytes (below 0: an unknown number) at a place hold. The step is done again when
// that is more.
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
		if o.reads == nil {
			o.reads = map[*step]bool{}
		}
		o.reads[st] = true
		o.readers = append(o.readers, st)
	}
	var s set
	ptr := t.fa.Layout.PtrSize(0)
	for n := range o.ranges {
		switch r := &o.ranges[n]; {
		case !r.overlaps(p, size):
		case r.off == anywhere || p.off == anywhere || !o.frame:
			s = union(s, r.to)
		case size == ptr && r.size < ptr && !o.pieces(p.off, ptr):
			s = union(s, r.to.tracked())
		case size < ptr && r.size == ptr && o.stored(p.off, size) && !o.pieces(r.off, ptr):
		default:
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

// overlaps reports bytes of which size bytes at a place are some, or may be.
func (r *bytes) overlaps(p place, size int64) bool {
	return p.off == anywhere || size < 0 || r.off == anywhere || r.off < p.off+size && p.off < r.off+r.size
}

// pieces reports that all bytes of a pointer are written in smaller pieces as well. Where the
// storage of a frame is shared, a number may lie at one time where a pointer lies at another:
//
//	store i32 %number, ptr %slot    ; at one time
//	store ptr %handle, ptr %slot    ; at another
//	load ptr, ptr %slot             ; is the handle: a number read from the world cannot be half of it, without the other half
//	load i32, ptr %slot             ; is the number: with half of the handle nobody finds the frame, and who reads the other half is seen to
func (o *object) pieces(off, size int64) bool {
	covered := int64(0)
	for n := range o.ranges {
		if r := &o.ranges[n]; r.off != anywhere && r.size < size && r.overlaps(place{o, off}, size) {
			for at := max(r.off, off); at < min(r.off+r.size, off+size); at++ {
				covered |= 1 << (at - off)
			}
		}
	}
	return covered == 1<<size-1
}

// stored reports that exactly these bytes are written as one value.
func (o *object) stored(off, size int64) bool {
	return slices.ContainsFunc(o.ranges, func(r bytes) bool { return r.off == off && r.size == size })
}

// write stores places in size bytes at a place.
func (t *threads) write(at *ir.Instr, p place, size int64, s set) {
	o := p.o
	// a number may be a piece of a pointer
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
		s := s
		// the memory that the frame has if it is not elided: others' frames must not be found there
		if u.o.world != "" && o.own {
			s = slices.DeleteFunc(slices.Clone(s), func(q place) bool { return !q.o.own || q.o == o })
		}
		t.write(at, place{u.o, anywhere}, -1, s)
	}
}

// words tells which part of the world something is stored in. The address space of the pointer may
// say more than where it comes from.
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

// escape notes that others may know addresses, and with them all that can be reached from there.
func (t *threads) escape(s set, e *escape) {
	for _, p := range s {
		if o := p.o; o.world == "" && o.fn == nil && o.init == nil && o.escaped == nil {
			o.escaped = e
			t.expose(o, e)
		}
	}
}

// expose notes that others may read and write an object.
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
