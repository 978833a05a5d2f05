// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestGatesOnNothing checks that gates fail if there is nothing to check, unless that is allowed.
func TestGatesOnNothing(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "empty.ll", "\n")
	put(t, dir, "plain.ll", "define void @f() {\n  ret void\n}\n")
	put(t, dir, "split.ll", "define void @f() {\n  ret void\n}\ndefine internal void @f.resume() {\n  ret void\n}\n"+
		"define internal void @f.destroy() {\n  ret void\n}\n")
	put(t, dir, "good.ll", coroutine)
	for _, gate := range []string{"explain elision --fail-on-missed", "explain frame --budget max-frame=10000",
		"report --html=r.html", "check"} {
		for _, c := range []struct {
			files, want string // "" if there is something to check
		}{
			{"", "standard input is empty"},
			{"-", "standard input is empty"},
			{"empty.ll", "empty.ll: the input is empty"},
			{"plain.ll", "plain.ll: there is no coroutine to check"},
			{"empty.ll plain.ll", "2 files: there is no coroutine to check"},
			{"split.ll", "split.ll: clang has split the coroutines already"},
			{"good.ll split.ll", "split.ll: clang has split the coroutines already"},
			{"good.ll plain.ll empty.ll", ""},
		} {
			line := append(words(gate), words(c.files)...)
			r := command(dir, "", nil, line...)
			_, err := os.Stat(filepath.Join(dir, "r.html"))
			if code := len(c.want); (r.code == 2) != (code > 0) || !strings.Contains(r.stderr, c.want) ||
				code > 0 && (err == nil || r.stdout != "") {
				t.Errorf("%q: exit code %d\n%s%s", line, r.code, r.stdout, r.stderr)
			}
			if r := command(dir, "", nil, append(line, "--allow-none")...); r.code != 0 {
				t.Errorf("%q --allow-none: exit code %d\n%s", line, r.code, r.stderr)
			}
			os.Remove(filepath.Join(dir, "r.html"))
		}
	}
	for _, topic := range []string{"elision", "frame", "states"} {
		if r := command(dir, "", nil, "explain", topic); r.code != 2 || !strings.Contains(r.stderr, "standard input is empty") {
			t.Errorf("%s: exit code %d\n%s", topic, r.code, r.stderr)
		}
		if r := command(dir, "", nil, "explain", topic, "plain.ll"); r.code != 0 {
			t.Errorf("%s: exit code %d\n%s", topic, r.code, r.stderr)
		}
	}
}

// TestAllOrNothing checks that no module is written if a file about the lowering cannot be.
func TestAllOrNothing(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "f.ll", coroutine)
	put(t, dir, "g.ll", coroutine)
	for _, option := range []string{"--frame-map", "--pass-remarks-output", "--coro-elide-info-output-file", "--summaries-out"} {
		for _, name := range []string{"none/x", ".", "/dev/full"} {
			for _, out := range []string{"out.ll", "-"} {
				r := command(dir, "", nil, "f.ll", "-o", out, option+"="+name)
				if exists := os.Remove(filepath.Join(dir, "out.ll")) == nil; r.code != 2 || exists || r.stdout != "" {
					t.Errorf("%s=%s -o %s: exit code %d, written: %v\n%s", option, name, out, r.code, exists, r.stderr)
				}
			}
			if option == "--summaries-out" || name == "/dev/full" {
				continue
			}
			r := command(dir, "", nil, "f.ll", "g.ll", "-o", "out/", option+"="+name)
			if list, _ := os.ReadDir(filepath.Join(dir, "out")); r.code != 2 || len(list) > 0 {
				t.Errorf("%s=%s: exit code %d, %v\n%s", option, name, r.code, list, r.stderr)
			}
		}
	}
}
