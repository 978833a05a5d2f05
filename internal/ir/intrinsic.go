package ir

import (
	"strings"
)

// Intrinsic identifies a coroutine intrinsic by name, overload suffix left out.
type Intrinsic uint8

// The coroutine intrinsics.
const (
	NotCoro Intrinsic = iota
	CoroID
	CoroIDRetcon
	CoroIDRetconOnce
	CoroIDRetconOnceDynamic
	CoroIDAsync
	CoroAlloc
	CoroSize
	CoroAlign
	CoroBegin
	CoroBeginCustomABI
	CoroFrame
	CoroFree
	CoroSave
	CoroSuspend
	CoroSuspendRetcon
	CoroSuspendAsync
	CoroEnd
	CoroEndResults
	CoroEndAsync
	CoroIsInRamp
	CoroResume
	CoroDestroy
	CoroDone
	CoroPromise
	CoroNoop
	CoroSubFnAddr
	CoroAwaitVoid
	CoroAwaitBool
	CoroAwaitHandle
	CoroDead
	CoroPrepareRetcon
	CoroPrepareAsync
	CoroAllocaAlloc
	CoroAllocaAllocFrame
	CoroAllocaGet
	CoroAllocaFree
	CoroAllocaFreeFrame
	CoroAsyncResume
	CoroAsyncContextAlloc
	CoroAsyncContextDealloc
	CoroAsyncSizeReplace
	CoroOther // an llvm.coro.* name that is none of these
)

// intrinsicNames maps the part behind "llvm.coro." to the intrinsic. Overloaded ones are matched by longest prefix at a dot.
var intrinsicNames = map[string]Intrinsic{
	"id": CoroID, "id.retcon": CoroIDRetcon, "id.retcon.once": CoroIDRetconOnce, "id.retcon.once.dynamic": CoroIDRetconOnceDynamic,
	"id.async": CoroIDAsync, "alloc": CoroAlloc, "size": CoroSize, "align": CoroAlign, "begin": CoroBegin,
	"begin.custom.abi": CoroBeginCustomABI, "frame": CoroFrame, "free": CoroFree, "save": CoroSave, "suspend": CoroSuspend,
	"suspend.retcon": CoroSuspendRetcon, "suspend.async": CoroSuspendAsync, "end": CoroEnd, "end.results": CoroEndResults,
	"end.async": CoroEndAsync, "is_in_ramp": CoroIsInRamp, "resume": CoroResume, "destroy": CoroDestroy, "done": CoroDone,
	"promise": CoroPromise, "noop": CoroNoop, "subfn.addr": CoroSubFnAddr, "await.suspend.void": CoroAwaitVoid,
	"await.suspend.bool": CoroAwaitBool, "await.suspend.handle": CoroAwaitHandle, "dead": CoroDead,
	"prepare.retcon": CoroPrepareRetcon, "prepare.async": CoroPrepareAsync, "alloca.alloc": CoroAllocaAlloc,
	"alloca.alloc.frame": CoroAllocaAllocFrame, "alloca.get": CoroAllocaGet, "alloca.free": CoroAllocaFree,
	"alloca.free.frame": CoroAllocaFreeFrame, "async.resume": CoroAsyncResume, "async.context.alloc": CoroAsyncContextAlloc,
	"async.context.dealloc": CoroAsyncContextDealloc, "async.size.replace": CoroAsyncSizeReplace,
}

// CoroPrefix begins the name of every coroutine intrinsic.
const CoroPrefix = "llvm.coro."

// IntrinsicByName finds the coroutine intrinsic a function name stands for; NotCoro for other names.
func IntrinsicByName(name string) Intrinsic {
	rest, ok := strings.CutPrefix(name, CoroPrefix)
	if !ok {
		return NotCoro
	}
	for s := rest; ; {
		if id, ok := intrinsicNames[s]; ok {
			return id
		}
		k := strings.LastIndexByte(s, '.')
		if k < 0 {
			return CoroOther
		}
		s = s[:k]
	}
}

// CoroCall gives the coroutine intrinsic that an instruction calls or invokes directly; NotCoro for anything else.
func CoroCall(i *Instr) Intrinsic {
	if !i.IsCall() {
		return NotCoro
	}
	f, ok := i.Callee().(*Func)
	if !ok {
		return NotCoro
	}
	if f.Tag == 0 {
		id := NotCoro
		if strings.HasPrefix(f.Name, CoroPrefix) {
			id = IntrinsicByName(f.Name)
		}
		f.Tag = 1 + uint8(id)
	}
	return Intrinsic(f.Tag - 1)
}

// isCall reports a call of one coroutine intrinsic.
func IsCoro(i *Instr, id Intrinsic) bool { return CoroCall(i) == id }

// Operand numbers of llvm.coro.id(align, promise, coroaddr, fnaddrs).
const (
	IdAlign = iota
	IdPromise
	IdCoro
	IdInfo
)

// IsFinal reports whether a coro.suspend is marked final: its flag is the constant true.
func IsFinal(suspend *Instr) bool {
	c, ok := suspend.Arg(1).(*Const)
	return ok && c.IsTrue()
}

// IsUnwindEnd reports whether a coro.end's unwind flag is not the constant false.
func IsUnwindEnd(end *Instr) bool {
	c, ok := end.Arg(1).(*Const)
	return !ok || !c.IsZero()
}

// StripCasts looks through bitcasts, address space casts and zero GEPs, instructions and constant expressions alike.
func StripCasts(v Value) Value {
	for {
		switch x := v.(type) {
		case *Instr:
			if x.Op == OpBitCast || x.Op == OpAddrSpaceCast || x.Op == OpGEP && AllZero(x) {
				v = x.Arg(0)
				continue
			}
		case *Const:
			if x.Kind == ConstExpr && (x.Op == OpBitCast || x.Op == OpAddrSpaceCast) {
				v = x.Elems[0]
				continue
			}
			if x.Kind == ConstExpr && x.Op == OpGEP && zeroElems(x.Elems[1:]) {
				v = x.Elems[0]
				continue
			}
		}
		return v
	}
}

func AllZero(gep *Instr) bool {
	for k := 1; k < gep.NumArgs(); k++ {
		if c, ok := gep.Arg(k).(*Const); !ok || !c.IsZero() {
			return false
		}
	}
	return true
}

func zeroElems(vs []Value) bool {
	for _, v := range vs {
		if c, ok := v.(*Const); !ok || !c.IsZero() {
			return false
		}
	}
	return true
}

// IsPostSplit reports whether a coro.id belongs to a coroutine that was split already: its info operand is a constant array.
func IsPostSplit(id *Instr) bool {
	g, ok := StripCasts(id.Arg(IdInfo)).(*Global)
	return ok && g.ValueType.Kind() == Array
}

// AsInstr gives v as an instruction, or nil.
func AsInstr(v Value) *Instr {
	i, _ := v.(*Instr)
	return i
}

func GepIndices(i *Instr) []Value {
	idx := make([]Value, 0, i.NumArgs()-1)
	for k := 1; k < i.NumArgs(); k++ {
		idx = append(idx, i.Arg(k))
	}
	return idx
}

// Lifetime markers.
const (
	LifetimeStart = 1 + iota
	LifetimeEnd
)

// LifetimeKind tells a lifetime marker: 0 none.
func LifetimeKind(i *Instr) int {
	if i.Op != OpCall {
		return 0
	}
	f, ok := i.Callee().(*Func)
	if !ok || !strings.HasPrefix(f.Name, "llvm.lifetime.") {
		return 0
	}
	if strings.HasPrefix(f.Name, "llvm.lifetime.start") {
		return LifetimeStart
	}
	return LifetimeEnd
}

func IsMemIntrinsic(f *Func) bool {
	return strings.HasPrefix(f.Name, "llvm.mem") &&
		(strings.HasPrefix(f.Name, "llvm.memcpy") || strings.HasPrefix(f.Name, "llvm.memmove") || strings.HasPrefix(f.Name, "llvm.memset"))
}

func IsAwaitSuspend(id Intrinsic) bool {
	return id == CoroAwaitVoid || id == CoroAwaitBool || id == CoroAwaitHandle
}
