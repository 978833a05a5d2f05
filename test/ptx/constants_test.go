// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx_test

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/test/ptx/interp"
)

// This file adds cases with constant operands to TestOperations, at widths on both sides of every
// boundary between registers: shifts by amounts near each boundary, funnel shifts by amounts beyond
// the width, and constants as the first and the second operand.

var constantWidths = []int{1, 2, 7, 8, 9, 16, 24, 31, 32, 33, 48, 63, 64, 65, 72, 96, 100, 127, 128}

// results returns a kernel that computes values of a width from %x and %y, and stores each,
// zero-extended, in 16 bytes.
func results(name string, w int, decls string, exprs ...string) opCase {
	var b strings.Builder
	t := fmt.Sprintf("i%d", w)
	for k, v := range []string{"a", "b"} {
		to := []string{"%x", "%y"}[k]
		if w == 128 {
			fmt.Fprintf(&b, "  %s = add i128 %%%s, 0\n", to, v)
		} else {
			fmt.Fprintf(&b, "  %s = trunc i128 %%%s to %s\n", to, v, t)
		}
	}
	for k, e := range exprs {
		e, ret, _ := strings.Cut(e, " -> ")
		if ret == "" {
			ret = t
		}
		fmt.Fprintf(&b, "  %%r%d = %s\n", k, e)
		v := fmt.Sprintf("%%r%d", k)
		if ret != "i128" {
			fmt.Fprintf(&b, "  %%z%d = zext %s %s to i128\n", k, ret, v)
			v = fmt.Sprintf("%%z%d", k)
		}
		b.WriteString(store("i128", v, 16*k))
	}
	return opCase{name: name, ins: []string{"i128", "i128"}, body: b.String(), head: decls}
}

func constantCases() []opCase {
	var out []opCase
	add := func(w int, name, decls string, exprs []string) {
		for len(exprs) > 0 {
			n := min(len(exprs), 4)
			out = append(out, results(fmt.Sprintf("constant %s i%d", name, w), w, decls, exprs[:n]...))
			exprs = exprs[n:]
		}
	}
	for _, w := range constantWidths {
		t := fmt.Sprintf("i%d", w)
		var amounts []int
		for _, n := range []int{0, 1, 7, 31, 32, 33, 63, 64, 65, 95, 96, 99, 126, w - 1} {
			if n < w && (len(amounts) == 0 || n > amounts[len(amounts)-1]) {
				amounts = append(amounts, n)
			}
		}
		for _, op := range []string{"shl", "lshr", "ashr"} {
			var list []string
			for _, n := range amounts {
				list = append(list, fmt.Sprintf("%s %s %%x, %d", op, t, n))
			}
			add(w, op, "", list)
		}
		for _, op := range []string{"fshl", "fshr"} {
			if w == 1 {
				continue
			}
			decl := fmt.Sprintf("declare %s @llvm.%s.%s(%s, %s, %s)\n", t, op, t, t, t, t)
			call := func(x, y, n string) string {
				return fmt.Sprintf("call %s @llvm.%s.%s(%s %s, %s %s, %s %s)", t, op, t, t, x, t, y, t, n)
			}
			list := []string{call("%x", "%y", "-1")}
			if w <= 64 || w == 128 { // llc crashes on the others, see TestFunnelShifts
				list = append(list, call("%x", "%y", "%y"), call("%x", "%x", "%y"), call("-1", "%y", "%x"),
					call("%x", "-1", "%x"))
			}
			for _, n := range append(amounts, w, w+1, 3*w-1) {
				if big.NewInt(int64(n)).BitLen() <= w {
					list = append(list, call("%x", "%y", fmt.Sprint(n)))
				}
			}
			add(w, op, decl, list)
		}
		top := new(big.Int).Lsh(big.NewInt(1), uint(w-1))
		all := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(w)), big.NewInt(1))
		odd, _ := new(big.Int).SetString("123456789ABCDEF0FEDCBA987654321F", 16)
		for _, c := range []*big.Int{big.NewInt(1), top, all, odd.And(odd, all)} {
			if w == 1 {
				c = big.NewInt(-1)
			}
			var list []string
			for _, op := range []string{"add", "sub", "mul", "and", "or", "xor"} {
				list = append(list, fmt.Sprintf("%s %s %%x, %s", op, t, c), fmt.Sprintf("%s %s %s, %%x", op, t, c))
			}
			for _, op := range []string{"udiv", "urem"} {
				list = append(list, fmt.Sprintf("%s %s %%x, %s", op, t, c))
			}
			for _, p := range []string{"eq", "ult", "sgt", "sle"} {
				list = append(list, fmt.Sprintf("icmp %s %s %%x, %s -> i1", p, t, c),
					fmt.Sprintf("icmp %s %s %s, %%x -> i1", p, t, c))
			}
			list = append(list, fmt.Sprintf("select i1 true, %s %s, %s %%x", t, c, t))
			add(w, c.Text(16), "", list)
			if w == 1 {
				break
			}
		}
	}
	// Offsets before and after a pointer: %p.out has room for 64 bytes.
	for _, t := range []string{"i8", "i16", "i24", "i32", "i64", "i128", "float", "half", "<4 x i8>", "<2 x i64>",
		"<3 x i16>"} {
		b := "  %end = getelementptr i8, ptr addrspace(1) %p.out, i64 64\n" +
			"  %generic = addrspacecast ptr addrspace(1) %end to ptr\n"
		for k, off := range []int{-64, -48} {
			b += fmt.Sprintf("  %%q%d = getelementptr i8, ptr addrspace(1) %%p.in, i64 %d\n"+
				"  %%i%d = getelementptr i8, ptr addrspace(1) %%q%d, i64 %d\n", k, 64, k, k, off)
			b += fmt.Sprintf("  %%v%d = load %s, ptr addrspace(1) %%i%d, align 8\n", k, t, k)
			b += fmt.Sprintf("  %%o%d = getelementptr i8, ptr %%generic, i64 %d\n"+
				"  store %s %%v%d, ptr %%o%d, align 8\n", k, off, t, k, k)
		}
		out = append(out, opCase{name: "negative offsets " + t, body: b})
	}
	return out
}

// TestFunnelShifts compares funnel shifts by a variable amount with big-integer arithmetic, at the
// widths that llc does not support.
func TestFunnelShifts(t *testing.T) {
	for _, w := range []int{65, 72, 100, 127} {
		ty := fmt.Sprintf("i%d", w)
		decls := fmt.Sprintf("declare %s @llvm.fshl.%s(%s, %s, %s)\ndeclare %s @llvm.fshr.%s(%s, %s, %s)\n", ty, ty, ty,
			ty, ty, ty, ty, ty, ty, ty)
		c := results("", w, "", fmt.Sprintf("call %s @llvm.fshl.%s(%s %%x, %s %%y, %s %%y)", ty, ty, ty, ty, ty),
			fmt.Sprintf("call %s @llvm.fshr.%s(%s %%x, %s %%y, %s %%x)", ty, ty, ty, ty, ty))
		text, err := ours(t, "funnel.ll", ptxHead+decls+kernel(0, c), driver.PTXOptions{})
		if err != nil {
			t.Fatal(err)
		}
		m, err := interp.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		got, err := runKernel(m, "k0", false)
		if err != nil {
			t.Fatal(err)
		}
		in := make([]byte, len(got))
		fillInputs(in, 2)
		mask := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(w)), big.NewInt(1))
		number := func(b []byte) *big.Int {
			n := new(big.Int)
			for k := 15; k >= 0; k-- {
				n.Lsh(n, 8).Or(n, big.NewInt(int64(b[k])))
			}
			return n.And(n, mask)
		}
		for th := 0; th < len(got); th += stride {
			x, y := number(in[th:]), number(in[th+16:])
			both := new(big.Int).Or(new(big.Int).Lsh(x, uint(w)), y)
			left := new(big.Int).Mod(y, big.NewInt(int64(w))).Uint64()
			right := new(big.Int).Mod(x, big.NewInt(int64(w))).Uint64()
			fshl := new(big.Int).And(new(big.Int).Rsh(new(big.Int).Lsh(both, uint(left)), uint(w)), mask)
			fshr := new(big.Int).And(new(big.Int).Rsh(both, uint(right)), mask)
			for k, want := range []*big.Int{fshl, fshr} {
				if n := number(got[th+16*k:]); n.Cmp(want) != 0 {
					t.Errorf("%s of %s, thread %d: %x and not %x", []string{"fshl", "fshr"}[k], ty, th/stride, n, want)
				}
			}
		}
	}
}
