// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package emit_test

import (
	"math/rand"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
)

// llvmOrder lists every function attribute in the order in which LLVM 22 prints a set of them all.
const llvmOrder = `builtin cold convergent coro_only_destroy_when_complete coro_elide_safe disable_sanitizer_instrumentation ` +
	`fn_ret_thunk_extern hot hybrid_patchable inlinehint jumptable minsize mustprogress naked nobuiltin nocallback nocf_check ` +
	`nodivergencesource noduplicate nofree noimplicitfloat noinline nomerge noprofile norecurse noredzone noreturn nosanitize_bounds ` +
	`nosanitize_coverage nosync nounwind nonlazybind null_pointer_is_valid optsize presplitcoroutine returns_twice safestack ` +
	`sanitize_address sanitize_alloc_token sanitize_hwaddress sanitize_memtag sanitize_memory sanitize_numerical_stability ` +
	`sanitize_realtime sanitize_realtime_blocking sanitize_thread sanitize_type shadowcallstack skipprofile speculatable ` +
	`speculative_load_hardening sspstrong strictfp willreturn allockind("alloc,zeroed") allocsize(0,1) memory(none) alignstack=16 ` +
	`uwtable vscale_range(1,4) "aa"="1" "zz"`

func TestCanonicalGroup(t *testing.T) {
	m := ir.NewModule(nil)
	var list []ir.Attr
	for _, w := range strings.Fields(llvmOrder) {
		switch {
		case strings.HasPrefix(w, `"`):
			k, v, has := strings.Cut(strings.ReplaceAll(w, `"`, ""), "=")
			list = append(list, ir.Attr{Name: k, Str: true, Val: v, Has: has})
		case strings.HasPrefix(w, "alignstack="):
			list = append(list, ir.Attr{Name: "alignstack", Val: w[len("alignstack="):], Has: true})
		default:
			list = append(list, ir.ParseAttrWord(w))
		}
	}
	want := "{ " + llvmOrder + " }"
	r := rand.New(rand.NewSource(1))
	for range 50 {
		r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		if got := emit.CanonicalGroup(list); got != want {
			t.Fatal(firstDifference(strings.ReplaceAll(want, " ", "\n"), strings.ReplaceAll(got, " ", "\n")))
		}
	}
	param := []ir.Attr{{Name: "align", Val: "8", Has: true}, {Name: "byval", Type: m.Types.Int(32)}, {Name: "nonnull"},
		{Name: "noundef"},
		{Name: "range", Val: "i8 1, 5", Has: true}}
	if got, want := emit.CanonicalGroup(param), "{ noundef nonnull byval(i32) align=8 range(i8 1, 5) }"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := emit.CanonicalGroup(nil); got != "{ }" {
		t.Errorf("empty group %q", got)
	}
}

// TestBrokenIR prints IR that no valid module contains: a dump must work after any pass.
func TestBrokenIR(t *testing.T) {
	m, f := handBuilt()
	add := f.Entry().Next().First()
	add.SetArg(0, nil)
	phi := f.LastBlock().First()
	gone := m.NewInstr(ir.OpFreeze, m.Types.Int(32), m.ConstInt(m.Types.Int(32), 1))
	phi.SetArg(0, gone)
	got := emit.FuncString(f)
	for _, want := range []string{"add nuw nsw <null operand!>, i32 3", "phi i32 [ %<badref>, %1 ]"} {
		if !strings.Contains(got, want) {
			t.Errorf("missing %q in\n%s", want, got)
		}
	}
	if got, want := emit.InstrString(phi), "%6 = phi i32 [ %<badref>, %1 ], [ %3, %then ]"; got != want {
		t.Errorf("instruction %q, want %q", got, want)
	}
	if got, want := emit.ValueString(f.Params[1]), "ptr %p"; got != want {
		t.Errorf("value %q, want %q", got, want)
	}
	if got, want := emit.ValueString(m.ConstInt(m.Types.Int(8), -1)), "i8 -1"; got != want {
		t.Errorf("value %q, want %q", got, want)
	}
}
