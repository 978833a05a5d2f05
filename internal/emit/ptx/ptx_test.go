// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx

import (
	"fmt"
	"math/rand"
	"regexp"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/legalise"
	"github.com/corolower/corolower/internal/target"
)

// TestIntrinsicName checks that types, and only types, are removed from a name.
func TestIntrinsicName(t *testing.T) {
	intrinsicsOnce.Do(makeIntrinsics)
	for full, want := range map[string]string{
		"llvm.memcpy.p0.p0.i64": "memcpy", "llvm.memcpy.inline.p0.p3.i32": "memcpy.inline",
		"llvm.memcpy.element.unordered.atomic.p0.p0.i32": "",
		"llvm.memset.element.unordered.atomic.p0.i32":    "", "llvm.fma.v2f16": "fma",
		"llvm.fma.bf16": "fma", "llvm.ssa.copy.s_s": "ssa.copy",
		"llvm.smax.nxv4i32": "smax", "llvm.umul.with.overflow.i32": "umul.with.overflow",
		"llvm.umul.fix.i32": "umul.fix", "llvm.masked.loads.v4i32.p0": "", "llvm.fptosi.sat.i32.f32": "fptosi.sat",
		"llvm.nvvm.ex2.approx.f32": "nvvm.ex2.approx.f32", "llvm.nvvm.isspacep.shared.cluster": "",
		"llvm.nvvm.ldg.global.i.i32.p1": "nvvm.ldg.global.i",
		"llvm.lifetime.start.p0":        "lifetime.start", "llvm.lifetime.start.p0i8": "lifetime.start",
		"llvm.experimental.constrained.fma.f32": "", "llvm.sin.f32": "sin",
		"llvm.nvvm.bar.sync.extra": "", "llvm.trap.now": "",
	} {
		got := ""
		if id := ir.IntrinsicByName(full); intrinsics[id] != nil || legalise.Covers(id.Name()) {
			got = strings.TrimPrefix(id.Name(), ir.IntrinsicPrefix)
		}
		if got != want {
			t.Errorf("%s is taken for %q, want %q", full, got, want)
		}
	}
}

// TestParallel compares random parallel moves with their sequential form.
func TestParallel(t *testing.T) {
	line := regexp.MustCompile(`^\tmov\.b32 %r(\d+), (%r)?(\d+);$`)
	for seed := range int64(2000) {
		r := rand.New(rand.NewSource(seed))
		n := 1 + r.Intn(9)
		e := &fn{}
		for range n {
			e.fresh(clsR)
		}
		var moves []move
		want := map[string]int{} // by register: its old register, or the constant
		for k := range n {
			want[fmt.Sprint(k+1)] = k + 1
		}
		for _, k := range r.Perm(n)[:1+r.Intn(n)] {
			to := opnd{v: uint64(k + 1), cls: clsR}
			from := opnd{v: uint64(1 + r.Intn(n)), cls: clsR}
			value := int(from.v)
			if r.Intn(6) == 0 {
				from = immR(uint64(1000 + k))
				value = 1000 + k
			}
			if from == to {
				continue
			}
			moves = append(moves, move{to, from})
			want[fmt.Sprint(to.v)] = value
		}
		e.parallel(append([]move(nil), moves...))
		got := map[string]int{}
		for k := range n {
			got[fmt.Sprint(k+1)] = k + 1
		}
		for _, l := range strings.Split(strings.TrimSuffix(string(e.b), "\n"), "\n") {
			if l == "" {
				continue
			}
			m := line.FindStringSubmatch(l)
			if m == nil {
				t.Fatalf("seed %d: %q", seed, l)
			}
			if m[2] != "" {
				got[m[1]] = got[m[3]]
			} else {
				fmt.Sscan(m[3], &n)
				got[m[1]] = n
			}
		}
		for reg, v := range want {
			if got[reg] != v {
				t.Fatalf("seed %d: %%r%s holds %d and not %d after\n%s", seed, reg, got[reg], v, e.b)
			}
		}
	}
}

func TestIdentifier(t *testing.T) {
	for name, want := range map[string]string{
		"f": "f", "f.resume": "f_$_resume", "_ZN1aC2Ev": "_ZN1aC2Ev", "1abc": "_1abc", "a b": "a_$_b",
		"WARP_SZ": "WARP_SZ_", "\x000": "_$_0", ".": "_$_", "_": "__",
		"add": "add", "ü": "_$__$_",
	} {
		got := identifier(name)
		if got != want || !isIdentifier(got) {
			t.Errorf("%q becomes %q, want %q", name, got, want)
		}
	}
}

func TestFloatBits(t *testing.T) {
	m := ir.NewModule(nil)
	for _, c := range []struct {
		kind ir.Kind
		text string
		want uint64
	}{
		{ir.Float, "1.000000e+00", 0x3f800000}, {ir.Float, "0x3FB99999A0000000", 0x3dcccccd},
		{ir.Float, "0x7FF8000000000000", 0x7fc00000},
		{ir.Float, "0xFFF8000020000000", 0xffc00001}, {ir.Float, "0x36A0000000000000", 1},
		{ir.Float, "-0.0", 0x80000000}, {ir.Double, "0x7FF0000000000001", 0x7ff0000000000001},
		{ir.Double, "-2.5", 0xc004000000000000}, {ir.Half, "1.0", 0x3c00}, {ir.Half, "0xH7E00", 0x7e00},
		{ir.Half, "0x3E70000000000000", 1}, {ir.Half, "65504.0", 0x7bff},
		{ir.Half, "0x3F0FF80000000000", 0x03ff}, {ir.BFloat, "0xR3F80", 0x3f80}, {ir.BFloat, "-1.5", 0xbfc0},
	} {
		if got, ok := c.kind.FloatLiteral(c.text); !ok || got != c.want {
			t.Errorf("%s of %s is %#x, want %#x", c.text, m.Types.Simple(c.kind), got, c.want)
		}
	}
}

// TestUnits splits accesses and checks that an aligned piece moves every byte once.
func TestUnits(t *testing.T) {
	lay, err := target.ParseLayout(target.DefaultLayout("nvptx64-nvidia-cuda"))
	if err != nil {
		t.Fatal(err)
	}
	m := ir.NewModule(nil)
	ts := m.Types
	w := &writer{lay: lay, shapes: map[*ir.Type]*shape{}}
	for _, ty := range []*ir.Type{
		ts.Int(8), ts.Int(24), ts.Int(48), ts.Int(64), ts.Int(100),
		ts.Int(128), ts.Simple(ir.Double), ts.Vector(ts.Int(16), 3, false),
		ts.Struct([]*ir.Type{ts.Int(8), ts.Int(40), ts.Simple(ir.Half)}, true),
		ts.Array(ts.Struct([]*ir.Type{ts.Int(8), ts.Int(32)}, false), 3),
	} {
		for align := int64(1); align <= 16; align *= 2 {
			seen := map[int64]bool{}
			for _, u := range w.units(ty, align) {
				if u.off%u.bytes != 0 || u.bytes > align && alignedAt(align, u.off) < u.bytes {
					t.Errorf("%s at alignment %d: %d bytes at offset %d", ty, align, u.bytes, u.off)
				}
				for k := range u.bytes {
					if seen[u.off+k] {
						t.Errorf("%s at alignment %d: byte %d twice", ty, align, u.off+k)
					}
					seen[u.off+k] = true
				}
			}
			n := int64(0)
			for _, l := range w.shape(ty).leaves {
				n += lay.StoreSize(l.t)
			}
			if int64(len(seen)) != n {
				t.Errorf("%s at alignment %d: %d bytes of %d", ty, align, len(seen), n)
			}
		}
	}
}

func TestVersions(t *testing.T) {
	for s, want := range map[string]int{"7.8": 78, "80": 80, "8.0": 80, "9.0": 90} {
		if n, err := ParseVersion(s); err != nil || n != want {
			t.Errorf("%s is %d, %v", s, n, err)
		}
	}
	for _, s := range []string{"", "7", "3.9", "7.10", "x", "10.0", "-7.8", "7."} {
		if n, err := ParseVersion(s); err == nil {
			t.Errorf("%q is %d", s, n)
		}
	}
	for s, want := range map[string]int{"sm_80": 80, "sm_90a": 90, "sm_121f": 121} {
		if n, _, err := ParseCPU(s); err != nil || n != want {
			t.Errorf("%s is %d, %v", s, n, err)
		}
	}
	for k, v := range versions {
		if v.name == "" || v.ptx == 0 || v.sm == 0 {
			t.Errorf("feature %d has no row", k)
		}
	}
}
