// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package cc_test

import (
	"regexp"
	"testing"
)

// frameSize matches the part of remarks that may differ between clang and this program.
var frameSize = regexp.MustCompile(`frame_size=[0-9]+`)

// TestRemarks checks that the remarks of lowering, if the command requests them, are printed as
// clang prints its own: with the user's file, the option and the line of the source. A second
// remark about one place does not show the line again.
func TestRemarks(t *testing.T) {
	need(t)
	dir := place(t)
	put(t, dir, "tab.cpp", "#include \"coro.h\"\nnamespace {\n\ttask leaf() { co_return 1; }\n}\nint main() {\n"+
		"  leaf().handle.resume();\n}\n")
	words := []string{"-std=c++20", "-O2", "-c", "tab.cpp", "-o", "tab.o"}
	none := run(t, dir, env(dir), cc(words...)...)
	const (
		split  = "tab.cpp:3:1: remark: Split '_ZN12_GLOBAL__N_14leafEv' (frame_size=40, align=8) [-Rpass=coro-split]\n"
		line   = "    3 |         task leaf() { co_return 1; }\n"
		first  = "      | ^\n"
		brace  = "      |                     ^\n"
		elided = "tab.cpp:3:14: remark: '_ZN12_GLOBAL__N_14leafEv' elided in 'main' " +
			"(frame_size=40, align=8) [-Rpass=coro-elide]\n"
		missed = "tab.cpp:3:14: remark: '_ZN12_GLOBAL__N_14leafEv' not elided in 'main' " +
			"(frame_size=40, align=8) [-Rpass-missed=coro-elide]\n"
	)
	for _, c := range []struct {
		words []string
		want  string
	}{
		{nil, ""},
		{[]string{"-Rpass=inline-nothing"}, ""},
		{[]string{"-Rpass=coro-.*", "-Werror"}, split + line + first + elided + line + brace},
		{[]string{"-Rpass=coro-elide", "-fno-caret-diagnostics"}, elided},
		{[]string{"-Rpass-missed=coro-elide"}, ""},
	} {
		r := run(t, dir, env(dir), append(cc(words...), c.words...)...)
		if r.code != 0 || r.stderr != c.want {
			t.Errorf("%q: exit code %d\n%s\nwant\n%s", c.words, r.code, r.stderr, c.want)
		}
		if c.words == nil && r.files["tab.o"] != none.files["tab.o"] {
			t.Error("two compiles differ")
		}
	}
	clang := run(t, dir, env(dir), append([]string{compiler, "-Rpass=coro-split"}, words...)...)
	ours := run(t, dir, env(dir), append(cc(words...), "-Rpass=coro-split")...)
	if a, b := frameSize.ReplaceAllString(clang.stderr, ""), frameSize.ReplaceAllString(ours.stderr, ""); a != b {
		t.Errorf("clang prints\n%s\nand the launcher\n%s", a, b)
	}
	small := []string{bin(), "cc", "--coro-elide-max-frame=8", compiler, "-Rpass-missed=coro-elide"}
	r := run(t, dir, env(dir), append(small, words...)...)
	if want := missed + line + brace; r.code != 0 || r.stderr != want {
		t.Errorf("exit code %d\n%s\nwant\n%s", r.code, r.stderr, want)
	}
}
