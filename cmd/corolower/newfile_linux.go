// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// newFile creates a file that has no name until it is complete, so that a killed run leaves
// nothing. If the file system has no such files, it creates one with a temporary name.
func newFile(name string) (f *os.File, publish func() error, err error) {
	fd, err := unix.Open(filepath.Dir(name), unix.O_TMPFILE|unix.O_WRONLY|unix.O_CLOEXEC, 0o600)
	if err != nil {
		return namedTemp(name)
	}
	f = os.NewFile(uintptr(fd), name)
	return f, func() error {
		self := fmt.Sprintf("/proc/self/fd/%d", fd)
		err := unix.Linkat(unix.AT_FDCWD, self, unix.AT_FDCWD, name, unix.AT_SYMLINK_FOLLOW)
		if err == unix.EEXIST { // a link does not replace an existing file: link to a temporary name, and rename that
			temp := filepath.Join(filepath.Dir(name), fmt.Sprintf(".%s.tmp%d", filepath.Base(name), os.Getpid()))
			if err = unix.Linkat(unix.AT_FDCWD, self, unix.AT_FDCWD, temp, unix.AT_SYMLINK_FOLLOW); err == nil {
				if err = os.Rename(temp, name); err != nil {
					os.Remove(temp)
				}
			}
		}
		if e := f.Close(); err == nil {
			err = e
		}
		return err
	}, nil
}
