// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package rule

// The table of the checker's rules: name, severity, demand, reason, and a bad and a good example.
// The examples are complete modules, derived from one coroutine by small edits (examples.go). A
// test checks each of them.

import (
	"fmt"
	"sort"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// Mode is the effect of a finding when a pipeline lowers the file instead of only checking it.
type Mode uint8

// The modes.
const (
	Stops Mode = iota // the finding keeps its severity: an error stops the run
	Warns             // LLVM lowers such input silently, so lowering continues with a warning
	// No finding when lowering, because splitting enforces the rule exactly, because the finding is
	// only advice, or because the analysis is too slow.
	Quiet
)

// Rule is one rule of the checker.
type Rule struct {
	Name     string
	Group    string      // the heading of the rules from this one on; "": that of the rule before it
	Severity ir.Severity // under `check`
	Lowering Mode        // when lowering
	Summary  string      // the demand of the rule, one sentence without a period
	Reason   string      // what happens if the rule is broken
	Bad      string      // a complete module with exactly this finding
	Good     string      // the same module fixed
}

// The names of the rules.
const (
	RuleMissing          = "presplit-missing"
	RuleOldSpelling      = "presplit-old-spelling"
	RuleInAlloca         = "inalloca"
	RuleClaim            = "broken-claim"
	RuleNoBegin          = "begin-missing"
	RuleTwoBegins        = "begin-twice"
	RuleBeginToken       = "begin-token"
	RuleIDToken          = "id-token"
	RuleTwoIDs           = "id-twice"
	RuleInfo             = "id-info"
	RuleIDFunction       = "id-function"
	RuleCustomABI        = "custom-abi"
	RuleMixedABI         = "mixed-abi"
	RuleOutside          = "outside-coroutine"
	RuleSuspendEarly     = "suspend-before-begin"
	RuleTwoFinals        = "final-twice"
	RuleFinalFlag        = "final-flag"
	RuleFinalDestroy     = "final-no-destroy"
	RuleSuspendDestroy   = "suspend-no-destroy"
	RuleSuspendToken     = "suspend-token"
	RuleSharedSave       = "save-shared"
	RulePublished        = "published-early"
	RuleDefaultEdge      = "default-edge"
	RuleSuspendValues    = "suspend-values"
	RuleSuspendIgnored   = "suspend-ignored"
	RuleAwaitBool        = "await-inverted"
	RuleRampFrees        = "ramp-frees"
	RuleSwapped          = "cases-swapped"
	RuleFinalResumed     = "final-resumed"
	RuleResumeRunning    = "resume-running"
	RuleRetNoEnd         = "return-without-end"
	RuleNoEnd            = "end-missing"
	RuleTwoEnds          = "end-twice"
	RuleEndPlace         = "end-misplaced"
	RuleEndResults       = "end-results"
	RuleSizeWidth        = "size-width"
	RuleOverAligned      = "over-aligned"
	RuleAlignedAlloc     = "aligned-alloc"
	RuleAllocInverted    = "alloc-inverted"
	RuleAllocTwice       = "alloc-twice"
	RuleBeginMemory      = "begin-memory"
	RuleSmallAlloc       = "alloc-too-small"
	RuleFrameOnStack     = "frame-on-stack"
	RuleRawFree          = "free-raw"
	RuleFreeMissing      = "free-missing"
	RuleFreeOffset       = "free-offset"
	RuleTwoFrees         = "free-twice"
	RuleMismatch         = "free-mismatch"
	RuleOverwritten      = "frame-overwritten"
	RuleForeignHandle    = "foreign-handle"
	RulePromise          = "promise-not-alloca"
	RulePromiseAlign     = "promise-align"
	RulePromiseDirection = "promise-direction"
	RuleNoPromise        = "no-promise"
	RuleAddressReturned  = "address-returned"
	RuleDynamic          = "dynamic-alloca"
	RuleArrayCopy        = "array-copy"
	RuleAlias            = "alias-before-begin"
	RuleKeptEarly        = "kept-before-begin"
	RuleTokenCrosses     = "token-across-suspend"
	RuleUnwound          = "needed-behind-unwinding-end"
	RuleEndedObject      = "object-after-end"
	RuleScalable         = "scalable-across-suspend"
	RuleSwiftError       = "swifterror-across-suspend"
	RuleLocalAcross      = "local-memory-across-suspend"
	RuleStackAcross      = "stack-across-suspend"
	RuleThreadLocal      = "thread-local-across-suspend"
	RuleOutsideAcross    = "outside-frame-across-suspend"
	RuleCallerMemory     = "caller-memory-across-suspend"
	RuleVarArgs          = "varargs-across-suspend"
	RuleAfterLifetime    = "use-after-lifetime"
	RuleBorrowed         = "borrowed-variable"
	RuleThrown           = "destroyed-after-exception"
	RuleTaskMemory       = "task-memory-order"
	RuleAfterFree        = "use-after-free"
	RuleAfterDestroy     = "use-after-destroy"
	RuleNullHandle       = "null-handle"
	RuleNotCoroutine     = "not-a-coroutine"
	RuleHandleFreed      = "handle-freed"
	RuleAtFinal          = "resume-at-final"
	RuleNeverDone        = "never-done"
	RuleBlockAddress     = "block-address"
	RuleNoMustTail       = "no-musttail"
	RuleSignature        = "signature"
	RuleUnknown          = "unknown-intrinsic"
	RuleConstArg         = "constant-argument"
	RuleInvoke           = "invoke"
	RuleAddress          = "intrinsic-address"
	RuleCreateSuspend    = "nvvm-create-suspend"
)

// ruleTable lists the rules in groups, in the order of a coroutine's text.
var ruleTable = [...]Rule{
	{Name: RuleMissing, Group: "The function", Lowering: Warns, Summary: "a coroutine has the presplit attribute",
		Reason: "LLVM silently leaves the function unsplit, and the back end fails on the first intrinsic"},
	{Name: RuleOldSpelling, Lowering: Warns,
		Summary: `in a module with opaque pointers the attribute is presplitcoroutine, not "coroutine.presplit"`,
		Reason:  "LLVM 15 and later ignore the string attribute and leave the function unsplit"},
	{Name: RuleInAlloca, Summary: "a coroutine has no parameter in its caller's argument memory (inalloca, " +
		"preallocated)",
		Reason: "the memory is gone when the ramp returns at its first suspend, and LLVM silently keeps its " +
			"address in the frame"},
	{Name: RuleClaim, Lowering: Warns, Summary: "a coroutine that suspends is not marked noreturn, memory(...) " +
		"or speculatable",
		Reason: "its ramp returns at the first suspend and writes to the frame; LLVM believes the attributes, so " +
			"it drops code after a call and merges two calls"},
	{Name: RuleNoBegin, Group: "The id and coro.begin", Lowering: Warns, Summary: "a coroutine has a coro.begin",
		Reason: "LLVM 19 crashes; LLVM 22 makes every suspend undefined and goes on"},
	{Name: RuleTwoBegins, Summary: "a coroutine has one coro.begin", Reason: "LLVM aborts"},
	{Name: RuleBeginToken, Summary: "the token of coro.begin is a coro.id", Reason: "LLVM crashes without a message"},
	{Name: RuleIDToken, Summary: "the token of coro.alloc and coro.free is a coro.id",
		Reason: "LLVM matches them by token, so it leaves others unlowered, or crashes"},
	{Name: RuleTwoIDs, Lowering: Warns, Summary: "a coroutine has one unsplit coro.id",
		Reason: "the second belongs to a coroutine that was inlined before it was split; it never gets a frame"},
	{Name: RuleInfo, Summary: "the last operand of coro.id is null, or the table that splitting created",
		Reason: "LLVM's verifier rejects the module"},
	{Name: RuleIDFunction, Lowering: Warns, Summary: "the third operand of coro.id is null or the function " +
		"that it is in",
		Reason: "the id belongs to another coroutine, whose frame is allocated and elided for this one"},
	{Name: RuleCustomABI, Summary: "coro.begin.custom.abi is not used",
		Reason: "a custom ABI is code inside the splitting program, and corolower has none"},
	{Name: RuleMixedABI, Summary: "the suspends have the same ABI as the id", Reason: "LLVM aborts"},
	{Name: RuleOutside, Lowering: Warns, Summary: "intrinsics about the current coroutine are only in a function " +
		"with a coro.id",
		Reason: "nothing lowers them, and the back end fails"},
	{Name: RuleSuspendEarly, Group: "Suspends", Summary: "every suspend and save follows coro.begin on every path, and no suspend " +
		"leads back before it",
		Reason: "no frame exists yet to store the suspend's index; LLVM creates invalid IR and aborts"},
	{Name: RuleTwoFinals, Summary: "a coroutine has at most one final suspend", Reason: "LLVM aborts"},
	{Name: RuleFinalFlag, Lowering: Warns, Summary: "the final flag of coro.suspend is a constant",
		Reason: "LLVM treats every value other than true as not final"},
	{Name: RuleFinalDestroy, Lowering: Warns, Summary: "the destroy edge of the final suspend leads to the cleanup",
		Reason: "a finished coroutine can only be destroyed, and its frame is never freed"},
	{Name: RuleSuspendDestroy, Severity: ir.SevWarning, Lowering: Quiet,
		Summary: "the destroy edge of a suspend (result 1) leads to the cleanup, not along the default edge or to another suspend",
		Reason:  "destroying the coroutine there frees nothing, or runs the rest of the coroutine"},
	{Name: RuleSuspendToken, Summary: "the token of coro.suspend is a coro.save or none",
		Reason: "LLVM crashes without a message"},
	{Name: RuleSharedSave, Summary: "each coro.suspend has its own coro.save",
		Reason: "LLVM crashes without a message"},
	{Name: RulePublished, Severity: ir.SevWarning, Lowering: Quiet,
		Summary: "the handle is given to other threads after coro.save",
		Reason:  "another thread may resume the coroutine at its last suspend, while it still runs"},
	{Name: RuleDefaultEdge, Lowering: Warns, Summary: "the default edge of a suspend leads to a coro.end",
		Reason: "the ramp does not return at its first suspend: LLVM silently ends it in unreachable"},
	{Name: RuleSuspendValues, Lowering: Warns, Summary: "the result of a suspend is compared only with -1, 0 and 1",
		Reason: "the comparison is never true, so resume, destroy or the ramp's return takes another edge"},
	{Name: RuleSuspendIgnored, Lowering: Quiet, Summary: "the code after a suspend depends on the suspend's result",
		Reason: "the ramp does not return at the suspend, so it runs what belongs to the resumed coroutine"},
	{Name: RuleAwaitBool, Lowering: Quiet, Summary: "a coroutine suspends if its await_suspend returned true",
		Reason: "it runs on while others may resume it, or suspends when nobody will"},
	{Name: RuleRampFrees, Lowering: Warns, Summary: "the default edge of a suspend does not free the frame",
		Reason: "-1 means that the coroutine stays suspended, so a later resume or destroy uses freed memory"},
	{Name: RuleSwapped, Lowering: Warns, Summary: "a suspend's result 0 continues the coroutine, and 1 destroys it",
		Reason: "resuming frees the frame, and destroying runs the rest of the coroutine"},
	{Name: RuleFinalResumed, Severity: ir.SevWarning, Lowering: Quiet, Summary: "no suspend follows the final suspend",
		Reason: "a coroutine at its final suspend is done, and LLVM does not let it be resumed"},
	{Name: RuleResumeRunning, Lowering: Warns, Summary: "a coroutine resumes or destroys itself, or asks whether it " +
		"is done, only where it is suspended, or after coro.save",
		Reason: "it runs its own code again from its last suspend, or frees the frame that it uses"},
	{Name: RuleRetNoEnd, Group: "Ends", Lowering: Warns, Summary: "a resumed or destroyed coroutine passes a coro.end before the ramp's return",
		Reason: "LLVM makes the return unreachable in the coroutine's parts, so control runs into the code that follows"},
	{Name: RuleNoEnd, Lowering: Warns, Summary: "a coroutine with suspends has a coro.end",
		Reason: "the resume function runs into the ramp's return, which means nothing there"},
	{Name: RuleTwoEnds, Summary: "a coroutine has at most one coro.end that falls through", Reason: "LLVM aborts"},
	{Name: RuleEndPlace, Lowering: Warns, Summary: "coro.end follows coro.begin and all suspends",
		Reason: "only the ramp continues after it, so the code that follows never runs in the coroutine"},
	{Name: RuleEndResults, Summary: "coro.end of a switched coroutine has no results",
		Reason: "LLVM's switch lowering cannot return them"},
	{Name: RuleSizeWidth, Group: "The frame's memory", Lowering: Quiet, Summary: "coro.size is as wide as the allocator's parameter and the " +
		"target's size type",
		Reason: "the size is truncated, or the upper half of the allocator's parameter is undefined"},
	{Name: RuleOverAligned, Severity: ir.SevWarning, Lowering: Quiet,
		Summary: "the allocator aligns the frame as its contents need",
		Reason:  "malloc and operator new do not know the frame's alignment, so aligned accesses trap"},
	{Name: RuleAlignedAlloc, Lowering: Warns,
		Summary: "an allocator that takes an alignment gets size and alignment in the right order",
		Reason:  "the allocation has only a few bytes"},
	{Name: RuleAllocInverted, Lowering: Warns, Summary: "memory is allocated if coro.alloc returns true",
		Reason: "the frame is at address null"},
	{Name: RuleAllocTwice, Severity: ir.SevWarning, Lowering: Quiet, Summary: "a coroutine has at most one coro.alloc",
		Reason: "LLVM's documentation allows one; code that allocates after each loses memory"},
	{Name: RuleBeginMemory, Lowering: Warns, Summary: "code after coro.begin reaches the frame through its result, " +
		"not through its memory argument",
		Reason: "the memory is null when the frame is in the caller"},
	{Name: RuleSmallAlloc, Lowering: Quiet, Summary: "the frame's memory is at least as large as the frame",
		Reason: "the coroutine writes past the end of its memory"},
	{Name: RuleFrameOnStack, Lowering: Quiet, Summary: "the frame's memory lasts longer than the ramp",
		Reason: "the ramp returns at the first suspend, so a resumed coroutine uses the stack of another function"},
	{Name: RuleRawFree, Severity: ir.SevWarning, Lowering: Quiet,
		Summary: "a coroutine that calls coro.alloc frees its frame through coro.free",
		Reason:  "the frame is freed even if it is in the caller, so it can never be elided"},
	{Name: RuleFreeMissing, Severity: ir.SevWarning, Lowering: Quiet,
		Summary: "a coroutine that allocates its frame frees it",
		Reason:  "destroying the coroutine leaks the frame, unless other code frees it"},
	{Name: RuleFreeOffset, Lowering: Quiet, Summary: "the address that is freed is the one that was allocated",
		Reason: "the allocator gets an address in the middle of its memory, and corrupts the heap"},
	{Name: RuleTwoFrees, Lowering: Warns, Summary: "each path frees the frame at most once",
		Reason: "the second free corrupts the heap"},
	{Name: RuleMismatch, Lowering: Quiet, Summary: "the frame is freed with the function, size and alignment that belong " +
		"to its allocator", Reason: "the heap is corrupted"},
	{Name: RuleOverwritten, Lowering: Quiet, Summary: "no code moves, copies or overwrites a frame, or writes to its " +
		"first two words",
		Reason: "addresses of variables in the frame become wrong, or resume and destroy call something else"},
	{Name: RuleForeignHandle, Lowering: Warns, Summary: "coro.free, coro.save, coro.end and await_suspend get the handle " +
		"of their own coroutine",
		Reason: "LLVM frees what coro.free gets, so another coroutine's frame is freed"},
	{Name: RulePromise, Group: "The promise and variables", Summary: "the promise is an alloca of the coroutine, or null",
		Reason: "LLVM crashes without a message"},
	{Name: RulePromiseAlign, Lowering: Warns, Summary: "the alignment of coro.promise is that of the promise",
		Reason: "the promise is read at the wrong offset"},
	{Name: RulePromiseDirection, Lowering: Quiet,
		Summary: "the last argument of coro.promise is false for a handle, and true for the address of a promise",
		Reason:  "the result is an address outside the frame, or in the middle of it"},
	{Name: RuleNoPromise, Lowering: Quiet, Summary: "coro.promise is asked of a coroutine that has a promise, and " +
		"accesses stay inside it",
		Reason: "the program reads or writes another part of the frame, or other memory"},
	{Name: RuleAddressReturned, Severity: ir.SevWarning, Lowering: Quiet,
		Summary: "the ramp does not return the address of a variable",
		Reason:  "the variable is gone when the ramp returns, or when the coroutine is destroyed"},
	{Name: RuleDynamic, Lowering: Quiet, Summary: "an object that lives across a suspend has a constant size",
		Reason: "default<O2> allocates it like the frame, which costs time, or cannot; LLVM aborts"},
	{Name: RuleArrayCopy, Lowering: Quiet, Summary: "an array alloca in the frame is not written before coro.begin",
		Reason: "LLVM aborts"},
	{Name: RuleAlias, Lowering: Quiet, Summary: "an address that is computed before coro.begin and used after it " +
		"has a constant offset", Reason: "LLVM aborts"},
	{Name: RuleKeptEarly, Severity: ir.SevWarning, Lowering: Quiet,
		Summary: "no other code keeps the address of a variable from before coro.begin if the coroutine uses the " +
			"variable after a suspend",
		Reason: "coro.begin copies the variable to the frame, and the address that was kept leads to the ramp's " +
			"stack, which is gone after the first suspend"},
	{Name: RuleTokenCrosses, Group: "Values across a suspend", Lowering: Quiet, Summary: "a token is not used across a suspend", Reason: "LLVM aborts"},
	{Name: RuleUnwound, Lowering: Quiet, Summary: "the parts use no value from before a suspend after an " +
		"unwinding coro.end",
		Reason: "the frame may be gone, so it cannot hold the value: LLVM uses poison there, or aborts"},
	{Name: RuleEndedObject, Lowering: Quiet, Summary: "the ramp uses no object of the parts after coro.end if it may " +
		"have freed the frame", Reason: "the object is read or written in freed memory"},
	{Name: RuleScalable, Lowering: Quiet, Summary: "a scalable vector is not used across a suspend",
		Reason: "LLVM crashes"},
	{Name: RuleSwiftError, Lowering: Quiet, Summary: "a swifterror value is not used across a suspend",
		Reason: "it is a register of the call, and its address in a frame is invalid IR; LLVM copies the error " +
			"back and forth"},
	{Name: RuleLocalAcross, Lowering: Quiet,
		Summary: "on a GPU, a variable that lives across a suspend is accessed by generic pointers",
		Reason: "the frame may be on the heap, where addresses in local memory do not lead; LLVM casts the " +
			"address anyway"},
	{Name: RuleStackAcross, Lowering: Quiet,
		Summary: "llvm.stacksave and llvm.stackrestore are on one side of a suspend",
		Reason:  "the coroutine is resumed on another part of the stack, so the stack pointer becomes wrong"},
	{Name: RuleThreadLocal, Severity: ir.SevWarning, Lowering: Quiet,
		Summary: "the address of a thread-local variable is not used across a suspend",
		Reason:  "if another thread resumes the coroutine, it uses the variable of the first thread"},
	{Name: RuleOutsideAcross, Lowering: Quiet,
		Summary: "a variable marked coro.outside.frame is not used after a suspend",
		Reason:  "it is on the stack of the ramp, which is gone, so the coroutine reads or destroys garbage"},
	{Name: RuleCallerMemory, Lowering: Quiet,
		Summary: "a parameter in the caller's memory (sret, byref) is not used after a suspend",
		Reason:  "the caller may have returned, so the coroutine reads or writes another function's stack"},
	{Name: RuleVarArgs, Lowering: Quiet, Summary: "variable arguments are not used after a suspend",
		Reason: "the caller has returned, and va_start has no meaning in a resumed part"},
	{Name: RuleAfterLifetime, Group: "Lifetimes and handles", Lowering: Quiet, Summary: "a variable is not used after the end of its lifetime",
		Reason: "the frame may hold another variable at the same place"},
	{Name: RuleBorrowed, Severity: ir.SevWarning, Lowering: Quiet, Summary: "a variable whose address a coroutine keeps " +
		"lives until the coroutine was last resumed",
		Reason: "the coroutine reads or writes memory that holds something else"},
	{Name: RuleThrown, Severity: ir.SevWarning, Lowering: Quiet, Summary: "a coroutine that an exception left can be destroyed",
		Reason: "destroying it destroys variables again, or some that were never built"},
	{Name: RuleTaskMemory, Lowering: Quiet, Summary: "memory of a Swift task is freed once, in the reverse order in " +
		"which it was taken",
		Reason: "the memory is a stack, so other memory of the task is freed instead"},
	{Name: RuleAfterFree, Lowering: Warns, Summary: "the frame is not used after it was freed",
		Reason: "the program reads or writes freed memory"},
	{Name: RuleAfterDestroy, Lowering: Warns, Summary: "a coroutine is not used after it was destroyed",
		Reason: "the frame is gone, so the program reads, writes or frees freed memory"},
	{Name: RuleNullHandle, Lowering: Warns, Summary: "a handle that is resumed, destroyed or asked for its " +
		"state is not null",
		Reason: "the program reads from address null"},
	{Name: RuleNotCoroutine, Lowering: Quiet, Summary: "a handle is the address of a coroutine's frame",
		Reason: "the program calls whatever the memory contains"},
	{Name: RuleHandleFreed, Severity: ir.SevWarning, Lowering: Quiet,
		Summary: "a coroutine that frees its own frame is destroyed, not freed by the code that holds its handle",
		Reason:  "its cleanup does not run, and the frame is freed with another function than the coroutine uses"},
	{Name: RuleAtFinal, Lowering: Quiet, Summary: "a coroutine is not resumed at its final suspend",
		Reason: "LLVM stores null for the resume function there, so the program calls address null"},
	{Name: RuleNeverDone, Severity: ir.SevWarning, Lowering: Quiet, Summary: "coro.done is asked of a coroutine with a final suspend",
		Reason: "it never returns true, so a loop that waits for it resumes a coroutine that is gone"},
	{Name: RuleBlockAddress, Group: "Calls, intrinsics and the target", Lowering: Warns, Summary: "no block of a coroutine has its address taken",
		Reason: "splitting copies blocks, so an address from a table or from before a suspend names a block of " +
			"another function"},
	{Name: RuleNoMustTail, Severity: ir.SevWarning, Summary: "the target of symmetric transfer guarantees tail calls",
		Reason: "each transfer keeps its stack frame, so a long chain overflows the stack"},
	{Name: RuleSignature, Summary: "an intrinsic has the type that it has in some LLVM from 13 to 22",
		Reason: "LLVM's verifier rejects the module or its passes crash"},
	{Name: RuleUnknown, Lowering: Warns, Summary: "a function whose name begins with llvm.coro is an intrinsic of " +
		"LLVM 13 to 22", Reason: "nothing lowers it, and the back end fails"},
	{Name: RuleConstArg, Summary: "flags, alignments, indices and await wrappers are constants in the allowed range",
		Reason: "LLVM crashes or gives the call another meaning"},
	{Name: RuleInvoke, Summary: "only coro.resume, coro.destroy and coro.await.suspend are invoked",
		Reason: "LLVM's verifier rejects the module"},
	{Name: RuleAddress, Summary: "an intrinsic is called, never passed or stored",
		Reason: "LLVM's verifier rejects the module"},
	{Name: RuleCreateSuspend, Summary: "llvm.nvvm.coro.create.suspend has one constant integer as its argument",
		Reason: "NVIDIA's verifier rejects the module"},
}

var noRule Rule

// ByName finds a rule by name. An unknown name yields an empty rule with the severity error.
func ByName(name string) *Rule {
	for k := range ruleTable {
		if ruleTable[k].Name == name {
			return &ruleTable[k]
		}
	}
	return &noRule
}

// Rules returns the table with its examples, in the order to print it. The caller owns the slice.
func Rules() []Rule {
	out := ruleTable
	for k := range out {
		ex := ruleExamples[out[k].Name]
		out[k].Bad, out[k].Good = ex.build(true), ex.build(false)
	}
	return out[:]
}

// ForLowering returns the findings that a lowering run reports. Lowering accepts the input that
// LLVM accepts: findings about input that LLVM lowers silently become warnings, and findings of
// Quiet rules are dropped.
func ForLowering(l ir.ErrorList) ir.ErrorList {
	var out ir.ErrorList
	for _, e := range l {
		switch ByName(e.Rule).Lowering {
		case Quiet:
			continue
		case Warns:
			if e.Severity == ir.SevError {
				w := *e
				w.Severity = ir.SevWarning
				e = &w
			}
		}
		out = append(out, e)
	}
	return out
}

// MergeFindings merges the findings of the verifier and the checker about one function. If both
// have one at the same position, it keeps the checker's, which has a fix. The result is sorted by
// position.
func MergeFindings(verifier, checker ir.ErrorList) ir.ErrorList {
	reported := make(map[ir.Pos]bool, len(checker))
	for _, e := range checker {
		reported[e.Pos] = true
	}
	out := append(ir.ErrorList(nil), checker...)
	for _, e := range verifier {
		if !e.Pos.IsValid() || !reported[e.Pos] {
			out = append(out, e)
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Pos < out[j].Pos })
	return out
}

// List returns one line for each rule: its name, its severity and its demand. Each group has a
// heading.
func List() string {
	var b strings.Builder
	for k := range ruleTable {
		r := &ruleTable[k]
		if r.Group != "" {
			b.WriteString("\n" + r.Group + ":\n")
		}
		fmt.Fprintf(&b, "  %-28s %-7s  %s\n", r.Name, r.Severity, r.Summary)
	}
	return b.String()[1:]
}

// weight describes the severity of a finding under check and when lowering.
func (r *Rule) weight() string {
	switch {
	case r.Lowering == Warns && r.Severity == ir.SevError:
		return r.Severity.String() + ", a warning when lowering"
	case r.Lowering == Quiet:
		return r.Severity.String() + ", not reported when lowering"
	}
	return r.Severity.String()
}

func (r *Rule) head() string {
	return r.Name + " (" + r.weight() + ")\n  " + r.Summary + "\n  otherwise: " + r.Reason + "\n"
}

// Text returns the full description of the rule, with the whole bad example.
func (r *Rule) Text() string {
	var b strings.Builder
	b.WriteString(r.head() + "\nThe fix (- removes a line, + adds one):\n\n")
	diffLines(&b, "    ", r.Bad, r.Good)
	b.WriteString("\nA module with this finding:\n\n" + r.Bad)
	return b.String()
}

// Markdown returns the demand, the reason, and the lines that differ between the examples.
func (r *Rule) Markdown() string {
	var b strings.Builder
	b.WriteString("**" + strings.ToUpper(r.Summary[:1]) + r.Summary[1:] + "** (" + r.weight() + ").\n" +
		"Otherwise: " + r.Reason + ".\n\n```diff\n")
	diffLines(&b, "", r.Bad, r.Good)
	b.WriteString("```\n")
	return b.String()
}

// diffLines writes the lines that only one of two short texts has, in their order. It computes the
// longest common subsequence.
func diffLines(b *strings.Builder, indent, bad, good string) {
	x, y := strings.Split(bad, "\n"), strings.Split(good, "\n")
	w := len(y) + 1
	lcs := make([]uint16, (len(x)+1)*w)
	for i := len(x) - 1; i >= 0; i-- {
		for j := len(y) - 1; j >= 0; j-- {
			if x[i] == y[j] {
				lcs[i*w+j] = lcs[(i+1)*w+j+1] + 1
			} else {
				lcs[i*w+j] = max(lcs[(i+1)*w+j], lcs[i*w+j+1])
			}
		}
	}
	for i, j := 0, 0; i < len(x) || j < len(y); {
		switch {
		case i < len(x) && j < len(y) && x[i] == y[j]:
			i, j = i+1, j+1
		case j == len(y) || i < len(x) && lcs[(i+1)*w+j] >= lcs[i*w+j+1]:
			b.WriteString(indent + "- " + strings.TrimSpace(x[i]) + "\n")
			i++
		default:
			b.WriteString(indent + "+ " + strings.TrimSpace(y[j]) + "\n")
			j++
		}
	}
}
