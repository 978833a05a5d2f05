// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir_test

import (
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

func load(t testing.TB, text string) *ir.Module {
	t.Helper()
	m, err := parse.Module("t.ll", []byte(text))
	if err != nil {
		t.Fatalf("parse: %v\n%s", err, text)
	}
	return m
}

func fn(t testing.TB, m *ir.Module, name string) *ir.Func {
	t.Helper()
	f, err := m.Func(name)
	if err != nil || f == nil {
		t.Fatalf("no function %s: %v", name, err)
	}
	return f
}

// value returns an instruction by name.
func value(t testing.TB, f *ir.Func, name string) *ir.Instr {
	t.Helper()
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			if i.Name() == name {
				return i
			}
		}
	}
	t.Fatalf("no instruction %%%s", name)
	return nil
}

func block(t testing.TB, f *ir.Func, name string) *ir.Block {
	t.Helper()
	for b := f.Entry(); b != nil; b = b.Next() {
		if b.Name() == name {
			return b
		}
	}
	t.Fatalf("no block %%%s", name)
	return nil
}

const prelude = `
declare i32 @__gxx_personality_v0(...)
declare void @g()
declare i32 @h(i32)
declare i32 @vararg(ptr, ...)
declare void @err(ptr swifterror)
declare void @plain(ptr)
declare token @llvm.coro.id(i32, ptr readnone, ptr readonly captures(none), ptr)
declare ptr @llvm.coro.begin(token, ptr writeonly)
declare token @llvm.coro.save(ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.resume(ptr)
declare i64 @llvm.coro.size.i64()
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1 immarg)
`

// broken is a module that parses but must not verify. otherWords is LLVM's message if LLVM's parser
// finds the error before its verifier does.
type broken struct{ name, text, want, otherWords string }

var brokenText = []broken{
	{"use-before-def", `define i32 @f(i32 %x) {
  %a = add i32 %b, 1
  %b = add i32 %x, 1
  ret i32 %a
}`, "Instruction does not dominate all uses!", ""},
	{"use-not-dominated", `define i32 @f(i1 %c, i32 %x) {
entry:
  br i1 %c, label %a, label %b
a:
  %v = add i32 %x, 1
  br label %b
b:
  ret i32 %v
}`, "Instruction does not dominate all uses!", ""},
	{"phi-operand-not-dominated", `define i32 @f(i1 %c, i32 %x) {
entry:
  br i1 %c, label %a, label %b
a:
  %v = add i32 %x, 1
  br label %b
b:
  %p = phi i32 [ 0, %a ], [ %v, %entry ]
  ret i32 %p
}`, "Instruction does not dominate all uses!", ""},
	{"def-unreachable", `define i32 @f(i32 %x) {
entry:
  br label %b
dead:
  %v = add i32 %x, 1
  br label %dead
b:
  ret i32 %v
}`, "Instruction does not dominate all uses!", ""},
	{"self-reference", `define i32 @f(i32 %x) {
  %a = add i32 %a, 1
  ret i32 %a
}`, "Only PHI nodes may reference their own value!", ""},
	{"invoke-result-on-unwind", `define i32 @f(i32 %x) personality ptr @__gxx_personality_v0 {
entry:
  %v = invoke i32 @h(i32 %x)
          to label %ok unwind label %lp
ok:
  ret i32 %v
lp:
  %l = landingpad { ptr, i32 }
          cleanup
  ret i32 %v
}`, "Instruction does not dominate all uses!", ""},
	{"invoke-result-other-edge", `define i32 @f(i32 %x, i1 %c) personality ptr @__gxx_personality_v0 {
entry:
  br i1 %c, label %inv, label %ok
inv:
  %v = invoke i32 @h(i32 %x)
          to label %ok unwind label %lp
ok:
  ret i32 %v
lp:
  %l = landingpad { ptr, i32 }
          cleanup
  ret i32 0
}`, "Instruction does not dominate all uses!", ""},
	{"phi-missing-pred", `define i32 @f(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %p = phi i32 [ 0, %a ]
  ret i32 %p
}`, "PHINode should have one entry for each predecessor of its parent basic block!", ""},
	{"phi-wrong-pred", `define i32 @f(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %b
x:
  ret i32 0
b:
  %p = phi i32 [ 0, %a ], [ 1, %x ]
  ret i32 %p
}`, "PHI node entries do not match predecessors!", ""},
	{"phi-double-pred", `define i32 @f(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %p = phi i32 [ 0, %a ], [ 0, %a ]
  ret i32 %p
}`, "PHI node entries do not match predecessors!", ""},
	{"phi-two-values-one-pred", `define i32 @f(i1 %c) {
entry:
  br i1 %c, label %b, label %b
b:
  %p = phi i32 [ 0, %entry ], [ 1, %entry ]
  ret i32 %p
}`, "PHI node has multiple entries for the same basic block with different incoming values!", ""},
	{"phi-not-first", `define i32 @f(i1 %c) {
entry:
  br label %b
b:
  %a = add i32 1, 2
  %p = phi i32 [ 0, %entry ]
  ret i32 %p
}`, "PHI nodes not grouped at top of basic block!", ""},
	{"entry-has-preds", `define void @f() {
entry:
  br label %entry
}`, "Entry block to function must not have predecessors!", ""},
	{"landingpad-not-first", `define void @f() personality ptr @__gxx_personality_v0 {
entry:
  invoke void @g()
          to label %ok unwind label %lp
ok:
  ret void
lp:
  %x = add i32 1, 2
  %l = landingpad { ptr, i32 }
          cleanup
  ret void
}`, "LandingPadInst not the first non-PHI instruction in the block.", ""},
	{"landingpad-normal-edge", `define void @f() personality ptr @__gxx_personality_v0 {
entry:
  invoke void @g()
          to label %ok unwind label %lp
ok:
  br label %lp
lp:
  %l = landingpad { ptr, i32 }
          cleanup
  ret void
}`, "Block containing LandingPadInst must be jumped to only by the unwind edge of an invoke.", ""},
	{"unwind-to-no-pad", `define void @f() personality ptr @__gxx_personality_v0 {
entry:
  invoke void @g()
          to label %ok unwind label %lp
ok:
  ret void
lp:
  ret void
}`, "The unwind destination does not have an exception handling instruction!", ""},
	{"landingpad-without-personality", `define void @f() {
entry:
  invoke void @g()
          to label %ok unwind label %lp
ok:
  ret void
lp:
  %l = landingpad { ptr, i32 }
          cleanup
  ret void
}`, "LandingPadInst needs to be in a function with a personality.", ""},
	{"landingpad-types", `define void @f() personality ptr @__gxx_personality_v0 {
entry:
  invoke void @g()
          to label %ok unwind label %lp
ok:
  invoke void @g()
          to label %done unwind label %lp2
done:
  ret void
lp:
  %l = landingpad { ptr, i32 }
          cleanup
  ret void
lp2:
  %l2 = landingpad i32
          cleanup
  ret void
}`, "The landingpad instruction should have a consistent result type inside a function.", ""},
	{"landingpad-empty", `define void @f() personality ptr @__gxx_personality_v0 {
entry:
  invoke void @g()
          to label %ok unwind label %lp
ok:
  ret void
lp:
  %l = landingpad { ptr, i32 }
  ret void
}`, "LandingPadInst needs at least one clause or to be a cleanup.", ""},
	{"catchpad-outside", `define void @f() personality ptr @__gxx_personality_v0 {
entry:
  invoke void @g()
          to label %ok unwind label %d
ok:
  ret void
d:
  %cs = catchswitch within none [label %h] unwind to caller
h:
  catchret from %cs to label %ok
}`, "CatchSwitchInst handlers must be catchpads", ""},
	{"cleanuppad-normal-edge", `define void @f() personality ptr @__gxx_personality_v0 {
entry:
  br label %c
c:
  %cl = cleanuppad within none []
  cleanupret from %cl unwind to caller
}`, "EH pad must be jumped to via an unwind edge", ""},
	{"invoke-coro-intrinsic", `define i64 @f() personality ptr @__gxx_personality_v0 {
entry:
  %s = invoke i64 @llvm.coro.size.i64()
          to label %ok unwind label %lp
ok:
  ret i64 %s
lp:
  %l = landingpad { ptr, i32 }
          cleanup
  ret i64 0
}`, "Cannot invoke an intrinsic other than donothing", ""},
	{"token-phi", `define void @f(i1 %c) {
entry:
  %a = call token @llvm.coro.save(ptr null)
  br i1 %c, label %x, label %y
x:
  br label %y
y:
  %p = phi token [ %a, %entry ], [ %a, %x ]
  ret void
}`, "PHI nodes cannot have token type!", ""},
	{"token-param", `define void @f(token %t) {
  ret void
}`, "Function takes token but isn't an intrinsic", ""},
	{"token-result", `declare token @f()`, "Function returns a token but isn't an intrinsic", ""},
	{"intrinsic-address", `define void @f(ptr %p) {
  store ptr @llvm.coro.resume, ptr %p
  ret void
}`, "Cannot take the address of an intrinsic!", ""},
	{"immarg", `define void @f(ptr %p, i1 %v) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %p, i64 1, i1 %v)
  ret void
}`, "immarg operand has non-immediate parameter", ""},
	{"musttail-no-ret", `define i32 @f(i32 %x) {
  %r = musttail call i32 @h(i32 %x)
  %s = add i32 %r, 1
  ret i32 %s
}`, "musttail call must precede a ret with an optional bitcast", ""},
	{"musttail-other-result", `define i32 @f(i32 %x) {
  %r = musttail call i32 @h(i32 %x)
  ret i32 %x
}`, "musttail call result must be returned", ""},
	{"musttail-return-type", `define void @f(i32 %x) {
  %r = musttail call i32 @h(i32 %x)
  ret void
}`, "cannot guarantee tail call due to mismatched return types", ""},
	{"musttail-params", `define i32 @f(i32 %x, i32 %y) {
  %r = musttail call i32 @h(i32 %x)
  ret i32 %r
}`, "cannot guarantee tail call due to mismatched parameter counts", ""},
	{"musttail-param-types", `define i32 @f(i64 %x) {
  %r = musttail call i32 @h(i32 1)
  ret i32 %r
}`, "cannot guarantee tail call due to mismatched parameter types", ""},
	{"musttail-cc", `define fastcc i32 @f(i32 %x) {
  %r = musttail call i32 @h(i32 %x)
  ret i32 %r
}`, "cannot guarantee tail call due to mismatched calling conv", ""},
	{"musttail-abi", `define i32 @f(i32 inreg %x) {
  %r = musttail call i32 @h(i32 %x)
  ret i32 %r
}`, "cannot guarantee tail call due to mismatched ABI impacting function attributes", ""},
	{"musttail-varargs", `define i32 @f(ptr %x) {
  %r = musttail call i32 (ptr, ...) @vararg(ptr %x)
  ret i32 %r
}`, "cannot guarantee tail call due to mismatched varargs", ""},
	{"swifttailcc-attr", `define swifttailcc void @f(ptr inreg %x) {
  musttail call swifttailcc void @f(ptr inreg %x)
  ret void
}`, "inreg attribute not allowed in swifttailcc musttail caller", ""},
	{"swifterror-use", `define ptr @f() {
  %e = alloca swifterror ptr, align 8
  %p = getelementptr i8, ptr %e, i64 1
  ret ptr %p
}`, "swifterror value can only be loaded and stored from, or as a swifterror argument!", ""},
	{"swifterror-stored", `define void @f(ptr %p) {
  %e = alloca swifterror ptr, align 8
  store ptr %e, ptr %p, align 8
  ret void
}`, "swifterror value should be the second operand when used by stores", ""},
	{"swifterror-arg", `define void @f(ptr %p) {
  %e = alloca swifterror ptr, align 8
  call void @plain(ptr %e)
  ret void
}`, "swifterror value when used in a callsite should be marked with swifterror attribute", ""},
	{"swifterror-other-type", `define void @f() {
  %e = alloca swifterror ptr, align 8
  call void (ptr, i1) @err(ptr %e, i1 true)
  ret void
}`, "swifterror value when used in a callsite should be marked with swifterror attribute", ""},
	{"va-start", `define void @f(ptr %p) {
  call void @llvm.va_start.p0(ptr %p)
  ret void
}
declare void @llvm.va_start.p0(ptr)`, "va_start called in a non-varargs function", ""},
	{"optnone", `define void @f() optnone {
  ret void
}`, "Attribute 'optnone' requires 'noinline'!", ""},
	{"attr-range-type", `declare void @f(i64 range(i32 0, 4))`, "Attribute 'range(i32 0, 4)' applied to incompatible type!", ""},
	{"attr-nofpclass-type", `declare void @f(i32 nofpclass(nan))`, "Attribute 'nofpclass(nan)' applied to incompatible type!", ""},
	{"attr-type", `define void @f(i32 nonnull %x) {
  ret void
}`, "Attribute 'nonnull' applied to incompatible type!", ""},
	{"declaration-linkage", `declare internal void @f()`, "invalid linkage type for function declaration",
		"invalid linkage for function declaration"},
	{"duplicate-case", `define void @f(i8 %x) {
entry:
  switch i8 %x, label %a [
    i8 1, label %a
    i8 1, label %a
  ]
a:
  ret void
}`, "Duplicate integer as switch case", "duplicate case value in switch"},
	{"resume-type", `define void @f() personality ptr @__gxx_personality_v0 {
entry:
  invoke void @g()
          to label %ok unwind label %lp
ok:
  ret void
lp:
  %l = landingpad { ptr, i32 }
          cleanup
  resume i32 1
}`, "The resume instruction should have a consistent result type inside a function.", ""},
}

func TestVerifyRejectsText(t *testing.T) {
	for _, c := range slices.Concat(brokenText, brokenFunclets()) {
		t.Run(c.name, func(t *testing.T) {
			m, err := parse.Module("t.ll", []byte(prelude+c.text))
			if err != nil {
				// The parser may reject a module before the verifier, but one of the two must
				// reject it.
				t.Logf("refused by the parser: %v", err)
				return
			}
			errs := ir.Verify(m)
			if len(errs) == 0 {
				t.Fatal("accepted")
			}
			found := false
			for _, e := range errs {
				found = found || strings.Contains(e.Msg, c.want)
			}
			if !found {
				t.Errorf("got %v, want %q", errs, c.want)
			}
			if !errs[0].Pos.IsValid() || errs[0].Pos.Offset() < len(prelude) {
				t.Errorf("finding is not located in the broken text: %d", errs[0].Pos)
			}
		})
	}
}

// TestLLVMRejectsToo validates the table: LLVM must reject each module with the same message. If
// its parser or its debug-info stripping rejects the module, the message may differ.
func TestLLVMRejectsToo(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a process for each case")
	}
	opt, err := exec.LookPath("opt-22")
	if err != nil {
		t.Skip("no opt-22")
	}
	for _, c := range slices.Concat(brokenText, brokenFunclets()) {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			cmd := exec.Command(opt, "-passes=verify", "-disable-output", "-")
			cmd.Stdin = strings.NewReader(prelude + c.text)
			out, err := cmd.CombinedOutput()
			if err == nil {
				t.Fatal("LLVM accepts it")
			}
			if c.otherWords == "" && !strings.Contains(string(out), c.want) || !strings.Contains(string(out),
				c.otherWords) {
				t.Errorf("LLVM says:\n%s\nwant %q", out, c.want)
			}
		})
	}
}

const sound = `define i32 @f(i1 %c, i32 %x, ptr %p) personality ptr @__gxx_personality_v0 {
entry:
  %a = add i32 %x, 1
  %l = load i32, ptr %p, align 4
  %gep = getelementptr { i32, [4 x i8] }, ptr %p, i64 0, i32 1, i64 2
  store i32 %l, ptr %gep, align 4
  %cmp = icmp eq i32 %a, %l
  %sel = select i1 %c, i32 %a, i32 %l
  %ext = zext i32 %a to i64
  %fl = sitofp i32 %a to float
  %fa = fadd float %fl, 1.000000e+00
  %call = call i32 @h(i32 %a)
  %agg = insertvalue { i32, i64 } poison, i32 %a, 0
  %ev = extractvalue { i32, i64 } %agg, 1
  %ie = insertelement <2 x i32> poison, i32 %a, i32 0
  %rmw = atomicrmw add ptr %p, i32 1 seq_cst, align 4
  br i1 %c, label %inv, label %join
inv:
  %v = invoke i32 @h(i32 %x)
          to label %join unwind label %lp
lp:
  %lpad = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %lpad
join:
  %phi = phi i32 [ %v, %inv ], [ %sel, %entry ]
  ret i32 %phi
}
`

// breakIR lists edits that make valid IR invalid, as a faulty pass might.
var breakIR = []struct {
	name string
	edit func(t *testing.T, m *ir.Module, f *ir.Func)
	want string
}{
	{"operand-type", func(t *testing.T, m *ir.Module, f *ir.Func) {
		value(t, f, "a").SetArg(1, m.ConstInt(m.Types.Int(64), 1))
	},
		"Both operands to a binary operator are not of the same type!"},
	{"binary-on-pointers", func(t *testing.T, m *ir.Module, f *ir.Func) {
		value(t, f, "a").SetArg(0, f.Params[2])
		value(t, f, "a").SetArg(1, f.Params[2])
	}, "Integer arithmetic operators only work with integral types!"},
	{"float-on-ints", func(t *testing.T, m *ir.Module, f *ir.Func) {
		value(t, f, "fa").SetArg(0, f.Params[1])
		value(t, f, "fa").SetArg(1, f.Params[1])
	}, "Floating-point arithmetic operators only work with floating-point types!"},
	{"null-operand", func(t *testing.T, m *ir.Module, f *ir.Func) { value(t, f, "a").SetArg(0, nil) },
		"Operand is null"},
	{"missing-terminator", func(t *testing.T, m *ir.Module, f *ir.Func) {
		r := block(t, f, "join").Last()
		r.Erase()
	}, "Basic Block does not have terminator!"},
	{"two-terminators", func(t *testing.T, m *ir.Module, f *ir.Func) {
		m.NewInstr(ir.OpUnreachable, m.Types.Void()).InsertBefore(block(t, f, "join").Last())
	}, "Terminator found in the middle of a basic block!"},
	{"ret-type", func(t *testing.T, m *ir.Module, f *ir.Func) { block(t, f, "join").Last().SetArg(0, f.Params[2]) },
		"Function return type does not match operand type of return inst!"},
	{"branch-condition", func(t *testing.T, m *ir.Module, f *ir.Func) { f.Entry().Last().SetArg(0, f.Params[1]) },
		"Branch condition is not 'i1' type!"},
	{"branch-to-value", func(t *testing.T, m *ir.Module, f *ir.Func) { f.Entry().Last().SetArg(1, f.Params[1]) },
		"instruction has the wrong number or kind of operands"},
	{"load-from-int", func(t *testing.T, m *ir.Module, f *ir.Func) { value(t, f, "l").SetArg(0, f.Params[1]) },
		"Load operand must be a pointer."},
	{"load-unsized", func(t *testing.T, m *ir.Module, f *ir.Func) {
		i := m.NewInstr(ir.OpLoad, m.Types.Named("op", "%op", nil), f.Params[2])
		i.InsertBefore(f.Entry().Last())
	}, "loading unsized types is not allowed"},
	{"store-to-int", func(t *testing.T, m *ir.Module, f *ir.Func) {
		m.NewInstr(ir.OpStore, m.Types.Void(), f.Params[1], f.Params[1]).InsertBefore(f.Entry().Last())
	}, "Store operand must be a pointer."},
	{"gep-index", func(t *testing.T, m *ir.Module, f *ir.Func) {
		value(t, f, "gep").SetArg(2, m.ConstInt(m.Types.Int(32), 5))
	},
		"Invalid indices for GEP pointer type!"},
	{"gep-result", func(t *testing.T, m *ir.Module, f *ir.Func) {
		g := value(t, f, "gep")
		f2 := m.NewInstr(ir.OpGEP, m.Types.OpaquePtr(3), g.Arg(0))
		f2.ElemTy = g.ElemTy
		f2.InsertBefore(g)
	}, "GEP is not of right type for indices!"},
	{"icmp-types", func(t *testing.T, m *ir.Module, f *ir.Func) { value(t, f, "cmp").SetArg(1, f.Params[2]) },
		"Both operands to ICmp instruction are not of the same type!"},
	{"icmp-pred", func(t *testing.T, m *ir.Module, f *ir.Func) { value(t, f, "cmp").Sub = uint8(ir.PredOEQ) },
		"Invalid predicate in ICmp instruction!"},
	{"select", func(t *testing.T, m *ir.Module, f *ir.Func) { value(t, f, "sel").SetArg(1, f.Params[2]) },
		"Invalid operands for select instruction!"},
	{"zext", func(t *testing.T, m *ir.Module, f *ir.Func) {
		value(t, f, "ext").SetArg(0, m.ConstInt(m.Types.Int(64), 1))
	}, "invalid cast opcode for cast from 'i64' to 'i64'"},
	{"call-args", func(t *testing.T, m *ir.Module, f *ir.Func) { value(t, f, "call").SetArg(0, f.Params[2]) },
		"Call parameter type does not match function signature!"},
	{"call-too-few", func(t *testing.T, m *ir.Module, f *ir.Func) {
		c := value(t, f, "call")
		a := *c.Call()
		a.NArgs, a.ArgAttrs = 0, nil
		callee := c.Callee()
		c.SetArgs(m, []ir.Value{callee})
		c.Aux = &a
	}, "Incorrect number of arguments passed to called function!"},
	{"call-aux-lost", func(t *testing.T, m *ir.Module, f *ir.Func) { value(t, f, "call").Aux = nil },
		"instruction has the wrong number or kind of operands"},
	{"extractvalue", func(t *testing.T, m *ir.Module, f *ir.Func) {
		value(t, f,
			"ev").Aux = &ir.IndexAux{Indices: []int{2}}
	},
		"Invalid ExtractValueInst operands!"},
	{"insertvalue", func(t *testing.T, m *ir.Module, f *ir.Func) {
		value(t, f,
			"agg").Aux = &ir.IndexAux{Indices: []int{1}}
	},
		"Invalid InsertValueInst operands!"},
	{"insertelement", func(t *testing.T, m *ir.Module, f *ir.Func) { value(t, f, "ie").SetArg(1, f.Params[2]) },
		"Invalid insertelement operands!"},
	{"atomicrmw-order", func(t *testing.T, m *ir.Module, f *ir.Func) { value(t, f, "rmw").Order = ir.NotAtomic },
		"atomicrmw instructions cannot be unordered."},
	{"load-order", func(t *testing.T, m *ir.Module, f *ir.Func) { value(t, f, "l").Order = ir.Acquire },
		"ordering on a load that is not atomic"},
	{"load-atomic", func(t *testing.T, m *ir.Module, f *ir.Func) { value(t, f, "l").Flags |= ir.FlagAtomic },
		"atomic load without an ordering"},
	{"store-order", func(t *testing.T, m *ir.Module, f *ir.Func) {
		s := value(t, f, "gep").Next()
		s.Order, s.Flags = ir.SeqCst, ir.FlagVolatile
	}, "ordering on a store that is not atomic"},
	{"foreign-flag", func(t *testing.T, m *ir.Module, f *ir.Func) { value(t, f, "a").Flags |= ir.FlagVolatile },
		"instruction carries a flag that its opcode does not have"},
	{"fast-select", func(t *testing.T, m *ir.Module, f *ir.Func) { value(t, f, "sel").Flags |= ir.FlagNNan },
		"fast-math flags on a type that is not floating point"},
	{"two-tail-kinds", func(t *testing.T, m *ir.Module, f *ir.Func) {
		value(t, f,
			"call").Flags |= ir.FlagTail | ir.FlagNoTail
	},
		"a call is marked tail, musttail or notail, and no two of them"},
	{"phi-type", func(t *testing.T, m *ir.Module, f *ir.Func) { value(t, f, "phi").SetArg(0, f.Params[2]) },
		"PHI node operands are not the same type as the result!"},
	{"phi-empty", func(t *testing.T, m *ir.Module, f *ir.Func) {
		p := value(t, f, "phi")
		p.RemoveIncoming(0)
		p.RemoveIncoming(0)
	}, "PHI nodes must have at least one entry."},
	{"other-function", func(t *testing.T, m *ir.Module, f *ir.Func) {
		other := ir.NewFunc(m, "other", m.Types.Func(m.Types.Int(32), nil, false))
		m.AddFunc(other)
		b := other.AppendParsedBlock("entry")
		b.Append(m.NewInstr(ir.OpRet, m.Types.Void(), f.Params[1]))
	}, "Referring to an argument in another function!"},
	{"other-functions-instruction", func(t *testing.T, m *ir.Module, f *ir.Func) {
		other := ir.NewFunc(m, "other", m.Types.Func(m.Types.Int(32), nil, false))
		m.AddFunc(other)
		b := other.AppendParsedBlock("entry")
		b.Append(m.NewInstr(ir.OpRet, m.Types.Void(), value(t, f, "a")))
	}, "names an instruction that is not in the function"},
	{"unlinked-operand", func(t *testing.T, m *ir.Module, f *ir.Func) { value(t, f, "l").Unlink() },
		"Instruction not embedded in a basic block!"},
	{"unlinked-user", func(t *testing.T, m *ir.Module, f *ir.Func) { value(t, f, "ev").Unlink() },
		"names an instruction that is not in the function"},
	{"duplicate-name", func(t *testing.T, m *ir.Module, f *ir.Func) { value(t, f, "l").SetParsedName("a") },
		"two values are named %a"},
	{"named-void", func(t *testing.T, m *ir.Module, f *ir.Func) { f.Entry().Last().SetParsedName("v") },
		"Instruction has a name, but provides a void value!"},
	{"moved-behind-use", func(t *testing.T, m *ir.Module, f *ir.Func) { value(t, f, "a").MoveBefore(f.Entry().Last()) },
		"Instruction does not dominate all uses!"},
	{"stray-metadata", func(t *testing.T, m *ir.Module, f *ir.Func) {
		value(t, f, "a").SetMeta("foo", &ir.MD{Kind: ir.MDNodeRef, Node: &ir.MDNode{Num: -1, New: 3}})
	}, "names a node that is not part of the unit"},
	{"parameter-lost", func(t *testing.T, m *ir.Module, f *ir.Func) { f.Params = f.Params[:2] },
		"# formal arguments must match # of arguments for function type!"},
	{"two-functions-one-name", func(t *testing.T, m *ir.Module, f *ir.Func) {
		m.AddFunc(ir.NewDecl(m, "f", m.Types.Func(m.Types.Void(), nil, false)))
	}, "redefinition of symbol '@f'"},
	{"global-type", func(t *testing.T, m *ir.Module, f *ir.Func) {
		g := ir.NewGlobal(m, "gv", m.Types.Int(32), 0)
		g.Init = m.ConstInt(m.Types.Int(8), 1)
		m.AddGlobal(g)
	}, "Global variable initializer type does not match global variable type!"},
}

func TestVerifyRejectsEdits(t *testing.T) {
	for _, c := range breakIR {
		t.Run(c.name, func(t *testing.T) {
			m := load(t, prelude+sound)
			if errs := ir.Verify(m); len(errs) > 0 {
				t.Fatalf("the sound function: %v", errs)
			}
			c.edit(t, m, fn(t, m, "f"))
			errs := ir.Verify(m)
			for _, e := range errs {
				if strings.Contains(e.Msg, c.want) {
					return
				}
			}
			t.Errorf("got %v, want %q", errs, c.want)
		})
	}
}

// TestVerifyOrderings gives each access to memory each ordering, and a compare-exchange each pair.
func TestVerifyOrderings(t *testing.T) {
	m := load(t, `define void @f(ptr %p) {
  %load = load atomic i32, ptr %p seq_cst, align 4
  store atomic i32 0, ptr %p seq_cst, align 4
  fence seq_cst
  %pair = cmpxchg ptr %p, i32 0, i32 1 seq_cst seq_cst
  %old = atomicrmw add ptr %p, i32 1 seq_cst
  ret void
}
`)
	f := fn(t, m, "f")
	const un, mono, acq, rel, both, seq = ir.Unordered, ir.Monotonic, ir.Acquire, ir.Release, ir.AcqRel, ir.SeqCst
	sound := map[ir.Op][]ir.Ordering{
		ir.OpLoad: {un, mono, acq, seq}, ir.OpStore: {un, mono, rel, seq}, ir.OpFence: {acq, rel, both, seq},
		ir.OpCmpXchg: {mono, acq, rel, both, seq}, ir.OpAtomicRMW: {mono, acq, rel, both, seq},
	}
	try := func(i *ir.Instr, want bool) {
		if got := len(ir.VerifyFunc(f)) == 0; got != want {
			t.Errorf("%s with the orderings %d and %d: accepted: %v", i.Op, i.Order, i.Order2, got)
		}
	}
	for i := f.Entry().First(); i.Op != ir.OpRet; i = i.Next() {
		old, old2 := i.Order, i.Order2
		for order := un; order <= seq; order++ {
			i.Order = order
			try(i, slices.Contains(sound[i.Op], order))
			for order2 := ir.NotAtomic; i.Op == ir.OpCmpXchg && order2 <= seq; order2++ {
				i.Order2 = order2
				try(i, slices.Contains(sound[i.Op], order) && slices.Contains([]ir.Ordering{mono, acq, seq}, order2))
			}
			i.Order2 = old2
		}
		i.Order = old
	}
}

// TestVerifyCatchSwitch breaks the rules of a catchswitch one at a time.
func TestVerifyCatchSwitch(t *testing.T) {
	const text = `define void @f() personality ptr @__gxx_personality_v0 {
entry:
  invoke void @g()
          to label %ok unwind label %c
ok:
  ret void
c:
  %s = catchswitch within none [label %h] unwind label %d
h:
  %p = catchpad within %s [ptr null, i32 64, ptr null]
  catchret from %p to label %ok
d:
  %q = cleanuppad within none []
  cleanupret from %q unwind to caller
}`
	for _, c := range []struct {
		name, want string
		edit       func(m *ir.Module, f *ir.Func, s *ir.Instr)
	}{
		{"no payload", "catchswitch has no payload", func(_ *ir.Module, _ *ir.Func, s *ir.Instr) { s.Aux = nil }},
		{"no handler", "CatchSwitchInst cannot have empty handler list", func(m *ir.Module, _ *ir.Func, s *ir.Instr) {
			s.SetArgs(m, []ir.Value{s.Arg(0), s.Arg(2)})
		}},
		{"another handler", "CatchSwitchInst handlers must be catchpads", func(_ *ir.Module, f *ir.Func, s *ir.Instr) {
			s.SetArg(1, block(t, f, "d"))
		}},
		{"out to no pad", "CatchSwitchInst must unwind to an EH block which is not a landingpad.",
			func(_ *ir.Module, f *ir.Func, s *ir.Instr) { s.SetArg(2, block(t, f, "ok")) }},
		{"another parent", "CatchSwitchInst has an invalid parent.", func(_ *ir.Module, _ *ir.Func, s *ir.Instr) { s.SetArg(0, s) }},
	} {
		m := load(t, prelude+text)
		f := fn(t, m, "f")
		if l := ir.Verify(m); len(l) > 0 {
			t.Fatal(l)
		}
		c.edit(m, f, value(t, f, "s"))
		if l := ir.Verify(m); !slices.ContainsFunc(l, func(e *ir.Error) bool { return strings.HasPrefix(e.Msg, c.want) }) {
			t.Errorf("%s: %v", c.name, l)
		}
	}
}

// TestSymbols checks that a symbol of the unit is found by its name, and no other has that name.
func TestSymbols(t *testing.T) {
	m := load(t, "declare void @f()\ndeclare void @g()\n@x = global i32 0\n")
	v := ir.NewVerifier(m)
	check := func(what, want string) {
		t.Helper()
		if l := v.Symbols(); want == "" && len(l) > 0 || want != "" && (len(l) != 1 || l[0].Msg != want) {
			t.Errorf("%s: got %v, want %q", what, l, want)
		}
	}
	const twice = "redefinition of symbol '@f'"
	check("as read", "")
	m.Funcs[1].Name = "f"
	check("renamed function", twice)
	m.Funcs[1].Name = "g"
	m.Globals[0].Name = "f"
	check("renamed variable", twice)
	m.Globals[0].Name = "x"
	m.AddFunc(ir.NewDecl(m, "f", m.Types.Func(m.Types.Void(), nil, false)))
	check("new function", twice)
}

const debugged = `define i32 @f(i32 %a) !dbg !5 {
entry:
    #dbg_value(i32 %a, !12, !DIExpression(), !20)
  %x = add i32 %a, 1, !dbg !20
  %y = call i32 @f(i32 %x), !dbg !21
  ret i32 %y, !dbg !22
}
define void @other() !dbg !6 {
  ret void, !dbg !23
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, producer: "x", emissionKind: FullDebug)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "t.c", directory: "/d")
!3 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!4 = !DISubroutineType(types: !{null})
!5 = distinct !DISubprogram(name: "f", scope: !2, file: !2, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!6 = distinct !DISubprogram(name: "other", scope: !2, file: !2, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!7 = distinct !DILexicalBlock(scope: !5, file: !2, line: 2)
!12 = !DILocalVariable(name: "a", arg: 1, scope: !5, file: !2, line: 1, type: !3)
!13 = !DILocalVariable(name: "b", arg: 1, scope: !6, file: !2, line: 1, type: !3)
!14 = !DILocalVariable(name: "c", arg: 1, scope: !5, file: !2, line: 1, type: !3)
!20 = !DILocation(line: 2, column: 1, scope: !5)
!21 = !DILocation(line: 3, column: 1, scope: !7)
!22 = !DILocation(line: 4, column: 1, scope: !6, inlinedAt: !21)
!23 = !DILocation(line: 4, column: 1, scope: !6)
`

func TestVerifyDebugInfo(t *testing.T) {
	cases := []struct{ name, old, new, want string }{
		{"sound", "", "", ""},
		{"wrong-subprogram", "ret i32 %y, !dbg !22", "ret i32 %y, !dbg !23",
			"!dbg attachment points at wrong subprogram for function"},
		{"variable-of-other", "%a, !12", "%a, !13", "mismatched subprogram"},
		{"record-of-other", "!DIExpression(), !20", "!DIExpression(), !23", "wrong subprogram"},
		{"two-variables-one-argument", "  %x =", "    #dbg_value(i32 7, !14, !DIExpression(), !20)\n  %x =",
			"conflicting debug info for argument"},
		{"call-without-location", "call i32 @f(i32 %x), !dbg !21", "call i32 @f(i32 %x)", "must have a !dbg location"},
		{"subprogram-shared", "@other() !dbg !6", "@other() !dbg !5",
			"DISubprogram attached to more than one function"},
		{"variable-is-none", "%a, !12", "%a, !3", "invalid #dbg record variable"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			m := load(t, strings.Replace(debugged, c.old, c.new, 1))
			errs := ir.Verify(m)
			if c.want == "" {
				if len(errs) > 0 {
					t.Fatal(errs)
				}
				return
			}
			for _, e := range errs {
				if strings.Contains(e.Msg, c.want) {
					return
				}
			}
			t.Errorf("got %v, want %q", errs, c.want)
		})
	}
}

// TestVerifyIsLinear verifies one block of many instructions and a switch of many cases.
func TestVerifyIsLinear(t *testing.T) {
	var b strings.Builder
	n := 40000
	b.WriteString("define i32 @long(i32 %a0) {\nentry:\n")
	for k := 0; k < n; k++ {
		fmt.Fprintf(&b, "  %%a%d = add i32 %%a%d, %%a0\n", k+1, k)
	}
	fmt.Fprintf(&b, "  ret i32 %%a%d\n}\n", n)
	b.WriteString("define i32 @wide(i32 %x) {\nentry:\n  switch i32 %x, label %d [\n")
	for k := 0; k < n; k++ {
		fmt.Fprintf(&b, "    i32 %d, label %%d\n", k)
	}
	b.WriteString("  ]\nd:\n  %p = phi i32 [ 7, %entry ]")
	b.WriteString(strings.Repeat(", [ 7, %entry ]", n))
	b.WriteString("\n  ret i32 %p\n}\n")
	m := load(t, b.String())
	if errs := ir.Verify(m); len(errs) > 0 {
		t.Fatal(errs)
	}
}
