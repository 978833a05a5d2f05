// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package run

// Planted errors: edits of the lowering, each of which makes it wrong in one way. The generated
// programs, or a test, must find each of them.

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/corolower/corolower/test/hard/gen"
)

// Plant is one error: a piece of text that occurs exactly once in the files of a pattern, and its
// replacement.
type Plant struct {
	Name string // a short name
	Does string // the effect of the error
	Old  string
	New  string
	// Test is the test that fails with the error, as "./package TestName". It is set if programs
	// find the error rarely or never.
	Test string
}

// The folders that are searched for the pieces, with all their subfolders.
var plantFolders = []string{"internal/lower", "internal/opt", "internal/ir", "internal/summary",
	"internal/callgraph", "internal/driver", "internal/emit/ptx"}

// Plants are the errors. No program shows an error in the layout of shared frames, because the
// proof of such frames (internal/lower/framecheck) finds it, and then the plain frame is used; a
// test checks layouts against the proof instead. The beginning of Does names the component:
// "elision" decides whether a frame may leave the heap, "frame" decides where values are stored,
// and "split" creates the parts of a coroutine.
var Plants = []Plant{
	{"scope-byval", "split: the slot of a spilled value that shares bytes with an argument in memory counts as nobody else's",
		"coro.IsObject(co.m, o.Value) {", "coro.IsObject(co.m, ir.AsInstr(o.Value)) {",
		"./internal/lower/split TestSlotScopesByval"},
	{"keep-address", "frame: an address is kept instead of the pointer that it is computed from",
		"only := cost == size(c) && c.Op.Info().Binary", "only := cost == size(c)", "./internal/lower/split TestKeptInstead"},
	{"scope-heap", "inlining: a part claims of a frame on the heap that its slots are slots in every run",
		"		case !ok:\n			return false\n		case i.Op == ir.OpAlloca:", "		case !ok || i.IsCall():\n			return true\n		case i.Op == ir.OpAlloca:",
		"./internal/lower/split TestInlinedScopes"},
	{"scope-place", "inlining: a part claims of a frame at a place that varies that its slots are slots in every run",
		"				if !isConst(i.Arg(k)) {\n					return false", "				if !isConst(i.Arg(k)) {\n					continue",
		"./internal/lower/split TestInlinedScopes"},
	{"scope-copies", "inlining: all copies of a part have the same alias scopes",
		"	n := &ir.MDNode{Distinct: md.Node.Distinct}\n	if scope {",
		"	if !scope {\n		return md\n	}\n	n := &ir.MDNode{Distinct: md.Node.Distinct}\n	if scope {",
		"./internal/lower/split TestInlinedScopes"},
	{"scope-idle", "dce: claims about a scope are removed, although accesses are in it",
		"		if !inScope[i.MetaOf(ir.MetaNoAlias).Node] {", "		if len(inScope) >= 0 {", "./internal/lower/split TestInlinedScopes"},
	{"scope-kinds", "inlining: every claim that a copy drops is taken for one about alias scopes",
		"	if claim.Kind != ir.MetaScope && claim.Kind != ir.MetaNoAlias {", "	if claim.MD == nil {",
		"./internal/lower/split TestInlinedScopes"},
	{"scope-presplit", "inlining: a part in a coroutine makes its claim, although its frame will be a part of another one",
		"	if ir.IsPresplit(in.m, in.caller) || ", "	if ", "./internal/lower/split TestInlinedScopes"},
	{"global", "elision: a store to a place that is not known gives nothing away",
		"	default:\n		w.leak(s, i, k)\n		s.clobber()\n	}\n	if i.Order", "	default:\n" +
			"		s.clobber()\n	}\n	if i.Order", ""},
	{"throw", "elision: a plain call that throws is no way out",
		"	default:\n		w.exit(n, s, i, exitThrow)", "	default:", ""},
	{"dead-holder", "elision: when a coroutine is created, no variable holds an address from an earlier iteration",
		"			if p.alive(i) {", "			if false {", "./internal/lower/elide TestHolderInLoop"},
	{"far-holder", "elision: what leads to a variable that holds an address does not lead to the address",
		"if fl.mark(x, leads); h&leads != 0 {", "if fl.mark(x, leads); false {",
		"./internal/lower/elide TestHolderInLoop"},
	{"stored-destroy", "elision: a call of the destroy function through a variable frees nothing",
		"	if fn.kind == knownPart {\n		h = fn.v.(*ir.Func)\n	}\n", "", "./internal/lower/elide TestStoredParts"},
	{"exception-ptr", "elision: the functions of std::exception_ptr leave what they get as it was",
		"		s.store(a, size, abstractValue{}, w.at(i))\n	}\n	s.clobber()", "	}\n	s.clobber()",
		"./internal/lower/elide TestStoredParts"},
	{"jump", "elision: a call that does not return is no way out",
		"	case lv.jumps && !lv.fa.ask(g).leavesOnly && lv.fa.noReturn(i) && !lv.fa.readHere(g):",
		"	case false:", "./internal/lower/elide TestJumps"},
	{"given-jump", "elision: a call does not call the functions that it is given",
		"	if lv.callsBack(i) {", "	if false {", "./internal/lower/elide TestJumps"},
	{"given-jump-inside", "elision: a call in a callee does not call the functions that it is given",
		"			if leaves || !lv.callsBack(i) {", "			if true {", "./internal/lower/elide TestJumps"},
	{"long-jumps", "elision: in a file that calls longjmp, calls through pointers do not jump",
		"		return lv.fa.HasLongJumps || lv.fa.noReturn(i), nil", "		return lv.fa.noReturn(i), nil", "./internal/lower/elide TestJumps"},
	{"call-back", "elision: in a file that calls longjmp, functions without a body do not jump",
		"		return f.Declared && lv.fa.mayCallBack(f), ", "		return false, ", "./internal/lower/elide TestJumps"},
	{"jumps-elsewhere", "elision: in a file that calls longjmp, functions of other files do not jump",
		"		if !c.HasLongJumps { //", "		if true { //", "./internal/driver TestSummaries"},
	{"escaped-alike", "elision: paths on which as many variables have escaped are alike",
		"		if !s.captured(v) {\n			return false", "		if v == nil {\n			return false", "./internal/lower/elide TestEscapedFlag"},
	{"jump-intrinsic", "elision: no intrinsic jumps",
		"		return ir.CalledIntrinsic(i) == ir.EHLongJump, nil //", "		return false, nil //", "./internal/lower/elide TestJumps"},
	{"noop-variable", "instsimplify: a frame that the program may write is that of the no-op coroutine",
		"	g, ok := ir.StripCasts(v).(*ir.Global)\n	if !ok || !g.IsConst || !g.Definitive() {",
		"	g, ok := ir.StripCasts(v).(*ir.Global)\n	if !ok || !g.Definitive() {", "./internal/opt TestDropNoopCalls"},
	{"callee-returns", "elision: no function with a body returns",
		"			a.returns = t == nil || t.Op == ir.OpRet", "			a.returns = t == nil",
		"./internal/lower/elide TestCalleeReturns"},
	{"lost", "elision: a destroy that throws has freed",
		"	if w.ended(s, i); !w.an.use.lingers {\n" +
			"		// After an exception the frame may still be alive.\n" +
			"		outs = slices.DeleteFunc(outs, func(o callOut) bool { return !o.unwind && !o.jump })\n" +
			"	}\n" +
			"	return outs",
		"	_ = outs\n	w.ended(s, i)\n	return nil",
		"./internal/lower/elide TestWhatPartsDo"},
	{"lingers", "elision: a destroy that comes back has freed",
		"	use.lingers = len(freeing) > 0 && fa.lingers(l, freeing)",
		"	use.lingers = false", "./internal/lower/elide TestWhatPartsDo"},
	{"inside", "elision: only the handle gives the frame away, not an address within it",
		"	keepsNot := !does.keeps && (!fl.telling(h) || e.none())",
		"	keepsNot := h&itself == 0 || !does.keeps && (!fl.telling(h) || e.none())",
		"./internal/lower/elide TestWhatPartsDo"},
	{"kept", "elision: what the coroutine stores in its frame is no address in it",
		"	fl.use.keeps = true\n	if !fl.deep {", "	if false {", "./internal/lower/elide TestWhatPartsDo"},
	{"continuation", "split: each suspend stores the function that resumes the coroutine at the first one",
		"co.stored = append(co.stored, bld.Store(c, addr", "co.stored = append(co.stored, bld.Store(co.continuations[0], addr",
		"./internal/lower/split TestContinuations"},
	{"continued-resume", "split: the resume part stores continuations, and the destroy part does not know of them",
		"		if cl.kind != cloneResume {\n			c.SetArg(0,", "		if cl.kind == cloneResume {\n			c.SetArg(0,",
		"./internal/lower/split TestContinuations"},
	{"one-entry", "elision: a frame that is resumed by name holds a continuation",
		"slices.Contains(continuations, g) {", "false && slices.Contains(continuations, g) {", "./internal/lower/elide TestResumeEntry"},
	{"dropped-continuation", "elision: a ramp without continuations stores the part that destroys the coroutine",
		"resumeEntry(f, ps.resume, ps.continuations)", "resumeEntry(f, ps.cleanup, ps.continuations)",
		"./internal/lower/elide TestDropContinuations"},
	{"asks", "split: a coroutine that runs off its end frees without asking whose its frame is",
		"		case cl.kind == cloneResume && co.mayBeElided():", "		case false:",
		"./internal/lower/split TestSwitchedParts"},
	{"open", "split: nobody accesses the slots of spilled values between coro.save and coro.suspend",
		"	case k == ir.CoroSave, k == ir.CoroFree:", "	case k == ir.CoroFree:", "./internal/lower/split TestSlotScopes"},
	{"recycled", "split: the memory of spilled values is not used again after coro.free",
		"	case k == ir.CoroSave, k == ir.CoroFree:", "	case k == ir.CoroSave:",
		"./internal/lower/split TestSlotScopesAfterFree"},
	{"exclusive", "split: a spilled value shares its bytes with no object",
		"slotAccess{i, co.exclusive(v)}", "slotAccess{i, true}", "./internal/lower/split TestSlotScopesLeftOut"},
	{"claimless", "split: a slot that an object shares does not share its bytes with a slot in the scope",
		"		slots[a.i] = true\n", "		slots[a.i] = a.exclusive\n", "./internal/lower/split TestSlotScopesMakeNoClaim"},
	{"observed", "elision: nobody resumes a coroutine through a call of a child that outlives the await",
		"	case x.calls && !c.directs[lt.f] && !lt.destroyedNext(a.suspend, slot):", "		case false:", "./internal/driver TestSynchronousOutlived"},
	{"unlimited", "elision: the depth of recursive tasks on the stack has a limit",
		"one := rec.c.M.ConstInt(rec.c.M.Types.Int(32), 1)", "one := rec.c.M.ConstInt(rec.c.M.Types.Int(32), 0)", "./internal/driver TestRecursiveTasks"},
	{"recursive-handle", "elision: the task of a recursive await only continues with the handle of the awaiting coroutine",
		"		case c.directs[lt.f] && !lt.onlyNext(a, begin):", "		case false:", "./internal/driver TestRecursiveTasks"},
	{"left-await", "elision: a recursive await is a call only if its task never suspends",
		"			done = done && k != ir.CoroAwaitHandle && k != ir.CoroBegin\n", "			done = done && k != ir.CoroBegin\n",
		"./internal/driver TestRecursiveTasks"},
	{"others-await", "elision: a coroutine that may suspend otherwise does not keep recursive tasks from being called",
		"return n != len(t.sites) || len(rec", "return len(rec", "./internal/driver TestRecursiveTasksWithOthers"},
	{"level-size", "elision: a level of recursive tasks counts as its frame",
		"/(bytes+levelBytes), 1)", "/levelBytes, 1)", "./internal/driver TestRecursiveTasks"},
	{"deep-again", "elision: recursive tasks below the limit create others that are there, too",
		"i.SetCallee(rec.of[i.CalledFunc()].deep)", "i.SetCallee(i.CalledFunc())", "./internal/driver TestRecursiveTasks"},
	{"with-any", "elision: a copy of a coroutine for one function is not called for another",
		"return s.of == f && slices.Equal(s.with, with) })", "return s.of == f })", "./internal/driver TestPassedFunctionsDiffer"},
	{"with-itself", "elision: a copy of a coroutine for one function that passes another to the coroutine calls the original",
		"		case g == f && slices.Equal(c.passed(i), with):", "		case g == f:", "./internal/driver TestPassedFunctionsDiffer"},
	{"with-copies", "elision: a copy of a coroutine for functions is not copied again",
		"	if f.New || !ir.IsPresplit(c.M, f) ||", "	if !ir.IsPresplit(c.M, f) ||", "./internal/driver TestPassedFunctionsOfCopies"},
	{"with-trace", "elision: a copy of a coroutine in which no frame is elided is dropped",
		"return v.Elided && v.Caller == n.Name", "return v.Caller == n.Name", "./internal/driver TestPassedFunctions"},
	{"with-replaced", "elision: a coroutine that the linker may replace is not copied for functions",
		"coro.RampID(c.M, f) == nil || f.Interposable()", "coro.RampID(c.M, f) == nil || false", "./internal/driver TestPassedFunctions"},
	{"guard-other", "elision: a copy of the code behind a virtual call runs for its own function",
		"bld.ICmp(ir.PredEQ, call.Callee(), g, \"\")", "bld.ICmp(ir.PredEQ, call.Callee(), list[0], \"\")", "./internal/driver TestGuardedCalls"},
	{"guard-not", "elision: a copy of the code behind a virtual call does not run for other functions",
		"bld.ICmp(ir.PredEQ, call.Callee(), g, \"\")", "bld.ICmp(ir.PredNE, call.Callee(), g, \"\")", "./test/interp TestLowered/guarded_calls"},
	{"guard-phi", "opt: an edge from a copy of blocks brings the values of the copy",
		"phi.AddIncoming(m, instrs.of(phi.IncomingFor(b)), n)", "phi.AddIncoming(m, phi.IncomingFor(b), n)", "./test/interp TestLowered/guarded_calls"},
	{"guard-trace", "elision: a copy of the code behind a virtual call in which no frame is elided is dropped",
		"return s.call == calls[k] }) {", "return true }) {", "./internal/driver TestGuardedCalls"},
	{"guard-place", "elision: a virtual call is compared with functions at its own place in tables",
		"if place++; !ok {\n				place = 0", "if place++; !ok {", "./internal/driver TestGuardedCalls"},
	{"region-again", "elision: a variable that a loop comes back to does not move into the function of an await",
		"			case n == r.create, known", "			case known", "./test/interp TestLowered/recursive_tasks"},
	{"region-marks", "elision: a parameter of the function of an await has no lifetime marker",
		"	r.unmark(marks)\n", "", "./internal/driver TestRecursiveTasks"},
	{"passed-shared", "elision: a variable that holds an exception counts as a copy where another exception arrives, too",
		"return b.SinglePred() == nil && b.FirstNonPhi()", "return false && b.FirstNonPhi()", "./internal/opt TestSharedUnwind"},
	{"passed-handler", "elision: an exception passes on to a handler that ends before the last reference",
		"if i.Op != ir.OpCall || p.ended {", "if i.Op != ir.OpCall {", "./internal/opt TestPassOn"},
	{"passed-unhandled", "elision: an exception passes on, although no handler follows",
		"return handled || slices.ContainsFunc(to.Operands(0), isNull)", "return to != nil", "./internal/opt TestPassOn"},
	{"suspended-child", "elision: a child that has suspended runs no other code before it transfers control",
		"			if isLoud(i) {\n				return loudness(i)\n			}\n", "", "./internal/driver TestSynchronousAwaits"},
	{"thrown-out", "elision: no exception leaves a child whose await is removed",
		"!c.runsToEnd(i) && fa.MayLeave(i),", "false,", "./internal/driver TestSynchronousAwaits"},
	{"unsettled", "elision: what may prevent the end of a child from the suspend on does not happen before it",
		"			if i.IsCall() && !lt.comesBack(i) {\n				return false\n			}\n", "", "./internal/driver TestSynchronousOutlived"},
	{"saved-elsewhere", "elision: a child has suspended when it clears the first pointer of its frame",
		"	return null && k.IsZero() && ok && off == 0", "	return null && k.IsZero() && ok && off >= 0",
		"./internal/driver TestSynchronousAwaits"},
	{"looked-at", "elision: nobody but its part uses the handle in the frame of a large child",
		"	if w.read(a.mark.Func(), part) {\n		return false\n	}\n", "", "./internal/driver TestSynchronousLarge"},
	{"overwritten", "elision: nobody overwrites the handle in the frame of a child",
		"			if w.mayWrite(i) {\n				return false\n			}\n", "", "./internal/driver TestSynchronousAwaits"},
	{"other-use", "elision: a child uses the handle in its frame only to transfer control",
		"w.near(i.Arg(0), c.Layout.StoreSize(i.Type())) && !onlyHandsOn(i) {", "false {", "./internal/driver TestSynchronousAwaits"},
	{"phi-path", "elision: a cleanup leads on to an await where the coroutine is not destroyed",
		"			to = to[k : k+1]\n", "			to = to[k:k]\n",
		"./internal/driver TestSynchronousAwaits"},
	{"registered", "elision: await_suspend calls nobody who resumes the coroutine",
		"s != nil && loud(s) == nil {", "s != nil {", "./internal/driver TestSynchronousAwaits"},
	{"elsewhere", "elision: a child that finishes transfers control to the coroutine that awaits it",
		"		case !c.comesBackTo(begin, a):", "		case false:",
		"./internal/driver TestSynchronousAwaits"},
	{"promised", "elision: a child does not access the promise of the coroutine that awaits it",
		"		case fresh:", "		case false:", "./internal/driver TestSynchronousAwaits"},
	{"eager", "elision: a coroutine that awaits has suspended before",
		"			if early[b] {\n				continue\n			}\n", "", "./internal/driver TestSynchronousAwaits"},
	{"handmade-part", "early-cse: the function in a frame made by hand is a part",
		"ok && !ir.SameCC(f.CC, \"fastcc\") {", "ok && f == nil {", "./internal/opt TestScalarCases"},
	{"byval-source", "inlining: what a byval argument is copied from has the alignment of the parameter",
		"t, min(align, in.knownAlign(args[k])))", "t, align)", "./internal/opt TestInlineByval"},
	{"inline-store", "elision: the last store of a block of an inlined part changes nothing",
		"		dropScopes(b)\n	}\n	var few",
		"		dropScopes(b)\n		if s := b.Last().Prev(); s != nil && s.Op == ir.OpStore {\n			s.Erase()\n		}\n" +
			"	}\n	var few", ""},
	{"pausing", "elision: a child that transfers control back on one path does so on all paths",
		"		if h == nil || h.Type() != s.FTy.Ret() {\n			return nil, \"may suspend\"\n",
		"		if h == nil || h.Type() != s.FTy.Ret() {\n			bld.At(ret).Unreachable()\n			ret.Erase()\n			continue\n",
		"./internal/driver TestSynchronousAwaits"},
	{"copied", "elision: a child's volatile copy of memory is seen by nobody",
		"		return true\n	}\n	special, ok := call.Arg(3)", "		return true\n	}\n	if true {\n		return true\n	}\n	special, ok := call.Arg(3)",
		"./internal/driver TestSynchronousAwaits"},
	{"synchronised", "elision: a child does not synchronise with other threads",
		"i.Op == ir.OpCmpXchg, i.Order != ir.NotAtomic,", "i.Op == ir.OpCmpXchg,", "./internal/driver TestSynchronousAwaits"},
	{"unscoped", "split: the ramp runs only while the frame exists",
		"	co.unscope()\n", "", "./internal/lower/split TestSlotScopes"},
	{"mixed", "split: what runs between coro.save and coro.suspend may be mixed with the coroutine's code",
		"		if call.Block() == nil || waiting[call] || lt.c.Bodies.TooLong(g, maxInstantText) {",
		"		_ = waiting\n		if call.Block() == nil || lt.c.Bodies.TooLong(g, maxInstantText) {",
		"./internal/lower/elide TestLookThroughTiny"},
	{"other-thread", "split: the address of a thread's variable may be computed in the coroutine",
		"		if opt.ThreadBound(i.Arg(k)) {\n			return true",
		"		if opt.ThreadBound(i.Arg(k)) && false {\n			return true", "./internal/lower/elide TestLookThroughTiny"},
	{"free-waiting", "split: a call that may run while another thread resumes the coroutine is inlined for its local",
		"		if call.Block() == nil || waiting[call] || !opt.PassesLocal(call) {",
		"		if call.Block() == nil || waiting == nil || !opt.PassesLocal(call) {", "./internal/lower/elide TestFreeLocals"},
	{"alias", "elision: a pointer that was made before the creation leads nowhere",
		"	return an.facts.aliased(a, 0, later, p.needed)",
		"	return an.facts.captured(a, 0, later)", ""},
	{"monotonic", "elision: a monotonic load reads what was there before",
		"	if i.Order != ir.NotAtomic {\n		s.clobber() // another thread",
		"	if i.Order > ir.Monotonic {\n		s.clobber() // another thread",
		"./internal/lower/elide TestWhatOthersWrite"},
	{"hidden", "elision: a remainder of the handle is not the handle",
		"		if !fewBits(i) {\n			w.leak(s, i, w.eval(s, i.Arg(0)))\n		}",
		"		_ = fewBits", "./internal/lower/elide TestWhatPartsDo"},
	{"round", "elision: the creation may be met again with the frame of the round before alive",
		"		if i == w.an.life.Begin {\n			w.exit(n, s, i, exitAgain)\n			return nil\n		}",
		"		if i == w.an.life.Begin {\n			return nil\n		}", "./internal/lower/elide TestElide"},
	{"return", "elision: an exception that leaves the function behind a clean-up is no way out",
		"	if w.root {\n		w.exit(n, s, t, exitLeave)\n	} else {\n		w.leave(s, abstractValue{}, true)",
		"	if w.root {\n		return\n	} else {\n		w.leave(s, abstractValue{}, true)", ""},
	{"clobber", "elision: code that may write what others know leaves variables as they were",
		"	s.keepSlots(func(c *cell) bool { return !s.knownElsewhere(c) })",
		"	s.keepSlots(func(c *cell) bool { return !c.ofFrame() })", ""},
	{"unwind", "elision: nothing throws in an invoke",
		"	case i.Op == ir.OpInvoke || !w.root:\n		outs = append(outs",
		"	case i.Op == ir.OpInvoke:\n	case !w.root:\n		outs = append(outs", ""},
	{"captured", "elision: that an address is stored does not tell others of it",
		"	case ir.OpStore:\n		if u.Index() == 0 {\n			return false, allUses, 0\n		}",
		"	case ir.OpStore:\n		if u.Index() == 0 {\n			return false, addrUse{}, 0\n		}", ""},
	{"argument", "elision: callees that are not known keep no handles",
		"	is = allUses\n	f := e.callee\n",
		"	is = addrUse{handled: true, written: true}\n	f := e.callee\n",
		"./internal/lower/elide TestWhatOthersWrite"},
	{"conditional", "elision: a branch on a value that is known to be false is taken as if it were true",
		"	if c := intConst(w.eval(s, t.Arg(0))); c != nil {\n		if c.IsZero() {\n			yes = no\n" +
			"		}", "	_ = no\n	if c := intConst(w.eval(s, t.Arg(0))); c != nil {",
		"./internal/lower/elide TestWhatPartsDo"},
	{"asleep", "elision: while a coroutine is suspended nothing is written",
		"func (w *pathSearch) suspend(s *abstractState, i *ir.Instr) []callOut {\n	s.clobber()",
		"func (w *pathSearch) suspend(s *abstractState, i *ir.Instr) []callOut {",
		"./internal/lower/elide TestElidePresplit"},
	{"destroyed", "elision: a suspend goes on only by being resumed",
		"	return []callOut{{s: s, ret: abstractValue{kind: knownConst, v: m.ConstInt(i.Type(), 0)}},\n" +
			"		{s: destroyed, ret: abstractValue{kind: knownConst, v: m.ConstInt(i.Type(), 1)}}}",
		"	_ = destroyed\n	return []callOut{{s: s, ret: abstractValue{kind: knownConst, v: " +
			"m.ConstInt(i.Type(), 0)}}}",
		"./internal/lower/elide TestElidePresplit"},
	{"room", "elision: the frame in the creator has 8 bytes less than it needs",
		"m.Types.Array(m.Types.Int(8), uint64(l.Size)), el.c.Layout",
		"m.Types.Array(m.Types.Int(8), uint64(l.Size-8)), el.c.Layout", ""},
	{"forgets", "frame: who is given an address and has a body does not keep it",
		"	return !follow && !is.away && !is.returned && !is.handled", "	_ = is\n" +
			"	return call.CalledFunc() != nil && (follow || !follow)", ""},
	{"reload", "frame: a spilled value is needed only as far as the first of its users",
		"	for _, u := range users {\n		k := int32(x.Dom.Index(u.Block()))\n		spans = append",
		"	for _, u := range users[:1] {\n		k := int32(x.Dom.Index(u.Block()))\n		spans = append",
		"./internal/lower/split TestSharedFramesAreProved"},
	{"part", "frame: a store to a part of an object is taken for one to all of it",
		"		lv.layout.StoreSize(u.Arg(0).Type()) >= size {", "		size > 0 {",
		"./internal/lower/split TestSharedFramesAreProved"},
	{"start", "frame: only the first lifetime.start of an object counts",
		"	for _, st := range a.Starts {\n		k := int32(x.Dom.Index(st.Block()))",
		"	for _, st := range a.Starts[:1] {\n		k := int32(x.Dom.Index(st.Block()))",
		"./internal/lower/split TestSharedFramesAreProved"},
	{"overlap", "frame: objects that are needed at the same time for one place may lie over each other",
		"		if a[i].From < b[j].To && b[j].From < a[i].To {",
		"		if a[i].From < b[j].To-1 && b[j].From < a[i].To-1 {",
		"./internal/lower/split TestSharedFramesAreProved"},
	{"begins", "frame: only the content of the smaller object may begin where the other is needed",
		"	return anyIn(r.Begins, other.Spans) || anyIn(other.Begins, r.Spans)", "	return anyIn(r.Begins, other.Spans)",
		"./internal/lower/split TestSharedFramesAreProved"},
	{"unmarked", "frame: the content of an object begins only at stores",
		"u.Op != ir.OpLoad {\n				r.Begins = append(r.Begins, lv.at(u))",
		"u.Op == ir.OpStore {\n				r.Begins = append(r.Begins, lv.at(u))",
		"./internal/lower/split TestSharedFramesAreProved"},
	{"handlers", "frame: for the proof, callees handle no exceptions",
		"to != t.NormalDest() && !ir.MayThrow(c.m, t) {", "to != t.NormalDest() {",
		"./internal/lower/split TestProofOfOvertaken"},
	{"meets", "frame: for the proof, two objects with lifetime markers are never alive together",
		"		if t.meets[n] || !s.alive.has(o) {", "		if t.meets[n] || s.alive.has(o) {", "./internal/lower/framecheck TestCheckMeetingPaths"},
	{"in-ramp", "frame: a query whether the ramp runs also answers for code behind a suspend",
		"asks.Block() == p && ir.CoroCall(asks) == ir.CoroIsInRamp", "ir.CoroCall(asks) == ir.CoroIsInRamp",
		"./internal/lower/coro TestInRamp"},
	{"escape", "frame: the address of an object is not kept by who gets it",
		"		} else if i.Arg(k) == v && ir.KeepsArg(w.M, i, k) {\n			w.escape(i, k)\n			break\n",
		"		} else if i.Arg(k) == v && ir.KeepsArg(w.M, i, k) {\n			break\n", ""},
	{"loop", "frame: what is needed round a loop is not looked at",
		"			if lv.mark[p] == lv.epoch {\n				continue\n			}\n" +
			"			lv.mark[p] = lv.epoch\n			if up(p) {",
		"			if lv.mark[p] == lv.epoch || p >= k {\n				continue\n			}\n" +
			"			lv.mark[p] = lv.epoch\n			if up(p) {",
		"./internal/lower/split TestSharedFramesAreProved"},
	{"cross", "split: a value does not cross the suspend of its own block",
		"		return x.Suspend[ka]\n", "		return false\n",
		"./internal/lower/coro TestCrossingIsItsDefinition"},
	{"atonce", "frame: a call lets nobody at a coroutine's handle (both live and the proof ask this)",
		"	return len(i.Call().Bundles) > 0 || !NoMemory(m, i) && !OnlyReadsMemory(m, i)", "	return false",
		"./internal/lower/split TestProofOfOvertaken"},
	{"waits", "frame: nobody waits for an atomic store (both live and the proof ask this)",
		"	case OpFence, OpAtomicRMW, OpCmpXchg:\n		return true\n	case OpStore:\n" +
			"		return i.Order != NotAtomic || i.Flags&FlagVolatile != 0\n	}\n	if !i.IsCall()", "	}\n" +
			"	if !i.IsCall()", "./internal/lower/split TestProofOfOvertakenByInstructions"},
	{"twice", "frame: calls that return twice return once, for layout and proof",
		"	case ir.ReturnsTwice(m, f) != nil:", "	case ir.ReturnsTwice(m, f) != nil && false:",
		"./internal/lower/split TestProofOfTwoReturns"},
	{"late", "frame: what a call touches after it has let others run is touched before that, for layout and proof",
		"	anybody := a.Escaped || a.Late\n", "	anybody := a.Escaped\n",
		"./internal/lower/split TestProofOfOvertaken"},
	{"stack", "split: an object with an address that others keep may stay on the stack where no marked life " +
		"meets a suspend",
		"	if info.Escaped {\n		why := Why{Rule: Escapes", "	if info.Escaped && len(info.Users) < 0 {\n" +
			"		why := Why{Rule: Escapes", ""},
	{"counts", "split: a destroy part is entered at each suspend, also where the coroutine is resumed",
		"append(p.destroyed, left-resumed)", "append(p.destroyed, left)", "./internal/lower/split TestProfile"},
	{"dispatch", "split: the default edge of the switch over the index has the weight of the first suspend",
		"append([]uint64{0}, counts[:sw.NumCases()]...)", "append(counts[:sw.NumCases():sw.NumCases()], 0)", "./internal/lower/split TestProfile"},
	{"final", "split: the weights of the test for the final suspend are exchanged",
		"[]uint64{counts[last], total(counts[:last])}", "[]uint64{1000 * total(counts[:last]), counts[last]}", "./internal/lower/split TestProfile"},
	{"rounds", "split: the check of counts runs each loop once",
		"x[s] += p * q / (1 - again)", "x[s] += p * q", "./internal/lower/flowcheck TestCheck"},
	{"believed", "elision: a function that the linker may replace does what its summary says",
		"\treturn f.Exact() && (bound || f.BoundHere())\n", "\treturn !f.Declared\n", "./internal/driver TestSummaries"},
	{"linked", "elision: a declaration that need not be linked has a summary",
		"!f.Declared || f.IsIntrinsic() || f.Linkage == \"extern_weak\" {",
		"!f.Declared || f.IsIntrinsic() {", "./internal/driver TestSummaries"},
	{"typed", "elision: a declaration of another type has the summary of the name",
		"sum == nil || sum.Type != f.FTy.String() || len", "sum == nil || len", "./internal/driver TestSummaries"},
	{"told", "elision: a function of another file learns of a handle by one of two ways alone",
		"\t\tif holder >= 0 {\n\t\t\treturn -1, false\n\t\t}\n\t\tholder = k",
		"\t\tholder = k", "./internal/driver TestSummaries"},
	{"gives", "elision: a handle that others learn of in another file stays a secret",
		"\tif s.esc != nil || slices.ContainsFunc(c.holders, func(a *ir.Instr) bool { return s.captured(a) }) {\n" +
			"\t\treturn x, false", "\tif false {\n\t\treturn x, false", "./internal/driver TestSummaries"},
	{"moved", "elision: in another file a handle is moved to no other place",
		"\t\tif !c.expected(&s.slots[k], x.Holder) {", "\t\tif k < 0 {", "./internal/driver TestSummaries"},
	{"beside", "elision: another file keeps no address that is reached beside the handle",
		"\t\tcase p.Keeps || p.Returns:\n\t\t\tw.leak(s, i, a)\n\t\tdefault:\n\t\t\ts.publishContents(a.v, w.at(i))\n\t\t}\n", "\t\t}\n", "./internal/driver TestSummaries"},
	{"room-below", "elision: an answer holds at any depth",
		"ok && depth+a.height <= m.Max {", "ok {", "./internal/lower/lifetime TestMemo"},
	{"unproved-answer", "elision: -verify-each believes cached answers",
		"!same(again, v) {", "false && !same(again, v) {", "./internal/lower/lifetime TestProveAnswers"},
	{"unproved-flow", "elision: -verify-each believes a cached flow that has another callee",
		"len(u.given) == len(v.given) && len(beyond(u.given, v.given)) == 0", "len(u.given) < 1<<30", "./internal/lower/lifetime TestProveAnswers"},
	{"which", "elision: what is known of one parameter holds for the others",
		"\treturn askAs(fa, a, q,", "\tq.k = min(q.k, 0)\n\treturn askAs(fa, a, q,", "./internal/lower/lifetime TestAnswers"},
	{"notyet", "elision: what is answered while a body is not there holds later",
		"\t\treturn worst, 0 // not cached", "\t\ta.Put(q, depth, worst, 0)\n\t\treturn worst, 0 // not cached",
		"./internal/lower/lifetime TestNotYet"},
	{"local-kept", "elision: an address in a local variable is where the function reads the variable, whoever else does",
		"if a == nil || !loadedAndStored(a) {", "if a == nil {", "./internal/lower/lifetime TestParamUse"},
	{"local-volatile", "elision: a volatile store to a local variable is like any other",
		"if !is || i.Flags&ir.FlagVolatile != 0 {", "if !is {", "./internal/lower/lifetime TestParamUse"},
	{"lost-use", "elision: a function that gives an address away does nothing else with it",
		"				all = allUses\n				all.surely = use.surely\n				return all, height, use.surely",
		"				return use, height, use.surely", "./internal/lower/lifetime TestParamUse"},
	{"surely", "elision: other code keeps each address that it gets, whatever its attributes say",
		"is.surely = is.away && (", "is.surely = (", "./internal/lower/lifetime TestParamUse"},
	{"deep", "elision: whether a frame holds its own addresses does not matter to who gets them",
		"&fa.flowed, flowKey{f, params, deep}, depth", "&fa.flowed, flowKey{f, params, false}, depth",
		"./internal/lower/lifetime TestFlowsDeep"},
	{"cycle", "elision: a function of a cycle of calls throws nothing before the others are looked at",
		"\tif leaves || low == at {", "\tif true {", "./internal/lower/lifetime TestThrowsInCycle"},
	{"result-notyet", "elision: a function whose body is not there returns no constant, also later",
		"\tc, _ := ask(fa, &fa.results, question{f, noParam},", "\tif !fa.body(f) {\n\t\tfa.results.Put(question{f, noParam}, 0, nil, 0)\n\t}\n" +
			"\tc, _ := ask(fa, &fa.results, question{f, noParam},", "./internal/lower/lifetime TestNotYet"},
	{"parts-notyet", "elision: a part whose body is not there uses no frame",
		"\t\treturn partFlow{}, false\n", "\t\tfa.parts[f] = partFlow{}\n\t\treturn partFlow{}, false\n",
		"./internal/lower/lifetime TestNotYet"},
	{"lingers-cleanup", "elision: a destroy function frees the frame of each of its coroutines in the same way",
		"key := destroyAndCleanup{l.Destroy, l.Cleanup}", "key := destroyAndCleanup{l.Destroy, nil}",
		"./internal/lower/lifetime TestAnswers"},
	{"setjmp-once", "elision: a call that returns twice is one only for the first query",
		"\tfa.twice[f] = i != nil\n", "\tfa.twice[f] = false\n", "./internal/lower/lifetime TestReturnsTwiceTwice"},
	{"stale-calls", "elision: a function that changed calls what it called before, and returns as before",
		"\tdelete(fa.asked, f)\n", "", "./internal/lower/lifetime TestCalls"},
	{"retry", "elision: a trial that elided nothing is made again",
		"\t\tlt.state.hopeless[s.call] = true\n\t}\n\tlt.giveUp()", "\t\t_ = s\n\t}\n\tlt.giveUp()",
		"./internal/lower/elide TestLookThroughUndone"},
	{"unrolled", "elision: a recursive creation that one trial refuses is for the next trial",
		"\t\t\tlt.state.hopeless[i] = true\n\t\t} else if", "\t\t\t_ = i\n\t\t} else if", "./internal/driver TestRecursionIsNotUnrolled"},
	{"trial-reads", "elision: a trial learns nothing behind a path that keeps the frame on the heap",
		"return isOn(i) && an.mayReadFrame(i) })", "return false })", "./internal/lower/elide TestElideTrialReads"},
	{"trial-strange", "elision: each function pointer on that path may be this coroutine's",
		"return isOn(i) && an.mayReadFrame(i) })", "return isOn(i) })", "./internal/lower/elide TestElideTrialReads"},
	{"starved", "elision: no creation is refused for the budget alone",
		"\t\t\tlt.state.starved[s.call] = true\n", "\t\t\t_ = s\n", "./internal/lower/elide TestLookThroughBudget"},
	{"starved-copy", "elision: the call that a trial leaves is another than the one that the budget refused",
		"\t\t\tlt.state.starved[call] = true // one", "\t\t\t// one", "./internal/lower/elide TestLookThroughBudget"},
	{"late-argument", "split: no call accesses an argument after other code may run the coroutine",
		"w.callees.TouchesLate(call, k) {", "false {", "./internal/lower/live TestConcurrentCalls"},
	{"unreadable", "elision: a function that only others read has a body, if it is needed twice",
		"\t\tir.Put(&t.Foreign, f, ready)\n", "\t\tir.Put(&t.Foreign, f, true)\n", "./internal/lower/bodies TestBody"},
	{"printed", "elision: a function that is printed already has a body",
		"\tcase t.finished[f]:\n", "\tcase false:\n", "./internal/lower/bodies TestBody"},
	{"under", "elision: a candidate stays after the function that it copies changed",
		"\tdelete(t.byFunc, t.under)\n", "", "./internal/lower/bodies TestCandidate"},
	{"partial", "elision: a candidate without a call that could not be inlined is complete",
		"\tclear(t.partial)\n", "", "./internal/lower/bodies TestCandidate"},
	{"maker", "elision: the callers of a large creator are creators",
		"if !coroutine[k] && items[k].End-items[k].Body > makerSize {", "if false {",
		"./internal/callgraph TestCreatorsAreTheirDefinition"},
	{"between", "elision: no function lies between a creator and a large one",
		"case related[c] && !reached[k]:", "case false:", "./internal/callgraph TestCreatorsAreTheirDefinition"},
	{"component", "elision: a function is on no cycle that leads back through its callees",
		"low[p] = min(low[p], low[v])", "_ = p", "./internal/callgraph TestCreatorsAreTheirDefinition"},
	{"namers", "elision: only functions refer to a function",
		"if g.file.Items[k].Kind != parse.ItemDefine {", "if false {", "./internal/callgraph TestNamers"},
}

// second has the second edit of errors that two places detect independently, by name.
var second = map[string]Plant{
	"twice": {Name: "twice.proof", Old: "if i.IsCall() && c.callHas(i, i.CalledFunc(), \"returns_twice\") {",
		New: "if false {"},
	"late": {Name: "late.proof", Old: "		if !late.busy.has(k) && !(late.others",
		New: "		if true || !late.busy.has(k) && !(late.others"},
}

// Pieces returns the edits of an error.
func (p *Plant) Pieces() []Plant {
	list := []Plant{*p}
	if q, ok := second[p.Name]; ok {
		list = append(list, q)
	}
	return list
}

// find returns the file of a plant, and its text with the error. A missing or repeated piece is an
// error.
func (p *Plant) find(root string) (file string, text []byte, err error) {
	n := 0
	for _, folder := range plantFolders {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			src, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			if k := strings.Count(string(src), p.Old); k > 0 {
				n += k
				file, text = path, []byte(strings.Replace(string(src), p.Old, p.New, 1))
			}
			return nil
		})
		if err != nil {
			return "", nil, err
		}
	}
	if n != 1 {
		return "", nil, fmt.Errorf("planted error %s: the piece of text occurs %d times in %v; write it anew for "+
			"what the code is now:\n%s", p.Name, n, plantFolders, p.Old)
	}
	return file, text, nil
}

// Check reports whether the error can be planted.
func (p *Plant) Check(root string) error {
	for _, q := range p.Pieces() {
		if _, _, err := q.find(root); err != nil {
			return err
		}
	}
	return nil
}

// Overlay writes a file for the go command's option -overlay, which builds the program with the
// error, and returns the file's name.
func (p *Plant) Overlay(root, dir string) (overlay string, err error) {
	return Overlay(root, dir, p.Name, p.Pieces())
}

// Overlay is the method of Plant for several edits, in different files.
func Overlay(root, dir, name string, pieces []Plant) (overlay string, err error) {
	replace := map[string]string{}
	for _, q := range pieces {
		file, text, err := q.find(root)
		if err != nil {
			return "", err
		}
		if file, err = filepath.Abs(file); err != nil {
			return "", err
		}
		if replace[file] != "" {
			return "", fmt.Errorf("planted error %s: both pieces are in %s", name, file)
		}
		replace[file] = filepath.Join(dir, q.Name+".go")
		if err := os.WriteFile(replace[file], text, 0o644); err != nil {
			return "", err
		}
	}
	list, err := json.Marshal(map[string]map[string]string{"Replace": replace})
	if err != nil {
		return "", err
	}
	overlay = filepath.Join(dir, name+".json")
	return overlay, os.WriteFile(overlay, list, 0o644)
}

// Fails runs the plant's test with the error in it, and reports whether it fails. A missing test,
// or one that does not compile, is an error.
func (p *Plant) Fails(root, dir string) (bool, error) {
	overlay, err := p.Overlay(root, dir)
	if err != nil {
		return false, err
	}
	folder, test, _ := strings.Cut(p.Test, " ")
	cmd := exec.Command("go", "test", "-pgo=off", "-overlay", overlay, folder, "-run", "^"+test+"$")
	cmd.Dir = root
	out, err := cmd.CombinedOutput()
	switch {
	case strings.Contains(string(out), "--- FAIL: "+test):
		return true, nil
	case err != nil || strings.Contains(string(out), "no tests to run"):
		return false, fmt.Errorf("planted error %s: %s: %v\n%s", p.Name, p.Test, err, out)
	}
	return false, nil
}

// Build builds the program with the error in it.
func (p *Plant) Build(root, dir string) (bin string, err error) {
	overlay, err := p.Overlay(root, dir)
	if err != nil {
		return "", err
	}
	bin = filepath.Join(dir, "plant-"+p.Name)
	cmd := exec.Command("go", "build", "-overlay", overlay, "-o", bin, "./cmd/corolower")
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("planted error %s does not compile: %w\n%s", p.Name, err, out)
	}
	return bin, nil
}

// prepared is a batch of programs with its results without a planted error, computed once for all
// errors.
type prepared struct {
	name     string
	programs []*gen.Program
	sizes    map[string]int
	known    map[uint64]bool // programs that fail without a planted error
}

// Hunt searches for each planted error with the programs of the soak, whose Tools run the program
// without errors. It writes a line for each error, and returns the number of errors that no program
// found.
func (s *Soak) Hunt(root string, plants []Plant, w io.Writer) (missed int, err error) {
	var batches []*prepared
	defer func() {
		for _, b := range batches {
			s.Tools.forget(b.name)
		}
	}()
	for _, p := range plants {
		if p.Test != "" {
			fails, err := p.Fails(root, s.Tools.dir)
			if err != nil {
				return missed, err
			}
			if fails {
				fmt.Fprintf(w, "%-12s by the test %s (%s)\n", p.Name, p.Test, p.Does)
			} else {
				missed++
				fmt.Fprintf(w, "%-12s NOT FOUND by the test %s (%s)\n", p.Name, p.Test, p.Does)
			}
			continue
		}
		bin, err := p.Build(root, s.Tools.dir)
		if err != nil {
			return missed, err
		}
		var f *Failure
		at := 0
		for ; at < s.Count && f == nil; at += s.Batch {
			k := at / s.Batch
			if k == len(batches) {
				b, err := s.prepare(uint64(at))
				if err != nil {
					return missed, err
				}
				batches = append(batches, b)
			}
			if f, err = s.first(bin, batches[k]); err != nil {
				return missed, err
			}
		}
		proof := 0
		if f == nil {
			if proof, err = s.refused(bin, batches); err != nil {
				return missed, err
			}
		}
		if f == nil && proof > 0 {
			fmt.Fprintf(w, "%-12s after %4d programs, by the proof of shared frames, which refuses more of them (%s)\n",
				p.Name, proof, p.Does)
		} else if f == nil {
			missed++
			n, err := s.changed(bin, batches)
			if err != nil {
				return missed, err
			}
			fmt.Fprintf(w, "%-12s NOT FOUND in %d programs, %d of %d batches come out otherwise (%s)\n", p.Name, at, n,
				len(batches), p.Does)
		} else {
			fmt.Fprintf(w, "%-12s after %4d programs, by %s: %s (%s)\n", p.Name, f.Program.Seed-s.First+1,
				f.Variant.Name, f.Kind, p.Does)
		}
		os.Remove(bin)
	}
	return missed, nil
}

// refused returns the number of programs after which the proof of shared frames refuses more frames
// than without the planted error, or 0 if it never does.
func (s *Soak) refused(bin string, batches []*prepared) (programs int, err error) {
	for k, b := range batches {
		for _, v := range plantVariants {
			var refused [2]int
			for j, program := range []string{s.Tools.Bin, bin} {
				args := append([]string{"-pass-remarks-analysis=coro-split", "-disable-output", b.name + ".in.ll"},
					v.Args...)
				_, remarks, err := command(program, args...)
				if err != nil {
					return 0, err
				}
				refused[j] = strings.Count(remarks, "shares no storage")
			}
			if refused[1] > refused[0] {
				return (k + 1) * s.Batch, nil
			}
		}
	}
	return 0, nil
}

// changed returns the number of batches for whose programs the planted error changes the output. It
// is 0 if the error has no effect, or if other code detects and undoes it.
func (s *Soak) changed(bin string, batches []*prepared) (n int, err error) {
	for _, b := range batches {
		differs := false
		for k, v := range plantVariants {
			texts := [2]string{}
			for j, t := range []*Tools{s.Tools, {Bin: bin, dir: s.Tools.dir}} {
				out := fmt.Sprintf("%s.changed.%d.%d.ll", b.name, k, j)
				// the output is text even if the program refuses the input
				if _, err := t.lower(v, b.name+".in.ll", out, b.name+".elided"); err == nil {
					text, err := os.ReadFile(out)
					if err != nil {
						return n, err
					}
					texts[j] = string(text)
				}
			}
			differs = differs || texts[0] != texts[1]
		}
		if differs {
			n++
		}
	}
	return n, nil
}

// plantVariants are the variants that suffice to find an error.
var plantVariants = []Variant{Variants[0], Variants[2]}

func (s *Soak) prepare(at uint64) (*prepared, error) {
	b := &prepared{name: s.Tools.batchName(), known: map[uint64]bool{}}
	for k := range s.Batch {
		b.programs = append(b.programs, gen.Generate(s.First+at+uint64(k), s.Off...))
	}
	var err error
	if b.sizes, err = s.Tools.prepare(b.name, b.programs); err != nil {
		return nil, err
	}
	res, err := s.Tools.try(b.name, b.programs, plantVariants, b.sizes)
	if err != nil {
		return nil, err
	}
	for _, f := range res.Failures {
		b.known[f.Program.Seed] = true
	}
	return b, nil
}

// first returns the first program of a batch that fails only with the planted error, or nil.
func (s *Soak) first(bin string, b *prepared) (first *Failure, err error) {
	t := &Tools{Bin: bin, dir: s.Tools.dir, n: 1 << 20}
	res, err := t.try(b.name, b.programs, plantVariants, b.sizes)
	if err != nil {
		return nil, err
	}
	for _, f := range res.Failures {
		if !b.known[f.Program.Seed] && (first == nil || f.Program.Seed < first.Program.Seed) {
			first = f
		}
	}
	return first, nil
}
