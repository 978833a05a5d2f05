package handle

// How control leaves a function other than by its return: by an exception, or by a jump to
// somewhere further out, as longjmp makes one.
//
// A call of a function that is not known may throw, unless something says nounwind. It jumps only
// if it is said not to return (or the code behind it is unreachable) and it is not known to end the
// process: that a function which does return on some days jumps out of its caller on others is not
// assumed. Where its body is there, it is read.

import (
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// neverThrow are functions of the C library that throw nothing, though their declarations do not
// say so.
var neverThrow = map[string]bool{
	"printf": true, "puts": true, "putchar": true, "fprintf": true,
	"sprintf": true, "snprintf": true, "vprintf": true, "vsnprintf": true,
	"fputs": true, "fputc": true, "fwrite": true, "fflush": true, "malloc": true,
	"calloc": true, "realloc": true, "free": true, "abort": true,
	"strlen": true, "strcmp": true, "strncmp": true, "strcpy": true,
	"strncpy": true, "strcat": true, "strchr": true, "memcmp": true,
	"memcpy": true, "memmove": true, "memset": true, "memchr": true, "atoi": true, "strtol": true, "getenv": true,
}

// neverJump are functions that do not return because the process ends, or because they throw.
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
}

// leavesOnly reports a function of which it is known that it throws or ends the process, if it does
// not return: what the C++ library has in namespace std does one of them. A template of namespace
// std has a body, which is read: it may call what jumps. For example, std::invoke(f) does what f
// does.
func leavesOnly(f *ir.Func) bool {
	return neverJump[f.Name] || ir.OnlyReports(f) ||
		f.Declared && (strings.HasPrefix(f.Name, "_ZSt") || strings.HasPrefix(f.Name, "_ZNSt") || inStdMSVC(f.Name))
}

// inStdMSVC reports a name of namespace std as it is spelled for Windows: `?name@Class@std@@` and
// so on. Names with arguments of templates in front of that, or of what is local to a function, are
// not looked at.
func inStdMSVC(name string) bool {
	s, ok := strings.CutPrefix(name, "?")
	path, _, end := strings.Cut(s, "@@")
	return ok && end && strings.HasSuffix(path, "@std") && !strings.ContainsAny(path, "?$")
}

// MayLeave reports whether control may leave the calling function within a call, by an exception or
// a jump.
func (fa *Facts) MayLeave(i *ir.Instr) bool { return fa.mayThrow(i) || fa.mayJump(i) }

// MayJump reports whether a call may leave by a jump.
func (fa *Facts) MayJump(i *ir.Instr) bool { return fa.mayJump(i) }

// mayThrow reports whether a call may leave by an exception.
func (fa *Facts) mayThrow(i *ir.Instr) bool {
	if !ir.MayThrow(fa.M, i) {
		return false
	}
	f, known := fa.callee(i)
	return known && (f == nil || fa.funcThrows(f))
}

// mayJump reports whether a call may leave by a jump.
func (fa *Facts) mayJump(i *ir.Instr) bool {
	f, known := fa.callee(i)
	switch {
	case !known:
		return false
	case f == nil:
		return fa.noReturn(i)
	case f.IsIntrinsic():
		return false // traps
	}
	return !fa.ask(f).leavesOnly && (fa.noReturn(i) && !fa.readHere(f) || fa.funcJumps(f))
}

// readHere reports a function of which the body, or a summary of it, tells what it does.
func (fa *Facts) readHere(f *ir.Func) bool { return fa.imported(f) != nil || fa.body(f) }

// noReturn reports a call behind which the function does not go on.
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

// callee is the function that a call runs, nil for one that is not known; false: it runs none that
// throws or jumps.
func (fa *Facts) callee(i *ir.Instr) (*ir.Func, bool) {
	switch fa.Effect(i) {
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

// readsCallee is the instruction that read the function which a call runs from a frame, nil where
// it was not read there.
func (fa *Facts) readsCallee(call *ir.Instr) *ir.Instr {
	if read := ir.AsInstr(ir.StripCasts(call.Callee())); read != nil && fa.Effect(read) == ReadsPart {
		return read
	}
	return nil
}

// part is what a read of a part gives of the frame that a coro.begin names.
func (fa *Facts) part(begin, read *ir.Instr) *ir.Func {
	k, ok := read.Arg(1).(*ir.Const)
	if !ok || !k.IsInt() || fa.Effect(begin) != Begins {
		return nil
	}
	return fa.Part(begin, k.Uint64())
}

// funcThrows reports whether an exception may leave a function.
func (fa *Facts) funcThrows(f *ir.Func) bool {
	lv := leaving{fa: fa, known: fa.throws}
	if fa.Common != nil {
		lv.common = &fa.Common.throws
	}
	return lv.ask(f)
}

// funcJumps reports whether a jump may leave a function.
func (fa *Facts) funcJumps(f *ir.Func) bool {
	lv := leaving{fa: fa, jumps: true, known: fa.jumps}
	if fa.Common != nil {
		lv.common = &fa.Common.jumps
	}
	return lv.ask(f)
}

// leaving finds out which functions are left by an exception, or by a jump, by Tarjan's algorithm
// over the calls that matter: of functions that call each other in a cycle, one is if any is.
type leaving struct {
	fa    *Facts
	jumps bool
	known map[*ir.Func]bool
	// common is known for functions with a number; nil: nothing is known beyond the unit.
	common *CommonFacts[bool]
	index  map[*ir.Func]int // of functions of which the answer is not known, in the order in which they were met
	stack  []*ir.Func
}

// ask answers for a function; of most it is known.
func (lv *leaving) ask(f *ir.Func) bool {
	if is, ok := lv.atOnce(f); ok {
		return is
	}
	if is, ok := lv.asked(f); ok {
		return is
	}
	lv.index = map[*ir.Func]int{}
	leaves, _ := lv.visit(f)
	return leaves
}

// visit answers for a function, or, where it is part of a cycle that is not closed yet, for what
// was seen of it. low is the lowest index that is reached from it.
func (lv *leaving) visit(f *ir.Func) (leaves bool, low int) {
	const none = 1 << 30
	if is, ok := lv.atOnce(f); ok {
		return is, none
	}
	if is, ok := lv.asked(f); ok {
		return is, none
	}
	if at, ok := lv.index[f]; ok {
		return false, at
	}
	if !lv.fa.body(f) || lv.fa.Suspends(f) {
		return !lv.jumps, none // not yet
	}
	at := len(lv.index)
	lv.index[f], low = at, at
	from := len(lv.stack)
	lv.stack = append(lv.stack, f)
	for b := f.Entry(); b != nil && !leaves; b = b.Next() {
		for i := b.First(); i != nil && !leaves; i = i.Next() {
			is, g := lv.instr(i)
			if leaves = is; g != nil && !leaves {
				l := 0
				leaves, l = lv.visit(g)
				low = min(low, l)
			}
		}
	}
	if leaves || low == at {
		// What leaves is known at once, and with it what leads to it: all that is behind it on the
		// stack.
		for _, g := range lv.stack[from:] {
			lv.known[g] = leaves
			if no := lv.fa.commonNo(g); no >= 0 {
				lv.common.Put(no, leaves, g)
			}
		}
		lv.stack = lv.stack[:from]
		return leaves, none
	}
	return false, low
}

// asked answers for functions that were asked about before, by this unit or another.
func (lv *leaving) asked(f *ir.Func) (leaves, ok bool) {
	if leaves, ok = lv.known[f]; ok || lv.fa.Prove {
		return leaves, ok
	}
	if no := lv.fa.commonNo(f); no >= 0 {
		if leaves, ok = lv.common.Get(no); ok {
			lv.known[f] = leaves
		}
	}
	return leaves, ok
}

// atOnce answers for functions that need not be read.
func (lv *leaving) atOnce(f *ir.Func) (leaves, ok bool) {
	if sum := lv.fa.imported(f); sum != nil {
		if lv.jumps {
			return sum.Jumps && !leavesOnly(f), true
		}
		return sum.Throws && !f.HasAttr("nounwind"), true
	}
	if lv.jumps {
		return false, leavesOnly(f) || f.Declared
	}
	return false, f.HasAttr("nounwind") || f.Declared && neverThrow[f.Name] || ir.OnlyReports(f)
}

// instr tells whether an instruction leaves its function, or that a function which it calls must be
// asked.
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
	if !lv.jumps && !ir.MayThrow(lv.fa.M, i) {
		return false, nil
	}
	g, may := lv.fa.callee(i)
	switch {
	case !may:
		return false, nil
	case lv.jumps && (g == nil || !g.IsIntrinsic() && !leavesOnly(g)) && lv.fa.noReturn(i) && (g == nil ||
		!lv.fa.readHere(g)):
		return true, nil
	case lv.jumps && (g == nil || g.IsIntrinsic()):
		return false, nil
	case g == nil:
		return true, nil
	}
	return false, g
}
