// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

// How control leaves a function other than by its return: by an exception, or by a jump to an outer
// function, as longjmp does.
//
// A call of an unknown function may throw, unless an attribute says nounwind. It may jump only if
// it is marked noreturn (or the code after it is unreachable) and the function is not known to end
// the process: the analysis assumes that a function which returns does not sometimes jump instead.
// If the function's body is available, the analysis reads it. A call may also call the functions
// that it is given, so it jumps if one of them does. If the file calls longjmp, any unknown function
// may jump, because it may call a function of the file or resume a coroutine that does.

import (
	"iter"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// neverJump are functions that do not return because the process ends, or because they throw, and
// functions that return and only register what they are given.
var neverJump = map[string]bool{
	"abort": true, "exit": true, "_exit": true, "_Exit": true, "quick_exit": true,
	"_ZSt9terminatev": true, "__clang_call_terminate": true,
	"__assert_fail": true, "__assert_rtn": true, "__assert": true,
	"_assert": true, "__stack_chk_fail": true, "__chk_fail": true,
	"__cxa_pure_virtual": true, "__cxa_deleted_virtual": true, "__cxa_call_unexpected": true,
	"__cxa_throw": true, "__cxa_rethrow": true, "__cxa_bad_cast": true,
	"__cxa_bad_typeid": true, "__cxa_throw_bad_array_new_length": true,
	"_Unwind_Resume": true, "_CxxThrowException": true, "rust_begin_unwind": true,
	"__std_terminate": true, "?terminate@@YAXXZ": true, "_purecall": true,
	"_invoke_watson": true, "_invalid_parameter_noinfo_noreturn": true,
	"atexit": true, "__cxa_atexit": true, "__cxa_thread_atexit": true,
}

// LongJumps are the functions of the C library that jump to an outer function.
var LongJumps = []string{"longjmp", "_longjmp", "siglongjmp", "__longjmp_chk", "llvm.eh.sjlj.longjmp"}

// leavesOnly reports whether a function is known to throw or to end the process if it does not
// return. Facts.ask caches the answer. The functions that the C++ library declares in namespace std
// do one of these, except instances of templates: they may call functions of their arguments. For
// example, std::invoke(f) does what f does, also if the instance is declared as `extern template`.
func leavesOnly(f *ir.Func) bool {
	return neverJump[f.Name] || ir.OnlyReports(f) || f.Declared && (inStd(f.Name) || inStdMSVC(f.Name))
}

// inStd reports whether a name belongs to namespace std as the Itanium ABI mangles it: `_ZSt` and
// one name, or names after `_ZNSt` until `E`. It does not accept names with template arguments,
// which begin with `I`. For example, it accepts `_ZSt20__throw_length_errorPKc`, but not
// `_ZSt20throw_with_nestedI1XE`.
func inStd(name string) bool {
	s, nested := strings.CutPrefix(name, "_ZNSt")
	if !nested {
		ok := false
		if s, ok = strings.CutPrefix(name, "_ZSt"); !ok {
			return false
		}
	}
	for s != "" {
		digits := len(s) - len(strings.TrimLeft(s, "0123456789"))
		if digits == 0 {
			switch s[0] {
			case 'I':
				return false
			case 'E':
				return nested
			case 'C', 'D': // a constructor or destructor: C1, D2
				s = s[1:]
			}
			s = s[min(1, len(s)):]
			continue
		}
		n, err := strconv.Atoi(s[:digits])
		if err != nil || n > len(s)-digits {
			return false
		}
		if s = s[digits+n:]; !nested && !strings.HasPrefix(s, "B") {
			return !strings.HasPrefix(s, "I")
		}
	}
	return false
}

// inStdMSVC reports whether a name belongs to namespace std as MSVC mangles it: `?name@Class@std@@`
// and so on. It does not accept names with template arguments before that, or names that are local
// to a function.
func inStdMSVC(name string) bool {
	s, ok := strings.CutPrefix(name, "?")
	path, _, end := strings.Cut(s, "@@")
	return ok && end && strings.HasSuffix(path, "@std") && !strings.ContainsAny(path, "?$")
}

// MayLeave reports whether control may leave the calling function within a call, by an exception or
// a jump.
func (fa *Facts) MayLeave(i *ir.Instr) bool { return fa.mayThrow(i) || fa.MayJump(i) }

// mayThrow reports whether a call may leave by an exception.
func (fa *Facts) mayThrow(i *ir.Instr) bool {
	lv := leaving{fa: fa, known: fa.throws}
	return lv.askCall(i)
}

// leftAsleep reports whether an exception out of an ordinary call leaves the function suspended, as the return to
// the suspend behind the call does. For example, clang before version 19 writes a symmetric transfer as
//
//	%save = call token @llvm.coro.save(ptr null)
//	...
//	call void @llvm.coro.resume(ptr %next)
//	%s = call i8 @llvm.coro.suspend(token %save, i1 false)
//
// The function can be resumed and destroyed from the coro.save on, and that runs the same edges of the
// suspend. No other save or suspend may lie between the two: it would choose other edges.
func (an *lifetimeAnalysis) leftAsleep(i *ir.Instr) bool {
	next := i.Next()
	for next != nil && next.Op == ir.OpDbg {
		next = next.Next()
	}
	if !an.suspends || i.Op != ir.OpCall || effectOf(i) != Ordinary || next == nil || effectOf(next) != Suspends {
		return false
	}
	save := ir.AsInstr(next.Arg(0))
	if save == nil || effectOf(save) != Saves {
		return false
	}
	var work ir.Worklist[*ir.Block] // their ends lead to the call
	before := func(at *ir.Instr) bool {
		for b := at.Block(); at != save; at = at.Prev() {
			if at == nil {
				work.Add(b.Preds(nil)...)
				break
			}
			if e := effectOf(at); e == Saves || e == Suspends {
				return false
			}
		}
		return true
	}
	if !before(i) {
		return false
	}
	for b := range work.All {
		if !before(b.Terminator()) {
			return false
		}
	}
	return true
}

// MayJump reports whether a call may leave by a jump.
func (fa *Facts) MayJump(i *ir.Instr) bool {
	lv := leaving{fa: fa, jumps: true, known: fa.jumps}
	return lv.askCall(i)
}

// mayCallBack reports whether a function without a body may call a function of the file that jumps.
func (fa *Facts) mayCallBack(f *ir.Func) bool {
	return fa.HasLongJumps && !f.IsIntrinsic() && !fa.ask(f).leavesOnly && !ir.FreesMemory(f) &&
		!allocates(f) && !f.HasAttr("nocallback")
}

// givenFuncs yields the functions that are arguments of a call. It may call them: for example, a jump
// may leave @run if one may leave @f in
//
//	call void @run(ptr @f)
func givenFuncs(i *ir.Instr) iter.Seq[*ir.Func] {
	return func(yield func(*ir.Func) bool) {
		for k := range i.NumCallArgs() {
			if f, ok := ir.StripCasts(i.Arg(k)).(*ir.Func); ok && !yield(f) {
				return
			}
		}
	}
}

// readHere reports whether a body or a summary describes a function.
func (fa *Facts) readHere(f *ir.Func) bool { return fa.imported(f) != nil || fa.body(f) }

// noReturn reports whether the function does not continue after a call. For example, it does not
// after
//
//	call void @fail()
//	unreachable
func (fa *Facts) noReturn(i *ir.Instr) bool {
	if ir.CallHas(fa.M, i, "noreturn") {
		return true
	}
	next := i.Next()
	if i.Op == ir.OpInvoke {
		next = i.NormalDest().First()
	}
	for next != nil && (next.Op == ir.OpDbg || ir.IsLifetime(next)) {
		next = next.Next()
	}
	return next != nil && next.Op == ir.OpUnreachable
}

// returns reports whether a function may return. For example, this one does not:
//
//	define void @fail() {
//	  call void @abort() noreturn
//	  unreachable
//	}
func (fa *Facts) returns(f *ir.Func) bool {
	if !fa.body(f) || fa.suspends(f) {
		return true // not cached: the body may become ready later
	}
	a := fa.ask(f)
	if !a.searched {
		a.searched = true
		for b := f.Entry(); b != nil && !a.returns; b = b.Next() {
			t := b.Terminator()
			a.returns = t == nil || t.Op == ir.OpRet
		}
	}
	return a.returns
}

// callee returns the function that a call runs, or nil if it is unknown; false: the call runs none
// that throws or jumps.
func (fa *Facts) callee(i *ir.Instr) (*ir.Func, bool) {
	switch effectOf(i) {
	case Ordinary:
		f := i.CalledFunc()
		if read := fa.readsCallee(i); read != nil {
			if begin := ir.AsInstr(ir.StripCasts(read.Arg(0))); begin != nil && begin.IsCall() {
				f = fa.part(begin, read)
			}
		}
		return f, true
	case Awaits:
		w, _ := ir.StripCasts(i.Arg(2)).(*ir.Func)
		return w, true
	}
	return nil, false
}

// readsCallee returns the instruction that read a call's callee from a frame, or nil if none did.
func (fa *Facts) readsCallee(call *ir.Instr) *ir.Instr {
	if read := ir.AsInstr(ir.StripCasts(call.Callee())); read != nil && effectOf(read) == ReadsPart {
		return read
	}
	return nil
}

// part returns the function that a read of a part yields for the frame of a coro.begin.
func (fa *Facts) part(begin, read *ir.Instr) *ir.Func {
	k, ok := read.Arg(1).(*ir.Const)
	if !ok || !k.IsInt() || effectOf(begin) != Begins {
		return nil
	}
	return partOf(begin, k.Uint64())
}

// funcThrows reports whether an exception may leave a function.
func (fa *Facts) funcThrows(f *ir.Func) bool {
	lv := leaving{fa: fa, known: fa.throws}
	return lv.ask(f)
}

// exceptionsPass reports whether an exception may leave a function, whatever its attributes and those
// of other functions with a body say. A file that is compiled with -fno-exceptions has nounwind on its
// functions, and may be linked with others that throw. If a function is noexcept, its body ends each
// exception.
func (fa *Facts) exceptionsPass(f *ir.Func) bool {
	lv := leaving{fa: fa, bodies: true, known: map[*ir.Func]bool{}}
	return lv.ask(f)
}

// funcJumps reports whether a jump may leave a function.
func (fa *Facts) funcJumps(f *ir.Func) bool {
	lv := leaving{fa: fa, jumps: true, known: fa.jumps}
	return lv.ask(f)
}

// leaving decides which functions an exception, or a jump, may leave. It runs Tarjan's algorithm
// over the calls that matter: if functions call each other in a cycle and one of them can be left,
// each can be left.
type leaving struct {
	fa    *Facts
	jumps bool
	// bodies: attributes do not count if there is a body
	bodies bool
	known  map[*ir.Func]bool
	index  map[*ir.Func]int // of functions without an answer yet, in the order of the visit
	stack  []*ir.Func
}

// ask answers for a function. Most answers are cached.
func (lv *leaving) ask(f *ir.Func) bool {
	if is, ok := lv.atOnce(f); ok {
		return is
	}
	if is, ok := lv.known[f]; ok {
		return is
	}
	lv.index = map[*ir.Func]int{}
	leaves, _ := lv.visit(f)
	return leaves
}

// askCall answers for a call.
func (lv *leaving) askCall(i *ir.Instr) bool {
	leaves, g := lv.call(i)
	if leaves || g != nil && lv.ask(g) {
		return true
	}
	if lv.callsBack(i) {
		for f := range givenFuncs(i) {
			if lv.fa.Exactly().funcJumps(f) { // the call is given the original, not a private copy
				return true
			}
		}
	}
	return false
}

// visit answers for a function, or, if the function is in a cycle that is not closed yet, for the
// part that was visited. low is the lowest index that it reaches.
func (lv *leaving) visit(f *ir.Func) (leaves bool, low int) {
	const none = 1 << 30
	if is, ok := lv.atOnce(f); ok {
		return is, none
	}
	if is, ok := lv.known[f]; ok {
		return is, none
	}
	if at, ok := lv.index[f]; ok {
		return false, at
	}
	if !lv.fa.body(f) || lv.fa.suspends(f) {
		return !lv.jumps || lv.fa.HasLongJumps, none // not cached: the body may become ready later
	}
	at := len(lv.index)
	lv.index[f], low = at, at
	from := len(lv.stack)
	lv.stack = append(lv.stack, f)
	visit := func(g *ir.Func) {
		l := 0
		leaves, l = lv.visit(g)
		low = min(low, l)
	}
	for b := f.Entry(); b != nil && !leaves; b = b.Next() {
		for i := b.First(); i != nil && !leaves; i = i.Next() {
			is, g := lv.instr(i)
			if leaves = is; g != nil && !leaves {
				visit(g)
			}
			if leaves || !lv.callsBack(i) {
				continue
			}
			for g := range givenFuncs(i) {
				if lv.fa.onlyExact {
					visit(g)
				} else {
					leaves = lv.fa.Exactly().funcJumps(g)
				}
				if leaves {
					break
				}
			}
		}
	}
	if leaves || low == at {
		// If f can be left, the answer is final, and so can every function that leads to f: all
		// functions after f on the stack.
		for _, g := range lv.stack[from:] {
			lv.known[g] = leaves
		}
		lv.stack = lv.stack[:from]
		return leaves, none
	}
	return false, low
}

// atOnce answers for functions whose bodies need not be read.
func (lv *leaving) atOnce(f *ir.Func) (leaves, ok bool) {
	if sum := lv.fa.imported(f); sum != nil {
		if lv.jumps {
			return sum.Jumps && !lv.fa.ask(f).leavesOnly, true
		}
		return sum.Throws && !f.HasAttr("nounwind"), true
	}
	if lv.jumps {
		return f.Declared && lv.fa.mayCallBack(f), lv.fa.ask(f).leavesOnly || f.Declared
	}
	return false, f.HasAttr("nounwind") && (f.Declared || !lv.bodies) || ir.OnlyReports(f)
}

// callsBack reports whether an instruction may call the functions that it is given, and whether that
// matters. An exception is no reason to ask: an unknown function may throw anyway.
func (lv *leaving) callsBack(i *ir.Instr) bool {
	if !lv.jumps || !i.IsCall() {
		return false
	}
	f, may := lv.fa.callee(i)
	return may && (f == nil || !f.IsIntrinsic() && !lv.fa.ask(f).leavesOnly)
}

// instr reports whether an instruction leaves its function, or returns a callee that must be
// queried.
func (lv *leaving) instr(i *ir.Instr) (leaves bool, ask *ir.Func) {
	switch i.Op {
	case ir.OpResume:
		return !lv.jumps, nil
	case ir.OpCatchSwitch:
		return !lv.jumps && ir.UnwindDest(i) == nil && !ir.CatchesAll(i), nil
	case ir.OpCleanupRet:
		return !lv.jumps && i.NumArgs() < 2, nil
	case ir.OpInvoke:
		if !lv.jumps {
			return false, nil
		}
	case ir.OpCall, ir.OpCallBr:
	default:
		return false, nil
	}
	return lv.call(i)
}

// call reports whether a call leaves its function whatever the callee does, or returns a callee that
// must be queried. The functions that the call is given are another question: see callsBack.
func (lv *leaving) call(i *ir.Instr) (leaves bool, ask *ir.Func) {
	g, may := lv.fa.callee(i)
	if ir.LibraryCall(i).Has(ir.NoThrow) {
		return false, nil // it calls no function of the program either, so none jumps
	}
	if !lv.jumps && !ir.MayThrow(lv.fa.M, i) && !(lv.bodies && g != nil && !g.Declared && !g.IsIntrinsic() &&
		!i.Call().Attrs.Has(lv.fa.M, "nounwind")) {
		return false, nil
	}
	switch {
	case !may:
		return false, nil
	case lv.jumps && g != nil && g.IsIntrinsic():
		return ir.CalledIntrinsic(i) == ir.EHLongJump, nil // another noreturn intrinsic is a trap, which ends the process
	case lv.jumps && g == nil:
		return lv.fa.HasLongJumps || lv.fa.noReturn(i), nil
	case lv.jumps && !lv.fa.ask(g).leavesOnly && lv.fa.noReturn(i) && !lv.fa.readHere(g):
		return true, nil
	}
	return g == nil, g
}
