// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package target_test

import (
	"testing"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/target"
)

const x86 = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

func layout(t *testing.T, s string) *target.Layout {
	t.Helper()
	l, err := target.ParseLayout(s)
	if err != nil {
		t.Fatalf("ParseLayout(%q): %v", s, err)
	}
	return l
}

func TestSizes(t *testing.T) {
	ts := ir.NewTypes()
	i := ts.Int
	fp80 := ts.Simple(ir.X86FP80)
	p0, p270 := ts.OpaquePtr(0), ts.OpaquePtr(270)
	mixed := ts.Struct([]*ir.Type{i(8), i(16), i(128), i(24), fp80}, false)
	cases := []struct {
		layout       string
		typ          *ir.Type
		alloc, align int64
	}{
		{"", i(1), 1, 1}, {"", i(24), 4, 4}, {"", i(64), 8, 4}, {"", i(128), 16, 4}, {"", i(65), 12, 4},
		{"", fp80, 16, 16}, {"", ts.Simple(ir.Double), 8, 8}, {"", ts.Simple(ir.BFloat), 2, 2}, {"", p270, 8, 8},
		{x86, i(64), 8, 8}, {x86, i(128), 16, 16}, {x86, i(256), 32, 16},
		{x86, fp80, 16, 16}, {x86, p0, 8, 8}, {x86, p270, 4, 4},
		{"e-i64:64", i(128), 16, 8}, {"e-f64:32:64-p:32:32-f80:32", fp80, 12, 4}, {"e-p:16:16", p0, 2, 2},
		{x86, ts.Vector(i(32), 3, false), 16, 16}, {x86, ts.Vector(i(8), 5, false), 8, 8},
		{x86, ts.Vector(i(1), 9, false), 2, 2},
		{"e-v96:32", ts.Vector(i(32), 3, false), 12, 4}, {x86, ts.Vector(i(32), 4, true), 0, 1},
		{x86, mixed, 64, 16}, {"e-a:64:64", ts.Struct([]*ir.Type{i(8)}, false), 8, 8},
		{"e-a:0:64", ts.Struct([]*ir.Type{i(8)}, false), 1, 1},
		{"e-a:64:64", ts.Struct([]*ir.Type{i(8)}, true), 1, 1},
		{x86, ts.Struct([]*ir.Type{i(8), i(64)}, true), 9, 1}, {x86, ts.Array(ts.Struct([]*ir.Type{i(32), i(8)}, false),
			3), 24, 4},
		{x86, ts.Struct(nil, false), 0, 1}, {x86, ts.Void(), 0, 1}, {x86, ts.Named("opaque", "%opaque", nil), 0, 1},
		{x86, ts.Array(i(64), 1<<61), 0, 1},
		{x86, ts.TargetExt("spirv.Image", nil, nil), 8, 8}, {x86, ts.TargetExt("aarch64.svcount", nil, nil), 0, 1},
		{x86, ts.TargetExt("amdgcn.named.barrier", nil, []uint64{0}), 16, 16}, {x86, ts.Simple(ir.X86AMX), 1024, 64},
	}
	for _, c := range cases {
		l := layout(t, c.layout)
		if got := l.AllocSize(c.typ); got != c.alloc {
			t.Errorf("%q: alloc size of %s is %d, want %d", c.layout, c.typ, got, c.alloc)
		}
		if got := l.ABIAlign(c.typ); got != c.align {
			t.Errorf("%q: alignment of %s is %d, want %d", c.layout, c.typ, got, c.align)
		}
	}
}

func TestPrefAlign(t *testing.T) {
	ts := ir.NewTypes()
	i8s := ts.Struct([]*ir.Type{ts.Int(8)}, false)
	for _, c := range []struct {
		layout string
		typ    *ir.Type
		want   int64
	}{
		{"", ts.Int(64), 8}, {"", ts.Int(128), 8}, {"", i8s, 8}, {"e-a:0:32", i8s, 4},
		{"", ts.Array(i8s, 2), 8}, {"e-p:32:32:64", ts.OpaquePtr(0), 8},
		{"e-f64:32:64", ts.Simple(ir.Double), 8}, {x86, ts.Int(64), 8}, {"e-v32:8:16", ts.Vector(ts.Int(8), 4, false),
			2}, {"", ts.Int(1), 1},
		{"", ts.Struct([]*ir.Type{ts.Int(8)}, true), 8},
	} {
		if got := layout(t, c.layout).PrefAlign(c.typ); got != c.want {
			t.Errorf("%q: preferred alignment of %s is %d, want %d", c.layout, c.typ, got, c.want)
		}
	}
}

func TestSelfContainingStruct(t *testing.T) {
	ts := ir.NewTypes()
	s := ts.Named("s", "%s", nil)
	s.SetBody([]*ir.Type{ts.Int(8), s}, false)
	if layout(t, "").Sized(s) {
		t.Error("a struct that contains itself has no size")
	}
}

func TestOffsets(t *testing.T) {
	m := ir.NewModule(nil)
	ts := m.Types
	i32 := ts.Int(32)
	inner := ts.Struct([]*ir.Type{ts.Int(8), ts.Int(16)}, false)
	s := ts.Struct([]*ir.Type{ts.OpaquePtr(0), ts.Int(1), ts.Array(inner, 4), ts.Vector(i32, 2, false)}, false)
	l := layout(t, x86)
	for k, want := range []int64{0, 8, 10, 32} {
		if got := l.FieldOffset(s, k); got != want {
			t.Errorf("field %d is at %d, want %d", k, got, want)
		}
	}
	idx := func(ns ...int64) []ir.Value {
		var out []ir.Value
		for _, n := range ns {
			out = append(out, m.ConstInt(i32, n))
		}
		return out
	}
	for _, c := range []struct {
		idx  []int64
		want int64
	}{{[]int64{1}, 40}, {[]int64{0, 2, 3, 1}, 24}, {[]int64{-1, 3, 1}, -4}, {nil, 0}} {
		if got, ok := l.GEPOffset(s, idx(c.idx...)); !ok || got != c.want {
			t.Errorf("offset of %v is %d (%v), want %d", c.idx, got, ok, c.want)
		}
	}
	if _, ok := l.GEPOffset(s, []ir.Value{m.Undef(i32)}); ok {
		t.Error("undef index has no offset")
	}
}

func TestBadLayouts(t *testing.T) {
	for _, s := range []string{"-", "e-", "q", "p:64", "p:0:8", "p:64:3", "i8:16", "i0:8", "i32:0", "v", "n0", "S",
		"m:q", "Fx8", "ni", "ni:0", "ee",
		"p:32:32:32:64", "i32:32:8", "p(x:32:32", "A16777216"} {
		if _, err := target.ParseLayout(s); err == nil {
			t.Errorf("%q is taken", s)
		}
	}
	for _, s := range []string{"E-p:32:32:32:32-a0:0:64-Fn32-ni:1:2-A5-G1-P2-m:e-n8:16-S0-s:8",
		"e-p3(name):64:64-pe9:64:64"} {
		layout(t, s)
	}
}

func TestTransfer(t *testing.T) {
	const tail, call, loop = target.TransferTail, target.TransferCall, target.TransferLoop
	for _, c := range []struct {
		triple, features string
		want             target.Transfer
	}{
		{"", "", tail}, {"x86_64-pc-linux-gnu", "", tail}, {"wasm32-unknown-unknown", "", call},
		{"wasm64", "+simd128,+tail-call", tail},
		{"wasm32", "+tail-call,-tail-call", call}, {"ppc64le-linux", "", loop},
		{"powerpc-ibm-aix", "+tail-call", loop}, {"armv7-linux", "", tail},
		{"nvptx64-nvidia-cuda", "", loop}, {"amdgcn-amd-amdhsa", "", loop}, {"spirv64", "", loop}, {"unheard-of", "", loop},
		{"thumbv6m-none-eabi", "", loop}, {"thumb-linux", "", loop}, {"thumbv6t2-linux", "", tail},
		{"thumbv8m.base-none-eabi", "", tail}, {"thumbv7m-none-eabi", "", tail},
	} {
		if got := target.Parse(c.triple).Transfer(c.features); got != c.want {
			t.Errorf("%q %q: %v", c.triple, c.features, got)
		}
	}
	for triple, arch := range map[string]string{"amd64-x": "x86_64", "i686-pc": "i386", "thumbv7m": "thumb",
		"arm64-apple": "aarch64"} {
		if got := target.Parse(triple).Arch; got != arch {
			t.Errorf("%s: arch %s, want %s", triple, got, arch)
		}
	}
}

func TestPrivateLocals(t *testing.T) {
	for triple, want := range map[string]bool{"": false, "x86_64-linux": false, "ppc64le-linux": false, "thumbv6m": false,
		"riscv32": false, "msp430": false, "wasm32": false, "nvptx64-nvidia-cuda": true, "amdgcn-amd-amdhsa": true,
		"r600": true, "spirv64": true, "spirv": true, "unheard-of": true} {
		if got := target.Parse(triple).PrivateLocals(); got != want {
			t.Errorf("%q: got %v, want %v", triple, got, want)
		}
	}
}

func TestGPUs(t *testing.T) {
	for triple, want := range map[string]struct {
		kernels       string
		local, shared int
		pointers      bool
	}{
		"nvptx64-nvidia-cuda": {"ptx_kernel", 5, 3, true}, "amdgcn-amd-amdhsa": {"amdgpu_kernel", 5, 3, true},
		"r600": {"amdgpu_kernel", 5, 3, true}, "spirv64-unknown-unknown": {"spir_kernel", -1, 3, false},
		"spirv": {"spir_kernel", -1, 3, false}, "spir64": {"spir_kernel", -1, 3, false},
		"x86_64-linux": {"", -1, -1, true}, "unheard-of": {"", -1, -1, true},
	} {
		g := target.Parse(triple)
		if g.KernelCC() != want.kernels || g.LocalAS() != want.local || g.SharedAS() != want.shared || g.FunctionPointers() != want.pointers ||
			g.Unwinds() != (want.kernels == "") {
			t.Errorf("%s: kernels are %q, local %d, shared %d, function pointers %v, unwinds %v", triple, g.KernelCC(), g.LocalAS(),
				g.SharedAS(), g.FunctionPointers(), g.Unwinds())
		}
	}
}

func TestGlobalKernelPointers(t *testing.T) {
	for triple, want := range map[string]bool{"nvptx64-nvidia-cuda": true, "nvptx64": true, "nvptx64-nvidia-unknown": true,
		"nvptx64-nvidia-nvcl": false, "nvptx64-unknown-nvcl1.2": false, "x86_64-unknown-linux-gnu": false, "": false} {
		if got := target.Parse(triple).GlobalKernelPointers(); got != want {
			t.Errorf("%q: got %v, want %v", triple, got, want)
		}
	}
}
