// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package framecheck

// The meaning of the rewritten function's instructions for objects and values: where each lies, and
// the events of each block.

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/target"
)

// Range is a range of the frame's bytes that belong to no value and no object, such as the header
// and the index.
type Range struct{ From, To int64 }

// Finding is a use for which Check could not prove that it reads the right content.
type Finding struct {
	At  *ir.Instr
	Msg string // a sentence without a final stop
	// Unproved: the function is too large or too unusual to follow; no error was found.
	Unproved bool
	// Value: the finding is about a value that is, or should be, spilled and reloaded. Otherwise it
	// is about an object. For objects a plain frame may have findings because LLVM's frame has the
	// same fault: for example, the frame's copy of a byval parameter misses later writes to the
	// parameter itself.
	Value bool
}

// thing is an object or a spilled value, with bytes of its own while it is live.
type thing struct {
	v       ir.Value
	spill   bool
	size    int64
	framed  bool
	kept    bool // on the stack, because its content is live across no suspend
	off     int64
	room    int64  // the largest distance of its start from off: its address is rounded up at run time
	overlap []int  // other things that share bytes with it
	meets   []bool // for each of overlap: some path finds both alive
}

func (t *thing) String() string {
	if i, ok := t.v.(*ir.Instr); ok && i.Name() != "" {
		return "%" + i.Name()
	}
	if p, ok := t.v.(*ir.Param); ok && p.Name != "" {
		return "%" + p.Name
	}
	if t.spill {
		return "an unnamed value of type " + t.v.Type().String()
	}
	return "an unnamed variable of " + strconv.FormatInt(t.size, 10) + " bytes"
}

type checker struct {
	o        *Original
	s        *scratch
	m        *ir.Module
	layout   *target.Layout
	suspends []*ir.Instr
	all      bool
	again    []ir.Value
	align    int64
	params   int // the number of the first parameter; instructions and blocks have smaller ones
	things   []thing
	callees  callees
	reloads  []*ir.Instr // inserted loads from the frame, in the order of the code
	findings []Finding
}

// num returns a value's number in the side tables, or -1 if it is neither an instruction nor a
// parameter.
func (c *checker) num(v ir.Value) int {
	switch v := v.(type) {
	case *ir.Instr:
		if uint(v.ID) < uint(c.params) {
			return v.ID
		}
	case *ir.Param:
		return c.params + v.Index
	}
	return -1
}

// objectOf returns the thing of a value that is an object.
func (c *checker) objectOf(v ir.Value) (k int, ok bool) { return at(c.s.object, c.num(v)) }

// spillOf returns the thing of a value that is spilled.
func (c *checker) spillOf(v ir.Value) (k int, ok bool) { return at(c.s.spill, c.num(v)) }

func at(table []int32, n int) (k int, ok bool) {
	if n < 0 {
		return 0, false
	}
	return int(table[n]) - 1, table[n] > 0
}

type frameAddr struct {
	off       int64
	room      int64 // the address is at most this much higher than off
	ok, asked bool
}

// Frame describes a rewritten function to Check.
type Frame struct {
	Suspends []*ir.Instr // the final one, if any, last
	Fixed    []Range     // bytes of the frame that no value and no object may touch
	Stack    []*ir.Instr // objects that stay on the stack because their content is live across no suspend
	// Again are the values that every part recomputes, so that they need not be spilled.
	Again []ir.Value
	// Align is the alignment of the frame.
	Align int64
	// Body makes the body of a function that the coroutine calls readable, as it is or in an
	// equivalent form, and reports whether there is one. If Body is nil, nothing is known of
	// callees.
	Body func(f *ir.Func) bool
	// All: check all values and objects. Otherwise check those that share bytes, and Stack.
	All bool
}

// Check verifies the recorded function after its values were moved to the frame, and before it is
// split. It may be called once. It numbers the inserted instructions.
func (o *Original) Check(m *ir.Module, layout *target.Layout, fr *Frame) []Finding {
	o.f.NumberNew()
	c := &checker{o: o, s: o.s, m: m, layout: layout, suspends: fr.Suspends, all: fr.All, again: fr.Again,
		align: fr.Align, params: o.f.NumIDs(),
		callees: callees{m: m, body: fr.Body}}
	c.s.tables(c.params + len(o.f.Params))
	c.things = c.s.things
	c.check(fr)
	c.s.things = c.things
	o.release()
	return c.findings
}

// Forget discards a recording without a check.
func (o *Original) Forget() { o.release() }

func (c *checker) check(fr *Frame) {
	blocks := ir.ReversePostOrder(c.o.f)
	c.collectObjects()
	for _, b := range blocks {
		for i := b.First(); i != nil; i = i.Next() {
			c.locate(i)
		}
	}
	c.checkReloads()
	c.overlaps(fr.Fixed)
	if len(c.findings) > 0 || !c.track(fr.Stack) {
		return
	}
	if twice := c.returnsTwice(blocks); twice != nil {
		c.checkTwice(twice)
		if len(c.findings) > 0 {
			return
		}
	}
	fl := c.newFlow(blocks)
	if len(c.findings) > 0 {
		return
	}
	if fl == nil {
		c.cannotFollow(c.o.begin, "the function is too large to follow")
		return
	}
	fl.run()
}

// returnsTwice returns a call that may return a second time, from any call after it, as setjmp
// does; nil if there is none.
func (c *checker) returnsTwice(blocks []*ir.Block) *ir.Instr {
	for _, b := range blocks {
		for i := b.First(); i != nil; i = i.Next() {
			if i.IsCall() && c.callHas(i, i.CalledFunc(), "returns_twice") {
				return i
			}
		}
	}
	return nil
}

// checkTwice reports things that share bytes although control may return to an earlier call: other
// content may have overwritten what is needed there.
func (c *checker) checkTwice(call *ir.Instr) {
	for k := range c.things {
		switch t := &c.things[k]; {
		case t.framed && len(t.overlap) > 0:
			c.find(call, "control may come back here from any later call, and %s shares its bytes", t)
		case t.kept:
			c.find(call, "control may come back here from any later call, and %s is on the stack", t)
		}
	}
}

// maxFindings bounds the number of findings for one function.
const maxFindings = 10

func (c *checker) find(at *ir.Instr, format string, args ...any) {
	if len(c.findings) < maxFindings {
		c.findings = append(c.findings, Finding{At: at, Msg: fmt.Sprintf(format, args...)})
	}
}

// cannotFollow records why the function cannot be followed.
func (c *checker) cannotFollow(at *ir.Instr, why string) {
	c.findings = append(c.findings, Finding{At: at, Msg: why, Unproved: true})
}

// findValue is find for a finding about a value.
func (c *checker) findValue(at *ir.Instr, format string, args ...any) {
	n := len(c.findings)
	c.find(at, format, args...)
	for k := n; k < len(c.findings); k++ {
		c.findings[k].Value = true
	}
}

func (c *checker) isByval(p *ir.Param) bool { return p.Attrs.Has(c.m, "byval") }

// collectObjects finds the allocas and byval parameters of the original function.
func (c *checker) collectObjects() {
	add := func(v ir.Value, size int64) {
		c.things = append(c.things, thing{v: v, size: size})
		c.s.object[c.num(v)] = int32(len(c.things))
	}
	for _, p := range c.o.f.Params {
		if a := p.Attrs.Get(c.m, "byval"); a != nil && a.Type != nil {
			add(p, c.layout.AllocSize(a.Type))
		}
	}
	for k := range c.o.list {
		i := c.o.list[k].i
		if i.Op != ir.OpAlloca || i.ElemTy == nil || !c.layout.Sized(i.ElemTy) {
			continue
		}
		size := c.layout.AllocSize(i.ElemTy)
		if args := c.o.list[k].args; len(args) > 0 {
			n, ok := args[0].(*ir.Const)
			if !ok || !n.IsInt() {
				continue
			}
			size *= int64(n.Uint64())
		}
		add(i, size)
	}
}

// frameAddr returns the offset in the frame of an inserted address.
func (c *checker) frameAddr(v ir.Value) (int64, bool) {
	a := c.address(v)
	return a.off, a.ok
}

// address returns the place in the frame to which an inserted address points.
func (c *checker) address(v ir.Value) frameAddr {
	i, ok := v.(*ir.Instr)
	if !ok {
		return frameAddr{}
	}
	if i == c.o.begin {
		return frameAddr{ok: true}
	}
	if c.o.of(i) != nil {
		return frameAddr{}
	}
	n := c.num(i)
	if n < 0 {
		return frameAddr{}
	}
	if a := c.s.addrs[n]; a.asked {
		return a
	}
	a := frameAddr{asked: true}
	switch i.Op {
	case ir.OpBitCast, ir.OpAddrSpaceCast:
		a = c.address(i.Arg(0))
	case ir.OpGEP:
		if base := c.address(i.Arg(0)); base.ok {
			if d, ok := c.layout.GEPOffset(i.ElemTy, i.Operands(1)); ok {
				a = frameAddr{off: base.off + d, room: base.room, ok: true}
			}
		}
	case ir.OpIntToPtr:
		a = c.rounded(i)
	case ir.OpCall:
		if ir.IsLaundering(i) {
			a = c.address(i.Arg(0))
		}
	}
	a.asked = true
	c.s.addrs[n] = a
	return a
}

// rounded returns the place of an address that is another address in the frame, rounded up to a
// power of two. For example:
//
//	%n = ptrtoint ptr %field to i64
//	%sum = add i64 %n, 31
//	%mask = and i64 %sum, -32
//	%i = inttoptr i64 %mask to ptr
func (c *checker) rounded(i *ir.Instr) frameAddr {
	number := func(v ir.Value) int64 {
		if k, ok := v.(*ir.Const); ok && k.IsInt() {
			return int64(k.Uint64())
		}
		return 0
	}
	added := func(v ir.Value, op ir.Op) *ir.Instr {
		if x := ir.AsInstr(v); x != nil && x.Op == op && c.o.of(x) == nil {
			return x
		}
		return nil
	}
	mask := added(i.Arg(0), ir.OpAnd)
	if mask == nil {
		return frameAddr{}
	}
	sum := added(mask.Arg(0), ir.OpAdd)
	if sum == nil {
		return frameAddr{}
	}
	from := added(sum.Arg(0), ir.OpPtrToInt)
	if from == nil || from.Type() != i.Arg(0).Type() ||
		c.layout.SizeBits(from.Type()) < 8*c.layout.PtrSize(i.Type().AddrSpace()) {
		return frameAddr{}
	}
	align := number(sum.Arg(1)) + 1
	bits := uint(c.layout.SizeBits(from.Type()))
	if align < 2 || align&(align-1) != 0 || uint64(number(mask.Arg(1)))<<(64-bits) != uint64(-align)<<(64-bits) {
		return frameAddr{}
	}
	a := c.address(from.Arg(0))
	if !a.ok || a.room > 0 {
		return frameAddr{}
	}
	// The frame's address is a multiple of its alignment, so this address is a multiple of every
	// power of two that divides both that alignment and the offset.
	step := max(c.align, 1)
	for a.off%step != 0 {
		step /= 2
	}
	if step < align {
		a.room = align - step
	}
	return a
}

// locate derives from one instruction where things lie, and checks that its operands stand for the
// original ones.
func (c *checker) locate(i *ir.Instr) {
	if w := c.o.of(i); w != nil {
		for k, old := range w.args {
			if _, block := old.(*ir.Block); block {
				continue // edges are split
			}
			if now := i.Arg(k); now != old {
				c.match(now, old, i, 0)
			}
		}
		return
	}
	if i.ID < len(c.o.place) {
		c.cannotFollow(i, "the function was renumbered")
	}
	if i.Op != ir.OpStore {
		return
	}
	off, ok := c.frameAddr(i.Arg(1))
	if !ok {
		c.find(i, "an added store does not write to the frame")
		return
	}
	if ld := c.addedLoad(i.Arg(0)); ld != nil {
		c.place(i, c.objectBehind(ld.Arg(0)), off, c.address(i.Arg(1)).room)
		return
	}
	v := c.o.canon(i.Arg(0))
	size := c.layout.StoreSize(v.Type())
	k, ok := c.spillOf(v)
	if !ok {
		n := c.num(v)
		if n < 0 {
			c.find(i, "the value stored at %d is not one of the function's", off)
			return
		}
		k = len(c.things)
		c.things = append(c.things, thing{v: v, spill: true, size: size, framed: true, off: off})
		c.s.spill[n] = int32(len(c.things))
	}
	if t := &c.things[k]; t.off != off {
		c.find(i, "%s is stored at %d and at %d", t, t.off, off)
	}
}

// addedLoad returns v as an instruction if it is an inserted load, and nil otherwise.
func (c *checker) addedLoad(v ir.Value) *ir.Instr {
	i, ok := v.(*ir.Instr)
	if !ok || i.Op != ir.OpLoad || c.o.of(i) != nil {
		return nil
	}
	return i
}

// objectBehind returns the object to whose start an original address points; -1: none.
func (c *checker) objectBehind(v ir.Value) int {
	list, any := c.refs(v)
	if any || len(list) != 1 || !list[0].known || list[0].off != 0 {
		return -1
	}
	if k, ok := c.objectOf(list[0].object); ok {
		return k
	}
	return -1
}

// place records that an object lies in the frame.
func (c *checker) place(at *ir.Instr, k int, off, room int64) {
	if k < 0 {
		c.find(at, "an unknown object is stored at %d", off)
		return
	}
	t := &c.things[k]
	if t.framed && (t.off != off || t.room != room) {
		c.find(at, "%s is at %d and at %d", t, t.off, off)
	}
	t.framed, t.off, t.room = true, off, room
}

// maxRemat bounds the depth of rematerialised expressions.
const maxRemat = 4000

// match checks that an operand stands for the original one.
func (c *checker) match(now, old ir.Value, at *ir.Instr, depth int) {
	if now == old || depth > maxRemat {
		if depth > maxRemat {
			c.cannotFollow(at, "an expression is too large to follow")
		}
		return
	}
	before := c.o.canon(old)
	if now == before || c.o.canon(now) == before {
		return
	}
	if off, ok := c.frameAddr(now); ok {
		c.matchAddr(now, off, before, at)
		return
	}
	if k := c.o.called(before); k == ir.CoroSize || k == ir.CoroAlign {
		return // a constant by now
	}
	i, ok := now.(*ir.Instr)
	if !ok || c.o.of(i) != nil {
		c.find(at, "operand %s became %s", spell(old), spell(now))
		return
	}
	if i.Op == ir.OpLoad {
		c.matchReload(i, old, before, at)
		return
	}
	if (i.Op == ir.OpBitCast || i.Op == ir.OpAddrSpaceCast) && c.casts(i, before) {
		c.match(i.Arg(0), before, at, depth+1)
		return
	}
	x, ok := before.(*ir.Instr)
	w := c.o.of(x)
	if !ok || w == nil || len(w.args) != i.NumArgs() || !computesSame(x, i) {
		c.find(at, "operand %s is computed again in another way", spell(old))
		return
	}
	n := c.num(i)
	if c.s.anew[n] == x {
		return // already matched: an expression that uses its parts twice has exponentially many paths
	}
	c.s.anew[n] = x
	for k, a := range w.args {
		c.match(i.Arg(k), a, at, depth+1)
	}
}

// matchAddr checks an address in the frame, at an offset, that stands for an original address.
func (c *checker) matchAddr(now ir.Value, off int64, before ir.Value, at *ir.Instr) {
	list, any := c.refs(before)
	if any || len(list) != 1 || !list[0].known {
		c.find(at, "an address that may point into several objects became an address in the frame, at %d", off)
		return
	}
	if k, ok := c.objectOf(list[0].object); ok {
		c.place(at, k, off-list[0].off, c.address(now).room)
		return
	}
	c.find(at, "an address of no object became an address in the frame, at %d", off)
}

// matchReload checks a load that stands for an original value, which is old's canonical one.
func (c *checker) matchReload(load *ir.Instr, old, before ir.Value, at *ir.Instr) {
	if _, ok := c.frameAddr(load.Arg(0)); !ok {
		c.find(at, "operand %s became a load from outside the frame", spell(old))
		return
	}
	n := c.num(load)
	switch v := c.s.expects[n]; {
	case v == nil:
		c.reloads = append(c.reloads, load)
	case v != before:
		c.find(load, "one reload stands for %s and %s", spell(v), spell(before))
		return
	}
	c.s.expects[n] = before
}

// computesSame reports whether two instructions compute the same value from the same operands.
func computesSame(x, i *ir.Instr) bool {
	return x.Op == i.Op && x.Type() == i.Type() && x.Flags == i.Flags && x.Sub == i.Sub && x.ElemTy == i.ElemTy &&
		x.Op != ir.OpPhi && recomputable(x) && recomputable(i)
}

// recomputable reports whether an instruction's result depends on its operands alone.
func recomputable(i *ir.Instr) bool {
	if i.Op == ir.OpCall {
		return ir.CalledIntrinsic(i).Is(ir.Recomputed) && len(i.Call().Bundles) == 0
	}
	return !i.IsCall() && i.Op.Info().Effect&(ir.EffReads|ir.EffWrites) == 0
}

// casts reports whether i is a cast that only changes the type of what stands for a value.
func (c *checker) casts(i *ir.Instr, before ir.Value) bool {
	if w, ok := before.(*ir.Instr); ok && w.Op == i.Op {
		return false
	}
	return i.Type() == before.Type()
}

func spell(v ir.Value) string {
	if n := ir.ValueName(v); n != "" {
		return "%" + n
	}
	return "of type " + v.Type().String()
}

// checkReloads checks that each value is reloaded from the bytes where it is stored.
func (c *checker) checkReloads() {
	for _, i := range c.reloads {
		v := c.s.expects[c.num(i)]
		off, _ := c.frameAddr(i.Arg(0))
		if k, ok := c.spillOf(v); !ok || c.things[k].off != off || c.things[k].size != c.layout.StoreSize(i.Type()) {
			c.findValue(i, "%s is reloaded from %d, where it is never stored", spell(v), off)
		}
	}
}

// maxPairs bounds the number of pairs of things that share bytes.
const maxPairs = 1 << 20

// overlaps finds the things that share bytes, and those that overlap the fixed fields.
func (c *checker) overlaps(fixed []Range) {
	var framed []int
	pairs := 0
	for k := range c.things {
		t := &c.things[k]
		if !t.framed || t.size == 0 {
			continue
		}
		for _, r := range fixed {
			if t.off < r.To && r.From < t.off+t.room+t.size {
				c.find(c.o.begin, "%s overlaps fixed fields of the frame, at %d", t, t.off)
			}
		}
		framed = append(framed, k)
	}
	slices.SortStableFunc(framed, func(a, b int) int { return cmp.Compare(c.things[a].off, c.things[b].off) })
	for n, a := range framed {
		ta := &c.things[a]
		for _, b := range framed[n+1:] {
			tb := &c.things[b]
			if tb.off >= ta.off+ta.room+ta.size {
				break
			}
			if pairs++; pairs > maxPairs {
				c.cannotFollow(c.o.begin, "too many values share bytes to follow")
				return
			}
			ta.overlap, tb.overlap = append(ta.overlap, b), append(tb.overlap, a)
		}
	}
}

// track removes the things for which there is nothing to prove. It reports whether things or values
// are left to check.
func (c *checker) track(stack []*ir.Instr) bool {
	for _, a := range stack {
		if k, ok := c.objectOf(a); ok {
			c.things[k].kept = true
		}
	}
	if c.all {
		return true
	}
	to := make([]int, len(c.things))
	n := 0
	for k := range c.things {
		to[k] = -1
		if c.things[k].kept || len(c.things[k].overlap) > 0 {
			to[k] = n
			n++
		}
	}
	for k := range c.things {
		t := c.things[k]
		table := c.s.object
		if t.spill {
			table = c.s.spill
		}
		table[c.num(t.v)] = int32(to[k] + 1)
		if to[k] < 0 {
			continue
		}
		for i, o := range t.overlap {
			t.overlap[i] = to[o]
		}
		c.things[to[k]] = t
	}
	c.things = c.things[:n]
	return n > 0
}
