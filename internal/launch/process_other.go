//go:build !unix

package launch

import (
	"errors"
	"os"
	"os/exec"
)

const objectSuffix = ".obj"

// replace does not exist here.
func replace(string, []string) error { return errors.ErrUnsupported }

// endOf is how a program ended.
func endOf(s *os.ProcessState) End { return End{Code: s.ExitCode()} }

// ending are the signals that end a build.
var ending = []os.Signal{os.Interrupt}

// forward ends a program that runs.
func forward(cmd *exec.Cmd, _ os.Signal) { _ = cmd.Process.Kill() }
