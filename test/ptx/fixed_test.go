// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx_test

import (
	"encoding/binary"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/driver"
)

// fixedOp is a fixed-point intrinsic at a width and a scale.
type fixedOp struct {
	name  string
	width uint
	scale uint
}

func (o fixedOp) signed() bool    { return o.name[0] == 's' }
func (o fixedOp) saturates() bool { return strings.HasSuffix(o.name, ".sat") }

// result returns the result by definition, or nil if it is undefined.
func (o fixedOp) result(x, y uint64) *big.Int {
	a, b := o.value(x), o.value(y)
	r := new(big.Int)
	if strings.Contains(o.name, "mul") {
		r.Rsh(r.Mul(a, b), o.scale) // Rsh rounds down
	} else {
		a.Lsh(a, o.scale)
		if b.Sign() < 0 {
			a.Neg(a)
			b.Neg(b)
		}
		r.Div(a, b) // rounds down, as the divisor is positive
	}
	least, most := new(big.Int), new(big.Int).Lsh(big.NewInt(1), o.width)
	if o.signed() {
		most.Rsh(most, 1)
		least.Neg(most)
	}
	most.Sub(most, big.NewInt(1))
	for _, limit := range []*big.Int{least, most} {
		if c := r.Cmp(limit); c == 0 || (c < 0) == (limit == most) {
			continue
		}
		if !o.saturates() {
			return nil
		}
		return limit
	}
	return r
}

// value is the low bits of x as a number.
func (o fixedOp) value(x uint64) *big.Int {
	v := new(big.Int).SetUint64(x & (^uint64(0) >> (64 - o.width)))
	if o.signed() && v.Bit(int(o.width-1)) == 1 {
		v.Sub(v, new(big.Int).Lsh(big.NewInt(1), o.width))
	}
	return v
}

// TestFixedPoint runs the fixed-point intrinsics with operands at the ends of their range. llc has no
// signed division, so the expected results are computed here.
func TestFixedPoint(t *testing.T) {
	var ops []fixedOp
	for _, name := range strings.Fields("smul.fix umul.fix sdiv.fix udiv.fix smul.fix.sat umul.fix.sat sdiv.fix.sat udiv.fix.sat") {
		for _, w := range []uint{2, 8, 13, 16, 32, 33, 48, 64} {
			for _, scale := range []uint{0, 1, w / 2, w - 1, w} {
				if scale < w || name[0] == 'u' {
					ops = append(ops, fixedOp{name, w, scale})
				}
			}
		}
	}
	xs := []uint64{0, 1, ^uint64(0), 0x8000800080808082, 0x7fff7fff7f7f7f7d, 0x123456789abcdef1, 0xfedcba9876543211, 77}
	ys := []uint64{1, ^uint64(0), 3, ^uint64(2), 0x8000800080808082, 0x7fff7fff7f7f7f7d, 0x0f0f0f0f0f0f0f0f, 0x55}
	for first := 0; first < len(ops); first += 32 { // 256 bytes of output for each thread
		some := ops[first:min(first+32, len(ops))]
		mine, err := ours(t, "fixed.ll", fixedModule(some, xs, ys), driver.PTXOptions{CPU: "sm_80"})
		if err != nil {
			t.Fatal(err)
		}
		if err := assembleAll(t, mine); err != nil {
			t.Error(err)
		}
		got, err := runMain(mine, len(xs)*len(ys), false)
		if err != nil {
			t.Fatal(err)
		}
		for thread := range len(xs) * len(ys) {
			x, y := xs[thread/len(ys)], ys[thread%len(ys)]
			for k, o := range some {
				if o.value(y).Sign() == 0 && strings.Contains(o.name, "div") {
					continue
				}
				want := o.result(x, y)
				have := o.value(binary.LittleEndian.Uint64(got[thread*256+8*k:]))
				if want != nil && have.Cmp(want) != 0 {
					t.Errorf("%s.i%d(%v, %v, %d) is %v and not %v", o.name, o.width, o.value(x), o.value(y), o.scale, have, want)
				}
			}
		}
	}
}

// fixedModule makes a kernel that applies the operations to a pair of operands in each thread. A
// divisor of zero becomes one.
func fixedModule(ops []fixedOp, xs, ys []uint64) string {
	var b, declare strings.Builder
	list := func(v []uint64) string {
		var words []string
		for _, x := range v {
			words = append(words, fmt.Sprintf("i64 %d", int64(x)))
		}
		return strings.Join(words, ", ")
	}
	fmt.Fprintf(&b, `target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
@xs = internal global [%d x i64] [%s]
@ys = internal global [%d x i64] [%s]
define ptx_kernel void @main(ptr %%out) {
  %%t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %%r = udiv i32 %%t, %d
  %%c = urem i32 %%t, %[5]d
  %%xp = getelementptr [0 x i64], ptr @xs, i32 0, i32 %%r
  %%yp = getelementptr [0 x i64], ptr @ys, i32 0, i32 %%c
  %%x = load i64, ptr %%xp
  %%y = load i64, ptr %%yp
`, len(xs), list(xs), len(ys), list(ys), len(ys))
	declared := map[string]bool{}
	for k, o := range ops {
		ty, xk, yk := fmt.Sprintf("i%d", o.width), "%x", "%y"
		if o.width < 64 {
			fmt.Fprintf(&b, "  %%x%d = trunc i64 %%x to %s\n  %%y%[1]d = trunc i64 %%y to %[2]s\n", k, ty)
			xk, yk = fmt.Sprintf("%%x%d", k), fmt.Sprintf("%%y%d", k)
		}
		fmt.Fprintf(&b, "  %%z%d = icmp eq %s %s, 0\n  %%d%[1]d = select i1 %%z%[1]d, %[2]s 1, %[2]s %[3]s\n", k, ty, yk)
		fmt.Fprintf(&b, "  %%r%d = call %s @llvm.%s.%[2]s(%[2]s %[4]s, %[2]s %%d%[1]d, i32 %[5]d)\n", k, ty, o.name, xk, o.scale)
		result := fmt.Sprintf("%%r%d", k)
		if o.width < 64 {
			fmt.Fprintf(&b, "  %%e%d = zext %s %%r%[1]d to i64\n", k, ty)
			result = fmt.Sprintf("%%e%d", k)
		}
		fmt.Fprintf(&b, "  %%p%d = getelementptr [32 x i64], ptr %%out, i32 %%t, i32 %[1]d\n  store i64 %[2]s, ptr %%p%[1]d\n", k, result)
		if name := o.name + "." + ty; !declared[name] {
			declared[name] = true
			fmt.Fprintf(&declare, "declare %s @llvm.%s(%[1]s, %[1]s, i32 immarg)\n", ty, name)
		}
	}
	return b.String() + "  ret void\n}\n" + declare.String()
}
