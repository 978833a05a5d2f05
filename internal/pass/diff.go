// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package pass

import "strings"

// Diff merges two texts into one, line by line: ` ` marks common lines, `-` lines only in a, and
// `+` lines only in b. If the texts differ in more than maxEdits lines, it shows one block of
// removed and one of added lines, because the search for the shortest edit script takes quadratic
// time in their difference.
func Diff(a, b string) string {
	la, lb := lines(a), lines(b)
	var out strings.Builder
	emit := func(c byte, list []string) {
		for _, l := range list {
			out.WriteByte(c)
			out.WriteString(l)
			out.WriteByte('\n')
		}
	}
	head := 0
	for head < len(la) && head < len(lb) && la[head] == lb[head] {
		head++
	}
	tail := 0
	for tail < len(la)-head && tail < len(lb)-head && la[len(la)-1-tail] == lb[len(lb)-1-tail] {
		tail++
	}
	emit(' ', la[:head])
	ma, mb := la[head:len(la)-tail], lb[head:len(lb)-tail]
	x, y := 0, 0
	for _, m := range matches(ma, mb) {
		emit('-', ma[x:m[0]])
		emit('+', mb[y:m[1]])
		emit(' ', ma[m[0]:m[0]+1])
		x, y = m[0]+1, m[1]+1
	}
	emit('-', ma[x:])
	emit('+', mb[y:])
	emit(' ', la[len(la)-tail:])
	return out.String()
}

func lines(s string) []string {
	s = strings.TrimSuffix(s, "\n")
	if s == "" {
		return nil
	}
	return strings.Split(s, "\n")
}

const maxEdits = 1000

// matches returns the index pairs of a longest common subsequence, with Myers' O(ND) algorithm:
// v[k] is the furthest x of a path with d edits on diagonal k = x-y, and the trace of all v leads
// back.
func matches(a, b []string) [][2]int {
	n, m := len(a), len(b)
	if n == 0 || m == 0 {
		return nil
	}
	limit := min(n+m, maxEdits)
	v := make([]int, 2*limit+3)
	at := func(k int) *int { return &v[k+limit+1] }
	var trace [][]int
	for d := 0; d <= limit; d++ {
		trace = append(trace, append([]int(nil), v[limit+1-d-1:limit+1+d+2]...))
		for k := -d; k <= d; k += 2 {
			x := *at(k - 1) + 1
			if k == -d || k != d && *at(k - 1) < *at(k + 1) {
				x = *at(k + 1)
			}
			if d == 0 {
				x = 0
			}
			y := x - k
			for x < n && y >= 0 && y < m && a[x] == b[y] {
				x++
				y++
			}
			*at(k) = x
			if x >= n && y >= m {
				return backtrack(trace, d, n, m)
			}
		}
	}
	return nil
}

// backtrack follows the trace from the end. trace[d] holds v from diagonal -d-1 to d+1, before step
// d.
func backtrack(trace [][]int, d, x, y int) [][2]int {
	var out [][2]int
	for ; d >= 0; d-- {
		v := trace[d]
		at := func(k int) int { return v[k+d+1] }
		k := x - y
		px, py := 0, 0
		if d > 0 {
			pk := k - 1
			if k == -d || k != d && at(k-1) < at(k+1) {
				pk = k + 1
			}
			px = at(pk)
			py = px - pk
		}
		for x > px && y > py {
			x--
			y--
			out = append(out, [2]int{x, y})
		}
		x, y = px, py
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}
