// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//go:build !unix

package project

import (
	"context"
	"os/exec"
	"time"
)

// command returns a command that is killed when the context ends.
func command(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.WaitDelay = time.Second
	return cmd
}
