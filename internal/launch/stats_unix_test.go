// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//go:build unix && !solaris && !aix

package launch

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestCountsNeverBlock checks that nothing in the place of the counters delays a command for long, or is written through.
func TestCountsNeverBlock(t *testing.T) {
	o := &Outcome{Source: "a.cpp", Fallback: "no luck"}
	t.Run("locked", func(t *testing.T) {
		s := Store{t.TempDir()}
		s.Add(o)
		f, err := os.Open(filepath.Join(s.Dir, countsName))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if err := lock(f); err != nil {
			t.Fatal(err)
		}
		s.Add(o)
		if c, err := s.Read(); err != nil || c.Commands != 1 {
			t.Errorf("%+v, %v", c, err)
		}
	})
	t.Run("pipes", func(t *testing.T) {
		for _, name := range []string{countsName, logName} {
			s := Store{t.TempDir()}
			if err := syscall.Mkfifo(filepath.Join(s.Dir, name), 0o666); err != nil {
				t.Fatal(err)
			}
			s.Add(o)
		}
	})
	t.Run("links", func(t *testing.T) {
		for _, name := range []string{countsName, logName} {
			s := Store{t.TempDir()}
			target := filepath.Join(t.TempDir(), "other")
			if err := os.Symlink(target, filepath.Join(s.Dir, name)); err != nil {
				t.Fatal(err)
			}
			s.Add(o)
			if _, err := os.Stat(target); err == nil {
				t.Errorf("%s: the target of a link was created", name)
			}
			if err := os.WriteFile(target, []byte("mine"), 0o666); err != nil {
				t.Fatal(err)
			}
			s.Add(o)
			if text, err := os.ReadFile(target); err != nil || string(text) != "mine" {
				t.Errorf("%s: the target of a link holds %q, %v", name, text, err)
			}
		}
	})
}

// TestLinked checks that a link beside the program counts only where nobody else can create one.
func TestLinked(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "corolower-c++")
	if err := os.Symlink("/usr/bin/c++", filepath.Join(dir, compilerLink)); err != nil {
		t.Fatal(err)
	}
	for mode, want := range map[os.FileMode]string{0o755: "/usr/bin/c++", 0o775: "", 0o757: "", 0o777 | os.ModeSticky: ""} {
		if err := os.Chmod(dir, mode); err != nil {
			t.Fatal(err)
		}
		if got := Linked(program); got != want {
			t.Errorf("mode %v: %q, want %q", mode, got, want)
		}
	}
}
