// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package check

// Rules about one call: the name of the intrinsic, its signature, whether it may be invoked, its
// constant arguments, and uses of an intrinsic other than as a callee. These rules know nothing of
// the coroutine around the call.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/rule"
	"github.com/corolower/corolower/internal/words"
)

// createSuspend is the suspend marker of NVVM's dialect.
var createSuspend = ir.NVVMCreateSuspend.Name()

// spell formats a signature as a declaration would, for example `i8 (token, i1)`.
func (k *checker) spell(form string) string {
	word := func(b byte) string {
		switch b {
		case 't':
			return "token"
		case 'p':
			return k.m.PtrType(0).String()
		case 'i':
			return "i32"
		case '8':
			return "i8"
		case '1':
			return "i1"
		case 'n':
			return "iN"
		case 'v':
			return "void"
		case '.':
			return "..."
		}
		return "T"
	}
	var params []string
	for _, b := range []byte(form[2 : len(form)-1]) {
		params = append(params, word(b))
	}
	return word(form[0]) + " (" + strings.Join(params, ", ") + ")"
}

// checkSignature reports an intrinsic with an unknown name, or with a type that no supported LLVM
// version declares, and returns false. All other rules then ignore the call. It reports each wrong
// declaration once.
func (k *checker) checkSignature(i *ir.Instr, id ir.Intrinsic) bool {
	fn := i.CalledFunc()
	if id == ir.CoroOther || !id.Is(ir.Overloaded) && fn.Name != ir.CoroPrefix+id.CoroWord() {
		k.reportUnknown(i, fn)
		return false
	}
	if ir.SignatureFits(i, id) {
		return true
	}
	e := k.once(fn, rule.RuleSignature, i.Pos, "llvm.coro.%s has the type `%s`, which it has in no LLVM from 13 to 22",
		id.CoroWord(), i.Call().FTy)
	if e == nil {
		return false
	}
	note(e, fn.Pos, "declared here as `%s`", fn.FTy)
	if n := i.Call().NArgs; id == ir.CoroIDRetconOnceDynamic && (n == 8 || n == 10) {
		e.Msg = fmt.Sprintf("coro.id.retcon.once.dynamic with %d operands is an older dialect (Swift 6.2 or "+
			"a snapshot)", n)
		hint(e, "compile the source with Swift 6.3")
		return false
	}
	if fn.FTy != nil && i.Call().FTy != fn.FTy && slices.ContainsFunc(id.Info().Forms,
		func(form ir.Form) bool { return form.Matches(fn.FTy) }) {
		hint(e, "call it with the type of its declaration")
		return false
	}
	var forms []string
	for _, f := range id.Info().Forms {
		forms = append(forms, "`"+k.spell(f.Sig)+"`")
	}
	hint(e, "declare it as %s", strings.Join(forms, " or "))
	if id == ir.CoroEnd {
		e.Hint += ": LLVM up to 17, 18 to 21, and 22"
	}
	return false
}

func (k *checker) reportUnknown(i *ir.Instr, fn *ir.Func) {
	e := k.once(fn, rule.RuleUnknown, i.Pos, "unknown coroutine intrinsic `%s`", fn.Name)
	if e == nil {
		return
	}
	note(e, fn.Pos, "declared here")
	word := strings.TrimPrefix(fn.Name, ir.CoroPrefix)
	if word == "is_in_resume" {
		hint(e, "use llvm.coro.is_in_ramp, which returns the opposite: this intrinsic is new in LLVM 23")
		return
	}
	if near := words.Nearest(word, ir.CoroWords()); near != "" {
		hint(e, "did you mean llvm.coro.%s?", near)
		return
	}
	hint(e, "remove the call, or use an intrinsic of LLVM 13 to 22")
}

// checkInvoke reports an invoked intrinsic other than those that run user code.
func (k *checker) checkInvoke(i *ir.Instr, id ir.Intrinsic) {
	if i.Op == ir.OpCall || i.Op == ir.OpInvoke && id.Is(ir.Invocable) {
		return
	}
	e := k.tell(rule.RuleInvoke, i.Pos)
	hint(e, "write a call followed by a br to the normal destination: llvm.coro.%s does not unwind", id.CoroWord())
}

// checkAddress reports an intrinsic used other than as a callee.
func (k *checker) checkAddress(i *ir.Instr, fn *ir.Func) {
	if fn.Intrinsic() == ir.NVVMCreateSuspend {
		e := k.report(rule.RuleCreateSuspend, i.Pos,
			"%s must have exactly one argument, which must be a constant integer", createSuspend)
		hint(e, "call it directly, because its address means nothing")
		return
	}
	if !fn.Intrinsic().IsCoro() {
		return
	}
	// The wrapper of an await suspend and the functions of a retcon id are ordinary functions, so
	// an intrinsic is never valid here.
	e := k.tell(rule.RuleAddress, i.Pos)
	hint(e, "call `%s` directly, or pass the address of your own function that calls it", fn.Name)
}

// checkConst looks inside a constant for the address of a coroutine's block or of an intrinsic.
func (k *checker) checkConst(i *ir.Instr, c *ir.Const, depth int) {
	if c.Kind == ir.ConstBlockAddress {
		if c.Fn != nil && (c.Fn == k.f || ir.IsPresplit(k.m, c.Fn)) && !ownLabel(i, c) {
			k.opaque = append(k.opaque, i)
		}
		return
	}
	if depth > 8 || len(c.Elems) > 4096 {
		return // too large to be worth the search
	}
	for _, e := range c.Elems {
		switch v := e.(type) {
		case *ir.Const:
			k.checkConst(i, v, depth+1)
		case *ir.Func:
			k.checkAddress(i, v)
		}
	}
}

// ownLabel reports whether c is the address of one of callbr i's own destinations. LLVM up to 14
// passes these addresses as arguments, and splitting copies them together with the callbr.
func ownLabel(i *ir.Instr, c *ir.Const) bool {
	if i.Op != ir.OpCallBr || c.Fn != i.Func() {
		return false
	}
	return slices.ContainsFunc(i.Block().Succs(nil), func(b *ir.Block) bool { return b == c.Fn.Taken[c.Label] })
}

// checkCreateSuspend verifies NVVM's suspend marker by the rules of NVVM's own verifier.
func (k *checker) checkCreateSuspend(i *ir.Instr) {
	if c := i.Call(); c.NArgs == 1 && i.Op == ir.OpCall {
		if v, ok := i.Arg(0).(*ir.Const); ok && v.Kind == ir.ConstInt {
			if t := i.Type(); !markerResult(t) {
				e := k.report(rule.RuleCreateSuspend, i.Pos, "%s returns the unknown type `%s`", createSuspend, t)
				hint(e, "declare it as { ptr, i32 } @%s(i32)", createSuspend)
			}
			return
		}
	}
	e := k.report(rule.RuleCreateSuspend, i.Pos, "%s must have exactly one argument, which must be a constant integer",
		createSuspend)
	hint(e, "pass the suspend's id as a literal: call { ptr, i32 } @%s(i32 1)", createSuspend)
}

// markerResult reports whether the marker may return a type: void, an integer, a token, or a struct
// of a handle and an integer.
func markerResult(t *ir.Type) bool {
	if t.Kind() == ir.Struct {
		f := t.Fields()
		return len(f) == 2 && f[0].IsPtr() && f[0].AddrSpace() == 0 && f[1].IsInt()
	}
	return t.IsVoid() || t.IsToken() || t.IsInt()
}

// constInt returns an argument that is an integer literal.
func constInt(i *ir.Instr, k int) (*ir.Const, bool) {
	c, ok := i.Arg(k).(*ir.Const)
	return c, ok && c.Kind == ir.ConstInt
}

// checkArgs verifies the arguments that must be constants, whichever function contains the call.
func (k *checker) checkArgs(i *ir.Instr, id ir.Intrinsic) {
	switch id {
	case ir.CoroID:
		k.alignArg(i, ir.IdAlign, "align", true)
		k.infoArg(i)
	case ir.CoroSuspend:
		if _, ok := constInt(i, 1); !ok {
			e := k.report(rule.RuleFinalFlag, i.Pos, "the final flag of coro.suspend is not a constant")
			hint(e, "write i1 true for the final suspend point and i1 false for every other; any other value "+
				"counts as not final")
		}
	case ir.CoroEnd, ir.CoroEndAsync:
		k.constArg(i, 1, "unwind flag", "write one coro.end for each: i1 true on the exceptional path, i1 false on "+
			"the normal one")
	case ir.CoroPromise:
		k.alignArg(i, 1, "alignment", false)
		k.constArg(i, 2, "from flag", "write i1 false to get the promise from the handle, or i1 true to get the "+
			"handle from the promise")
	case ir.CoroSubFnAddr:
		if c, ok := constInt(i, 1); !ok || c.Int64() < -1 || c.Int64() > 2 {
			e := k.report(rule.RuleConstArg, i.Pos, "the index of coro.subfn.addr must be a constant from -1 to 2")
			hint(e, "pass 0 for resume, 1 for destroy, or 2 for cleanup")
		}
	case ir.CoroAwaitVoid, ir.CoroAwaitBool, ir.CoroAwaitHandle:
		fn, ok := ir.StripCasts(i.Arg(2)).(*ir.Func)
		if !ok {
			e := k.report(rule.RuleConstArg, i.Pos, "the wrapper of coro.%s must be a function", id.CoroWord())
			hint(e, "put the await-suspend wrapper into its own function and pass that function")
			return
		}
		k.checkWrapper(i, id, fn)
	case ir.CoroBeginCustomABI:
		k.tell(rule.RuleCustomABI, i.Pos)
	}
}

// wrapperForms are the types of the functions that call await_suspend.
var wrapperForms = map[ir.Intrinsic]ir.Form{ir.CoroAwaitVoid: {Sig: "v(pp)"}, ir.CoroAwaitBool: {Sig: "1(pp)"},
	ir.CoroAwaitHandle: {Sig: "p(pp)"}}

// checkWrapper verifies the type of the function that calls await_suspend: it takes the awaiter and
// the handle, and returns what the intrinsic is named after.
func (k *checker) checkWrapper(i *ir.Instr, id ir.Intrinsic, fn *ir.Func) {
	form := wrapperForms[id]
	if form.Matches(fn.FTy) {
		return
	}
	e := k.report(rule.RuleSignature, i.Pos, "the wrapper of coro.%s has the type `%s`", id.CoroWord(), fn.FTy)
	note(e, fn.Pos, "@%s is here", fn.Name)
	hint(e, "declare it as `%s`: it gets the awaiter and the handle", k.spell(form.Sig))
}

func (k *checker) constArg(i *ir.Instr, n int, what, fix string) {
	if _, ok := constInt(i, n); ok {
		return
	}
	e := k.report(rule.RuleConstArg, i.Pos, "the %s of coro.%s must be a constant", what, ir.CoroCall(i).CoroWord())
	hint(e, "%s", fix)
}

// alignArg verifies an alignment: a literal power of two, or zero for unknown if zero is true.
func (k *checker) alignArg(i *ir.Instr, n int, what string, zero bool) {
	c, ok := constInt(i, n)
	if ok {
		v := c.Uint64()
		ok = v&(v-1) == 0 && (v != 0 || zero)
	}
	if ok {
		return
	}
	e := k.report(rule.RuleConstArg, i.Pos, "the %s of coro.%s must be a constant power of two", what,
		ir.CoroCall(i).CoroWord())
	if zero {
		hint(e, "write the alignment that the allocator guarantees, or 0 if it is unknown")
	} else {
		hint(e, "write the alignment of the promise's alloca")
	}
}

// infoArg verifies operand 3 of coro.id, with the messages of LLVM's verifier.
func (k *checker) infoArg(i *ir.Instr) {
	v := ir.StripCasts(i.Arg(ir.IdInfo))
	if c, ok := v.(*ir.Const); ok && c.Kind == ir.ConstNull {
		return
	}
	g, ok := v.(*ir.Global)
	if !ok || g.GKind != ir.GlobalVar || !g.IsConst || g.Declared {
		e := k.report(rule.RuleInfo, i.Pos, "info argument of llvm.coro.id must refer to an initialized constant")
		hint(e, "pass null, because coro-split fills this operand in")
		fix(e, ir.FixArg, i.Pos, ir.IdInfo, k.m.PtrType(0).String()+" null", nil)
		return
	}
	if t := g.ValueType.Kind(); t != ir.Struct && t != ir.Array {
		e := k.report(rule.RuleInfo, i.Pos, "info argument of llvm.coro.id must refer to either a struct or an array")
		note(e, g.Pos, "this constant has the type `%s`", g.ValueType)
		hint(e, "pass null, because coro-split fills this operand in")
		fix(e, ir.FixArg, i.Pos, ir.IdInfo, k.m.PtrType(0).String()+" null", nil)
	}
}
