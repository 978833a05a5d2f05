// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package cc_test

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestProfiles builds programs with counters, runs them, and builds them again with the profile.
// They must print the same. What never ran must be placed apart.
func TestProfiles(t *testing.T) {
	need(t, "llvm-profdata-22")
	for _, c := range []struct{ name, cold string }{
		{"lex", ""},
		{"tree", "_Z4walkP4nodei.resume.1"},
		{"proto", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := filepath.Join(place(t), "profile")
			source := c.name + ".cpp"
			build := func(words ...string) []string {
				return append([]string{bin(), "cc", "--strict", compiler, "-std=c++20", "-O2", source}, words...)
			}
			for _, words := range [][]string{
				build("-fprofile-instr-generate=p.profraw", "-o", "counting"),
				{"./counting"},
				{"llvm-profdata-22", "merge", "p.profraw", "-o", "p.profdata"},
				build("-fprofile-instr-use=p.profdata", "-o", "lowered"),
				build("-fprofile-instr-use=p.profdata", "-S", "-o", "lowered.s"),
				{compiler, "-std=c++20", "-O2", source, "-o", "plain"},
			} {
				if r := keep(t, dir, env(dir), words...); r.code != 0 {
					t.Fatalf("%q: %s", words, r.stderr)
				}
			}
			if got, want := keep(t, dir, env(dir), "./lowered").stdout, keep(t, dir, env(dir), "./plain").stdout; got != want {
				t.Errorf("prints %q instead of %q", got, want)
			}
			text := read(t, dir, "lowered.s")
			if at := strings.Index(text, "\n"+c.cold+":"); c.cold != "" {
				before := text[:max(at, 0)]
				if at < 0 || !strings.HasPrefix(before[strings.LastIndex(before, "\t.section"):], "\t.section\t.text.unlikely") {
					t.Errorf("%s is not in .text.unlikely", c.cold)
				}
			}
		})
	}
}
