// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"os"
	"slices"
	"testing"

	"github.com/corolower/corolower/internal/launch"
)

// TestCCWords checks which names of the program, and which first words, make it a launcher.
func TestCCWords(t *testing.T) {
	t.Setenv(launch.FlagsVariable, "")
	linked := t.TempDir()
	if err := os.Symlink("/usr/bin/c++", linked+"/corolower.compiler"); err != nil {
		t.Skip(err) // a system without links
	}
	for _, c := range []struct{ argv, want []string }{
		{[]string{"corolower", "a.ll"}, nil},
		{[]string{"/opt/corolower-0.2", "a.ll"}, nil},
		{[]string{"corolower-linux-amd64", "check", "a.ll"}, nil},
		{[]string{"corolower-", "a.ll"}, nil},
		{[]string{"corolower", "cc", "--strict", "clang++", "-c", "a.cpp"},
			[]string{"cc", "--strict", "--", "clang++", "-c", "a.cpp"}},
		{[]string{"corolower-0.2", "cc", "clang++", "-c", "a.cpp"}, []string{"cc", "--", "clang++", "-c", "a.cpp"}},
		{[]string{linked + "/corolower-0.2", "a.ll"}, nil},
		{[]string{linked + "/corolower-c++", "-c", "a.cpp"}, []string{"cc", "--", "/usr/bin/c++", "-c", "a.cpp"}},
		{[]string{"bin/corolower-cc", "clang++", "-c", "a.cpp"}, []string{"cc", "--", "clang++", "-c", "a.cpp"}},
		{[]string{"corolower-clang++-22", "-c", "a.cpp"}, []string{"cc", "--", "clang++-22", "-c", "a.cpp"}},
		{[]string{"corolower-aarch64-linux-gnu-clang++", "-c", "a.cpp"},
			[]string{"cc", "--", "aarch64-linux-gnu-clang++", "-c", "a.cpp"}},
	} {
		got, err := ccWords(c.argv)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("ccWords(%q) = %q, %v, want %q", c.argv, got, err, c.want)
		}
	}
}
