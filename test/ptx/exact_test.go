// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"math/rand"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/test/ptx/interp"
)

// exactKernel is a kernel with the inputs %a and %b and one or two results.
func exactKernel(name, in, body string) string {
	return fmt.Sprintf(`define ptx_kernel void @%s(ptr addrspace(1) %%p, ptr addrspace(1) %%q) {
  %%tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %%off = mul i32 %%tid, 32
  %%pa = getelementptr i8, ptr addrspace(1) %%p, i32 %%off
  %%pb = getelementptr i8, ptr addrspace(1) %%pa, i32 16
  %%out = getelementptr i8, ptr addrspace(1) %%q, i32 %%off
  %%out2 = getelementptr i8, ptr addrspace(1) %%out, i32 16
  %%a = load %s, ptr addrspace(1) %%pa, align 16
  %%b = load %s, ptr addrspace(1) %%pb, align 16
%s  ret void
}
`, name, in, in, body)
}

// exactRun runs a kernel on pairs of 16 bytes, and returns pairs of 16 bytes.
func exactRun(t *testing.T, m *interp.Module, name string, in []byte) []byte {
	t.Helper()
	x, err := interp.Load(m, interp.Config{})
	if err != nil {
		t.Fatal(err)
	}
	p, q := x.Alloc(len(in), 256), x.Alloc(len(in), 256)
	copy(x.Bytes(p, len(in)), in)
	if err := x.Launch(name, [3]uint32{1, 1, 1}, [3]uint32{uint32(len(in) / 32), 1, 1}, 0, p, q); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return x.Bytes(q, len(in))
}

func exactModule(t *testing.T, text string) *interp.Module {
	t.Helper()
	out, err := ours(t, "exact.ll", ptxHead+text, driver.PTXOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := assembleAll(t, out); err != nil {
		t.Fatal(err)
	}
	m, err := interp.Parse(out)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestWideOverflow compares operations on more than 64 bits that detect an overflow with those of
// math/big.
func TestWideOverflow(t *testing.T) {
	names := []string{"uadd", "usub", "umul", "sadd", "ssub", "smul"}
	widths := []int{65, 100, 127, 128}
	var b strings.Builder
	for _, w := range widths {
		for _, n := range names {
			ty := fmt.Sprintf("i%d", w)
			fmt.Fprintf(&b, "declare { %s, i1 } @llvm.%s.with.overflow.%s(%s, %s)\n", ty, n, ty, ty, ty)
			b.WriteString(exactKernel("o_"+n+ty, ty, fmt.Sprintf(`  %%r = call { %s, i1 } @llvm.%s.with.overflow.%s(%s %%a, %s %%b)
  %%v = extractvalue { %s, i1 } %%r, 0
  %%o = extractvalue { %s, i1 } %%r, 1
  store %s %%v, ptr addrspace(1) %%out, align 16
  store i1 %%o, ptr addrspace(1) %%out2, align 16
`, ty, n, ty, ty, ty, ty, ty, ty)))
			if n[1:] == "mul" {
				continue
			}
			fmt.Fprintf(&b, "declare %s @llvm.%s.sat.%s(%s, %s)\n", ty, n, ty, ty, ty)
			b.WriteString(exactKernel("s_"+n+ty, ty, fmt.Sprintf(`  %%v = call %s @llvm.%s.sat.%s(%s %%a, %s %%b)
  store %s %%v, ptr addrspace(1) %%out, align 16
`, ty, n, ty, ty, ty, ty)))
		}
	}
	m := exactModule(t, b.String())
	for _, w := range widths {
		in, pairs := wideInputs(w)
		for _, n := range names {
			got := exactRun(t, m, fmt.Sprintf("o_%si%d", n, w), in)
			for k, p := range pairs {
				value, over, _ := wideResult(n, w, p[0], p[1])
				if v := fromBytes(got[32*k:]); v.Cmp(value) != 0 || got[32*k+16]&1 == 1 != over {
					t.Fatalf("%s of i%d: %x, %x gives %x, %d and not %x, %v", n, w, p[0], p[1], v, got[32*k+16], value, over)
				}
			}
			if n[1:] == "mul" {
				continue
			}
			got = exactRun(t, m, fmt.Sprintf("s_%si%d", n, w), in)
			for k, p := range pairs {
				if _, _, sat := wideResult(n, w, p[0], p[1]); fromBytes(got[32*k:]).Cmp(sat) != 0 {
					t.Fatalf("%s.sat of i%d: %x, %x gives %x and not %x", n, w, p[0], p[1], fromBytes(got[32*k:]), sat)
				}
			}
		}
	}
}

// wideInputs returns pairs of integers, many of them at the ends of the range.
func wideInputs(w int) (in []byte, pairs [][2]*big.Int) {
	r := rand.New(rand.NewSource(int64(w)))
	one := big.NewInt(1)
	mask := new(big.Int).Sub(new(big.Int).Lsh(one, uint(w)), one)
	pick := func() *big.Int {
		x := new(big.Int).Lsh(one, uint(r.Intn(w)))
		switch r.Intn(4) {
		case 0:
			x.Rand(r, mask)
		case 1:
			x.Sub(x, one)
		case 2:
			x.Neg(x)
		}
		x.Add(x, big.NewInt(int64(r.Intn(3)-1)))
		return x.And(x, mask)
	}
	for range 512 {
		p := [2]*big.Int{pick(), pick()}
		pairs = append(pairs, p)
		in = append(append(in, toBytes(p[0])...), toBytes(p[1])...)
	}
	return in, pairs
}

func toBytes(x *big.Int) []byte {
	b := x.FillBytes(make([]byte, 16))
	for k := range 8 {
		b[k], b[15-k] = b[15-k], b[k]
	}
	return b
}

func fromBytes(b []byte) *big.Int {
	hi := new(big.Int).SetUint64(binary.LittleEndian.Uint64(b[8:]))
	return hi.Lsh(hi, 64).Or(hi, new(big.Int).SetUint64(binary.LittleEndian.Uint64(b)))
}

// wideResult returns the result of an operation, whether it overflows, and the saturated result.
func wideResult(name string, w int, x, y *big.Int) (value *big.Int, over bool, sat *big.Int) {
	one := big.NewInt(1)
	size := new(big.Int).Lsh(one, uint(w))
	lo, hi := new(big.Int), new(big.Int).Sub(size, one)
	if name[0] == 's' {
		signed := func(v *big.Int) *big.Int {
			if v.Bit(w-1) == 1 {
				return new(big.Int).Sub(v, size)
			}
			return v
		}
		x, y = signed(x), signed(y)
		hi.Rsh(hi, 1)
		lo.Not(hi)
	}
	r := new(big.Int)
	switch name[1:] {
	case "add":
		r.Add(x, y)
	case "sub":
		r.Sub(x, y)
	default:
		r.Mul(x, y)
	}
	over = r.Cmp(lo) < 0 || r.Cmp(hi) > 0
	sat = r
	if r.Cmp(lo) < 0 {
		sat = lo
	} else if r.Cmp(hi) > 0 {
		sat = hi
	}
	return new(big.Int).Mod(r, size), over, new(big.Int).Mod(sat, size)
}

// TestRemainder compares frem with math.Mod. The remainder of floats is that of the doubles.
func TestRemainder(t *testing.T) {
	body := func(ty string) string {
		return fmt.Sprintf("  %%v = frem %s %%a, %%b\n  store %s %%v, ptr addrspace(1) %%out, align 16\n", ty, ty)
	}
	m := exactModule(t, exactKernel("d", "double", body("double"))+exactKernel("f", "float", body("float")))
	r := rand.New(rand.NewSource(1))
	edges := []float64{0, math.Copysign(0, -1), 1, -1, 3, 0.1, math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat64,
		math.SmallestNonzeroFloat64, 0x1p-1022, 0x1.fffffffffffffp-1023, -0x1p-1030, 5e-324 * 7, 1e300, -1e-300}
	pick := func(bits uint64) float64 {
		switch r.Intn(3) {
		case 0:
			return edges[r.Intn(len(edges))]
		case 1:
			return math.Float64frombits(bits)
		}
		return (r.Float64() - 0.5) * math.Ldexp(1, r.Intn(40)-20)
	}
	in := make([]byte, 32*1024)
	for k := range 1024 {
		binary.LittleEndian.PutUint64(in[32*k:], math.Float64bits(pick(r.Uint64())))
		binary.LittleEndian.PutUint64(in[32*k+16:], math.Float64bits(pick(r.Uint64())))
	}
	got := exactRun(t, m, "d", in)
	for k := range 1024 {
		f := func(b []byte) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(b)) }
		x, y, v := f(in[32*k:]), f(in[32*k+16:]), f(got[32*k:])
		if want := math.Mod(x, y); math.Float64bits(v) != math.Float64bits(want) && (v == v || want == want) {
			t.Fatalf("frem double %g, %g is %g and not %g", x, y, v, want)
		}
	}
	for k := range 2048 { // the same bytes as floats
		if r.Intn(2) == 0 {
			binary.LittleEndian.PutUint32(in[16*k:], math.Float32bits(float32(pick(r.Uint64()))))
		}
	}
	got = exactRun(t, m, "f", in)
	for k := range 1024 {
		f := func(b []byte) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(b)) }
		x, y, v := f(in[32*k:]), f(in[32*k+16:]), f(got[32*k:])
		want := float32(math.Mod(float64(x), float64(y)))
		if math.Float32bits(v) != math.Float32bits(want) && (v == v || want == want) {
			t.Fatalf("frem float %g, %g is %g and not %g", x, y, v, want)
		}
	}
}

// TestVariadic runs a function that reads its variable arguments, and a switch on 128 bits.
func TestVariadic(t *testing.T) {
	m := exactModule(t, `declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_copy.p0(ptr, ptr)
declare void @llvm.va_end.p0(ptr)
define i64 @sum(i32 %n, ...) noinline {
  %ap = alloca ptr
  %bp = alloca ptr
  call void @llvm.va_start.p0(ptr %ap)
  %a = va_arg ptr %ap, i8
  %b = va_arg ptr %ap, double
  call void @llvm.va_copy.p0(ptr %bp, ptr %ap)
  %c = va_arg ptr %ap, i32
  %d = va_arg ptr %bp, i32
  %e = va_arg ptr %bp, i128
  call void @llvm.va_end.p0(ptr %ap)
  call void @llvm.va_end.p0(ptr %bp)
  %x = fptosi double %b to i64
  %y = sext i8 %a to i64
  %c8 = zext i32 %c to i64
  %d8 = zext i32 %d to i64
  %e8 = trunc i128 %e to i64
  %s = add i64 %x, %y
  %t = add i64 %s, %c8
  %u = mul i64 %d8, 1000
  %v = add i64 %t, %u
  %w = add i64 %v, %e8
  ret i64 %w
}
`+exactKernel("v", "i64", `  %a4 = trunc i64 %a to i32
  %r = call i64 (i32, ...) @sum(i32 1, i8 -3, double 7.0, i32 %a4, i128 5000000)
  store i64 %r, ptr addrspace(1) %out
`)+exactKernel("w", "i128", `  switch i128 %a, label %d [ i128 1, label %x
    i128 18446744073709551617, label %y
    i128 -1, label %x ]
x:
  %px = phi i32 [ 10, %0 ], [ 10, %0 ]
  store i32 %px, ptr addrspace(1) %out
  ret void
y:
  store i32 20, ptr addrspace(1) %out
  ret void
d:
  %pd = phi i32 [ 30, %0 ]
  store i32 %pd, ptr addrspace(1) %out
`))
	in := make([]byte, 4*32)
	binary.LittleEndian.PutUint64(in, 42)
	if v := binary.LittleEndian.Uint64(exactRun(t, m, "v", in[:32])); v != 5000000+42000+42+4 {
		t.Errorf("the sum is %d", v)
	}
	for k, x := range []*big.Int{big.NewInt(1), new(big.Int).Add(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), 64)),
		new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 128), big.NewInt(1)), big.NewInt(0)} {
		copy(in[32*k:], toBytes(x))
	}
	got := exactRun(t, m, "w", in)
	for k, want := range []byte{10, 20, 10, 30} {
		if got[32*k] != want {
			t.Errorf("case %d of the switch gives %d and not %d", k, got[32*k], want)
		}
	}
}

// TestIntegersToBFloat compares conversions of integers, which are rounded once, with those of math/big. The machine
// has no instruction for them.
func TestIntegersToBFloat(t *testing.T) {
	values := []uint64{0, 1, 255, 256, 257, 258, 259, 1<<63 - 1, 1 << 63, ^uint64(0), 1 << 40}
	for _, top := range []uint64{0x81, 0xff, 0x80} { // near the middle between two bfloats
		for _, shift := range []int{16, 30, 31, 32, 55, 56} {
			for _, d := range []uint64{0, 1, ^uint64(0)} {
				v := top<<shift | 1<<(shift-1)
				values = append(values, v+d, -(v + d))
			}
		}
	}
	m := exactModule(t, exactKernel("main", "i64", `  %s = sitofp i64 %a to bfloat
  %u = uitofp i64 %a to bfloat
  %n = trunc i64 %a to i32
  %s32 = sitofp i32 %n to bfloat
  %u32 = uitofp i32 %n to bfloat
  store bfloat %s, ptr addrspace(1) %out
  store bfloat %u, ptr addrspace(1) %out2
  %o3 = getelementptr i8, ptr addrspace(1) %out, i64 8
  store bfloat %s32, ptr addrspace(1) %o3
  %o4 = getelementptr i8, ptr addrspace(1) %out2, i64 8
  store bfloat %u32, ptr addrspace(1) %o4
`))
	in := make([]byte, 32*len(values))
	for k, v := range values {
		binary.LittleEndian.PutUint64(in[32*k:], v)
	}
	got := exactRun(t, m, "main", in)
	bits := func(n *big.Int) uint16 {
		f, _ := new(big.Float).SetPrec(8).SetInt(n).Float32() // to nearest even
		return uint16(math.Float32bits(f) >> 16)
	}
	for k, v := range values {
		want := []uint16{bits(big.NewInt(int64(v))), bits(new(big.Int).SetUint64(v)),
			bits(big.NewInt(int64(int32(v)))), bits(big.NewInt(int64(uint32(v))))}
		for n, at := range []int{0, 16, 8, 24} {
			if x := binary.LittleEndian.Uint16(got[32*k+at:]); x != want[n] {
				t.Errorf("%#x, conversion %d: %#x instead of %#x", v, n, x, want[n])
			}
		}
	}
}

// TestSaturatedBits compares conversions of floats to one bit, which has the values 0 and 1, or 0 and
// -1. llc's result for numbers below is wrong.
func TestSaturatedBits(t *testing.T) {
	values := []float64{-3, -1, -0.75, math.Copysign(0, -1), 0, 0.75, 1, 5, math.Inf(1), math.Inf(-1), math.NaN()}
	suffix := map[string]string{"half": "f16", "bfloat": "bf16", "float": "f32", "double": "f64"}
	for _, ft := range []string{"half", "bfloat", "float", "double"} {
		narrow := fmt.Sprintf("  %%x = fptrunc double %%a to %s\n", ft)
		if ft == "double" {
			narrow = "  %x = fadd double %a, -0.0\n"
		}
		text := fmt.Sprintf("declare i1 @llvm.fptosi.sat.i1.%[1]s(%[2]s)\ndeclare i1 @llvm.fptoui.sat.i1.%[1]s(%[2]s)\n",
			suffix[ft], ft) +
			exactKernel("main", "double", narrow+fmt.Sprintf(`  %%s = call i1 @llvm.fptosi.sat.i1.%[1]s(%[2]s %%x)
  %%u = call i1 @llvm.fptoui.sat.i1.%[1]s(%[2]s %%x)
  %%s8 = sext i1 %%s to i8
  %%u8 = zext i1 %%u to i8
  store i8 %%s8, ptr addrspace(1) %%out
  store i8 %%u8, ptr addrspace(1) %%out2
`, suffix[ft], ft))
		m := exactModule(t, text)
		in := make([]byte, 32*len(values))
		for k, x := range values {
			binary.LittleEndian.PutUint64(in[32*k:], math.Float64bits(x))
		}
		got := exactRun(t, m, "main", in)
		for k, x := range values {
			want := [2]byte{}
			if x <= -1 {
				want[0] = 0xff
			}
			if x >= 1 {
				want[1] = 1
			}
			if got[32*k] != want[0] || got[32*k+16] != want[1] {
				t.Errorf("%s %v: %#x and %#x, and not %#x", ft, x, got[32*k], got[32*k+16], want)
			}
		}
	}
}
