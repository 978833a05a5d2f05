// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package report

// This file reads elisions from files of remarks and compares the results of two tools. It runs
// nothing.

import (
	"bufio"
	"bytes"
	"fmt"
	"sort"
	"strings"
)

// Pair is a coroutine whose frame is elided into a caller.
type Pair struct{ Coroutine, Caller string }

func (p Pair) String() string { return p.Coroutine + " in " + p.Caller }

// Elided holds the elisions of one compilation, according to its remarks.
type Elided struct {
	Pairs map[Pair]bool
	// Into has, for each function, the functions into which it was inlined.
	Into map[string]map[string]bool
}

// partSuffixes are the suffixes that the parts of a split coroutine add to its name.
var partSuffixes = []string{".resume", ".destroy", ".cleanup", ".noalloc"}

// whole returns the name of the coroutine for the name of one of its parts, and returns other names
// unchanged. An elision into a coroutine counts as the same whether the pass ran before or after
// that coroutine was split.
func whole(name string) string {
	for _, suffix := range partSuffixes {
		if w, ok := strings.CutSuffix(name, suffix); ok && w != "" {
			return w
		}
	}
	return name
}

// ParseRemarks reads the elisions and the inlined calls from a file of LLVM's YAML remarks. It
// supports the subset of YAML that such files use: one key on each line, with plain or quoted
// strings.
func ParseRemarks(text []byte) (*Elided, error) {
	e := &Elided{Pairs: map[Pair]bool{}, Into: map[string]map[string]bool{}}
	var kind, pass string
	args := map[string]string{}
	in := false
	finish := func() error {
		callee, caller := args["callee"], args["caller"]
		if kind == "Passed" && callee != "" && caller != "" {
			switch pass {
			case "coro-elide", "coro-annotation-elide":
				e.Pairs[Pair{whole(callee), whole(caller)}] = true
			case "inline", "always-inline":
				e.inlined(whole(callee), whole(caller))
			}
		} else if kind == "Passed" && strings.HasPrefix(pass, "coro-") && strings.HasSuffix(pass, "elide") {
			return fmt.Errorf("a remark of %s names no callee or caller", pass)
		}
		kind, pass, in = "", "", false
		clear(args)
		return nil
	}
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		line := lines.Text()
		if k, ok := strings.CutPrefix(line, "--- !"); ok {
			kind, in = k, true
			continue
		}
		if !in {
			continue
		}
		if line == "..." {
			if err := finish(); err != nil {
				return nil, err
			}
			continue
		}
		if v, ok := strings.CutPrefix(line, "Pass:"); ok {
			pass = scalar(v)
		} else if arg, ok := strings.CutPrefix(line, "  - "); ok {
			// The inliner's keys are Callee and Caller, those of elision callee and caller.
			if key, v, ok := strings.Cut(arg, ":"); ok {
				args[strings.ToLower(key)] = scalar(v)
			}
		}
	}
	return e, lines.Err()
}

func (e *Elided) inlined(callee, caller string) {
	if callee == caller {
		return
	}
	if e.Into[callee] == nil {
		e.Into[callee] = map[string]bool{}
	}
	e.Into[callee][caller] = true
}

// scalar removes the quotes from a value.
func scalar(v string) string {
	v = strings.TrimSpace(v)
	if len(v) >= 2 && v[0] == '\'' && v[len(v)-1] == '\'' {
		return strings.ReplaceAll(v[1:len(v)-1], "''", "'")
	}
	if len(v) >= 2 && v[0] == '"' && v[len(v)-1] == '"' {
		return v[1 : len(v)-1]
	}
	return v
}

// reaches reports whether from was inlined into to, directly or through other functions.
func reaches(into map[string]map[string]bool, from, to string) bool {
	seen := map[string]bool{from: true}
	work := []string{from}
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		for g := range into[f] {
			if g == to {
				return true
			}
			if !seen[g] {
				seen[g] = true
				work = append(work, g)
			}
		}
	}
	return false
}

// Missing returns the pairs of clang that ours lacks. A pair (f, h) of clang also counts as ours if
// ours has (f, g) and clang inlined g into h: the frame of f is then in h as well, but was elided
// one step earlier.
func Missing(clang, ours *Elided) []Pair {
	var missing []Pair
	for p := range clang.Pairs {
		if !covered(p, ours.Pairs, func(g string) bool { return reaches(clang.Into, g, p.Caller) }) {
			missing = append(missing, p)
		}
	}
	return sortPairs(missing)
}

// More returns the pairs of ours that clang lacks, with the same exception and its converse: a pair
// of ours does not count if clang has the coroutine with another caller, and either tool inlined
// one of the two callers into the other.
func More(clang, ours *Elided) []Pair {
	both := func(from, to string) bool { return reaches(clang.Into, from, to) || reaches(ours.Into, from, to) }
	var more []Pair
	for p := range ours.Pairs {
		if !covered(p, clang.Pairs, func(g string) bool { return both(g, p.Caller) || both(p.Caller, g) }) {
			more = append(more, p)
		}
	}
	return sortPairs(more)
}

// covered reports whether pairs contains p, or p's coroutine with an equivalent caller.
func covered(p Pair, pairs map[Pair]bool, asGood func(caller string) bool) bool {
	if pairs[p] {
		return true
	}
	for q := range pairs {
		if q.Coroutine == p.Coroutine && asGood(q.Caller) {
			return true
		}
	}
	return false
}

func sortPairs(pairs []Pair) []Pair {
	sort.Slice(pairs, func(i, j int) bool {
		if pairs[i].Caller != pairs[j].Caller {
			return pairs[i].Caller < pairs[j].Caller
		}
		return pairs[i].Coroutine < pairs[j].Coroutine
	})
	return pairs
}
