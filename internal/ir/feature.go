package ir

// Dialect features: what LLVM does in some versions only and is imitated, each named once against
// the versions. Passes ask m.Has(feature); none compares versions. What depends on the spelling of
// the file is not here but in the unit's TypedPtrs and DbgRecords.

// Feature is something that LLVM does from some version on.
type Feature uint8

// The features.
const (
	PresplitMark Feature = iota // coroutines to be split carry presplitcoroutine, not "coroutine.presplit"
	// the noop coroutine's function is called __NoopCoro_ResumeDestroy, not NoopCoro.ResumeDestroy
	NoopNames
	NoopUnsanitized // sanitizers leave the noop coroutine's constant alone
	NoopDebugInfo   // the noop coroutine's function has a subprogram
	TailCallsAsked  // the target is asked whether a call for good can be a tail call
	PoisonUnreached // a value that is never computed is poison, not undef
	ReturnAttribute // an intrinsic without effects need not come back unless it is willreturn
	// what is computed again behind a suspend is computed for each user, not once a block
	RematerialisePerUse
	// simplifycfg redirects the predecessors of an empty block to a successor that some branch to
	// already
	PartlyForwarding
	// the name of llvm.stacksave and llvm.stackrestore ends in the type of the stack's address
	TypedStackSave
	// a call in front of a way out of a clone stays as it is; before, it was marked musttail
	NoMarkedTailCalls
	// what passes add is described by records, not by calls of llvm.dbg, unless the file has those
	DebugRecords
	HeaderAddressNUW        // addresses in a frame's header are nuw
	EntryFirst              // the switch over the index follows the entry of a clone at once
	FrameVariableAtFunction // __coro_frame stands at the function's line, not at the promise's
	NoopInternal            // the noop coroutine's function is internal, not private
	// coro_elide_safe calls may give their frame to the caller: .noalloc ramps and
	// coro-annotation-elide
	ElideSafeCalls
	CapturesAttr       // captures(none) in place of nocapture
	HiddenPromise      // coro-early hides the promise from passes in front of the split
	ElideSafeFrequency // coro-annotation-elide leaves unlikely calls alone
	CloneLinkageName   // clones carry their own name in the subprogram
	ResumeLabels       // labels tell a debugger where a coroutine is suspended
	LocatedInvokeExit  // the branch behind a call that was an invoke has the invoke's location
	// coro.is_in_ramp stands in the place of coro.end's result, which cleanup leaves alone
	IsInRampAsked
	OneBeginOnly        // coro-early refuses a second coro.begin
	ElideSafeInlining   // coro-annotation-elide inlines the .noalloc ramp
	PhiEntrySwap        // the last entry of a phi takes the place of a removed one
	NoUndefContinuation // the buffer of a returned continuation is noundef
	PoisonYields        // the aggregate that what is yielded is put into is poison, not undef
	PoisonEnds          // what the end of a returned continuation does not say is poison, not undef
	numFeatures
)

// since is the first version that has a feature.
var since = [numFeatures]Version{
	PresplitMark: 15, NoUndefContinuation: 15, NoopNames: 15, NoopUnsanitized: 15, NoopDebugInfo: 15,
	PoisonUnreached: 16, ReturnAttribute: 16, TailCallsAsked: 16,
	RematerialisePerUse: 17,
	PartlyForwarding:    18, PoisonYields: 18, TypedStackSave: 18,
	NoMarkedTailCalls: 19, DebugRecords: 19,
	HeaderAddressNUW: 20, EntryFirst: 20, FrameVariableAtFunction: 20, NoopInternal: 20, ElideSafeCalls: 20,
	CapturesAttr: 21, HiddenPromise: 21, ElideSafeFrequency: 21, CloneLinkageName: 21,
	ResumeLabels: 21, PoisonEnds: 21, LocatedInvokeExit: 21,
	IsInRampAsked: 22, OneBeginOnly: 22, ElideSafeInlining: 22, PhiEntrySwap: 22,
}

// spelled are the features that older versions cannot read. They need the file's oldest version,
// not only the one that is imitated: see Module.Oldest. The forms and attributes of declarations
// follow the same rule.
var spelled = [numFeatures]bool{
	PresplitMark: true, TypedStackSave: true, HeaderAddressNUW: true,
	CapturesAttr: true, ResumeLabels: true, IsInRampAsked: true,
}

// Since is the first version that has the feature.
func (f Feature) Since() Version { return since[f] }

// Has reports that a version of LLVM has a feature.
func (v Version) Has(f Feature) bool { return v >= since[f] }

// Has reports that the LLVM whose output is imitated has a feature, and that what it writes can be
// read by all that may have written the file.
func (m *Module) Has(f Feature) bool {
	if spelled[f] {
		return m.spelling().Has(f)
	}
	return m.Version.Has(f)
}

// spelling is the version whose words may stand in the output.
func (m *Module) spelling() Version { return min(m.Version, m.Oldest) }
