// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package parse

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/ir"
)

// noClaims are attribute words that state no fact about memory or values, but control how code is
// generated, checked and called.
const noClaims = `alignstack alwaysinline builtin cold convergent coro_elide_safe coro_only_destroy_when_complete
	denormal_fpenv disable_sanitizer_instrumentation elementtype flatten flatten_depth fn_ret_thunk_extern hot hybrid_patchable immarg inlinehint inreg jumptable
	minsize mustprogress nobuiltin nocf_check nocreateundeforpoison nodivergencesource noduplicate noext noimplicitfloat noinline nomerge
	noipa nonlazybind nooutline noprofile noredzone nosanitize_bounds nosanitize_coverage nounwind null_pointer_is_valid optdebug optforfuzzing optnone
	optsize presplitcoroutine returns_twice safestack sanitize_address sanitize_alloc_token sanitize_hwaddress sanitize_memory sanitize_memtag
	sanitize_numerical_stability sanitize_realtime sanitize_realtime_blocking sanitize_thread sanitize_type shadowcallstack signext skipprofile
	speculative_load_hardening ssp sspreq sspstrong strictfp uwtable vscale_range zeroext`

// TestClaimsAreDecided checks that each attribute that the parser knows is in the table of claims
// or in noClaims. A new word fails here.
func TestClaimsAreDecided(t *testing.T) {
	plain := map[string]bool{}
	for _, w := range strings.Fields(noClaims) {
		plain[w] = true
		if _, known := attrForms[w]; !known {
			t.Errorf("%s is no attribute", w)
		}
	}
	claims := []ir.ClaimKind{ir.ParamClaim, ir.RetClaim, ir.FuncClaim}
	for w := range attrForms {
		rows := 0
		for _, k := range claims {
			if ir.ClaimOf(k, w) != nil {
				rows++
			}
		}
		if (rows > 0) == plain[w] {
			t.Errorf("%s: %d rows in ir.Claims, and no claim: %v", w, rows, plain[w])
		}
	}
	for _, row := range ir.Claims {
		for _, n := range row.Names {
			if _, known := attrForms[n]; !known && (row.Kind == ir.ParamClaim || row.Kind == ir.RetClaim ||
				row.Kind == ir.FuncClaim) {
				t.Errorf("ir.Claims has %s, which is no attribute", n)
			}
		}
	}
}
