// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//go:build unix

package launch

import (
	"os"
	"syscall"
)

// OwnedByUser reports whether a file belongs to the user that runs this program.
func OwnedByUser(st os.FileInfo) bool {
	s, ok := st.Sys().(*syscall.Stat_t)
	return ok && int64(s.Uid) == int64(os.Geteuid())
}

// ownFolder reports whether only the user that runs this program, or root, can change what is in a folder.
func ownFolder(dir string) bool {
	st, err := os.Stat(dir)
	if err != nil || st.Mode().Perm()&0o022 != 0 {
		return false
	}
	s, ok := st.Sys().(*syscall.Stat_t)
	return ok && (s.Uid == 0 || OwnedByUser(st))
}
