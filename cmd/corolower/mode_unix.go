//go:build unix

package main

import (
	"os"
	"syscall"
	"time"
)

// processTime is the processor time that this program took.
func processTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// umask is the process's file mode creation mask; it can only be read by setting it.
func umask() os.FileMode {
	m := syscall.Umask(0)
	syscall.Umask(m)
	return os.FileMode(m) & os.ModePerm
}

// shared reports a file that would be another one if a new one took its name: it has further names,
// or another owner.
func shared(st os.FileInfo) bool {
	s, ok := st.Sys().(*syscall.Stat_t)
	return ok && (s.Nlink > 1 || int(s.Uid) != os.Geteuid() || int(s.Gid) != os.Getegid())
}
