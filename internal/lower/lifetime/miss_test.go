// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime_test

import (
	"os"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/lower/lifetime"
)

// TestMissKinds: every kind of reason has a unique word, which docs/elision.md lists, and an
// explanation for a miss without a fix.
func TestMissKinds(t *testing.T) {
	text, err := os.ReadFile("../../../docs/elision.md")
	if err != nil {
		t.Fatal(err)
	}
	_, list, ok := strings.Cut(strings.Join(strings.Fields(string(text)), " "), "`kind` is one of ")
	if !ok {
		t.Fatal("docs/elision.md lists no kinds")
	}
	list, _, _ = strings.Cut(list, ".")
	var words []string
	seen := map[string]bool{"": true}
	for _, k := range lifetime.MissKinds() {
		if seen[k.String()] {
			t.Errorf("kind %d has no word of its own: %q", k, k)
		}
		seen[k.String()] = true
		words = append(words, "`"+k.String()+"`")
		if why := (&lifetime.Miss{Kind: k}).NoFix(); len(strings.Fields(why)) < 4 {
			t.Errorf("%s: %q tells of no reason for which there is nothing to fix", k, why)
		}
	}
	if want := strings.Join(words, ", "); list != want {
		t.Errorf("docs/elision.md lists the kinds\n%s\nwhich are\n%s", list, want)
	}
}
