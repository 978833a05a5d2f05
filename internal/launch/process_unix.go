//go:build unix

package launch

import (
	"os"
	"os/exec"
	"syscall"
)

const objectSuffix = ".o"

// replace runs a program in the place of this one. It returns only if that fails.
func replace(path string, argv []string) error { return syscall.Exec(path, argv, os.Environ()) }

// endOf is how a program ended.
func endOf(s *os.ProcessState) End {
	if w, ok := s.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		return End{Code: 128 + int(w.Signal()), Signal: w.Signal()}
	}
	return End{Code: s.ExitCode()}
}

// ending are the signals that end a build.
var ending = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT}

// forward sends a signal to a program that runs.
func forward(cmd *exec.Cmd, s os.Signal) { _ = cmd.Process.Signal(s) }
