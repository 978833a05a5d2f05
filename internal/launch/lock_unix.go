// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//go:build unix && !solaris && !aix

package launch

import (
	"os"
	"syscall"
)

// lock locks a file that other processes change too. It fails if one of them holds the lock.
// Closing the file releases the lock.
func lock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }
