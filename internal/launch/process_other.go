// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//go:build !unix

package launch

import (
	"errors"
	"os"
	"os/exec"
)

const objectSuffix = ".obj"

// replace is not supported here.
func replace(string, []string) error { return errors.ErrUnsupported }

// endOf returns how a program ended.
func endOf(s *os.ProcessState) End { return End{Code: s.ExitCode()} }

// ending are the signals that end a build.
var ending = []os.Signal{os.Interrupt}

// forward kills a running program.
func forward(cmd *exec.Cmd, _ os.Signal) { _ = cmd.Process.Kill() }
