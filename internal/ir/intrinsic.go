package ir

// Intrinsics: the ids that code asks for by name, the row that each has in the table of
// intrinsic_table.go, and the questions that rows answer. There is no second list of names: what a
// pass wants to know of an intrinsic is a column of the table or a comparison of ids.
//
// An intrinsic is found by its name, as LLVM does, whatever the declaration in the text says. What
// the table does not know is UnknownIntrinsic (or CoroOther, among the coroutine intrinsics): its
// row is empty, and an empty row promises nothing.

import (
	"slices"
	"strings"
	"sync"
)

// Intrinsic identifies an intrinsic by name, overload suffix left out. The coroutine intrinsics
// come first, then those that some code asks for by id; the others of the table are numbered behind
// them.
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
	CoroOther // an llvm.coro.* name that is none of these

	UnknownIntrinsic // an llvm.* name that the table does not have

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
	// Values and promises about them.
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
	ConvergenceEntry
	ConvergenceLoop
	StackRestore
	EHTypeIDFor
	Guard
	NVVMCreateSuspend
	NVVMStackSave
	NVVMStackRestore

	firstUnnamed // the rows behind have no constant
)

// NotIntrinsic is the id of an ordinary function, and of anything that is not a direct call.
const NotIntrinsic = NotCoro

// Facts are what holds of every call of an intrinsic.
type Facts uint16

// The facts. The first four are what a declaration without attributes is taken to promise: LLVM
// gives every intrinsic its attributes by name when it reads the text.
const (
	NoUnwind Facts = 1 << iota
	WillReturn
	NoReturn
	OnlyReads // writes no memory

	// an exception may leave it. An intrinsic that may be told so: no other can be invoked, and so
	// LLVM has them all nounwind
	Throws
	Invocable  // LLVM's verifier lets it be invoked
	NoCode     // costs nothing: a marker, or gone before code is made
	OneInstr   // no more than an instruction or two
	OwnFrame   // is about the frame of the very function it stands in, which therefore cannot be inlined
	InBody     // a coroutine intrinsic that has a meaning in the body of a coroutine only
	OtherABI   // the coro.id of an ABI other than the switched one
	Overloaded // the name ends in types
	Family     // stands for all names that begin with this one and a dot and have no row

	plain = NoUnwind
	works = NoUnwind | WillReturn
	reads = NoUnwind | OnlyReads
	pure  = NoUnwind | WillReturn | OnlyReads
)

// Args is a set of arguments, a bit each.
type Args uint16

// Has reports argument k.
func (a Args) Has(k int) bool { return k < 16 && a>>k&1 != 0 }

// Form is a signature that an intrinsic has or had: result(parameters), one letter a type. t token,
// p pointer in address space 0 (`i8*` in a typed module), o a type that the name's suffix spells, i
// i32, l i64, 8 i8, 1 i1, n an integer of any width, m metadata, v void, x anything but void, r
// anything; a final dot is `...`.
type Form struct {
	Sig   string
	Until Version // the last version that has it; 0: all have it to this day; SwiftFork
}

// SwiftFork stands for the version of a form that only the Swift compiler's fork of LLVM has.
const SwiftFork Version = -1

func now(sig string) []Form { return []Form{{Sig: sig}} }

// IntrinsicInfo is a row of the table. The zero row promises nothing.
type IntrinsicInfo struct {
	Name     string // behind "llvm.", overload suffix left out
	Facts    Facts
	KeepsNot Args   // arguments of which the address is not kept
	ImmArgs  Args   // arguments that have to be constants, as LLVM's immarg says
	Forms    []Form // all forms in LLVM 13 to 22, the newest last; nil: not told, so any will do
	decl     *declaration
}

// args makes a set of arguments.
func args(list ...int) (a Args) {
	for _, n := range list {
		a |= 1 << n
	}
	return a
}

// IntrinsicPrefix begins the name of every intrinsic, CoroPrefix that of every coroutine intrinsic.
const (
	IntrinsicPrefix = "llvm."
	CoroPrefix      = "llvm.coro."
)

// intrinsicIDs finds rows by name.
var intrinsicIDs = sync.OnceValue(func() map[string]Intrinsic {
	ids := make(map[string]Intrinsic, len(intrinsics))
	for id := range intrinsics {
		if n := intrinsics[id].Name; n != "" {
			ids[n] = Intrinsic(id)
		}
	}
	return ids
})

// IntrinsicByName finds the intrinsic that a function name stands for: the row of that name, of the
// name without the types that it ends in, or of a family; NotIntrinsic for a name that is none.
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

// mangledTypes reports the end of an overloaded intrinsic's name: types as LLVM spells them there,
// with dots between. What follows a type that holds a name of the file, which may hold anything, is
// not looked at.
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

// mangledType reports one type, and whether it holds a name. Vectors, arrays and pointers come in
// front of what they are of; an opaque pointer is of nothing. What begins as a type and goes on as
// none is taken for one: LLVM looks at no type in a name, and no name of an intrinsic has such a
// word.
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
	for _, p := range [...]string{"s_", "sl_", "f_", "t"} { // structs by name, of fields; functions; target types
		if strings.HasPrefix(s, p) {
			return true, true
		}
	}
	return s != whole || len(s) > 1 && (s[0] == 'i' || s[0] == 'f') && digits(s[1:]) > 0, false
}

// digits counts the digits in front.
func digits(s string) int {
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	return n
}

// NumIntrinsics is one more than the largest id.
func NumIntrinsics() int { return len(intrinsics) }

// Info gives the row of an intrinsic, an empty one for a name that is not known. It must not be
// changed.
func (id Intrinsic) Info() *IntrinsicInfo { return &intrinsics[id] }

// Name is the intrinsic's name, overload suffix left out; "" when it is not known.
func (id Intrinsic) Name() string {
	if n := intrinsics[id].Name; n != "" {
		return IntrinsicPrefix + n
	}
	return ""
}

// Is reports that all of some facts hold.
func (id Intrinsic) Is(f Facts) bool { return intrinsics[id].Facts&f == f }

// Keeps reports that argument k's address may be kept.
func (id Intrinsic) Keeps(k int) bool { return !intrinsics[id].KeepsNot.Has(k) }

// IsCoro reports an llvm.coro.* name, known or not.
func (id Intrinsic) IsCoro() bool { return id > NotCoro && id <= CoroOther }

// IsMemCopy reports the intrinsics that copy memory: memcpy, memmove and their variants.
func (id Intrinsic) IsMemCopy() bool {
	switch id {
	case Memcpy, MemcpyInline, MemcpyAtomic, Memmove, MemmoveAtomic:
		return true
	}
	return false
}

// IsMemSet reports memset and its variants.
func (id Intrinsic) IsMemSet() bool { return id == Memset || id == MemsetInline || id == MemsetAtomic }

// IsLifetime reports the two markers.
func (id Intrinsic) IsLifetime() bool { return id == LifetimeStart || id == LifetimeEnd }

// IsInvariant reports the markers of memory that does not change.
func (id Intrinsic) IsInvariant() bool { return id == InvariantStart || id == InvariantEnd }

// IsDebug reports the intrinsics by which old files tell of variables.
func (id Intrinsic) IsDebug() bool { return id >= DbgDeclare && id <= DbgOther }

// IsAnyID reports the coro.id of any ABI.
func (id Intrinsic) IsAnyID() bool { return id == CoroID || id.Is(OtherABI) }

// IsAwait reports the three await suspends.
func (id Intrinsic) IsAwait() bool {
	return id == CoroAwaitVoid || id == CoroAwaitBool || id == CoroAwaitHandle
}

// CoroWord is the part of a coroutine intrinsic's name behind "llvm.coro.", overload suffix left
// out.
func (id Intrinsic) CoroWord() string { return strings.TrimPrefix(intrinsics[id].Name, "coro.") }

// CoroWords are the known names behind "llvm.coro.", sorted.
func CoroWords() []string {
	var out []string
	for id := NotCoro + 1; id < CoroOther; id++ {
		out = append(out, id.CoroWord())
	}
	slices.Sort(out)
	return out
}

// Intrinsic tells which intrinsic a function is. The name is looked at once.
func (f *Func) Intrinsic() Intrinsic {
	if f.intrinsic == 0 {
		f.intrinsic = 1 + IntrinsicByName(f.Name)
	}
	return f.intrinsic - 1
}

// CalledIntrinsic gives the intrinsic that an instruction calls or invokes directly; NotIntrinsic
// for anything else.
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

// CoroCall gives the coroutine intrinsic that an instruction calls or invokes directly; NotCoro for
// anything else.
func CoroCall(i *Instr) Intrinsic {
	if id := CalledIntrinsic(i); id <= CoroOther {
		return id
	}
	return NotCoro
}

// IsCoro reports a call of one coroutine intrinsic.
func IsCoro(i *Instr, id Intrinsic) bool { return CalledIntrinsic(i) == id }

// IsLifetime reports a lifetime marker.
func IsLifetime(i *Instr) bool { return i.Op == OpCall && CalledIntrinsic(i).IsLifetime() }

// IsLaundering reports a call that gives the address that it is given, and takes claims about the
// object there away: launder.invariant.group and strip.invariant.group.
func IsLaundering(i *Instr) bool {
	id := CalledIntrinsic(i)
	return i.Op == OpCall && (id == LaunderInvariantGroup || id == StripInvariantGroup)
}

// LifetimeKind tells a lifetime marker: LifetimeStart, LifetimeEnd, or NotIntrinsic.
func LifetimeKind(i *Instr) Intrinsic {
	if i.Op == OpCall {
		if id := CalledIntrinsic(i); id.IsLifetime() {
			return id
		}
	}
	return NotIntrinsic
}

// IsMemIntrinsic reports memcpy, memmove, memset and their variants.
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

// IsPostSplit reports whether a coro.id belongs to a coroutine that was split already: its info
// operand is a constant array.
func IsPostSplit(id *Instr) bool {
	g, ok := StripCasts(id.Arg(IdInfo)).(*Global)
	return ok && g.ValueType.Kind() == Array
}
