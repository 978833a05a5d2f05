// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

// Dialect features: behavior that only some LLVM versions have and that corolower imitates. This
// file maps each feature to its versions once. Passes query m.Has(feature) and never compare
// versions. Properties of the file's spelling are in the unit's TypedPtrs and DbgRecords instead.

// Feature is a behavior of LLVM from some version on.
type Feature uint8

// The features.
const (
	PresplitMark Feature = iota // coroutines to be split carry presplitcoroutine, not "coroutine.presplit"
	// the noop coroutine's function is called __NoopCoro_ResumeDestroy, not NoopCoro.ResumeDestroy
	NoopNames
	NoopUnsanitized // sanitizers leave the noop coroutine's constant alone
	NoopDebugInfo   // the noop coroutine's function has a subprogram
	// the target decides whether the last call of an async part can be a tail call; older versions
	// assume that it can
	TailCallsAsked
	FreeKind                // only a function marked allockind is known to free; older versions know C's free by name
	PoisonUnreached         // a value that is never computed is poison, not undef
	ReturnAttribute         // an intrinsic without effects may fail to return unless it is willreturn
	RematerialiseIntrinsics // fneg and some intrinsics are recomputed after a suspend
	// simplifycfg redirects predecessors of an empty block to its successor even if some of them
	// already branch to that successor
	PartlyForwarding
	NonNegativeFlag // zext has the flag nneg
	// the names of llvm.stacksave and llvm.stackrestore end in the type of the stack's address
	TypedStackSave
	// a call before an exit of a clone is unchanged; older versions mark it musttail
	NoMarkedTailCalls
	// passes describe variables by debug records, not by calls of llvm.dbg, unless the file has
	// such calls
	DebugRecords
	HeaderAddressNUW        // getelementptr into a frame's header is nuw
	EntryFirst              // the switch over the index directly follows the entry of a clone
	FrameVariableAtFunction // __coro_frame has the line of the function, not of the promise
	NoopInternal            // the noop coroutine's function is internal, not private
	// coro_elide_safe calls may provide the frame in the caller: .noalloc ramps and
	// coro-annotation-elide
	ElideSafeCalls
	CapturesAttr       // captures(none) instead of nocapture
	HiddenPromise      // coro-early hides the promise from passes before the split
	ElideSafeFrequency // coro-annotation-elide skips unlikely calls
	CloneLinkageName   // the subprogram of a clone has the clone's linkage name
	// the same only in units whose language is Swift
	SwiftCloneLinkageName
	ResumeLabels      // labels mark the suspension points for a debugger
	LocatedInvokeExit // the branch after a call that was an invoke has the invoke's location
	// coro.is_in_ramp replaces coro.end's result, which cleanup leaves alone
	IsInRampAsked
	OneBeginOnly        // coro-early rejects a second coro.begin
	ElideSafeInlining   // coro-annotation-elide inlines the .noalloc ramp
	PhiEntrySwap        // the last entry of a phi replaces a removed one
	NoUndefContinuation // the buffer of a returned continuation is noundef
	PoisonYields        // the aggregate that yielded values are inserted into starts as poison, not undef
	PoisonEnds          // values that the end of a returned continuation omits are poison, not undef
	ByteFrames          // a frame has no type: all its addresses are offsets in bytes
	// resume and destroy functions have the C calling convention, as other compilers' do, not fastcc
	PlainPartConvention
	NoopInCleanup // coro-cleanup lowers coro.noop, where coro-early has not
	NoopFlagAttrs // the noop coroutine's function has the attributes that module flags ask for
	RampRegions   // no value crosses a suspend into code that only the ramp runs
	InferredMark  // coro-early marks coroutines with switched resume, too, to be split
	numFeatures
)

// since maps a feature to the first version that has it.
var since = [numFeatures]Version{
	PresplitMark: 15, NoUndefContinuation: 15, NoopNames: 15, NoopUnsanitized: 15, NoopDebugInfo: 15, FreeKind: 15,
	PoisonUnreached: 16, ReturnAttribute: 16, TailCallsAsked: 16,
	PartlyForwarding: 18, NonNegativeFlag: 18, PoisonYields: 18, TypedStackSave: 18,
	NoMarkedTailCalls: 19, DebugRecords: 19, SwiftCloneLinkageName: 19,
	HeaderAddressNUW: 20, EntryFirst: 20, FrameVariableAtFunction: 20, NoopInternal: 20, ElideSafeCalls: 20, NoopFlagAttrs: 20,
	CapturesAttr: 21, HiddenPromise: 21, ElideSafeFrequency: 21, CloneLinkageName: 21,
	ResumeLabels: 21, PoisonEnds: 21, LocatedInvokeExit: 21,
	IsInRampAsked: 22, OneBeginOnly: 22, ElideSafeInlining: 22, PhiEntrySwap: 22,
	ByteFrames: 23, RematerialiseIntrinsics: 23, PlainPartConvention: 23, NoopInCleanup: 23,
	InferredMark: 23, RampRegions: 23,
}

// spelled marks the features that older versions cannot parse. They depend on the file's oldest
// version, not only on the imitated one: see Module.Oldest. The forms and attributes of
// declarations follow the same rule.
var spelled = [numFeatures]bool{
	PresplitMark: true, NonNegativeFlag: true, TypedStackSave: true, HeaderAddressNUW: true,
	CapturesAttr: true, ResumeLabels: true, IsInRampAsked: true,
}

// NewestVersion is the newest version of LLVM that is imitated.
const NewestVersion Version = 23

// Since returns the first version that has the feature.
func (f Feature) Since() Version { return since[f] }

// Has reports whether a version of LLVM has a feature.
func (v Version) Has(f Feature) bool { return v >= since[f] }

// Has reports whether the imitated LLVM version has a feature. If the feature changes the spelling,
// all versions that may have written the file must be able to parse it, too.
func (m *Module) Has(f Feature) bool {
	if spelled[f] {
		return m.spelling().Has(f)
	}
	return m.Version.Has(f)
}

// spelling returns the version whose syntax the output may use.
func (m *Module) spelling() Version { return min(m.Version, m.Oldest) }
