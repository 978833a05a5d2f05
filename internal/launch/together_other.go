// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//go:build !linux

package launch

import "os/exec"

// dieTogether does nothing, because the system does not support it.
func dieTogether(*exec.Cmd) {}
