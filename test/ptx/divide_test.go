// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx_test

import (
	"encoding/binary"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/test/ptx/interp"
)

// divisors returns numbers of w bits to divide by: small ones, powers of two and their neighbours, and
// random ones.
func divisors(w int, rng *rand.Rand) (list []uint64) {
	mask := ^uint64(0) >> (64 - w)
	seen := map[uint64]bool{0: true}
	add := func(d uint64) {
		if d &= mask; !seen[d] {
			seen[d] = true
			list = append(list, d)
		}
	}
	for d := range uint64(30) {
		add(d)
		add(-d)
	}
	for k := range w {
		add(1 << k)
		add(1<<k + 1)
		add(1<<k - 1)
		add(-(1 << k))
	}
	for _, d := range []uint64{100, 125, 641, 1000, 3600, 1e6, 1e9, 274177, 0xaaaaaaaaaaaaaaab} {
		add(d)
	}
	for range 20 {
		add(rng.Uint64() >> rng.Intn(64))
	}
	return list
}

// dividends returns numbers of w bits at which a division by d may go wrong: around multiples of d,
// and at the ends.
func dividends(w int, d uint64, rng *rand.Rand) (list []uint64) {
	mask := ^uint64(0) >> (64 - w)
	ends := []uint64{0, mask, mask >> 1, mask>>1 + 1}
	for _, x := range ends {
		list = append(list, x, x+1, x-1, x/d*d, x/d*d-1)
		half := int64(x<<(64-w)) >> (64 - w)
		if s := int64(d<<(64-w)) >> (64 - w); s != 0 && s != -1 {
			list = append(list, uint64(half/s*s), uint64(half/s*s-1), uint64(half/s*s+1))
		}
	}
	for len(list) < 64 {
		x := rng.Uint64() >> rng.Intn(64)
		list = append(list, x, x/d*d, x/d*d-1)
	}
	for k := range list {
		list[k] &= mask
	}
	return list[:64]
}

// divided computes a division as Go does. ok is false if it overflows.
func divided(op string, w int, x, d uint64) (r uint64, ok bool) {
	mask := ^uint64(0) >> (64 - w)
	sx, sd := int64(x<<(64-w))>>(64-w), int64(d<<(64-w))>>(64-w)
	switch op {
	case "udiv":
		return x / d, true
	case "urem":
		return x % d, true
	}
	if sd == -1 && sx == -1<<(w-1) {
		return 0, false
	}
	if op == "sdiv" {
		return uint64(sx/sd) & mask, true
	}
	return uint64(sx%sd) & mask, true
}

// TestConstantDivision divides by many constants and compares the results with Go's.
func TestConstantDivision(t *testing.T) {
	rng := rand.New(rand.NewSource(29))
	type division struct {
		op string
		w  int
		d  uint64
	}
	var list []division
	var b strings.Builder
	b.WriteString(ptxHead)
	for _, w := range []int{8, 13, 32, 40, 64} {
		for _, d := range divisors(w, rng) {
			for _, op := range []string{"udiv", "urem", "sdiv", "srem"} {
				fmt.Fprintf(&b, "define ptx_kernel void @k%d(ptr addrspace(1) %%in, ptr addrspace(1) %%out) {\n"+
					"  %%tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"+
					"  %%p = getelementptr i64, ptr addrspace(1) %%in, i32 %%tid\n  %%v = load i64, ptr addrspace(1) %%p\n",
					len(list))
				x := "%v"
				if w < 64 {
					fmt.Fprintf(&b, "  %%x = trunc i64 %%v to i%d\n", w)
					x = "%x"
				}
				fmt.Fprintf(&b, "  %%r = %s i%d %s, %d\n", op, w, x, d)
				r := "%r"
				if w < 64 {
					fmt.Fprintf(&b, "  %%z = zext i%d %%r to i64\n", w)
					r = "%z"
				}
				fmt.Fprintf(&b, "  %%q = getelementptr i64, ptr addrspace(1) %%out, i32 %%tid\n"+
					"  store i64 %s, ptr addrspace(1) %%q\n  ret void\n}\n\n", r)
				list = append(list, division{op, w, d})
			}
		}
	}
	text, err := ours(t, "divide.ll", b.String(), driver.PTXOptions{CPU: "sm_80"})
	if err != nil {
		t.Fatal(err)
	}
	module, err := interp.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	for k, c := range list {
		m, err := interp.Load(module, interp.Config{})
		if err != nil {
			t.Fatal(err)
		}
		in, out := m.Alloc(64*8, 8), m.Alloc(64*8, 8)
		xs := dividends(c.w, c.d, rng)
		for j, x := range xs {
			binary.LittleEndian.PutUint64(m.Bytes(in, 64*8)[8*j:], x)
		}
		if err := m.Launch(fmt.Sprintf("k%d", k), [3]uint32{1, 1, 1}, [3]uint32{64, 1, 1}, 0, in, out); err != nil {
			t.Fatal(err)
		}
		for j, x := range xs {
			got := binary.LittleEndian.Uint64(m.Bytes(out, 64*8)[8*j:])
			if want, ok := divided(c.op, c.w, x, c.d); ok && got != want {
				t.Fatalf("%s i%d %d, %d is %d, not %d", c.op, c.w, x, c.d, got, want)
			}
		}
	}
}
