// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

// This file has the ids of the intrinsics that passes refer to, and the accessors of the rows in
// intrinsic_table.go. There is no second list of names: every property of an intrinsic is a column
// of the table or a comparison of ids.
//
// Lookup is by name, as in LLVM, regardless of the declaration in the text. A name without a row is
// UnknownIntrinsic (or CoroOther for a coroutine intrinsic). Its row is empty, and an empty row
// guarantees nothing.

import (
	"slices"
	"strings"
	"sync"
)

// Intrinsic identifies an intrinsic by its name without the overload suffix. The coroutine
// intrinsics come first, then the others that passes refer to by id, then the remaining rows of the
// table.
type Intrinsic uint16

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
	CoroOther // an llvm.coro.* name without a row

	UnknownIntrinsic // an llvm.* name without a row

	// Markers and debug information.
	LifetimeStart
	LifetimeEnd
	InvariantStart
	InvariantEnd
	NoAliasScopeDecl
	DbgDeclare
	DbgValue
	DbgAssign
	DbgLabel
	DbgAddr
	DbgOther
	PseudoProbe
	FakeUse
	DoNothing
	SideEffect
	// Memory.
	Memcpy
	Memmove
	Memset
	MemcpyInline
	MemsetInline
	MemcpyAtomic
	MemmoveAtomic
	MemsetAtomic
	Prefetch
	// Values and assumptions about them.
	Assume
	Expect
	ExpectWithProbability
	IsConstant
	ObjectSize
	SSACopy
	LaunderInvariantGroup
	StripInvariantGroup
	// The machine.
	StackSave
	RetPopless
	Deoptimize
	VAStart
	ThreadLocalAddress
	CallBrLandingPad
	ConvergenceEntry
	ConvergenceLoop
	StackRestore
	EHTypeIDFor
	EHLongJump
	Guard
	Trap
	NVVMCreateSuspend
	NVVMStackSave
	NVVMStackRestore

	firstUnnamed // the rows from here on have no constant
)

// NotIntrinsic is the id of an ordinary function, and of any instruction that is not a direct call.
const NotIntrinsic = NotCoro

// Facts are properties of every call of an intrinsic.
type Facts uint16

// The facts. The first four hold even for a declaration without attributes, because LLVM gives
// every intrinsic its attributes by name when it reads the text.
const (
	NoUnwind Facts = 1 << iota
	WillReturn
	NoReturn
	OnlyReads // writes no memory

	// an exception may leave it. Only intrinsics that can be invoked have this fact; LLVM treats
	// all others as nounwind.
	Throws
	Invocable  // LLVM's verifier accepts an invoke of it
	NoCode     // costs nothing: a marker, or removed before code generation
	OneInstr   // at most one or two instructions
	Recomputed // the result depends on the operands alone, and LLVM 23 recomputes it after a suspend
	OwnFrame   // refers to the frame of the function that contains it, so that function cannot be inlined
	InBody     // a coroutine intrinsic that is meaningful only in the body of a coroutine
	OtherABI   // the coro.id of an ABI other than the switched-resume one
	Overloaded // the name ends in types
	Family     // represents all names that begin with this one and a dot and have no row of their own

	plain = NoUnwind
	works = NoUnwind | WillReturn
	reads = NoUnwind | OnlyReads
	pure  = NoUnwind | WillReturn | OnlyReads
	again = pure | Recomputed
)

// Args is a set of arguments, one bit each.
type Args uint16

// Has reports whether the set contains argument k.
func (a Args) Has(k int) bool { return k < 16 && a>>k&1 != 0 }

// Form is a signature that an intrinsic has in some version: result(parameters), one letter for
// each type. The letters are t token, p pointer in address space 0 (`i8*` in a typed-pointer
// module), o a type that the name's suffix spells, i i32, l i64, 8 i8, 1 i1, n an integer of any
// width, m metadata, v void, x anything but void, r anything. A final dot is `...`. For example,
// "v(lo)" is `void (i64, T)` with T from the suffix.
type Form struct {
	Sig   string
	Until Version // the last version that has the form; 0: the newest version has it; or SwiftFork
}

// SwiftFork is the version of a form that only the Swift compiler's fork of LLVM has.
const SwiftFork Version = -1

func now(sig string) []Form { return []Form{{Sig: sig}} }

// IntrinsicInfo is a row of the table. The zero row guarantees nothing.
type IntrinsicInfo struct {
	Name     string // the name after "llvm.", without the overload suffix
	Facts    Facts
	KeepsNot Args   // arguments whose address the call does not capture
	ImmArgs  Args   // arguments that must be constants, as LLVM's immarg requires
	Forms    []Form // all forms in LLVM 13 to 22, the newest last; nil: not listed, so any form is accepted
	decl     *declaration
}

// args returns a set of arguments.
func args(list ...int) (a Args) {
	for _, n := range list {
		a |= 1 << n
	}
	return a
}

// IntrinsicPrefix begins the name of every intrinsic, and CoroPrefix that of every coroutine
// intrinsic.
const (
	IntrinsicPrefix = "llvm."
	CoroPrefix      = "llvm.coro."
)

// intrinsicIDs maps names to rows.
var intrinsicIDs = sync.OnceValue(func() map[string]Intrinsic {
	ids := make(map[string]Intrinsic, len(intrinsics))
	for id := range intrinsics {
		if n := intrinsics[id].Name; n != "" {
			ids[n] = Intrinsic(id)
		}
	}
	return ids
})

// IntrinsicByName returns the intrinsic of a function name: the row of that name, of the name
// without the types at its end, or of a family. It returns NotIntrinsic for other names. For
// example, llvm.lifetime.start.p0 is LifetimeStart.
func IntrinsicByName(name string) Intrinsic {
	full, ok := strings.CutPrefix(name, IntrinsicPrefix)
	if !ok || full == "" {
		return NotIntrinsic
	}
	ids := intrinsicIDs()
	for s := full; s != ""; s = s[:max(strings.LastIndexByte(s, '.'), 0)] {
		id, ok := ids[s]
		if ok && (s == full || id.Is(Family) || id.Is(Overloaded) && mangledTypes(full[len(s)+1:])) {
			return id
		}
	}
	if strings.HasPrefix(name, CoroPrefix) {
		return CoroOther
	}
	return UnknownIntrinsic
}

// IntrinsicRow returns the intrinsic with a row of this name, which has no prefix and no types.
func IntrinsicRow(name string) Intrinsic {
	id, ok := intrinsicIDs()[name]
	if !ok {
		panic(name + " is not in the table of intrinsics")
	}
	return id
}

// IsMangledType reports whether a word of an intrinsic's name is a type in LLVM's spelling, for
// example "p0" or "v2f16".
func IsMangledType(word string) bool {
	ok, _ := mangledType(word)
	return ok
}

// mangledTypes reports whether s is the end of an overloaded intrinsic's name: types in LLVM's
// spelling, separated by dots. A type that contains a name of the file ends the check, because such
// a name may contain anything. For example, "p0.p0.i64" of llvm.memcpy.p0.p0.i64 is such an end.
func mangledTypes(s string) bool {
	for s != "" {
		word, rest, _ := strings.Cut(s, ".")
		switch ok, named := mangledType(word); {
		case !ok:
			return false
		case named:
			return true
		}
		s = rest
	}
	return true
}

// mangledType reports whether s is one type, and whether the type contains a name. Vectors, arrays
// and pointers precede their element type; an opaque pointer has none. A word that begins like a
// type counts as one even if it does not end like one: LLVM does not parse the types in a name, and
// no intrinsic's name has such a word.
func mangledType(s string) (ok, named bool) {
	whole := s
	for prefix := true; prefix; {
		prefix = false
		for _, p := range [...]string{"nxv", "v", "a", "p"} {
			if rest, is := strings.CutPrefix(s, p); is {
				if n := digits(rest); n > 0 {
					if s, prefix = rest[n:], true; s == "" {
						return p == "p", false
					}
					break
				}
			}
		}
	}
	switch s {
	case "bf16", "ppcf128", "x86mmx", "x86amx", "isVoid", "Metadata":
		return true, false
	}
	for _, p := range [...]string{"s_", "sl_", "f_", "t"} { // named structs, literal structs; functions; target types
		if strings.HasPrefix(s, p) {
			return true, true
		}
	}
	return s != whole || len(s) > 1 && (s[0] == 'i' || s[0] == 'f') && digits(s[1:]) > 0, false
}

// digits counts the leading digits.
func digits(s string) int {
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	return n
}

// NumIntrinsics returns the largest id plus 1.
func NumIntrinsics() int { return len(intrinsics) }

// Info returns the row of an intrinsic, which is empty for an unknown name. The caller must not
// change it.
func (id Intrinsic) Info() *IntrinsicInfo { return &intrinsics[id] }

// Name returns the intrinsic's name without the overload suffix, or "" if it is unknown.
func (id Intrinsic) Name() string {
	if n := intrinsics[id].Name; n != "" {
		return IntrinsicPrefix + n
	}
	return ""
}

// Is reports whether all of the given facts hold.
func (id Intrinsic) Is(f Facts) bool { return intrinsics[id].Facts&f == f }

// Keeps reports whether a call may capture argument k.
func (id Intrinsic) Keeps(k int) bool { return !intrinsics[id].KeepsNot.Has(k) }

// IsCoro reports whether id is an llvm.coro.* name, known or unknown.
func (id Intrinsic) IsCoro() bool { return id > NotCoro && id <= CoroOther }

// IsMemCopy reports whether the intrinsic copies memory: memcpy, memmove and their variants.
func (id Intrinsic) IsMemCopy() bool {
	switch id {
	case Memcpy, MemcpyInline, MemcpyAtomic, Memmove, MemmoveAtomic:
		return true
	}
	return false
}

// IsMemSet reports whether the intrinsic is memset or a variant.
func (id Intrinsic) IsMemSet() bool { return id == Memset || id == MemsetInline || id == MemsetAtomic }

// IsLifetime reports whether the intrinsic is a lifetime marker.
func (id Intrinsic) IsLifetime() bool { return id == LifetimeStart || id == LifetimeEnd }

// IsInvariant reports whether the intrinsic is a marker of invariant memory.
func (id Intrinsic) IsInvariant() bool { return id == InvariantStart || id == InvariantEnd }

// IsDebug reports whether the intrinsic describes variables, as older files do.
func (id Intrinsic) IsDebug() bool { return id >= DbgDeclare && id <= DbgOther }

// IsAnyID reports whether the intrinsic is the coro.id of any ABI.
func (id Intrinsic) IsAnyID() bool { return id == CoroID || id.Is(OtherABI) }

// IsAwait reports whether the intrinsic is one of the three await suspends.
func (id Intrinsic) IsAwait() bool {
	return id == CoroAwaitVoid || id == CoroAwaitBool || id == CoroAwaitHandle
}

// CoroWord returns the part of a coroutine intrinsic's name after "llvm.coro.", without the
// overload suffix.
func (id Intrinsic) CoroWord() string { return strings.TrimPrefix(intrinsics[id].Name, "coro.") }

// CoroWords returns the known names after "llvm.coro.", sorted.
func CoroWords() []string {
	var out []string
	for id := NotCoro + 1; id < CoroOther; id++ {
		out = append(out, id.CoroWord())
	}
	slices.Sort(out)
	return out
}

// Intrinsic returns the function's intrinsic. It looks the name up once.
func (f *Func) Intrinsic() Intrinsic {
	if f.intrinsic == 0 {
		f.intrinsic = 1 + IntrinsicByName(f.Name)
	}
	return f.intrinsic - 1
}

// CalledIntrinsic returns the intrinsic that an instruction calls or invokes directly, or
// NotIntrinsic.
func CalledIntrinsic(i *Instr) Intrinsic {
	if !i.IsCall() {
		return NotIntrinsic
	}
	f, ok := i.Callee().(*Func)
	if !ok {
		return NotIntrinsic
	}
	return f.Intrinsic()
}

// CoroCall returns the coroutine intrinsic that an instruction calls or invokes directly, or
// NotCoro.
func CoroCall(i *Instr) Intrinsic {
	if id := CalledIntrinsic(i); id <= CoroOther {
		return id
	}
	return NotCoro
}

// IsCoro reports whether an instruction calls a given coroutine intrinsic.
func IsCoro(i *Instr, id Intrinsic) bool { return CalledIntrinsic(i) == id }

// IsLifetime reports whether an instruction is a lifetime marker.
func IsLifetime(i *Instr) bool { return i.Op == OpCall && CalledIntrinsic(i).IsLifetime() }

// IsLaundering reports whether an instruction is a call of launder.invariant.group or
// strip.invariant.group, which returns its argument and invalidates claims about the object there.
func IsLaundering(i *Instr) bool {
	id := CalledIntrinsic(i)
	return i.Op == OpCall && (id == LaunderInvariantGroup || id == StripInvariantGroup)
}

// HasLifetimeStart reports whether a marker begins the lifetime of a variable.
func HasLifetimeStart(a *Instr) bool {
	for u := a.FirstUse(); u != nil; u = u.Next() {
		if LifetimeKind(u.User()) == LifetimeStart {
			return true
		}
	}
	return false
}

// LifetimeKind returns LifetimeStart or LifetimeEnd for a lifetime marker, else NotIntrinsic.
func LifetimeKind(i *Instr) Intrinsic {
	if i.Op == OpCall {
		if id := CalledIntrinsic(i); id.IsLifetime() {
			return id
		}
	}
	return NotIntrinsic
}

// IsMemIntrinsic reports whether f is memcpy, memmove, memset or a variant.
func IsMemIntrinsic(f *Func) bool {
	id := f.Intrinsic()
	return id.IsMemCopy() || id.IsMemSet()
}

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

// IsPostSplit reports whether a coro.id belongs to a coroutine that is already split: its info
// operand is a constant array.
func IsPostSplit(id *Instr) bool {
	g, ok := StripCasts(id.Arg(IdInfo)).(*Global)
	return ok && g.ValueType.Kind() == Array
}
