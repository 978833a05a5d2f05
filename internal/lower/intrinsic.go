package lower

import (
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// Typed, stateless views of the coroutine intrinsics. Arity and types are checked once, by check.go, before anything is rewritten; the
// views rely on it.

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
func CoroCall(i *ir.Instr) Intrinsic {
	if !i.IsCall() {
		return NotCoro
	}
	f, ok := i.Callee().(*ir.Func)
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
func isCoro(i *ir.Instr, id Intrinsic) bool { return CoroCall(i) == id }

// Operand numbers of llvm.coro.id(align, promise, coroaddr, fnaddrs).
const (
	idAlign = iota
	idPromise
	idCoro
	idInfo
)

// isFinal reports whether a coro.suspend is marked final: its flag is the constant true.
func isFinal(suspend *ir.Instr) bool {
	c, ok := suspend.Arg(1).(*ir.Const)
	return ok && c.IsTrue()
}

// isUnwindEnd reports whether a coro.end's unwind flag is not the constant false.
func isUnwindEnd(end *ir.Instr) bool {
	c, ok := end.Arg(1).(*ir.Const)
	return !ok || !c.IsZero()
}

// stripCasts looks through bitcasts, address space casts and zero GEPs, instructions and constant expressions alike.
func stripCasts(v ir.Value) ir.Value {
	for {
		switch x := v.(type) {
		case *ir.Instr:
			if x.Op == ir.OpBitCast || x.Op == ir.OpAddrSpaceCast || x.Op == ir.OpGEP && allZero(x) {
				v = x.Arg(0)
				continue
			}
		case *ir.Const:
			if x.Kind == ir.ConstExpr && (x.Op == ir.OpBitCast || x.Op == ir.OpAddrSpaceCast) {
				v = x.Elems[0]
				continue
			}
			if x.Kind == ir.ConstExpr && x.Op == ir.OpGEP && zeroElems(x.Elems[1:]) {
				v = x.Elems[0]
				continue
			}
		}
		return v
	}
}

func allZero(gep *ir.Instr) bool {
	for k := 1; k < gep.NumArgs(); k++ {
		if c, ok := gep.Arg(k).(*ir.Const); !ok || !c.IsZero() {
			return false
		}
	}
	return true
}

func zeroElems(vs []ir.Value) bool {
	for _, v := range vs {
		if c, ok := v.(*ir.Const); !ok || !c.IsZero() {
			return false
		}
	}
	return true
}

// isPostSplit reports whether a coro.id belongs to a coroutine that was split already: its info operand is a constant array.
func isPostSplit(id *ir.Instr) bool {
	g, ok := stripCasts(id.Arg(idInfo)).(*ir.Global)
	return ok && g.ValueType.Kind() == ir.Array
}

// asInstr gives v as an instruction, or nil.
func asInstr(v ir.Value) *ir.Instr {
	i, _ := v.(*ir.Instr)
	return i
}
