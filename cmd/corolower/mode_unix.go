// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//go:build unix

package main

import (
	"os"
	"syscall"
	"time"
)

// processTime returns the processor time that this program used.
func processTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// umask returns the process's file mode creation mask. The mask can only be read by setting it.
func umask() os.FileMode {
	m := syscall.Umask(0)
	syscall.Umask(m)
	return os.FileMode(m) & os.ModePerm
}

// shared reports whether replacing the file would affect another name or owner of it: it has more
// than one hard link, or another owner.
func shared(st os.FileInfo) bool {
	s, ok := st.Sys().(*syscall.Stat_t)
	return ok && (s.Nlink > 1 || int(s.Uid) != os.Geteuid() || int(s.Gid) != os.Getegid())
}
