// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//go:build unix

package project

import (
	"context"
	"os/exec"
	"syscall"
	"time"
)

// command returns a command that is killed when the context ends, together with its child
// processes.
func command(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	return cmd
}
