// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package parse

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestMentions compares the search with a plain one on texts of few letters, so that most positions
// almost match.
func TestMentions(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 14))
	text := func(n int) string {
		b := make([]byte, n)
		for k := range b {
			b[k] = "abk"[rnd.IntN(3)]
		}
		return string(b)
	}
	found := 0
	for range 20000 {
		s, word := text(rnd.IntN(40)), text(1+rnd.IntN(5))
		if rnd.IntN(20) == 0 {
			s = strings.Repeat(s, 50)
		}
		want := strings.Contains(s, word)
		if want {
			found++
		}
		for rare := range word {
			if got := mentions(s, word, rare); got != want {
				t.Fatalf("%q in %q by its byte %d: %v", word, s, rare, got)
			}
		}
	}
	if found < 1000 {
		t.Errorf("only %d found", found)
	}
}
