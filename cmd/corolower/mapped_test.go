// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//go:build linux || darwin

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// bigFile writes a file that is large enough to be mapped: a module with a long comment.
func bigFile(t *testing.T) string {
	name := filepath.Join(t.TempDir(), "big.ll")
	text := "; " + strings.Repeat("x", mapFrom) + "\ndefine i32 @f() {\n  ret i32 7\n}\n"
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestChangedWhileMapped(t *testing.T) {
	name := bigFile(t)
	a := &app{stdout: &sink{w: os.Stdout}, stderr: os.Stderr}
	st, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	if a.mapInput(name, st, []string{name}) != nil {
		t.Error("mapped what is written")
	}
	m := a.mapInput(name, st, []string{"-", "", filepath.Join(t.TempDir(), "other")})
	if m == nil {
		t.Fatal("not mapped")
	}
	defer m.close()
	last := func() error {
		if m.text[len(m.text)-1] == 0 {
			t.Log("read a byte behind the end")
		}
		return nil
	}
	if err := m.guard(last); err != nil {
		t.Errorf("an error about a file that is as it was: %v", err)
	}
	if err := os.Truncate(name, 10); err != nil {
		t.Fatal(err)
	}
	if err := m.guard(last); err == nil || !strings.Contains(err.Error(), "big.ll' was changed while it was read") {
		t.Errorf("a file that became shorter: %v", err)
	}
}

// TestInputIsOutput checks that -o may name the input itself. Another name of the input is refused
// (TestInputsAreNotReplaced).
func TestInputIsOutput(t *testing.T) {
	const want = "define i32 @f() {\n  ret i32 7\n}\n"
	name := bigFile(t)
	var stdout, stderr bytes.Buffer
	if code := run([]string{"-passes=coro-early", name, "-o", name}, strings.NewReader(""), &stdout,
		&stderr); code != 0 {
		t.Fatalf("exit code %d\n%s", code, stderr.String())
	}
	if got, err := os.ReadFile(name); err != nil || string(got) != want {
		t.Errorf("%v, %d bytes: %.100s", err, len(got), got)
	}
}
