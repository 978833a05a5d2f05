// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package parse

import (
	"math/rand"
	"testing"
)

// TestBrace compares the search by eight bytes with one by single bytes, for every byte value.
func TestBrace(t *testing.T) {
	rnd := rand.New(rand.NewSource(1))
	text := make([]byte, 4096)
	for i := range text {
		if text[i] = "ab y\n~|\x7f"[rnd.Intn(8)]; rnd.Intn(9) == 0 {
			text[i] = byte(rnd.Intn(256))
		}
	}
	for end := len(text) - 32; end <= len(text); end++ {
		sc := &scanner{f: &File{Text: text[:end]}}
		for i := 0; i <= end; i++ {
			want := i
			for want < end && scanTab[text[want]]&scanBrace == 0 {
				want++
			}
			if got := sc.brace(i); got != want {
				t.Fatalf("from %d of %d: %d, want %d", i, end, got, want)
			}
		}
	}
}
