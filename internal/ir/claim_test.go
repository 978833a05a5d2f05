// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

import (
	"strings"
	"testing"
)

// metadataKinds lists the kinds with fixed numbers in LLVM 22, except those of debug info,
// functions and globals.
const metadataKinds = `tbaa prof fpmath range tbaa.struct invariant.load alias.scope noalias nontemporal llvm.mem.parallel_loop_access nonnull
	dereferenceable dereferenceable_or_null make.implicit unpredictable invariant.group align llvm.loop callees llvm.access.group callback
	noundef nosanitize memprof callsite kcfi_type pcsections heapallocsite mmra noalias.addrspace captures alloc_token nofree`

// TestClaimTable checks that each kind of metadata has one row, and that each row states its claim
// and a reason.
func TestClaimTable(t *testing.T) {
	for _, k := range strings.Fields(metadataKinds) {
		if ClaimOf(MetaClaim, k) == nil {
			t.Errorf("!%s has no row", k)
		}
	}
	type key struct {
		kind ClaimKind
		name string
	}
	seen := map[key]bool{}
	for _, r := range Claims {
		if len(r.Names) == 0 || r.Says == "" || r.Why == "" {
			t.Errorf("%v: an empty cell", r.Names)
		}
		for _, n := range r.Names {
			if seen[key{r.Kind, n}] {
				t.Errorf("%s has two rows", n)
			}
			seen[key{r.Kind, n}] = true
		}
		if r.Fate[InShared] == Keep && r.Fate[InSlot] == Drop && r.Kind == MetaClaim {
			t.Errorf("%v: what does not hold of a slot of its own holds of a shared one", r.Names)
		}
	}
}

// TestUnknownClaim checks that a claim without a row is not trusted once the memory has changed.
func TestUnknownClaim(t *testing.T) {
	for e, want := range map[ClaimEvent]Fate{InPart: Keep, IsInlined: Keep, InSlot: Drop, InShared: Drop,
		IsJoined: Weaken} {
		if got := FateOf(MetaClaim, "frontend.own", e); got != want {
			t.Errorf("event %d: %d, want %d", e, got, want)
		}
	}
	if FateOf(MetaClaim, "dbg", InShared) != Keep {
		t.Error("a debug location is removed from what accesses a slot")
	}
}
