// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//go:build unix

package project_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestInterrupted verifies that a signal ends the program with that signal, ends all compilers and
// their child processes, and that no temporary files are left.
func TestInterrupted(t *testing.T) {
	p := newPlace(t, "clang++-22")
	pid := filepath.Join(p.dir, "pid")
	p.put("bin/compiler", "#!/bin/sh\ncase \"$*\" in *-emit-llvm*) sleep 1000 & echo $! > '"+pid+".new'; mv '"+pid+
		".new' '"+pid+"'; wait ;; esac\nexec clang++-22 \"$@\"\n")
	tmp := t.TempDir()
	cmd := exec.Command(tool, "project", "-p", "build", "-j1", "-o", "report")
	cmd.Dir = p.dir
	cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+filepath.Join(p.dir, "cache"), "TMPDIR="+tmp)
	var msg strings.Builder
	cmd.Stderr = &msg
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for {
		if _, err := os.Stat(pid); err == nil {
			break
		}
		select {
		case err := <-ended:
			t.Fatalf("ended before a compiler ran: %v\n%s", err, msg.String())
		case <-time.After(10 * time.Millisecond):
		}
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := <-ended; !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGTERM {
		t.Errorf("ended with %v\n%s", err, msg.String())
	}
	text, err := os.ReadFile(pid)
	if err != nil {
		t.Fatal(err)
	}
	// A process that no parent has waited for may still be listed as a zombie.
	if stat, err := os.ReadFile("/proc/" + strings.TrimSpace(string(text)) + "/stat"); err == nil &&
		!strings.Contains(string(stat), ") Z ") {
		t.Errorf("what the compiler started lives on: %s", stat)
	}
	if left, _ := os.ReadDir(tmp); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	if _, err := os.Stat(filepath.Join(p.dir, "report")); err == nil {
		t.Error("there is a report")
	}
}
