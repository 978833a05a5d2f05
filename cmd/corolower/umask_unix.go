//go:build unix

package main

import (
	"os"
	"syscall"
)

// umask is the process's file mode creation mask; it can only be read by setting it.
func umask() os.FileMode {
	m := syscall.Umask(0)
	syscall.Umask(m)
	return os.FileMode(m) & os.ModePerm
}
