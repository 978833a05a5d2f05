// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//go:build unix

package project_test

import (
	"os/exec"
	"reflect"
	"testing"

	"github.com/corolower/corolower/internal/report"
)

// TestProfile verifies that, with a profile, the report has the counts of coroutines and missed
// elisions and sorts them by count, the highest first, and that another profile yields another
// report.
func TestProfile(t *testing.T) {
	if _, err := exec.LookPath("llvm-profdata-22"); err != nil {
		t.Skip(err)
	}
	p := newPlace(t, "clang++-22")
	p.put("hot.cpp", `#define SIZE 8
#include "gen.hpp"
void sink(char *) {}
__attribute__((noinline)) void seldom(int n) { auto t = shared(n); keep = t.h; t.h.resume(); }
__attribute__((noinline)) void often(int n) {
  if (n % 4 == 0) { auto t = shared(n); keep = t.h; t.h.resume(); }
}
int main(int n, char **) { seldom(1); for (int k = 0; k < 100 * n; ++k) often(k); }
`)
	p.must("clang++-22", "-std=c++20", "-O2", "-Iinc", "-fprofile-instr-generate", "hot.cpp", "-o", "hot")
	profile := func(args string) *report.Report {
		t.Helper()
		p.must("bash", "-c", "LLVM_PROFILE_FILE=raw ./hot "+args+" && llvm-profdata-22 merge raw -o hot.profdata")
		p.age("hot.profdata")
		_ = p.compiled()
		r := p.report(0, "--", p.dir+"/bin/compiler", "-std=c++20", "-O2", "-Iinc", "-fprofile-instr-use=hot.profdata",
			"-c", "hot.cpp")
		if n := p.compiled(); n != 1 {
			t.Errorf("%d compiled with a new profile", n)
		}
		return r
	}
	missed := func(r *report.Report) (lines []int, hits []uint64) {
		for _, c := range r.Creations {
			if c.Hits != nil && !c.Elided {
				lines, hits = append(lines, c.Source.Line), append(hits, *c.Hits)
			}
		}
		return lines, hits
	}
	r := profile("")
	if lines, hits := missed(r); !reflect.DeepEqual(lines, []int{6, 4}) || !reflect.DeepEqual(hits, []uint64{25, 1}) {
		t.Errorf("missed at lines %v, reached %v times", lines, hits)
	}
	for _, c := range r.Coroutines {
		if c.Demangled == "shared(int)" && (c.Hits == nil || *c.Hits != 26) {
			t.Errorf("shared is entered %v times, want 26", c.Hits)
		}
	}
	if _, hits := missed(profile("more")); !reflect.DeepEqual(hits, []uint64{50, 1}) {
		t.Errorf("by another profile reached %v times", hits)
	}
}
