// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir_test

// These tests break valid modules systematically: every operand of every instruction of the
// printer's samples.

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

// emitSamples returns the modules in internal/emit/testdata, which together contain every
// instruction.
func emitSamples(t *testing.T) map[string]*ir.Module {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("..", "emit", "testdata", "*.ll"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no samples: %v", err)
	}
	out := map[string]*ir.Module{}
	for _, p := range paths {
		text, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		m, err := parse.Module(p, text)
		if err != nil {
			t.Fatalf("%s: %v", p, err)
		}
		out[filepath.Base(p)] = m
	}
	return out
}

func TestVerifyAcceptsSamples(t *testing.T) {
	for name, m := range emitSamples(t) {
		if errs := ir.Verify(m); len(errs) > 0 {
			t.Errorf("%s: %v", name, errs)
		}
	}
}

// eachInstr calls do for every instruction of every function.
func eachInstr(m *ir.Module, do func(f *ir.Func, i *ir.Instr)) {
	for _, f := range m.Funcs {
		if !f.Loaded() {
			continue
		}
		for b := f.Entry(); b != nil; b = b.Next() {
			for i := b.First(); i != nil; {
				next := i.Next()
				do(f, i)
				i = next
			}
		}
	}
}

// anyType reports whether an operand may have any type: variadic arguments, bundle operands, and
// the arguments and parents of pads.
func anyType(i *ir.Instr, k int) bool {
	switch i.Op {
	case ir.OpCatchPad, ir.OpCleanupPad:
		return true
	case ir.OpCatchSwitch:
		return k == 0
	}
	if i.IsCall() {
		return k >= len(i.Call().FTy.Params()) && k < i.CalleeArg()
	}
	return false
}

func TestVerifyCatchesWrongOperands(t *testing.T) {
	n := 0
	for name, m := range emitSamples(t) {
		token := m.NoneToken()
		eachInstr(m, func(f *ir.Func, i *ir.Instr) {
			for k := 0; k < i.NumArgs(); k++ {
				if anyType(i, k) || i.Arg(k) == ir.Value(token) || i.Arg(k).Type().IsToken() && i.IsCall() {
					continue
				}
				old := i.Arg(k)
				i.SetArg(k, token)
				n++
				if len(ir.VerifyFunc(f)) == 0 {
					t.Errorf("%s: @%s: %s %%%s with token none as operand %d is accepted", name, f.Name, i.Op,
						i.Name(), k)
				}
				i.SetArg(k, nil)
				if len(ir.VerifyFunc(f)) == 0 {
					t.Errorf("%s: @%s: %s %%%s without operand %d is accepted", name, f.Name, i.Op, i.Name(), k)
				}
				i.SetArg(k, old)
			}
		})
		if errs := ir.Verify(m); len(errs) > 0 {
			t.Fatalf("%s after the edits were undone: %v", name, errs)
		}
	}
	if n < 500 {
		t.Errorf("only %d operands were tried", n)
	}
}

func TestVerifyCatchesWrongResults(t *testing.T) {
	for name, m := range emitSamples(t) {
		token := m.Types.Simple(ir.Token)
		eachInstr(m, func(f *ir.Func, i *ir.Instr) {
			switch {
			case i.Type().IsVoid(), i.Type().IsToken(), i.Op == ir.OpLandingPad, i.Op == ir.OpVAArg:
				return // a landingpad or va_arg may return any type
			}
			old := i.Type()
			i.SetType(token)
			if len(ir.VerifyFunc(f)) == 0 {
				t.Errorf("%s: @%s: %s %%%s with a token result is accepted", name, f.Name, i.Op, i.Name())
			}
			i.SetType(old)
		})
	}
}

func TestVerifyCatchesOperandCounts(t *testing.T) {
	for name, m := range emitSamples(t) {
		eachInstr(m, func(f *ir.Func, i *ir.Instr) {
			switch i.Op {
			case ir.OpGEP, ir.OpIndirectBr, ir.OpLandingPad, ir.OpCatchPad,
				ir.OpCleanupPad, ir.OpCatchSwitch, ir.OpAlloca, ir.OpCleanupRet:
				return // they have no fixed number
			}
			if i.NumArgs() == 0 {
				return
			}
			var args []ir.Value
			for k := 0; k < i.NumArgs(); k++ {
				args = append(args, i.Arg(k))
			}
			i.SetArgs(m, args[:len(args)-1])
			if len(ir.VerifyFunc(f)) == 0 {
				t.Errorf("%s: @%s: %s %%%s with an operand less is accepted", name, f.Name, i.Op, i.Name())
			}
			i.SetArgs(m, args)
		})
	}
}

// TestVerifyCatchesCasts tries each cast of a sample with every pair of types that it cannot
// convert.
func TestVerifyCatchesCasts(t *testing.T) {
	m := ir.NewModule(nil)
	ts := m.Types
	i8, i64, f32, f64 := ts.Int(8), ts.Int(64), ts.Simple(ir.Float), ts.Simple(ir.Double)
	ptr, ptr1, v2, v4 := ts.OpaquePtr(0), ts.OpaquePtr(1),
		ts.Vector(ts.Int(32), 2, false), ts.Vector(ts.Int(64), 4, false)
	agg := ts.Struct([]*ir.Type{i8}, false)
	good := map[ir.Op][2]*ir.Type{
		ir.OpTrunc: {i64, i8}, ir.OpZExt: {i8, i64}, ir.OpSExt: {i8, i64},
		ir.OpFPTrunc: {f64, f32}, ir.OpFPExt: {f32, f64},
		ir.OpFPToUI: {f32, i8}, ir.OpFPToSI: {f32, i8}, ir.OpUIToFP: {i8, f32},
		ir.OpSIToFP: {i8, f32}, ir.OpPtrToInt: {ptr, i64},
		ir.OpPtrToAddr: {ptr, i64}, ir.OpIntToPtr: {i64, ptr},
		ir.OpBitCast: {i64, f64}, ir.OpAddrSpaceCast: {ptr, ptr1},
	}
	// also allowed: pairs that the table of valid ones omits
	allowed := func(op ir.Op, a, b *ir.Type) bool {
		switch op {
		case ir.OpTrunc:
			return a == i64 && b == i8
		case ir.OpZExt, ir.OpSExt:
			return a == i8 && b == i64
		case ir.OpFPTrunc:
			return a == f64 && b == f32
		case ir.OpFPExt:
			return a == f32 && b == f64
		case ir.OpFPToUI, ir.OpFPToSI:
			return a.IsFloat() && b.IsInt()
		case ir.OpUIToFP, ir.OpSIToFP:
			return a.IsInt() && b.IsFloat()
		case ir.OpPtrToInt, ir.OpPtrToAddr:
			return a.IsPtr() && b.IsInt()
		case ir.OpIntToPtr:
			return a.IsInt() && b.IsPtr()
		case ir.OpAddrSpaceCast:
			return a.IsPtr() && b.IsPtr() && a != b
		}
		same64 := map[*ir.Type]bool{i64: true, f64: true, v2: true}
		return a == b && a != agg || same64[a] && same64[b]
	}
	all := []*ir.Type{i8, i64, f32, f64, ptr, ptr1, v2, v4, agg}
	for op, types := range good {
		for _, from := range all {
			for _, to := range all {
				if op != ir.OpBitCast && (from.Kind() == ir.Vector || to.Kind() == ir.Vector) && from != types[0] {
					continue
				}
				f := ir.NewFunc(m, "f", ts.Func(ts.Void(), []*ir.Type{from}, false))
				b := f.AppendParsedBlock("")
				b.Append(m.NewInstr(op, to, f.Params[0]))
				b.Append(m.NewInstr(ir.OpRet, ts.Void()))
				if got, want := len(ir.VerifyFunc(f)) == 0, allowed(op, from, to); got != want {
					t.Errorf("%s %s to %s: accepted %v, want %v", op, from, to, got, want)
				}
			}
		}
	}
}

func TestVerifyNamesThePlace(t *testing.T) {
	m := load(t, "define i32 @\"my f\"(i32 %0) {\n  %2 = add i32 %3, 1\n  %3 = add i32 %0, 1\n  ret i32 %2\n}\n")
	errs := ir.Verify(m)
	if len(errs) != 1 {
		t.Fatal(errs)
	}
	want := "Instruction does not dominate all uses! (in function 'my f': %2 = add i32 %3, i32 1)"
	if errs[0].Msg != want {
		t.Errorf("got %q, want %q", errs[0].Msg, want)
	}
	if len(errs[0].Notes) != 1 || !strings.Contains(errs[0].Notes[0].Msg, "%3 = add i32 %0, i32 1") {
		t.Errorf("notes: %v", errs[0].Notes)
	}
}
