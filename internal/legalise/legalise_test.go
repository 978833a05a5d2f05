// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package legalise_test

import (
	"bytes"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/interp"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/legalise"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/target"
)

const head = `target datalayout = "e-i64:64-i128:128-S128"
declare i32 @printf(ptr, ...)
@line = constant [15 x i8] c"%016llx%016llx\00"
@d = constant [4 x i8] c"%d \00"
@f = constant [4 x i8] c"%a \00"
`

// outputs runs @main of a module as the interpreter runs it, and with everything rewritten that a rule
// covers. It returns both outputs.
func outputs(t *testing.T, text string) (out [2]string) {
	t.Helper()
	for k := range out {
		m, err := parse.Module("t.ll", []byte(head+text))
		if err != nil {
			t.Fatal(err)
		}
		lay, err := target.ParseLayout(m.DataLayout)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range m.Funcs {
			if k == 1 && !f.Declared {
				legalise.Func(f, lay, func(*ir.Instr) bool { return false })
				if l := ir.NewVerifier(m).Func(f); len(l) > 0 {
					t.Fatal(l)
				}
			}
		}
		p, err := interp.Load(m)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if _, err := p.New(interp.Options{Stdout: &b, MaxSteps: 1e8}).Run("main"); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		out[k] = b.String()
	}
	return out
}

// integer is an intrinsic on integers with its definition: the exact result for signed or unsigned
// operands.
type integer struct {
	name   string
	signed bool
	exact  func(x, y *big.Int, w int) *big.Int
	sat    bool // the result is the nearest number of the width
	over   bool // the result also says whether the width holds it
}

func integers() (out []integer) {
	for name, f := range map[string]func(z, x, y *big.Int) *big.Int{"add": (*big.Int).Add, "sub": (*big.Int).Sub,
		"mul": (*big.Int).Mul} {
		exact := func(x, y *big.Int, _ int) *big.Int { return f(new(big.Int), x, y) }
		for _, s := range []string{"s", "u"} {
			out = append(out, integer{s + name + ".with.overflow", s == "s", exact, false, true})
			if name != "mul" {
				out = append(out, integer{s + name + ".sat", s == "s", exact, true, false})
			}
		}
	}
	for _, s := range []string{"s", "u"} {
		out = append(out, integer{s + "shl.sat", s == "s", func(x, y *big.Int, w int) *big.Int {
			return new(big.Int).Lsh(x, amount(y, w))
		}, true, false}, integer{s + "max", s == "s", func(x, y *big.Int, _ int) *big.Int {
			if x.Cmp(y) > 0 {
				return x
			}
			return y
		}, false, false}, integer{s + "cmp", s == "s", func(x, y *big.Int, _ int) *big.Int {
			return big.NewInt(int64(x.Cmp(y)))
		}, false, false})
	}
	funnel := func(left bool) func(x, y *big.Int, w int) *big.Int {
		return func(x, y *big.Int, w int) *big.Int { // the amount is y
			both := new(big.Int).Or(new(big.Int).Lsh(x, uint(w)), y)
			n := amount(y, w)
			if left {
				return both.Rsh(both.Lsh(both, n), uint(w))
			}
			return both.Rsh(both, n)
		}
	}
	reverse := func(step int) func(x, y *big.Int, w int) *big.Int {
		return func(x, _ *big.Int, w int) *big.Int {
			r := new(big.Int)
			for k := range w {
				to := w - step - k/step*step + k%step
				r.SetBit(r, to, x.Bit(k))
			}
			return r
		}
	}
	return append(out, integer{"fshl", false, funnel(true), false, false}, integer{"fshr", false, funnel(false), false, false},
		integer{"abs", true, func(x, _ *big.Int, _ int) *big.Int { return new(big.Int).Abs(x) }, false, false},
		integer{"ctpop", false, func(x, _ *big.Int, w int) *big.Int {
			n := 0
			for k := range w {
				n += int(x.Bit(k))
			}
			return big.NewInt(int64(n))
		}, false, false},
		integer{"ctlz", false, func(x, _ *big.Int, w int) *big.Int { return big.NewInt(int64(w - x.BitLen())) }, false, false},
		integer{"cttz", false, func(x, _ *big.Int, w int) *big.Int {
			if x.Sign() == 0 {
				return big.NewInt(int64(w))
			}
			return big.NewInt(int64(x.TrailingZeroBits()))
		}, false, false}, integer{"bitreverse", false, reverse(1), false, false}, integer{"bswap", false, reverse(8), false, false})
}

// amount returns an amount to shift by that is less than the width.
func amount(y *big.Int, w int) uint {
	return uint(new(big.Int).Mod(y, big.NewInt(int64(w))).Uint64())
}

// samples are edges and other numbers of a width.
func samples(w int) (out []*big.Int) {
	one := big.NewInt(1)
	most := new(big.Int).Sub(new(big.Int).Lsh(one, uint(w)), one)
	half := new(big.Int).Rsh(most, 1)
	other, _ := new(big.Int).SetString("0123456789abcdeffedcba9876543210f", 16)
	return []*big.Int{big.NewInt(0), one, new(big.Int).And(big.NewInt(3), most), half, new(big.Int).And(new(big.Int).Add(half, one), most), new(big.Int).Sub(most, one), most,
		new(big.Int).And(other, most), new(big.Int).And(new(big.Int).Lsh(one, 63), most), new(big.Int).Rsh(new(big.Int).And(other, most), uint(w/2))}
}

// TestIntegers compares the rules of integers with their definitions.
func TestIntegers(t *testing.T) {
	for _, w := range []int{1, 7, 8, 32, 33, 64, 65, 100, 112, 128} {
		for _, o := range integers() {
			if o.name == "bswap" && w%16 != 0 || o.name == "scmp" && w == 1 || o.name == "ucmp" && w == 1 {
				continue
			}
			limit := new(big.Int).Lsh(big.NewInt(1), uint(w))
			value := func(x *big.Int) *big.Int {
				if o.signed && x.Bit(w-1) != 0 {
					return new(big.Int).Sub(x, limit)
				}
				return x
			}
			body, want := "", ""
			typ := fmt.Sprintf("i%d", w)
			for k, x := range samples(w) {
				for j, y := range samples(w) {
					id := fmt.Sprintf("%d.%d", k, j)
					args, ret := fmt.Sprintf("%s %%x%s, %s %%y%s", typ, id, typ, id), typ
					switch o.name {
					case "fshl", "fshr":
						args += fmt.Sprintf(", %s %%y%s", typ, id)
					case "sshl.sat", "ushl.sat":
						args = fmt.Sprintf("%s %%x%s, %s %d", typ, id, typ, amount(value(y), w))
					case "ctpop", "bitreverse", "bswap":
						args = fmt.Sprintf("%s %%x%s", typ, id)
					case "abs", "ctlz", "cttz":
						args = fmt.Sprintf("%s %%x%s, i1 false", typ, id)
					}
					if o.over {
						ret = "{ " + typ + ", i1 }"
					}
					// The operands are not constant for the rules.
					body += fmt.Sprintf("  store %s %s, ptr %%p\n  %%x%s = load %s, ptr %%p\n", typ, x, id, typ)
					body += fmt.Sprintf("  store %s %s, ptr %%p\n  %%y%s = load %s, ptr %%p\n", typ, y, id, typ)
					body += fmt.Sprintf("  %%c%s = call %s @llvm.%s.%s(%s)\n", id, ret, o.name, typ, args)
					r := "%c" + id
					exact := o.exact(value(x), value(y), w)
					lo, hi := big.NewInt(0), new(big.Int).Sub(limit, big.NewInt(1))
					if o.signed {
						hi.Rsh(hi, 1)
						lo.Not(hi)
					}
					fits := exact.Cmp(lo) >= 0 && exact.Cmp(hi) <= 0
					switch {
					case o.sat && exact.Cmp(lo) < 0:
						exact = lo
					case o.sat && exact.Cmp(hi) > 0:
						exact = hi
					}
					if o.over {
						r = "%r" + id
						body += fmt.Sprintf("  %s = extractvalue %s %%c%s, 0\n  %%o%s = extractvalue %s %%c%s, 1\n  %%b%s = zext i1 %%o%s to i32\n"+
							"  call i32 (ptr, ...) @printf(ptr @d, i32 %%b%s)\n", r, ret, id, id, ret, id, id, id, id)
						want += map[bool]string{true: "0 ", false: "1 "}[fits]
					}
					want += fmt.Sprintf("%032x", new(big.Int).Mod(exact, limit))
					wide := r
					if w < 128 {
						wide = "%w" + id
						body += fmt.Sprintf("  %s = zext %s %s to i128\n", wide, typ, r)
					}
					body += fmt.Sprintf("  %%s%s = lshr i128 %s, 64\n  %%h%s = trunc i128 %%s%s to i64\n  %%l%s = trunc i128 %s to i64\n"+
						"  call i32 (ptr, ...) @printf(ptr @line, i64 %%h%s, i64 %%l%s)\n", id, wide, id, id, id, wide, id, id)
				}
			}
			params := map[string]string{"fshl": "T, T, T", "fshr": "T, T, T", "ctpop": "T", "bitreverse": "T", "bswap": "T",
				"abs": "T, i1", "ctlz": "T, i1", "cttz": "T, i1"}[o.name]
			if params == "" {
				params = "T, T"
			}
			ret := typ
			if o.over {
				ret = "{ " + typ + ", i1 }"
			}
			text := fmt.Sprintf("declare %s @llvm.%s.%s(%s)\ndefine i32 @main() {\n  %%p = alloca i128\n%s  ret i32 0\n}\n", ret, o.name, typ,
				strings.ReplaceAll(params, "T", typ), body)
			for k, got := range outputs(t, text) {
				if got != want {
					t.Errorf("%s of %d bits, way %d:\n got %s\nwant %s", o.name, w, k, got, want)
				}
			}
		}
	}
}

// TestOthers runs the rules for vectors, floats and atomic operations on examples.
func TestOthers(t *testing.T) {
	for _, c := range []struct{ name, decl, body, want string }{
		{"a masked load", "declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, i32, <4 x i1>, <4 x i32>)",
			`%v = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr @data, i32 4, <4 x i1> %m, <4 x i32> <i32 -1, i32 -2, i32 -3, i32 -4>)`, "1 -2 3 4 "},
		{"a masked load with a constant mask", "declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, i32, <4 x i1>, <4 x i32>)",
			`%v = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr @data, i32 4, <4 x i1> <i1 true, i1 false, i1 false, i1 true>, <4 x i32> zeroinitializer)`, "1 0 0 4 "},
		{"an expanding load", "declare <4 x i32> @llvm.masked.expandload.v4i32(ptr, <4 x i1>, <4 x i32>)",
			`%v = call <4 x i32> @llvm.masked.expandload.v4i32(ptr align 4 @data, <4 x i1> %m, <4 x i32> zeroinitializer)`, "1 0 2 3 "},
		{"a compressing store", "declare void @llvm.masked.compressstore.v4i32(<4 x i32>, ptr, <4 x i1>)",
			`call void @llvm.masked.compressstore.v4i32(<4 x i32> <i32 7, i32 8, i32 9, i32 10>, ptr align 4 @data, <4 x i1> %m)
  %v = load <4 x i32>, ptr @data`, "7 9 10 4 "},
		{"a gather", "declare <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x i32>)",
			`%ps = getelementptr i32, ptr @data, <4 x i64> <i64 3, i64 2, i64 1, i64 0>
  %v = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %ps, i32 4, <4 x i1> %m, <4 x i32> zeroinitializer)`, "4 0 2 1 "},
		{"a compression", "declare <4 x i32> @llvm.experimental.vector.compress.v4i32(<4 x i32>, <4 x i1>, <4 x i32>)",
			`%x = load <4 x i32>, ptr @data
  %v = call <4 x i32> @llvm.experimental.vector.compress.v4i32(<4 x i32> %x, <4 x i1> %m, <4 x i32> zeroinitializer)`, "1 3 4 0 "},
		{"a splice", "declare <4 x i32> @llvm.vector.splice.v4i32(<4 x i32>, <4 x i32>, i32)",
			`%x = load <4 x i32>, ptr @data
  %v = call <4 x i32> @llvm.vector.splice.v4i32(<4 x i32> %x, <4 x i32> <i32 5, i32 6, i32 7, i32 8>, i32 -1)`, "4 5 6 7 "},
		{"a reduction", "declare i32 @llvm.vector.reduce.umax.v4i32(<4 x i32>)", `%x = load <4 x i32>, ptr @data
  %r = call i32 @llvm.vector.reduce.umax.v4i32(<4 x i32> %x)
  %v = insertelement <4 x i32> zeroinitializer, i32 %r, i32 1`, "0 4 0 0 "},
		{"a lane mask", "declare <4 x i1> @llvm.get.active.lane.mask.v4i1.i32(i32, i32)",
			`%l = call <4 x i1> @llvm.get.active.lane.mask.v4i1.i32(i32 -3, i32 -1)
  %v = zext <4 x i1> %l to <4 x i32>`, "1 1 0 0 "},
		{"fixed-point numbers", "declare <4 x i32> @llvm.smul.fix.sat.v4i32(<4 x i32>, <4 x i32>, i32)",
			`%v = call <4 x i32> @llvm.smul.fix.sat.v4i32(<4 x i32> <i32 -3, i32 100, i32 2147483647, i32 5>, <4 x i32> <i32 1, i32 256, i32 2147483647, i32 -2147483648>, i32 8)`,
			"-1 100 2147483647 -41943040 "},
		{"a fixed-point quotient", "declare i32 @llvm.sdiv.fix.i32(i32, i32, i32)",
			`%x = load i32, ptr @data
  %q = call i32 @llvm.sdiv.fix.i32(i32 %x, i32 -3, i32 4)
  %v = insertelement <4 x i32> zeroinitializer, i32 %q, i32 0`, "-6 0 0 0 "},
		{"constrained operations", `declare float @llvm.experimental.constrained.fdiv.f32(float, float, metadata, metadata)
declare i32 @llvm.experimental.constrained.fptosi.i32.f32(float, metadata)
declare i1 @llvm.experimental.constrained.fcmp.f32(float, float, metadata, metadata)`,
			`%q = call float @llvm.experimental.constrained.fdiv.f32(float 7.0, float 2.0, metadata !"round.dynamic", metadata !"fpexcept.strict")
  %i = call i32 @llvm.experimental.constrained.fptosi.i32.f32(float %q, metadata !"fpexcept.strict")
  %b = call i1 @llvm.experimental.constrained.fcmp.f32(float %q, float 3.5, metadata !"oge", metadata !"fpexcept.strict")
  %z = zext i1 %b to i32
  %w = insertelement <4 x i32> zeroinitializer, i32 %i, i32 0
  %v = insertelement <4 x i32> %w, i32 %z, i32 1`, "3 1 0 0 "},
		{"narrow atomic operations", "", `%l = load i32, ptr @data
  %p = getelementptr i8, ptr @data, i64 2
  %o = atomicrmw sub ptr %p, i8 1 seq_cst
  %s = cmpxchg ptr %p, i8 -1, i8 77 seq_cst monotonic
  %u = cmpxchg ptr %p, i8 0, i8 11 acquire monotonic
  %v = load <4 x i32>, ptr @data`, "5046273 2 3 4 "},
		{"atomic operations", "", `%q = getelementptr i32, ptr @data, i64 1
  %a = atomicrmw nand ptr @data, i32 3 monotonic
  %b = atomicrmw uinc_wrap ptr %q, i32 2 monotonic
  %r = getelementptr i32, ptr @data, i64 2
  %c = atomicrmw usub_sat ptr %r, i32 2 release
  %s = getelementptr i32, ptr @data, i64 3
  %e = atomicrmw min ptr %s, i32 -5 acq_rel
  %v = load <4 x i32>, ptr @data`, "-2 0 1 -5 "},
		{"powers", `declare double @llvm.ldexp.f64.i64(double, i64)
declare float @llvm.ldexp.f32.i32(float, i32)
declare { double, i32 } @llvm.frexp.f64.i32(double)
declare float @llvm.powi.f32.i32(float, i32)`, `%l = call double @llvm.ldexp.f64.i64(double 0x0000000000000001, i64 2000)
  call i32 (ptr, ...) @printf(ptr @f, double %l)
  %s = call float @llvm.ldexp.f32.i32(float 1.5, i32 -149)
  %d = fpext float %s to double
  call i32 (ptr, ...) @printf(ptr @f, double %d)
  %g = call { double, i32 } @llvm.frexp.f64.i32(double 0x0000000000000003)
  %fm = extractvalue { double, i32 } %g, 0
  %e = extractvalue { double, i32 } %g, 1
  call i32 (ptr, ...) @printf(ptr @f, double %fm)
  %k = load i32, ptr @data
  %n = sub i32 0, %k
  %h = call float @llvm.powi.f32.i32(float 4.0, i32 %n)
  %j = fpext float %h to double
  call i32 (ptr, ...) @printf(ptr @f, double %j)
  %v = insertelement <4 x i32> zeroinitializer, i32 %e, i32 2`, "0x1p+926 0x1p-148 0x1.8p-1 0x1p-2 0 0 -1072 0 "},
	} {
		text := "@data = global [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 16\n" + c.decl + `
define i32 @main() {
  %bits = load i32, ptr @data
  %some = icmp eq i32 %bits, 1
  %m0 = insertelement <4 x i1> zeroinitializer, i1 %some, i32 0
  %m2 = insertelement <4 x i1> %m0, i1 %some, i32 2
  %m = insertelement <4 x i1> %m2, i1 %some, i32 3
  ` + c.body + "\n"
		for k := range 4 {
			text += fmt.Sprintf("  %%v%d = extractelement <4 x i32> %%v, i32 %d\n  call i32 (ptr, ...) @printf(ptr @d, i32 %%v%d)\n", k, k, k)
		}
		for k, got := range outputs(t, text+"  ret i32 0\n}\n") {
			if got != c.want {
				t.Errorf("%s, way %d: got %s, want %s", c.name, k, got, c.want)
			}
		}
	}
}
