// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package check_test

import (
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/lower/check"
	"github.com/corolower/corolower/internal/lower/rule"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/pass"
	"github.com/corolower/corolower/internal/target"
)

// checkAny checks any module that parses. The checker must not panic, every finding must have a
// position, a known rule and a fix, and two runs must agree.
func checkAny(t *testing.T, text string) {
	t.Helper()
	run := func() string {
		m, err := parse.Module("fuzz.ll", []byte(text))
		if err != nil {
			return ""
		}
		l, err := target.ParseLayout(m.DataLayout)
		if err != nil {
			return ""
		}
		c := &pass.Unit{M: m, Layout: l, Target: target.Parse(m.Triple)}
		out := ""
		for _, f := range m.Funcs {
			list := check.Check(c, f)
			for _, e := range list {
				if !e.Pos.IsValid() || e.Rule == "" && !e.Unsupported || e.Hint == "" {
					t.Fatalf("no place, rule or fix:\n%s\nin:\n%s", show(text, list), text)
				}
			}
			out += show(text, list)
		}
		return out
	}
	if a, b := run(), run(); a != b {
		t.Fatalf("two runs differ:\n%s\n%s", a, b)
	}
}

func checkSeeds() []string {
	var seeds []string
	for _, r := range rule.Rules() {
		seeds = append(seeds, r.Bad, r.Good)
	}
	files, _ := filepath.Glob("testdata/check/*.ll")
	for _, f := range files {
		if data, err := os.ReadFile(f); err == nil {
			seeds = append(seeds, string(data))
		}
	}
	return seeds
}

func FuzzCheck(f *testing.F) {
	for _, s := range checkSeeds() {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) { checkAny(t, text) })
}

// TestCheckMutants drops, duplicates, swaps and mixes lines and words of the examples, and checks
// the results that still parse.
func TestCheckMutants(t *testing.T) {
	seeds := checkSeeds()
	rnd := rand.New(rand.NewSource(7))
	rounds := 4000
	if testing.Short() {
		rounds = 400
	}
	for range rounds {
		lines := strings.Split(seeds[rnd.Intn(len(seeds))], "\n")
		for range 1 + rnd.Intn(3) {
			k := rnd.Intn(len(lines))
			switch rnd.Intn(5) {
			case 0:
				lines = append(lines[:k:k], lines[k+1:]...)
			case 1:
				line := lines[k]
				if at := strings.Index(line, " = "); at > 0 {
					line = "  %again" + line[at:]
				}
				lines = append(lines[:k:k], append([]string{line}, lines[k:]...)...)
			case 2:
				j := rnd.Intn(len(lines))
				lines[k], lines[j] = lines[j], lines[k]
			case 3:
				lines[k] = mutateWord(rnd, lines[k], lines[rnd.Intn(len(lines))])
			case 4:
				other := strings.Split(seeds[rnd.Intn(len(seeds))], "\n")
				lines = append(lines[:k:k], append([]string{other[rnd.Intn(len(other))]}, lines[k:]...)...)
			}
		}
		checkAny(t, strings.Join(lines, "\n"))
	}
}

// mutateWord replaces a word of one line with a word of another.
func mutateWord(rnd *rand.Rand, line, from string) string {
	words, donors := strings.Fields(line), strings.Fields(from)
	if len(words) == 0 || len(donors) == 0 {
		return line
	}
	k := rnd.Intn(len(words))
	tail := ""
	if strings.HasSuffix(words[k], ",") || strings.HasSuffix(words[k], ")") {
		tail = words[k][len(words[k])-1:]
	}
	words[k] = strings.TrimRight(donors[rnd.Intn(len(donors))], ",)") + tail
	return strings.Join(words, " ")
}
