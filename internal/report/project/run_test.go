// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package project

import (
	"strings"
	"testing"
)

// TestOtherLanguages checks for a note if no source is C or C++.
func TestOtherLanguages(t *testing.T) {
	res, err := Run(t.Context(), []Command{{"/", "/a.f90", []string{"gfortran", "a.f90"}, ""},
		{"/", "/a.s", []string{"as", "a.s"}, ""}}, &Options{})
	if err != nil || res.Skipped != 2 || len(res.Notes) != 1 || !strings.Contains(res.Notes[0], "2 commands left out") {
		t.Errorf("%v, %+v", err, res)
	}
}

// TestNoDirectory checks the error for a removed directory.
func TestNoDirectory(t *testing.T) {
	dir := t.TempDir()
	write(t, dir+"/clang", "#!/bin/sh\necho 'clang version 22.1.0'\n")
	makeExecutable(t, dir+"/clang")
	res, err := Run(t.Context(), []Command{{dir + "/gone", dir + "/a.cpp", []string{dir + "/clang", "a.cpp"}, ""}},
		&Options{Root: dir})
	if err != nil || len(res.Parts) != 1 || res.Parts[0].Unit.Failed != "the command's directory "+dir+
		"/gone does not exist" || res.Parts[0].Unit.File != "a.cpp" {
		t.Errorf("%v, %+v", err, res)
	}
}

// TestPanic checks that a panic in one unit makes only that unit fail.
func TestPanic(t *testing.T) {
	r := &runner{o: &Options{}, roots: []string{"/w"}}
	// there are no compilers
	out := r.guarded(t.Context(), 0, &Command{Dir: "/w", File: "/w/a.cpp", Args: []string{"clang", "a.cpp"}}, 1)
	if out.part == nil || out.part.Unit.File != "a.cpp" || !strings.Contains(out.part.Unit.Failed, "internal error: ") {
		t.Errorf("%+v", out.part)
	}
}
