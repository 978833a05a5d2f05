// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//go:build unix

package launch

import (
	"os"
	"os/exec"
	"syscall"
)

const objectSuffix = ".o"

// replace replaces this process by a program. It returns only on failure.
func replace(path string, argv []string) error { return syscall.Exec(path, argv, os.Environ()) }

// endOf returns how a program ended.
func endOf(s *os.ProcessState) End {
	if w, ok := s.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		return End{Code: 128 + int(w.Signal()), Signal: w.Signal()}
	}
	return End{Code: s.ExitCode()}
}

// ending are the signals that end a build.
var ending = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT}

// forward sends a signal to a running program.
func forward(cmd *exec.Cmd, s os.Signal) { _ = cmd.Process.Signal(s) }
