//go:build unix && !solaris && !aix

package launch

import (
	"os"
	"syscall"
)

// lock waits for a file that others change too; closing it gives it free.
func lock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX) }
