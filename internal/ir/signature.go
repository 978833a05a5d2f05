package ir

// Signatures of the coroutine intrinsics, as LLVM 13 to 22 and Swift's fork declare them.

import (
	"slices"
	"strings"
	"sync"
)

// Signatures are all forms that an intrinsic had in LLVM 13 to 22 and in the Swift compiler's fork of it: result(parameters), one letter a type. t token, p pointer in address
// space 0 (`i8*` in a typed module), i i32, 8 i8, 1 i1, n an integer of any width, v void, x anything but void, r anything; a final dot is
// `...`. The newest form comes last.
var Signatures = map[Intrinsic][]string{
	CoroID: {"t(ippp)"}, CoroIDRetcon: {"t(iipppp.)", "t(iipppp)"}, CoroIDRetconOnce: {"t(iipppp.)", "t(iipppp)"},
	CoroIDRetconOnceDynamic: {"t(iippppppppn)"}, CoroIDAsync: {"t(iiip)"},
	CoroAlloc: {"1(t)"}, CoroSize: {"n()"}, CoroAlign: {"n()"}, CoroBegin: {"p(tp)"}, CoroBeginCustomABI: {"p(tpi)"},
	CoroFrame: {"p()"}, CoroFree: {"p(tp)"}, CoroSave: {"t(p)"}, CoroSuspend: {"8(t1)"}, CoroSuspendRetcon: {"r(.)"},
	CoroSuspendAsync: {"r(ipp.)"}, CoroEnd: {"1(p1)", "1(p1t)", "v(p1t)"}, CoroEndResults: {"t(.)"}, CoroEndAsync: {"1(p1.)", "v(p1.)"},
	CoroIsInRamp: {"1()"}, CoroResume: {"v(p)"}, CoroDestroy: {"v(p)"}, CoroDone: {"1(p)"}, CoroPromise: {"p(pi1)"}, CoroNoop: {"p()"},
	CoroSubFnAddr: {"p(p8)"}, CoroAwaitVoid: {"v(ppp)"}, CoroAwaitBool: {"1(ppp)"}, CoroAwaitHandle: {"v(ppp)"}, CoroDead: {"v(p)"},
	CoroPrepareRetcon: {"p(p)"}, CoroPrepareAsync: {"p(p)"}, CoroAllocaAlloc: {"t(ni)"}, CoroAllocaAllocFrame: {"t(nin)"},
	CoroAllocaGet: {"p(t)"}, CoroAllocaFree: {"v(t)"}, CoroAllocaFreeFrame: {"v(t)"}, CoroAsyncResume: {"p()"},
	CoroAsyncContextAlloc: {"p(pp)"}, CoroAsyncContextDealloc: {"v(p)"}, CoroAsyncSizeReplace: {"v(pp)"},
}

// Overloaded reports an intrinsic whose name ends in a type.
func Overloaded(id Intrinsic) bool {
	switch id {
	case CoroSize, CoroAlign, CoroSuspendRetcon, CoroSuspendAsync, CoroAllocaAlloc, CoroAllocaAllocFrame, CoroIDRetconOnceDynamic:
		return true
	}
	return false
}

// matchType compares a type with a letter of a signature.
func matchType(t *Type, letter byte) bool {
	switch letter {
	case 't':
		return t.IsToken()
	case 'p':
		return t.IsPtr() && t.AddrSpace() == 0 && (t.Elem() == nil || t.Elem().IsIntN(8))
	case 'i':
		return t.IsIntN(32)
	case '8':
		return t.IsIntN(8)
	case '1':
		return t.IsIntN(1)
	case 'n':
		return t.IsInt()
	case 'v':
		return t.IsVoid()
	case 'x':
		return !t.IsVoid()
	}
	return true
}

// MatchSignature compares a function type with one form.
func MatchSignature(t *Type, form string) bool {
	params := form[2 : len(form)-1]
	params, dots := strings.CutSuffix(params, ".")
	if t.IsVariadic() != dots || len(t.Params()) != len(params) || !matchType(t.Ret(), form[0]) {
		return false
	}
	for k, p := range t.Params() {
		if !matchType(p, params[k]) {
			return false
		}
	}
	return true
}

// SignatureFits reports a call of an intrinsic in one of its forms, by the callee's type and by the call's own.
func SignatureFits(i *Instr, id Intrinsic) bool {
	forms := Signatures[id]
	fn, c := i.CalledFunc(), i.Call()
	if len(forms) == 0 || c.FTy == nil || fn.FTy == nil {
		return len(forms) == 0
	}
	n := len(c.FTy.Params())
	if c.NArgs < n || c.NArgs > n && !c.FTy.IsVariadic() {
		return false
	}
	for _, form := range forms {
		if MatchSignature(fn.FTy, form) && MatchSignature(c.FTy, form) {
			return true
		}
	}
	return false
}

// IsAnyID reports the coro.id of any ABI.
func IsAnyID(id Intrinsic) bool { return id == CoroID || IsOtherID(id) }

// IsOtherID reports the coro.id of an ABI other than the switched one.
func IsOtherID(id Intrinsic) bool {
	switch id {
	case CoroIDRetcon, CoroIDRetconOnce, CoroIDRetconOnceDynamic, CoroIDAsync:
		return true
	}
	return false
}

// OwnBody reports an intrinsic that has a meaning in the body of a coroutine only.
func OwnBody(id Intrinsic) bool {
	switch id {
	case CoroAlloc, CoroSize, CoroAlign, CoroBegin, CoroBeginCustomABI, CoroFrame, CoroFree, CoroSave, CoroSuspend, CoroSuspendRetcon,
		CoroSuspendAsync, CoroEnd, CoroEndResults, CoroEndAsync, CoroIsInRamp, CoroAwaitVoid, CoroAwaitBool, CoroAwaitHandle:
		return true
	}
	return IsAnyID(id)
}

// IntrinsicName is the part of the name behind "llvm.coro.", overload suffix left out.
func IntrinsicName(id Intrinsic) string { return intrinsicSpelling()[id] }

// intrinsicSpelling is intrinsicNames turned round.
var intrinsicSpelling = sync.OnceValue(func() *[CoroOther + 1]string {
	out := new([CoroOther + 1]string)
	for n, id := range intrinsicNames {
		out[id] = n
	}
	return out
})

// IntrinsicWords are the known names behind "llvm.coro.", sorted.
func IntrinsicWords() []string {
	out := make([]string, 0, len(intrinsicNames))
	for n := range intrinsicNames {
		out = append(out, n)
	}
	slices.Sort(out)
	return out
}
