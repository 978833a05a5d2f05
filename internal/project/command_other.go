//go:build !unix

package project

import (
	"context"
	"os/exec"
	"time"
)

// command is a program that ends with the context.
func command(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.WaitDelay = time.Second
	return cmd
}
