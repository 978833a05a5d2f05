package lower

// Facts about objects that hold on all paths: whether an address can become known elsewhere, whether a call can throw.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
)

// maxCaptureUses bounds the uses looked at for one object.
const maxCaptureUses = 400

// captures finds out whether the address of an object becomes known to others than the code that has it.
type captures struct {
	c      *Context
	params map[*ir.Param]bool
	throws map[*ir.Func]bool
}

func newCaptures(c *Context) *captures {
	return &captures{c: c, params: map[*ir.Param]bool{}, throws: map[*ir.Func]bool{}}
}

// captured reports whether the address v may become known elsewhere: stored, returned, or passed to code that may keep it.
func (ca *captures) captured(v ir.LocalValue) bool { return ca.capturedBy(v, nil) }

// capturedBy is captured for the uses that skip does not answer true for.
func (ca *captures) capturedBy(v ir.LocalValue, skip func(*ir.Instr) bool) bool {
	work := []ir.LocalValue{v}
	seen := map[ir.LocalValue]bool{v: true}
	n := 0
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for u := v.FirstUse(); u != nil; u = u.Next() {
			if n++; n > maxCaptureUses {
				return true
			}
			i := u.User()
			if skip != nil && skip(i) {
				continue
			}
			follow, bad := ca.use(u, i)
			if bad {
				return true
			}
			if follow && !seen[i] {
				seen[i] = true
				work = append(work, i)
			}
		}
	}
	return false
}

// use looks at one use of an address: does the result carry the address on, or does it get away?
func (ca *captures) use(u *ir.Use, i *ir.Instr) (follow, bad bool) {
	switch i.Op {
	case ir.OpGEP, ir.OpBitCast, ir.OpAddrSpaceCast, ir.OpPhi, ir.OpSelect, ir.OpFreeze:
		return true, false
	case ir.OpLoad, ir.OpICmp:
		return false, false
	case ir.OpStore:
		return false, u.Index() == 0
	case ir.OpCall, ir.OpInvoke:
		return ca.callUse(u.Index(), i)
	}
	return false, true
}

func (ca *captures) callUse(k int, i *ir.Instr) (follow, bad bool) {
	switch CoroCall(i) {
	case CoroSubFnAddr, CoroFree, CoroBegin, CoroSave:
		return false, false
	case CoroAwaitVoid, CoroAwaitBool, CoroAwaitHandle:
		w, ok := stripCasts(i.Arg(2)).(*ir.Func)
		return false, !ok || k > 1 || k >= len(w.Params) || ca.param(w, k)
	}
	if k >= i.NumCallArgs() {
		return false, k != i.CalleeArg()
	}
	f := i.CalledFunc()
	if f != nil && f.IsIntrinsic() {
		switch {
		case hasPrefix(f.Name, "llvm.lifetime."), hasPrefix(f.Name, "llvm.memset."), hasPrefix(f.Name, "llvm.memcpy."),
			hasPrefix(f.Name, "llvm.memmove."), hasPrefix(f.Name, "llvm.invariant."):
			return false, false
		}
	}
	if ca.argHas(i, k, "returned") {
		return true, false
	}
	if ca.argNoCapture(i, k) {
		return false, false
	}
	if noMemory(ca.c.M, i) && i.Type().IsVoid() && opt.CallHas(ca.c.M, i, "nounwind") {
		return false, false
	}
	return false, f == nil || k >= len(f.Params) || ca.param(f, k)
}

func hasPrefix(s, p string) bool { return len(s) >= len(p) && s[:len(p)] == p }

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

// body makes a function's body readable.
func (ca *captures) body(f *ir.Func) bool {
	if f.Declared || f.IsIntrinsic() || !definitive(f) {
		return false
	}
	if ca.c.Body != nil {
		return ca.c.Body(f) && f.Entry() != nil
	}
	return f.Loaded() && f.Entry() != nil
}

// definitive reports a function that is surely the one that runs: the linker may not put another in its place.
func definitive(f *ir.Func) bool {
	switch f.Linkage {
	case "weak", "linkonce", "common", "extern_weak", "available_externally":
		return f.Linkage == "available_externally"
	}
	return true
}

// param reports whether a function lets a parameter's address get away. While the answer is being found, it is yes.
func (ca *captures) param(f *ir.Func, k int) bool {
	if k >= len(f.Params) {
		return true
	}
	p := f.Params[k]
	if r, ok := ca.params[p]; ok {
		return r
	}
	ca.params[p] = true
	if !ca.body(f) || isPresplit(ca.c.M, f) {
		return true
	}
	r := ca.throughLocals(ca.c.Simplified(f).Params[k])
	ca.params[p] = r
	return r
}

// frees reports the functions that give memory back.
func frees(f *ir.Func) bool {
	return f != nil && (f.Name == "free" || hasPrefix(f.Name, "_Zdl") || hasPrefix(f.Name, "_Zda"))
}

// throughLocals is captured for code that was not optimised: it puts a parameter into a local variable and reads it back.
func (ca *captures) throughLocals(p *ir.Param) bool {
	var locals []*ir.Instr
	bad := ca.capturedBy(p, func(i *ir.Instr) bool {
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
	if bad {
		return true
	}
	for _, a := range locals {
		for u := a.FirstUse(); u != nil; u = u.Next() {
			i := u.User()
			switch {
			case i.Op == ir.OpStore && u.Index() == 1:
			case i.Op == ir.OpLoad:
				if ca.captured(i) {
					return true
				}
			case i.Op == ir.OpCall && i.CalledFunc() != nil && hasPrefix(i.CalledFunc().Name, "llvm.lifetime."):
			default:
				return true
			}
		}
	}
	return false
}

// mayThrow reports whether a call may leave by an exception.
func (ca *captures) mayThrow(i *ir.Instr) bool {
	if !opt.MayThrow(ca.c.M, i) {
		return false
	}
	if CoroCall(i) != NotCoro {
		switch CoroCall(i) {
		case CoroAwaitVoid, CoroAwaitBool, CoroAwaitHandle:
			w, ok := stripCasts(i.Arg(2)).(*ir.Func)
			return !ok || ca.funcThrows(w)
		}
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
	if !ca.body(f) || isPresplit(ca.c.M, f) {
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
