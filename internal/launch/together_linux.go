// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package launch

import (
	"os/exec"
	"syscall"
)

// dieTogether makes a program receive SIGTERM when this process is killed. It must run before the
// program starts.
func dieTogether(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM} }
