// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package rule

// Messages of the rules that coro-early and coro-split enforce too, so that all report an error in
// the same words. They are LLVM's own messages if LLVM has one.

import "github.com/corolower/corolower/internal/ir"

var messages = map[string]string{
	RuleTwoBegins:    "coroutine should have exactly one defining @llvm.coro.begin",
	RuleBeginToken:   "coro.begin's first argument must be a coro.id",
	RuleCustomABI:    "custom ABI not found",
	RuleMixedABI:     "coro.id must be paired with coro.suspend",
	RuleTwoFinals:    "Only one suspend point can be marked as final",
	RuleTwoEnds:      "Only one coro.end can be marked as fallthrough",
	RuleSuspendToken: "coro.suspend's first argument must be a coro.save or none",
	RuleSharedSave:   "coro.save used by more than one coro.suspend",
	RulePromise:      "coro.id promise must be an alloca",
	RuleScalable:     "cannot place a scalable type in a coroutine frame",
	RuleSuspendEarly: "a value is needed after a suspend that some path reaches without coro.begin",
	RuleSwiftError:   "cannot place a swifterror value in a coroutine frame",
	RuleLocalAcross:  "cannot place a variable in a coroutine frame that is accessed in local memory here",
	RuleTokenCrosses: "token definition is separated from the use by a suspend point",
	RuleEndedObject:  "an object in the frame is used after coro.end, where the ramp may have freed the frame",
	RuleUnwound:      "a value from before a suspend is needed after an unwinding coro.end",
	RuleVarArgs:      "variable arguments are used after a suspend, when their caller has returned",
	RuleDynamic:      "Coroutines cannot handle non static allocas yet",
	RuleArrayCopy:    "Coroutines cannot handle copying of array allocas yet",
	RuleAlias:        "Unable to handle an alias with unknown offset created before CoroBegin.",
	RuleInvoke:       ir.MsgInvokedIntrinsic,
	RuleAddress:      ir.MsgIntrinsicAddress,
}

// Message returns the fixed message of a rule, or "" if the message depends on the finding.
func Message(name string) string { return messages[name] }

// fixes has the hints of rules that other passes enforce too.
var fixes = map[string]string{
	RuleTwoBegins: "remove this one and use the first one's result, because both would begin the same frame",
	RuleTwoEnds:   "branch from all normal paths to one coro.end, or pass i1 true on an exceptional path",
	RuleDynamic: "give the object a constant size, allocate it on the heap, or end its lifetime before the " +
		"suspend with llvm.lifetime.end",
	RuleCustomABI:   "use llvm.coro.begin: a custom ABI is code inside the splitting program, and corolower has none",
	RuleLocalAcross: "declare the variable in addrspace(0), and pass generic pointers: the frame may be on the heap",
	RuleEndedObject: "move the use before coro.free, or attach !coro.outside.frame to the alloca if no suspend is between its uses",
	RuleVarArgs:     "read the arguments before the first suspend",
	RuleUnwound:     "move the use before coro.end, or to a path on which llvm.coro.is_in_ramp is true",
}

// Fix returns the fixed hint of a rule, or "" if the hint depends on the finding.
func Fix(name string) string { return fixes[name] }

// Error returns the error of a pass that stops because a rule is broken.
func Error(at ir.Pos, name string) *ir.Error {
	e := ir.Errorf(at, "%s", messages[name])
	e.Hint = fixes[name]
	switch name {
	case RuleSwiftError, RuleUnwound, RuleLocalAcross, RuleEndedObject: // LLVM lowers them, the second to poison
		e.Unsupported = true
	}
	return e
}
