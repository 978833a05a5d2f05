// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//go:build linux || darwin

package main

import (
	"os"

	"golang.org/x/sys/unix"
)

// mapFile maps the first size bytes of a file, for reading. They stay mapped until the program
// ends: names in messages and tables share their memory.
func mapFile(f *os.File, size int) ([]byte, error) {
	return unix.Mmap(int(f.Fd()), 0, size, unix.PROT_READ, unix.MAP_PRIVATE)
}
