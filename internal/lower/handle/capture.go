package handle

// Facts about objects that hold on all paths: whether an address can become known elsewhere, whether a call can throw.

import (
	"strings"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
)

// maxCaptureUses bounds the uses looked at for one object.
const maxCaptureUses = 400

// maxUseDepth bounds the callees within callees that are looked into for what they do to an address.
const maxUseDepth = 4

// maxPartDepth bounds the callees within callees that went into simplified copies.
const maxPartDepth = 5

// captures finds out whether the address of an object becomes known to others than the code that has it. What it remembers of functions
// with a body holds for the rest of the unit's time: passes change what a function's code looks like, not what it does.
type captures struct {
	c      *Env
	params map[*ir.Param]addrUse
	throws map[*ir.Func]bool
	calls  map[*ir.Func]bool // whether a part is called
	depth  int               // of callees within callees
	writes map[*ir.Func]bool // whether memory is written that is no variable's and no parameter's
	twice  map[*ir.Func]bool // whether a call in it may come back twice
}

// addrUse is what becomes of an address.
type addrUse struct {
	away     bool // it may become known elsewhere, but for its being returned
	returned bool
	handled  bool // it may be used as a coroutine's handle, or given to what frees memory
	written  bool // memory that it points into may be written
}

// allUses is what an address of which nothing is known may be used for.
var allUses = addrUse{true, true, true, true}

func (u *addrUse) add(v addrUse) {
	u.away, u.returned = u.away || v.away, u.returned || v.returned
	u.handled, u.written = u.handled || v.handled, u.written || v.written
}

// captures is made on first need.
func (c *Env) captures() *captures {
	if c.caps == nil {
		c.caps = newCaptures(c)
	}
	return c.caps
}

func newCaptures(c *Env) *captures {
	return &captures{c: c, params: map[*ir.Param]addrUse{}, throws: map[*ir.Func]bool{}, calls: map[*ir.Func]bool{}, writes: map[*ir.Func]bool{},
		twice: map[*ir.Func]bool{}}
}

// captured reports whether the address v may become known elsewhere: stored, returned, or passed to code that may keep it.
func (ca *captures) captured(v ir.LocalValue) bool { return ca.capturedBy(v, nil) }

// capturedBy is captured for the uses that skip does not answer true for.
func (ca *captures) capturedBy(v ir.LocalValue, skip func(*ir.Instr) bool) bool {
	u := ca.uses(v, skip)
	return u.away || u.returned
}

// uses are those of the address v, but for instructions that skip answers true for. It ends with the first one that gives the address away.
func (ca *captures) uses(v ir.LocalValue, skip func(*ir.Instr) bool) (all addrUse) {
	work := []ir.LocalValue{v}
	seen := map[ir.LocalValue]bool{}
	n := 0
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for u := v.FirstUse(); u != nil; u = u.Next() {
			if n++; n > maxCaptureUses {
				return allUses
			}
			i := u.User()
			if skip != nil && skip(i) {
				continue
			}
			follow, use := ca.use(u, i)
			if use.away {
				return allUses
			}
			all.add(use)
			if follow && !seen[i] {
				seen[i] = true
				work = append(work, i)
			}
		}
	}
	return all
}

// use looks at one use of an address. follow: the result carries the address on.
func (ca *captures) use(u *ir.Use, i *ir.Instr) (follow bool, is addrUse) {
	switch i.Op {
	case ir.OpGEP, ir.OpBitCast, ir.OpAddrSpaceCast, ir.OpPhi, ir.OpSelect, ir.OpFreeze:
		return true, is
	case ir.OpLoad, ir.OpICmp:
		return false, is
	case ir.OpStore:
		if u.Index() == 0 {
			return false, allUses
		}
		return false, addrUse{written: true}
	case ir.OpCall, ir.OpInvoke:
		return ca.callUse(u.Index(), i)
	case ir.OpRet:
		return false, addrUse{returned: true}
	}
	return false, allUses
}

// capturedHere is captured without looking into callees that were not looked into before.
func (ca *captures) capturedHere(v ir.LocalValue) bool {
	depth := ca.depth
	ca.depth = maxUseDepth
	bad := ca.captured(v)
	ca.depth = depth
	return bad
}

func (ca *captures) callUse(k int, i *ir.Instr) (follow bool, is addrUse) {
	switch ir.CoroCall(i) {
	case ir.CoroSubFnAddr, ir.CoroFree, ir.CoroSave:
		return false, addrUse{handled: true, written: true}
	case ir.CoroBegin: // of a frame in this very memory
		return true, addrUse{handled: true, written: true}
	case ir.CoroAwaitVoid, ir.CoroAwaitBool, ir.CoroAwaitHandle:
		w, ok := ir.StripCasts(i.Arg(2)).(*ir.Func)
		if !ok || k > 1 || k >= len(w.Params) {
			return false, allUses
		}
		is = ca.param(w, k)
		is.away = is.away || is.returned
		return false, is
	}
	if k >= i.NumCallArgs() {
		if k != i.CalleeArg() {
			return false, allUses
		}
		return false, addrUse{handled: true, written: true}
	}
	f := i.CalledFunc()
	if f != nil && f.IsIntrinsic() {
		switch {
		case strings.HasPrefix(f.Name, "llvm.lifetime."), strings.HasPrefix(f.Name, "llvm.memset."), strings.HasPrefix(f.Name, "llvm.memcpy."),
			strings.HasPrefix(f.Name, "llvm.memmove."), strings.HasPrefix(f.Name, "llvm.invariant."):
			return false, addrUse{written: k == 0 || strings.HasPrefix(f.Name, "llvm.lifetime.")}
		}
	}
	is = allUses
	if f != nil && k < len(f.Params) {
		is = ca.param(f, k)
	}
	none := opt.NoMemory(ca.c.M, i)
	if ca.argNoCapture(i, k) || none && i.Type().IsVoid() && opt.CallHas(ca.c.M, i, "nounwind") {
		is.away, is.returned = false, false
	}
	if none || onlyReadsMemory(ca.c.M, i) {
		is.handled, is.written = false, false
	}
	follow = is.returned || ca.argHas(i, k, "returned")
	is.returned = false
	return follow, is
}

// argHas reports an attribute on an argument, or on the callee's parameter.
func (ca *captures) argHas(i *ir.Instr, k int, name string) bool {
	if a := i.Call().ArgAttrs; k < len(a) && a[k].Has(ca.c.M, name) {
		return true
	}
	f := i.CalledFunc()
	return f != nil && k < len(f.Params) && f.Params[k].Attrs.Has(ca.c.M, name)
}

// argNoCapture reports attributes that rule out that a callee keeps an argument.
func (ca *captures) argNoCapture(i *ir.Instr, k int) bool {
	if ca.argHas(i, k, "nocapture") || ca.argHas(i, k, "byval") {
		return true
	}
	none := func(s *ir.AttrSet) bool {
		a := s.Get(ca.c.M, "captures")
		return a != nil && a.Val == "none"
	}
	if a := i.Call().ArgAttrs; k < len(a) && none(a[k]) {
		return true
	}
	f := i.CalledFunc()
	return f != nil && k < len(f.Params) && none(f.Params[k].Attrs)
}

// body makes a function's body readable. That of a naked function does not say what it does: it is assembly that finds the arguments itself.
func (ca *captures) body(f *ir.Func) bool {
	if f.Declared || f.IsIntrinsic() || !definitive(f) || f.HasAttr("naked") {
		return false
	}
	if ca.c.Body != nil {
		return ca.c.Body(f) && f.Entry() != nil
	}
	return f.Loaded() && f.Entry() != nil
}

// returnsTwice gives a call in a function, of which the body is loaded, that may come back twice, as setjmp does; nil: none. What is known
// where it comes back the second time is not what was known where it was called.
func (ca *captures) returnsTwice(f *ir.Func) *ir.Instr {
	if none, ok := ca.twice[f]; ok && !none {
		return nil
	}
	ca.twice[f] = true
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			if i.IsCall() && opt.CallHas(ca.c.M, i, "returns_twice") {
				return i
			}
		}
	}
	ca.twice[f] = false
	return nil
}

// definitive reports a function that is surely the one that runs: the linker may not put another in its place.
func definitive(f *ir.Func) bool {
	switch f.Linkage {
	case "weak", "linkonce", "common", "extern_weak", "available_externally":
		return f.Linkage == "available_externally"
	}
	return true
}

// param tells what a function does with a parameter's address. While the answer is being found, it may be anything.
func (ca *captures) param(f *ir.Func, k int) addrUse {
	if k >= len(f.Params) {
		return allUses
	}
	p := f.Params[k]
	if r, ok := ca.params[p]; ok {
		return r
	}
	if ca.depth >= maxUseDepth {
		return allUses
	}
	ca.params[p] = allUses
	ca.depth++
	defer func() { ca.depth-- }()
	if !ca.body(f) || ir.IsPresplit(ca.c.M, f) {
		delete(ca.params, p) // not yet
		return allUses
	}
	r := ca.throughLocals(ca.c.Simplified(f).Params[k])
	if likePart(f) {
		r.handled = true
	}
	ca.params[p] = r
	return r
}

// likePart reports a function that may be a part of a coroutine. Where those of a coroutine are not like that, no call is put aside.
func likePart(f *ir.Func) bool { return len(f.Params) == 1 && f.CC == "fastcc" }

// callsPart reports that a function calls what may be a part of a coroutine, itself or in callees that went into the simplified copy of it,
// where that cannot be seen.
func (ca *captures) callsPart(f *ir.Func, depth int) bool {
	if r, ok := ca.calls[f]; ok {
		return r
	}
	ca.calls[f] = false
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			g := i.CalledFunc()
			if g == nil || g.IsIntrinsic() {
				continue
			}
			if likePart(g) || ca.c.Absorbed(g) && depth <= maxPartDepth && ca.callsPart(g, depth+1) {
				ca.calls[f] = true
				return true
			}
		}
	}
	return false
}

// writesElsewhere reports that a function may write memory other than its variables and what its parameters point into. While the answer is
// being found, it is yes.
func (ca *captures) writesElsewhere(f *ir.Func) bool {
	if r, ok := ca.writes[f]; ok {
		return r
	}
	if ca.depth >= maxUseDepth {
		return true
	}
	ca.writes[f] = true
	ca.depth++
	defer func() { ca.depth-- }()
	if f.HasAttr("readonly") || f.HasAttr("readnone") {
		ca.writes[f] = false
		return false
	}
	if !ca.body(f) || ir.IsPresplit(ca.c.M, f) {
		delete(ca.writes, f) // not yet
		return true
	}
	s := ca.c.Simplified(f)
	for b := s.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			if ca.instrWritesElsewhere(i) {
				return true
			}
		}
	}
	ca.writes[f] = false
	return false
}

func (ca *captures) instrWritesElsewhere(i *ir.Instr) bool {
	own := func(v ir.Value) bool {
		switch x := ir.Underlying(v).(type) {
		case *ir.Param:
			return true
		case *ir.Instr:
			return x.Op == ir.OpAlloca
		}
		return false
	}
	switch {
	case i.Op == ir.OpStore:
		return i.Order > ir.Monotonic || !own(i.Arg(1))
	case !i.IsCall():
		return i.Op.Info().Effect&ir.EffWrites != 0 || i.Op == ir.OpLoad && i.Order > ir.Monotonic
	case opt.NoMemory(ca.c.M, i), onlyReadsMemory(ca.c.M, i):
		return false
	}
	g := i.CalledFunc()
	switch {
	case g == nil:
		return true
	case g.IsIntrinsic():
		switch {
		case strings.HasPrefix(g.Name, "llvm.lifetime."), strings.HasPrefix(g.Name, "llvm.assume"), strings.HasPrefix(g.Name, "llvm.experimental.noalias.scope.decl"),
			strings.HasPrefix(g.Name, "llvm.invariant."), ir.CoroCall(i) == ir.CoroSubFnAddr:
			return false
		case strings.HasPrefix(g.Name, "llvm.memset."), strings.HasPrefix(g.Name, "llvm.memcpy."), strings.HasPrefix(g.Name, "llvm.memmove."):
			return !own(i.Arg(0))
		}
		return true
	case ca.writesElsewhere(g):
		return true
	}
	for k := range i.NumCallArgs() {
		if i.Arg(k).Type().IsPtr() && !own(i.Arg(k)) && ca.param(g, k).written {
			return true
		}
	}
	return false
}

// frees reports the functions that give memory back.
func frees(f *ir.Func) bool {
	return f != nil && (f.Name == "free" || strings.HasPrefix(f.Name, "_Zdl") || strings.HasPrefix(f.Name, "_Zda"))
}

// throughLocals is uses for code that was not optimised: it puts a parameter into a local variable and reads it back.
func (ca *captures) throughLocals(p *ir.Param) addrUse {
	var locals []*ir.Instr
	all := ca.uses(p, func(i *ir.Instr) bool {
		if i.Op != ir.OpStore || i.Arg(0) != ir.Value(p) {
			return false
		}
		a, ok := i.Arg(1).(*ir.Instr)
		if !ok || a.Op != ir.OpAlloca || i.Flags&ir.FlagVolatile != 0 {
			return false
		}
		locals = append(locals, a)
		return true
	})
	for _, a := range locals {
		for u := a.FirstUse(); u != nil && !all.away; u = u.Next() {
			i := u.User()
			switch {
			case i.Op == ir.OpStore && u.Index() == 1:
			case i.Op == ir.OpLoad:
				all.add(ca.uses(i, nil))
			case i.Op == ir.OpCall && i.CalledFunc() != nil && strings.HasPrefix(i.CalledFunc().Name, "llvm.lifetime."):
			default:
				return allUses
			}
		}
	}
	return all
}

// mayThrow reports whether a call may leave by an exception.
func (ca *captures) mayThrow(i *ir.Instr) bool {
	if !opt.MayThrow(ca.c.M, i) {
		return false
	}
	switch id := ir.CoroCall(i); {
	case ir.IsAwaitSuspend(id):
		w, ok := ir.StripCasts(i.Arg(2)).(*ir.Func)
		return !ok || ca.funcThrows(w)
	case id != ir.NotCoro:
		return false
	}
	f := i.CalledFunc()
	return f == nil || ca.funcThrows(f)
}

// neverThrow are functions of the C library that throw nothing, though their declarations do not say so.
var neverThrow = map[string]bool{
	"printf": true, "puts": true, "putchar": true, "fprintf": true, "sprintf": true, "snprintf": true, "vprintf": true, "vsnprintf": true,
	"fputs": true, "fputc": true, "fwrite": true, "fflush": true, "malloc": true, "calloc": true, "realloc": true, "free": true, "abort": true,
	"strlen": true, "strcmp": true, "strncmp": true, "strcpy": true, "strncpy": true, "strcat": true, "strchr": true, "memcmp": true,
	"memcpy": true, "memmove": true, "memset": true, "memchr": true, "atoi": true, "strtol": true, "getenv": true,
}

// funcThrows reports whether an exception may leave a function. While the answer is being found, it is yes.
func (ca *captures) funcThrows(f *ir.Func) bool {
	if f.HasAttr("nounwind") || f.Declared && neverThrow[f.Name] {
		return false
	}
	if r, ok := ca.throws[f]; ok {
		return r
	}
	ca.throws[f] = true
	if !ca.body(f) || ir.IsPresplit(ca.c.M, f) {
		delete(ca.throws, f) // not yet
		return true
	}
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			switch i.Op {
			case ir.OpResume, ir.OpCatchSwitch:
				return true
			case ir.OpCleanupRet:
				if i.NumArgs() < 2 {
					return true
				}
			case ir.OpCall, ir.OpCallBr:
				if ca.mayThrow(i) {
					return true
				}
			}
		}
	}
	ca.throws[f] = false
	return false
}
