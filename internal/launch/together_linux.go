package launch

import (
	"os/exec"
	"syscall"
)

// dieTogether makes a program that is started get SIGTERM when this one is killed.
func dieTogether(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM} }
