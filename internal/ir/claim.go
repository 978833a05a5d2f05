// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

import "slices"

// Claims are facts that instructions, parameters, calls and functions state: which memory they
// access, that two addresses do not alias, that a value does not change. A pass that moves objects
// to a coroutine's frame changes which object an address points into, so some claims become false.
// This table is the single place that lists them. Splitting, slot sharing, elision, inlining and
// CSE look claims up here.
//
// For example, `load ptr, ptr %obj, !invariant.group !0` states that all loads of %obj with that
// metadata return the same value. That is true of the local variable %obj. After the split %obj is
// an address in the frame. If the frame is part of a function that a coroutine part was inlined
// into, and the code is in a loop there, the same address also names the memory before the object
// is constructed.

// ClaimKind is the form in which the IR states a claim.
type ClaimKind uint8

// The kinds of claims.
const (
	MetaClaim   ClaimKind = iota // metadata of an instruction
	ParamClaim                   // an attribute of a parameter or argument
	RetClaim                     // an attribute of a result
	FuncClaim                    // an attribute of a function or call
	StringClaim                  // a string attribute of a function or call
	BundleClaim                  // an operand bundle of llvm.assume
	CallClaim                    // a call of an intrinsic
)

// ClaimEvent is a change to the code that states a claim, or to the memory that the claim
// describes.
type ClaimEvent uint8

// The events.
const (
	IsSuspended ClaimEvent = iota // the function suspends, and its callers run while it is suspended
	InRamp                        // the function is split, and the claim is in the ramp
	InPart                        // the code was copied to a resume or destroy function
	// the object is in a frame; for a parameter, the frame stores it or a value computed from it
	InSlot
	InShared  // the object shares its bytes in the frame with another object
	IsFrame   // the memory is the frame itself: elided, or a buffer that the caller provides
	IsInlined // the code was copied to a caller, which may contain the frame
	IsJoined  // one instruction replaces two
	numClaimEvents
)

// Fate is the effect of an event on a claim.
type Fate uint8

// The fates.
const (
	Keep   Fate = iota
	Drop        // the claim is removed
	Weaken      // the claim is reduced to the part that is still true; the row says how
)

// ClaimRow lists the fates of one claim.
type ClaimRow struct {
	Kind  ClaimKind
	Names []string
	Says  string
	Fate  [numClaimEvents]Fate
	Why   string
}

type fates = [numClaimEvents]Fate

// The metadata kinds of alias scopes.
const (
	MetaScope   = "alias.scope" // an access is in these scopes
	MetaNoAlias = "noalias"     // an access overlaps none that is in one of these scopes
)

// Claims is the table. A row keeps its claim for each event that it does not mention.
var Claims = []ClaimRow{
	// Metadata: which memory, and which accesses alias.
	{MetaClaim, []string{"tbaa", "tbaa.struct"}, "accesses of unlike types do not overlap",
		fates{InShared: Drop, IsJoined: Weaken},
		"In shared bytes a store to the next object may go in front of the last load of the one before. A function " +
			"that is given the object's" +
			" address keeps its own tags: its accesses are compared by their offsets in the frame, unless an index " +
			"is not known. IsJoined:" +
			" the claim stays if both instructions make it, here and below."},
	{MetaClaim, []string{MetaScope, MetaNoAlias}, "within one run of a scope two sets of accesses do not overlap",
		fates{InShared: Drop, IsInlined: Drop, IsJoined: Weaken},
		"A second copy in one function would need scopes of its own; without them the claim is about two runs. The parts " +
			"make the claim of their spill slots, too (split/scope.go), and copies of it get scopes (opt/inlinescopes.go)."},
	{MetaClaim, []string{"noalias.addrspace"}, "the memory is in none of some address spaces",
		fates{InSlot: Drop, InShared: Drop, IsJoined: Weaken},
		"A local becomes part of a heap block, and that part of a local again when the frame is elided."},
	{MetaClaim, []string{"invariant.load"}, "the memory never changes while the program runs",
		fates{InSlot: Drop, InShared: Drop, IsJoined: Weaken},
		"A frame is written when its objects come to life, and its memory is used again."},
	{MetaClaim, []string{"invariant.group"}, "the same address always gives the same value",
		fates{InSlot: Drop, InShared: Drop, IsJoined: Weaken},
		"The address of a slot is known before its object is constructed, and in a loop around an inlined part it " +
			"is the same address. The" +
			" address that others get is laundered in each part (launder.invariant.group), because their accesses " +
			"make the claim too."},
	{MetaClaim, []string{"llvm.access.group", "llvm.mem.parallel_loop_access"},
		"rounds of a parallel loop do not touch each other's memory",
		fates{InSlot: Drop, InShared: Drop, IsInlined: Drop, IsJoined: Weaken},
		"Locals of all rounds are one slot. A group names loops of one copy of the code."},
	{MetaClaim, []string{"llvm.loop"}, "what may be done with a loop",
		fates{IsInlined: Drop, IsJoined: Weaken}, "Each copy would have to be distinct."},
	{MetaClaim, []string{"nontemporal"}, "the memory is not used again soon",
		fates{IsJoined: Weaken}, "A hint."},
	{MetaClaim, []string{"mmra"}, "a relaxation of the memory model", fates{IsJoined: Weaken},
		"It is about the access, not about the object."},

	// Metadata: properties of a loaded or returned value.
	{MetaClaim, []string{"range", "nonnull", "noundef", "align", "dereferenceable", "dereferenceable_or_null",
		"nofpclass", "fpmath"},
		"the value is one of some values", fates{IsJoined: Weaken},
		"The slot holds what the object held. A reload that splitting adds makes no claim, and no pass executes a " +
			"load where it did not stand."},
	{MetaClaim, []string{"nofree", "captures"}, "what becomes of an address", fates{InSlot: Drop, InShared: Drop,
		IsJoined: Weaken},
		"The frame is freed, and what is stored to it outlives the call."},

	// Metadata: allocations.
	{MetaClaim, []string{"heapallocsite", "memprof", "callsite", "alloc_token"},
		"which allocation a call is, and in which context",
		fates{IsJoined: Weaken}, "The context of an inlined call is longer. Nothing but a profile depends on it."},

	{MetaClaim, []string{"prof", "unpredictable", "make.implicit", "callees", "callback", "nosanitize", "kcfi_type",
		"pcsections"},
		"where control goes", fates{IsJoined: Weaken}, "It is about the instruction, not about memory."},

	// Operand bundles and calls.
	{BundleClaim, []string{"separate_storage"}, "two addresses are of different objects",
		fates{InRamp: Drop, InPart: Drop, InSlot: Drop, InShared: Drop, IsInlined: Drop},
		"Two locals become one frame, of which the optimiser then believes that it does not overlap itself. A body " +
			"may be inlined to where both" +
			" are in one frame."},
	{BundleClaim, []string{"align", "nonnull", "noundef", "dereferenceable", "dereferenceable_or_null",
		"ignore", "cold"},
		"what an address is here", fates{}, "It holds where it stands. A slot is as aligned as its object, or the " +
			"object is aligned in it."},
	{CallClaim, []string{"llvm.invariant.start", "llvm.invariant.end"}, "an object does not change from here to there",
		fates{InPart: Drop},
		"The end may be in another part, and until then the optimiser believes of the frame's bytes what was true " +
			"of the object."},
	{CallClaim, []string{"llvm.experimental.noalias.scope.decl"}, "a run of a scope begins", fates{IsInlined: Drop},
		"It says nothing of a scope that nothing refers to, as in inlined code, where alias.scope and noalias " +
			"are removed. The parts declare the scope of their spill slots."},
	{CallClaim, []string{"llvm.launder.invariant.group", "llvm.strip.invariant.group"},
		"the object at an address changes", fates{},
		"It takes claims away."},

	// Attributes of parameters and arguments.
	{ParamClaim, []string{"nocapture", "captures", "initializes", "dead_on_return"},
		"what the call has done with the memory when it returns",
		fates{InSlot: Drop, IsFrame: Drop},
		"The ramp returns at the first suspend: the frame still has the address, and the memory may be written later."},
	{ParamClaim, []string{"readnone", "readonly", "writeonly"}, "how the call accesses the memory",
		fates{IsFrame: Drop}, "The frame that lies there is read and written."},
	{ParamClaim, []string{"noalias"}, "nothing else leads to what is accessed through it",
		fates{IsSuspended: Drop, InPart: Drop, IsFrame: Weaken},
		"While the coroutine is suspended its caller may access the memory. A buffer keeps it if no address in the " +
			"frame is known outside."},
	{ParamClaim, []string{"noundef", "nonnull", "align", "dereferenceable"},
		"what the address is when the function is entered",
		fates{IsFrame: Weaken},
		"Of a frame's address that a part is given they are made from the frame's layout. They hold on entry; " +
			"behind a coro.free in the part" +
			" nothing is read from the frame, so nothing is read early there either."},
	{ParamClaim, []string{"dereferenceable_or_null", "range", "nofpclass"},
		"what the value is when the function is entered", fates{},
		"The value that a slot holds is that value."},
	{ParamClaim, []string{"returned"}, "the call returns this argument", fates{InPart: Drop},
		"What a coroutine returns its ramp returns."},
	{ParamClaim, []string{"writable", "dead_on_unwind"},
		"stores to the memory may be added, and matter to nobody after an exception", fates{InPart: Drop},
		"It is about the call of the ramp, at whose return or exception the caller looks at the memory."},
	{ParamClaim, []string{"nofree", "allocptr", "allocalign"}, "the memory's part in allocation", fates{InPart: Drop},
		"It is about the call of the ramp."},
	{ParamClaim, []string{"byval", "byref", "sret", "inalloca", "preallocated", "nest", "swiftself", "swifterror",
		"swiftasync", "swiftcoro"},
		"how the argument is passed", fates{InPart: Drop},
		"A by-value object is copied to the frame. What else of these a frame cannot hold is refused."},

	// Attributes of results.
	{RetClaim, []string{"noalias"}, "the memory is new", fates{InPart: Drop, IsFrame: Drop},
		"A frame that the caller brings is the caller's memory, and a ramp that returns its buffer returns " +
			"no new memory."},
	{RetClaim, []string{"nonnull", "noundef", "align", "dereferenceable", "dereferenceable_or_null", "range",
		"nofpclass"}, "what the result is",
		fates{InPart: Drop}, "A part returns something else. A continuation may be null."},

	// Attributes of functions. A claim describes the body as written. The functions after the split
	// execute pieces of the body, and access the frame, which the body does not mention. Attributes
	// that only restrict the optimizer (convergent, noduplicate), and those that clang states of
	// whole bodies (nounwind, mustprogress), are not listed here.
	{FuncClaim, []string{"noreturn", "memory", "readnone", "readonly", "writeonly", "argmemonly", "inaccessiblememonly",
		"inaccessiblemem_or_argmemonly", "speculatable", "naked"}, "what a call does to memory and to control",
		fates{InRamp: Drop, InPart: Drop}, "Each function returns at a suspend, and reads and writes the frame, " +
			"which it has as a parameter."},
	{FuncClaim, []string{"nofree", "nosync", "willreturn", "norecurse", "nocallback", "allocsize", "allockind"},
		"what a call of the coroutine does",
		fates{InPart: Drop}, "What resumes and destroys frees a frame that was there before, may be entered again " +
			"through another handle, and does not allocate."},
	{StringClaim, []string{"alloc-family", "alloc-variant-zeroed"}, "which allocator the function is of",
		fates{InPart: Drop}, "As allockind."},
}

// claimRows indexes the rows by kind and name.
var claimRows = func() map[ClaimKind]map[string]*ClaimRow {
	rows := map[ClaimKind]map[string]*ClaimRow{}
	for k := range Claims {
		r := &Claims[k]
		if rows[r.Kind] == nil {
			rows[r.Kind] = map[string]*ClaimRow{}
		}
		for _, n := range r.Names {
			rows[r.Kind][n] = r
		}
	}
	return rows
}()

// ClaimOf returns the row of a claim, or nil.
func ClaimOf(kind ClaimKind, name string) *ClaimRow { return claimRows[kind][name] }

// FateOf returns the effect of an event on a claim. A claim without a row is kept in copies of the
// code that states it. It is dropped if the memory that it may describe has changed.
func FateOf(kind ClaimKind, name string, e ClaimEvent) Fate {
	if kind == MetaClaim && notClaim(name) {
		return Keep
	}
	if r := claimRows[kind][name]; r != nil {
		return r.Fate[e]
	}
	switch e {
	case InSlot, InShared:
		return Drop
	case IsJoined:
		return Weaken
	}
	return Keep
}

// Dropped returns the names of a kind that any of the events removes, in table order.
func Dropped(kind ClaimKind, events ...ClaimEvent) (names []string) {
	for k := range Claims {
		r := &Claims[k]
		if r.Kind == kind && slices.ContainsFunc(events, func(e ClaimEvent) bool { return r.Fate[e] == Drop }) {
			names = append(names, r.Names...)
		}
	}
	return names
}

// notClaim reports whether an attachment states nothing about the computation, so that it always
// stays with its instruction. For example, !dbg and !annotation state nothing.
func notClaim(kind string) bool {
	return kind == "dbg" || kind == "DIAssignID" || kind == "annotation" || kind == "srcloc"
}

// DropMeta removes the metadata of an instruction that an event invalidates.
func DropMeta(m *Module, i *Instr, e ClaimEvent) {
	drops := func(kind string) bool { return FateOf(MetaClaim, kind, e) == Drop }
	if !slices.ContainsFunc(i.Meta, func(a Attachment) bool { return drops(a.Kind) }) {
		return
	}
	keep := m.NewMeta(len(i.Meta))[:0]
	for _, a := range i.Meta {
		if !drops(a.Kind) {
			keep = append(keep, a)
		}
	}
	i.Meta = keep
}

// DropBundles removes the operand bundles of a call of llvm.assume that an event invalidates, and
// reports whether the call then states nothing.
func DropBundles(m *Module, i *Instr, e ClaimEvent) (empty bool) {
	if i.Op != OpCall || CalledIntrinsic(i) != Assume {
		return false
	}
	drops := func(b Bundle) bool { return FateOf(BundleClaim, b.Tag, e) == Drop }
	c := i.Call()
	if !slices.ContainsFunc(c.Bundles, drops) {
		return false
	}
	aux := *c
	aux.Bundles = nil
	var args []Value
	at := 0
	for ; at < c.NArgs; at++ {
		args = append(args, i.Arg(at))
	}
	for _, b := range c.Bundles {
		if !drops(b) {
			aux.Bundles = append(aux.Bundles, b)
			for k := range b.N {
				args = append(args, i.Arg(at+k))
			}
		}
		at += b.N
	}
	if k, ok := args[0].(*Const); ok && len(aux.Bundles) == 0 && k.IsInt() && !k.IsZero() {
		empty = true
	}
	args = append(args, i.Callee())
	i.Aux = &aux
	i.SetArgs(m, args)
	return empty
}
