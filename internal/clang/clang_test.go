// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//go:build unix

package clang_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/clang"
)

// fake writes a program into a folder and returns its path.
func fake(t *testing.T, dir, name, script string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script+"\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestFind(t *testing.T) {
	dirs := []string{t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "none")}
	t.Setenv("PATH", strings.Join(dirs, ":"))
	if _, err := clang.Find(""); !errors.Is(err, clang.ErrNone) {
		t.Errorf("without one: %v", err)
	}
	for _, c := range []struct{ dir, name, version, want string }{
		{dirs[0], "clang-9", "clang version 9.0.1-8", "9.0.1"},
		{dirs[1], "clang-14", "Debian clang version 14.0.6", "14.0.6"},
		{dirs[0], "clang-13", "clang version 13.0.0", "14.0.6"},
		{dirs[0], "clang-format-22", "clang-format version 22", "14.0.6"},
		{dirs[0], "clang", "Apple clang version 15.0.0 (clang-1500.3.9.4)", "15.0.0"},
		{dirs[1], "clang-22", "clang version 22.1.8", "22.1.8"},
	} {
		fake(t, c.dir, c.name, "echo '"+c.version+"'")
		got, err := clang.Find("")
		if err != nil || got.Version != c.want {
			t.Errorf("with %s: %+v, %v; want %s", c.name, got, err, c.want)
		}
	}
	fake(t, dirs[0], "other", "echo gcc 13")
	fake(t, dirs[0], "broken", "exit 3")
	for _, c := range []struct{ path, want string }{
		{"clang-13", ""}, {filepath.Join(dirs[0], "clang"), ""}, {"clang-99", "at 'clang-99'"},
		{"other", "is another program"}, {"broken", "cannot be run: exit status 3"},
	} {
		got, err := clang.Find(c.path)
		if c.want == "" && (err != nil || filepath.Base(got.Path) != filepath.Base(c.path)) ||
			c.want != "" && (!errors.Is(err, clang.ErrNone) || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %+v, %v", c.path, got, err)
		}
	}
}
