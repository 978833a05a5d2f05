package report

// Reads what was elided from files of remarks, and compares two such answers. It runs nothing.

import (
	"bufio"
	"bytes"
	"fmt"
	"sort"
	"strings"
)

// Pair says that a coroutine's frame lies in its caller.
type Pair struct{ Coroutine, Caller string }

func (p Pair) String() string { return p.Coroutine + " in " + p.Caller }

// Elided is what one compilation elided, as its remarks tell.
type Elided struct {
	Pairs map[Pair]bool
	// Into has, for each function, the functions into which it was inlined.
	Into map[string]map[string]bool
}

// partSuffixes are what the parts of a split coroutine have behind the coroutine's name.
var partSuffixes = []string{".resume", ".destroy", ".cleanup", ".noalloc"}

// whole returns the name of the coroutine for the name of one of its parts, and other names as they
// are. One coroutine's frame in another's body is the same elision, whether the pass saw it before
// the other was split or after.
func whole(name string) string {
	for _, suffix := range partSuffixes {
		if w, ok := strings.CutSuffix(name, suffix); ok && w != "" {
			return w
		}
	}
	return name
}

// ParseRemarks reads the elisions and the inlined calls from a file of LLVM's YAML remarks. It
// reads the subset of YAML that such files are made of: a key a line, strings plain or in quotes.
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

// scalar takes the quotes from one value.
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

// reaches reports whether from was inlined into to, perhaps through others.
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

// Missing returns the pairs of clang that ours lacks. Ours has a pair (f, h) of clang also when it
// elided f in a g that clang inlined into h: the frame then lies in h as well, only that it was
// decided a step earlier.
func Missing(clang, ours *Elided) []Pair {
	var missing []Pair
	for p := range clang.Pairs {
		if !covered(p, ours.Pairs, func(g string) bool { return reaches(clang.Into, g, p.Caller) }) {
			missing = append(missing, p)
		}
	}
	return sortPairs(missing)
}

// More returns the pairs of ours that clang lacks, with the same allowance and its converse: a pair
// of ours that clang has under the name of a caller to or from which the function was inlined, by
// either, is no gain.
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

// covered reports whether one of pairs is p, or has p's coroutine and a caller that is as good.
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
