// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

// This file derives facts about a call without looking at the callee's body, from three sources:
// attributes of the call, attributes of the function that it calls directly, and for an intrinsic
// its row in the table. No other code reads them. A fact that none of the three states is assumed
// false.

// factOf maps an attribute to the fact that an intrinsic's row states. LLVM adds the attributes to
// every intrinsic's declaration when it reads the file. A declaration written by hand lacks them,
// and then the row decides.
var factOf = map[string]Facts{"nounwind": NoUnwind, "willreturn": WillReturn, "noreturn": NoReturn,
	"readonly": OnlyReads}

// CallHas reports whether a call, or the function that it calls directly, has an enum attribute.
// For a coroutine that is not split yet, it ignores attributes that will not hold for the ramp. In
// a module without unwinding every call is nounwind.
func CallHas(m *Module, i *Instr, name string) bool {
	bit := bitOf(name)
	if m.NoUnwind && bit == hasNoUnwind || i.Call().Attrs.has(m, name, bit) {
		return true
	}
	f := i.CalledFunc()
	if f == nil {
		return false
	}
	if !f.Attrs.Empty() {
		return f.Attrs.has(m, name, bit) && believed(m, f, name)
	}
	if id := f.Intrinsic(); id != NotIntrinsic && f.Declared {
		fact, ok := factOf[name]
		return ok && id.Is(fact)
	}
	return false
}

// callMemory reports whether the attributes of a call, or of the function that it calls directly,
// exclude an effect on memory: by one of the older attributes, given by its bits and its fact about
// intrinsics, or by memory(...), which states the bit in stated.
func callMemory(m *Module, i *Instr, older attrBits, fact Facts, stated attrBits) bool {
	if i.Call().Attrs.bits(m)&(older|stated) != 0 {
		return true
	}
	f := i.CalledFunc()
	if f == nil {
		return false
	}
	if f.Attrs.Empty() {
		id := f.Intrinsic()
		return fact != 0 && id != NotIntrinsic && f.Declared && id.Is(fact)
	}
	return f.Attrs.bits(m)&(older|stated) != 0 && believed(m, f, "memory")
}

// OnlyReadsMemory reports whether a call's attributes exclude writes to memory. A bundle that may
// have effects counts as a write.
func OnlyReadsMemory(m *Module, i *Instr) bool {
	for _, b := range i.Call().Bundles {
		switch b.Tag {
		case "deopt", "funclet", "ptrauth", "kcfi", "convergencectrl":
		default:
			return false
		}
	}
	return callMemory(m, i, hasReadNone|hasReadOnly, OnlyReads, statesNoWrites)
}

// OnlyArgMemory reports whether a call's attributes exclude any memory access but through its pointer
// arguments, to the objects that these point into. A call with bundles may have other effects.
func OnlyArgMemory(m *Module, i *Instr) bool {
	return len(i.Call().Bundles) == 0 && callMemory(m, i, hasReadNone, 0, statesNoAccess|statesOnlyArgs)
}

// NoMemory reports whether a call's attributes exclude any memory access. A call with bundles may
// have effects that the attributes omit, so it does not qualify.
func NoMemory(m *Module, i *Instr) bool {
	return len(i.Call().Bundles) == 0 && TouchesNoMemory(m, i)
}

// TouchesNoMemory is NoMemory without regard to the call's bundles.
func TouchesNoMemory(m *Module, i *Instr) bool {
	return callMemory(m, i, hasReadNone, 0, statesNoAccess)
}

// MayThrow reports whether a call may leave by an exception.
func MayThrow(m *Module, i *Instr) bool {
	if CallHas(m, i, "nounwind") {
		return false
	}
	id := CalledIntrinsic(i)
	return id == NotIntrinsic || id.Is(Throws)
}

// ArgHas reports whether argument k of a call, or the callee's parameter, has an enum attribute.
func ArgHas(m *Module, i *Instr, k int, name string) bool { return ArgAttr(m, i, k, name) != nil }

// ArgAttr returns an enum attribute of argument k, from the call or the callee's parameter, or nil.
func ArgAttr(m *Module, i *Instr, k int, name string) *Attr {
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

// SayForgets marks argument k of a call as not captured, with the attribute of the module's
// version.
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

// ReturnsTwice returns the first call in a function that may return twice, as setjmp does, or nil.
// Control may return to it from any later call of the same activation, so values that are live
// after it are live at each of those calls, and facts that hold after the first return may not hold
// after the second. As in LLVM, only the attribute counts, which frontends add to setjmp and its
// relatives.
func ReturnsTwice(m *Module, f *Func) *Instr {
	for i := range f.Instrs() {
		if i.IsCall() && CallHas(m, i, "returns_twice") {
			return i
		}
	}
	return nil
}

// KeepsArg reports whether a call may capture the address that is its argument k. A byval argument
// is copied, so the callee never receives the pointer. A swifterror argument can only be loaded,
// stored to and passed on. A coroutine stores its arguments in its frame, so it captures them even
// if the call says otherwise. A returned address counts as captured, unless the result is unused.
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
	if k < len(f.Params) && none(f.Params[k].Attrs) || !f.Intrinsic().Keeps(k) {
		return false
	}
	row := LibraryCall(i)
	return !row.forgets(i, k) || row.Returns.Has(k) && i.FirstUse() != nil
}

// MayHandOn reports whether an instruction can be the point where other code starts to use an
// escaped handle: a call that may run other code, or an operation that another thread may wait for.
// A plain store is not one. Another thread may read the stored value only after an operation that
// orders the two threads, and on this thread only a call can use it. For example:
//
//	store ptr %handle, ptr @queue
//	%n = load i32, ptr %awaiter          ; no other code can have resumed the coroutine here
//	store atomic i1 true, ptr @full release, align 1
//	%m = load i32, ptr %awaiter          ; other code may have resumed it
//
// Volatile stores count as atomic stores, because code for GPUs uses them for synchronization.
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
