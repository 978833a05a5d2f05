// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

// Calls in the points-to analysis of threads.go.

import (
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// call executes a call: it models coroutine intrinsics, enters known callees, and passes arguments
// of other callees to unknown code.
func (t *threads) call(st *step) {
	in, i := st.in, st.i
	e := t.fa.callEffects(i)
	switch e.Effect {
	case Begins:
		t.begin(st)
		return
	case Frees, FreesOwn:
		for k := range i.NumCallArgs() {
			t.give(in, i, t.val(in, i.Arg(k)))
		}
		return
	case ReadsPart:
		t.readPart(st)
		return
	case Neutral, Dead, Saves, Suspends, Ends:
		return
	case Awaits:
		g, ok := ir.StripCasts(i.Arg(2)).(*ir.Func)
		if !ok || !t.enter(st, g, []ir.Value{i.Arg(0), i.Arg(1)}, nil) {
			t.unknown(st, g)
		}
		if i.Type().IsPtr() { // the handle of the next coroutine to run
			t.resume(st, in.vals[i], 0)
		}
		return
	case Opaque:
		t.unknown(st, i.CalledFunc())
		return
	}
	if t.intrinsic(st, &e) {
		return
	}
	if read, k := t.ofItself(i); read {
		t.resume(st, t.val(in, i.Arg(0)), k)
		return
	}
	for _, p := range t.val(in, ir.StripCasts(i.Callee())) {
		switch {
		case p.o.fn != nil:
			args := i.Operands(0)[:i.NumCallArgs()]
			if i.CalleeArg() != len(args) || !t.enter(st, p.o.fn, args, nil) {
				t.unknown(st, p.o.fn) // operand bundles may have any effect
			}
		case p.o.world != "" || p.o.init != nil:
			t.unknown(st, nil)
		}
	}
	if _, ok := i.Callee().(*ir.Const); ok {
		t.unknown(st, nil)
	}
}

// begin creates a frame. A frame of the analysed function may be elided, and then does not lie in
// the memory that coro.begin receives.
func (t *threads) begin(st *step) {
	in, i := st.in, st.i
	o := st.made
	if o == nil {
		o = t.newObject()
		st.made, o.begin = o, i
		o.parts[0], o.parts[1] = partOf(i, 0), partOf(i, 1)
		if in == t.root {
			t.own[i], o.own = o, true
			if n := t.lifeOf(i); n != nil {
				o.parts[0], o.parts[1] = n.Resume, n.Cleanup
			}
		}
		for k, f := range o.parts {
			if f != nil {
				size := t.fa.Layout.PtrSize(0)
				o.ranges = append(o.ranges, bytes{int64(k) * size, size, t.val(nil, f)})
			}
		}
	}
	mem := t.val(in, i.Arg(1)).loose()
	if len(mem) > 0 && t.an.onlyByBegin(i) { // the allocated memory is then only used as the frame
		mem = slices.DeleteFunc(slices.Clone(mem), func(p place) bool { return p.o.fresh })
	}
	under, more := join(o.under, mem)
	if o.under = under; more {
		for _, u := range under {
			if u.o.world != "" && !o.own {
				t.escape(set{{o, 0}}, &escape{i, "a frame from which the handle can be reached is in " + u.o.world})
			}
			for n := range o.ranges {
				t.write(i, place{u.o, anywhere}, -1, o.ranges[n].to)
			}
		}
		for _, r := range o.readers {
			t.push(r)
		}
	}
	t.give(in, i, set{{o, 0}})
}

// lifeOf returns the lifetime that begins at a coro.begin of the analysed function.
func (t *threads) lifeOf(begin *ir.Instr) *Lifetime {
	if k := slices.IndexFunc(t.an.lives, func(l *Lifetime) bool { return l.Begin == begin }); k >= 0 {
		return t.an.lives[k]
	}
	return nil
}

// readPart executes a read of a function pointer from a frame.
func (t *threads) readPart(st *step) {
	in, i := st.in, st.i
	k, ok := i.Arg(1).(*ir.Const)
	size := t.fa.Layout.PtrSize(0)
	for _, p := range t.val(in, i.Arg(0)) {
		switch {
		case !ok || !k.IsInt() || p.off == anywhere:
			t.give(in, i, t.read(st, place{p.o, anywhere}, -1))
		default:
			t.give(in, i, t.read(st, place{p.o, p.off + int64(k.Uint64())*size}, size))
		}
	}
}

// ofItself reports whether a call runs a function pointer that was read from the frame which the
// call passes, and which part that is. For example, part 1 in
//
//	%at = getelementptr i8, ptr %h, i64 8
//	%destroy = load ptr, ptr %at
//	call void %destroy(ptr %h)
func (t *threads) ofItself(i *ir.Instr) (is bool, k int64) {
	read := ir.AsInstr(ir.StripCasts(i.Callee()))
	if read == nil || i.NumCallArgs() != 1 || i.CalleeArg() != 1 || read.Block() == nil {
		return false, 0
	}
	switch {
	case read.Op == ir.OpLoad:
		frame, size := ir.StripCasts(i.Arg(0)), t.fa.Layout.PtrSize(0)
		at, d := t.fa.Layout.Base(read.Arg(0), frame)
		return at == frame && (d == 0 || d == size), min(d/size, 1)
	case read.IsCall() && effectOf(read) == ReadsPart:
		c, ok := read.Arg(1).(*ir.Const)
		return ok && c.IsInt() && c.Uint64() < 2 && ir.StripCasts(read.Arg(0)) == ir.StripCasts(i.Arg(0)),
			int64(c.Uint64())
	}
	return false, 0
}

// resume runs a part of the coroutines that the handles belong to, each with its own frame. A
// coroutine of an unknown handle receives only that handle.
func (t *threads) resume(st *step, handles set, k int64) {
	for _, p := range handles {
		o := p.o
		switch {
		case o.world != "" || o.fn != nil:
		case o.begin != nil && (p.off == 0 || p.off == anywhere) && o.parts[k] != nil:
			if !t.enter(st, o.parts[k], nil, &p) {
				t.escape(set{p}, t.strange(st.i, o.parts[k]))
			}
		default:
			size := t.fa.Layout.PtrSize(0)
			at := place{o, anywhere}
			if p.off != anywhere {
				at.off = p.off + k*size
			}
			runs := t.read(st, at, size)
			for _, q := range runs {
				if q.o.fn == nil && q.o.world == "" {
					continue // no function lies there: the storage is shared
				}
				if q.o.fn == nil || !t.enter(st, q.o.fn, nil, &p) {
					t.escape(set{p}, t.strange(st.i, q.o.fn))
				}
			}
			if len(runs) == 0 && o.init == nil {
				t.escape(set{p}, &escape{st.i, "the coroutine may do anything with its own handle"})
			}
		}
	}
}

// enter analyses a callee, with arguments or with the one handle. It returns false if the callee
// cannot be read.
func (t *threads) enter(st *step, g *ir.Func, args []ir.Value, handle *place) bool {
	n := len(args)
	if handle != nil {
		n = 1
	}
	if len(g.Params) != n || g.FTy.IsVariadic() || g.IsIntrinsic() || !t.fa.body(g) || t.fa.suspends(g) {
		return false
	}
	if handle != nil {
		t.bind(st, t.copyFor(st, g, handle.o), []set{{*handle}})
		return true
	}
	sets := make([]set, n)
	for k, a := range args {
		sets[k] = t.val(st.in, a)
		if ir.ArgHas(t.fa.M, st.i, k, "byval") && effectOf(st.i) == Ordinary {
			sets[k] = t.byval(st, k, sets[k])
		}
	}
	t.bind(st, t.copyFor(st, g, nil), sets)
	return true
}

// byval returns the copy of an argument that the callee receives.
func (t *threads) byval(st *step, k int, from set) set {
	o := st.byval[k]
	if o == nil {
		o = t.newObject()
		ir.Put(&st.byval, k, o)
	}
	size := int64(-1)
	if call := st.i.Call(); k < len(call.ArgAttrs) {
		if a := call.ArgAttrs[k].Get(t.fa.M, "byval"); a != nil && a.Type != nil {
			size = t.sizeOf(a.Type)
		}
	}
	to := set{{o, 0}}
	t.copyMemory(st, to, from, size)
	return to
}

// copyFor returns the copy of a callee for a call, or for an object. It does not copy a function
// that is on the call chain, and if there are too many copies, all further calls of a function
// share one.
func (t *threads) copyFor(st *step, g *ir.Func, o *object) *instance {
	for in := st.in; in != nil; in = in.parent {
		if in.f == g {
			return in
		}
	}
	if t.copied > maxCopied {
		if t.shared[g] == nil {
			t.shared[g] = t.copyOf(g, nil)
		}
		return t.shared[g]
	}
	if o != nil {
		key := copyKey{f: g, o: o}
		if t.frames[key] == nil {
			t.frames[key] = t.copyOf(g, st.in)
		}
		return t.frames[key]
	}
	key := copyKey{site: st, f: g}
	if st.in.copies[key] == nil {
		st.in.copies[key] = t.copyOf(g, st.in)
	}
	return st.in.copies[key]
}

// bind passes arguments to a copy and takes its result.
func (t *threads) bind(st *step, in *instance, args []set) {
	for k, s := range args {
		t.give(in, in.f.Params[k], s)
	}
	if !st.calls[in] {
		ir.Put(&st.calls, in, true)
		in.callers = append(in.callers, st)
	}
	if !st.i.Type().IsVoid() {
		t.give(st.in, st.i, in.ret)
	}
}

// strange returns the escape to a callee that is not read.
func (t *threads) strange(i *ir.Instr, g *ir.Func) *escape {
	switch c, asm := i.Callee().(*ir.Const); {
	case asm && c.Kind == ir.ConstAsm:
		return &escape{i, "the handle is passed to inline assembly"}
	case g == nil:
		return &escape{i, "the handle is passed to unknown code"}
	case g.IsIntrinsic():
		return &escape{i, "the handle is passed to @" + g.Name}
	}
	return &escape{i, "the handle is passed to @" + g.Name + ", whose body is unknown"}
}

// unknown executes a call by its attributes alone. A value that is passed to other threads in
// registers (a shuffle) touches no memory. So a call without memory accesses is trusted to keep
// nothing only if it is not convergent.
func (t *threads) unknown(st *step, g *ir.Func) {
	in, i, m := st.in, st.i, t.fa.M
	none := ir.NoMemory(m, i) && !ir.CallHas(m, i, "convergent")
	reads := none || onlyReadsMemory(m, i)
	e := t.strange(i, g)
	var result set
	for k := range i.CalleeArg() {
		s := t.val(in, i.Arg(k))
		result = union(result, s.loose())
		if ir.FreesMemory(g) && k == 0 && k < i.NumCallArgs() || none && i.Type().IsVoid() {
			continue
		}
		if k >= i.NumCallArgs() || effectOf(i) != Ordinary ||
			!none && ir.KeepsArg(m, i, k) || !i.Arg(k).Type().IsPtr() && !none {
			t.escape(s, e)
			continue
		}
		if none || ir.ArgHas(m, i, k, "readnone") {
			continue
		}
		for _, p := range s {
			t.given(p.o, e, !reads && !ir.ArgHas(m, i, k, "readonly") && !ir.ArgHas(m, i, k, "byval"))
		}
	}
	if i.Type().IsVoid() {
		return
	}
	if !none || len(result) == 0 {
		if allocates(g) {
			if st.made == nil {
				st.made = t.newObject()
				st.made.fresh = true
			}
			result = set{{st.made, 0}}
		} else {
			result = union(result, t.world(unknownMemory))
		}
	}
	t.give(in, i, result)
}

// given records that unknown code may read an object, and write it if writes is set, without
// keeping its address.
func (t *threads) given(o *object, e *escape, writes bool) {
	if o.world != "" || o.fn != nil || o.init != nil {
		return
	}
	if writes && !o.foreign {
		o.foreign = true
		for _, r := range o.readers {
			t.push(r)
		}
	}
	t.expose(o, e)
}

// allocates reports whether a function returns memory that no other code knows and that holds
// nothing.
func allocates(f *ir.Func) bool {
	return f != nil && f.Declared && (f.Name == "malloc" || f.Name == "aligned_alloc" || f.Name == "calloc" ||
		strings.HasPrefix(f.Name, "_Znw") ||
		strings.HasPrefix(f.Name, "_Zna"))
}

// intrinsic executes a call of an intrinsic that the model describes.
func (t *threads) intrinsic(st *step, e *CallEffects) bool {
	in, i := st.in, st.i
	switch e.Kind {
	case marksLifetime:
	case hints:
		return !i.Type().IsPtr() // an address of the stack
	case copiesMemory:
		t.copyMemory(st, t.val(in, i.Arg(0)), t.val(in, i.Arg(1)), byteCount(i))
	case setsMemory:
		for _, p := range t.val(in, i.Arg(0)) {
			t.write(i, p, byteCount(i), t.val(in, i.Arg(1)).loose())
		}
	case passesOn, marksInvariant:
		if !i.Type().IsVoid() {
			t.give(in, i, t.val(in, i.Arg(i.NumCallArgs()-1)))
			t.give(in, i, t.val(in, i.Arg(0)))
		}
	default:
		return false
	}
	return true
}
