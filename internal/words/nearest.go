// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package words

// Nearest returns the candidate that a mistyped word most likely means, or "" if none is close: at
// most a third of the letters, rounded up, may differ. Of several equally close candidates the first in
// the order of the alphabet wins. For example, coro-spit most likely means coro-split.
func Nearest(word string, candidates []string) string {
	if len(word) > 100 {
		return ""
	}
	best, bestDist := "", (len(word)+2)/3+1
	for _, c := range candidates {
		if d := distance(word, c); d < bestDist || d == bestDist && best != "" && c < best {
			best, bestDist = c, d
		}
	}
	return best
}

// distance returns the number of letters to insert, remove, replace or swap with a neighbor to
// convert one word into the other.
func distance(a, b string) int {
	prev2 := make([]int, len(b)+1)
	prev := make([]int, len(b)+1)
	cur := make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], prev2[j-2]+1)
			}
		}
		prev2, prev, cur = prev, cur, prev2
	}
	return prev[len(b)]
}
