package ir

// What is known of a call without looking into the callee: attributes at the call, attributes of
// the function it calls directly, and, for an intrinsic, its row in the table. This is the only
// place that reads them; what none of the three states is not so.

import "strings"

// factOf are the attributes that rows state. LLVM gives every intrinsic's declaration its
// attributes when it reads it; a declaration written by hand stands in a file without them, and
// then the row speaks.
var factOf = map[string]Facts{"nounwind": NoUnwind, "willreturn": WillReturn, "noreturn": NoReturn,
	"readonly": OnlyReads}

// CallHas reports an enum attribute on a call or on the function it calls directly. Of a coroutine
// that is still to be split, what will not hold of its ramp is not so. Where nothing unwinds every
// call is nounwind.
func CallHas(m *Module, i *Instr, name string) bool {
	if m.NoUnwind && name == "nounwind" || i.Call().Attrs.Has(m, name) {
		return true
	}
	f := i.CalledFunc()
	if f == nil {
		return false
	}
	if !f.Attrs.Empty() {
		return f.Attrs.Has(m, name) && believed(m, f, name)
	}
	if id := f.Intrinsic(); id != NotIntrinsic && f.Declared {
		fact, ok := factOf[name]
		return ok && id.Is(fact)
	}
	return false
}

// callMemory reports that the memory effects stated at a call, or by its callee, are as asked.
func callMemory(m *Module, i *Instr, ok func(effects string) bool) bool {
	states := func(s *AttrSet) bool {
		a := s.Get(m, "memory")
		return a != nil && ok(a.Val)
	}
	if states(i.Call().Attrs) {
		return true
	}
	f := i.CalledFunc()
	return f != nil && states(f.Attrs) && believed(m, f, "memory")
}

// OnlyReadsMemory reports a call whose attributes rule out writes to memory. Bundles that may stand
// for an effect are taken for one.
func OnlyReadsMemory(m *Module, i *Instr) bool {
	for _, b := range i.Call().Bundles {
		switch b.Tag {
		case "deopt", "funclet", "ptrauth", "kcfi", "convergencectrl":
		default:
			return false
		}
	}
	return CallHas(m, i, "readnone") || CallHas(m, i, "readonly") ||
		callMemory(m, i, func(effects string) bool { return !strings.Contains(effects, "write") })
}

// NoMemory reports a call whose attributes rule out any access to memory. A bundle may stand for an
// effect that they leave out.
func NoMemory(m *Module, i *Instr) bool {
	return len(i.Call().Bundles) == 0 && TouchesNoMemory(m, i)
}

// TouchesNoMemory is NoMemory for the call alone, its bundles left out of account.
func TouchesNoMemory(m *Module, i *Instr) bool {
	return CallHas(m, i, "readnone") || callMemory(m, i, func(effects string) bool { return effects == "none" })
}

// MayThrow reports whether a call may leave by an exception.
func MayThrow(m *Module, i *Instr) bool {
	if CallHas(m, i, "nounwind") {
		return false
	}
	id := CalledIntrinsic(i)
	return id == NotIntrinsic || id.Is(Throws)
}

// ArgHas reports an enum attribute on argument k of a call, or on the callee's parameter.
func ArgHas(m *Module, i *Instr, k int, name string) bool { return argAttr(m, i, k, name) != nil }

// argAttr gives an enum attribute of argument k, as the call or the callee's parameter states it.
func argAttr(m *Module, i *Instr, k int, name string) *Attr {
	if c := i.Call(); k < len(c.ArgAttrs) {
		if a := c.ArgAttrs[k].Get(m, name); a != nil {
			return a
		}
	}
	if f := i.CalledFunc(); f != nil && k < len(f.Params) {
		return f.Params[k].Attrs.Get(m, name)
	}
	return nil
}

// SayForgets adds to argument k of a call that the callee keeps nothing of the address, in the
// words of the module's version.
func SayForgets(m *Module, call *Instr, k int) {
	word := "nocapture"
	if m.Has(CapturesAttr) {
		word = "captures(none)"
	}
	aux := *call.Call()
	list := make([]*AttrSet, aux.NArgs)
	copy(list, aux.ArgAttrs)
	list[k] = list[k].With(m, ParseAttrWord(word))
	aux.ArgAttrs = list
	call.Aux = &aux
}

// ReturnsTwice gives the first call in a function that may return twice, as setjmp does; nil: there
// is none. Control may come back to it from any later call of the same activation: what it needs is
// needed at each of them, and what was known behind it is not known the second time. As in LLVM
// only the attribute counts, which frontends give to setjmp and its relatives.
func ReturnsTwice(m *Module, f *Func) *Instr {
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			if i.IsCall() && CallHas(m, i, "returns_twice") {
				return i
			}
		}
	}
	return nil
}

// KeepsArg reports whether a call may keep the address that is its argument k: LLVM's capture. What
// is passed byval is copied, and the callee never sees the pointer; what is passed as swifterror
// can only be loaded, stored to and passed on. A coroutine keeps what it is given in its frame,
// whatever is said at the call.
func KeepsArg(m *Module, i *Instr, k int) bool {
	if ArgHas(m, i, k, "byval") || ArgHas(m, i, k, "swifterror") {
		return false
	}
	if f := i.CalledFunc(); f != nil && IsPresplit(m, f) {
		return true
	}
	if ArgHas(m, i, k, "nocapture") {
		return false
	}
	none := func(s *AttrSet) bool {
		a := s.Get(m, "captures")
		return a != nil && a.Val == "none"
	}
	if c := i.Call(); k < len(c.ArgAttrs) && none(c.ArgAttrs[k]) {
		return false
	}
	f := i.CalledFunc()
	if f == nil {
		return true
	}
	return !(k < len(f.Params) && none(f.Params[k].Attrs)) && f.Intrinsic().Keeps(k)
}

// MayHandOn reports an instruction by which a handle that other code may reach can begin to be
// used: a call that is not known to run nothing but itself, or what another thread may wait for. A
// plain store is none: another thread may read it only behind what orders the two, and on this
// thread only a call can follow it. For example, in
//
//	store ptr %handle, ptr @queue
//	%n = load i32, ptr %awaiter          ; nobody can have resumed the coroutine here
//	store atomic i1 true, ptr @full release, align 1
//	%m = load i32, ptr %awaiter          ; somebody can have
//
// Volatile stores count as atomic ones: code for GPUs is written that way.
func MayHandOn(m *Module, i *Instr) bool {
	switch i.Op {
	case OpFence, OpAtomicRMW, OpCmpXchg:
		return true
	case OpStore:
		return i.Order != NotAtomic || i.Flags&FlagVolatile != 0
	}
	if !i.IsCall() {
		return false
	}
	switch id := CalledIntrinsic(i); {
	case id.IsLifetime(), id.IsInvariant(), id.IsDebug(), id == Assume, id == NoAliasScopeDecl:
		return false
	case id.IsMemCopy(), id.IsMemSet():
		v, ok := i.Arg(i.NumCallArgs() - 1).(*Const)
		return !ok || v.IsTrue()
	case id == CoroResume || id == CoroDestroy || id.IsAwait():
		return true
	case id.IsCoro() && id != CoroOther:
		return false
	}
	return len(i.Call().Bundles) > 0 || !NoMemory(m, i) && !OnlyReadsMemory(m, i)
}
