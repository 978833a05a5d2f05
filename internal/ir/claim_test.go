package ir

import (
	"strings"
	"testing"
)

// metadataKinds are the kinds that LLVM 22 has numbers for, but for debug info, functions and
// globals.
const metadataKinds = `tbaa prof fpmath range tbaa.struct invariant.load alias.scope noalias nontemporal llvm.mem.parallel_loop_access nonnull
	dereferenceable dereferenceable_or_null make.implicit unpredictable invariant.group align llvm.loop callees llvm.access.group callback
	noundef nosanitize memprof callsite kcfi_type pcsections heapallocsite mmra noalias.addrspace captures alloc_token nofree`

// TestClaimTable: each kind of metadata has one row, and each row says what it is about and why.
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

// TestUnknownClaim: of a claim without a row nothing is believed where memory is not what it was.
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
