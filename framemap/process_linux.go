// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package framemap

import (
	"errors"
	"io/fs"
	"math"
	"syscall"

	"golang.org/x/sys/unix"
)

// maxPieces is the most pieces that one call of process_vm_readv reads.
const maxPieces = 1024

// readMemory reads parts of the memory of a process. A part that is not there gets no data; an error
// is about the process as a whole.
func readMemory(pid int, list []piece) error {
	for len(list) > 0 {
		n := min(len(list), maxPieces)
		local, remote := make([]unix.Iovec, n), make([]unix.RemoteIovec, n)
		for k, p := range list[:n] {
			local[k].Base = &p.data[0]
			local[k].SetLen(len(p.data))
			remote[k] = unix.RemoteIovec{Base: uintptr(p.addr), Len: len(p.data)}
		}
		read, err := unix.ProcessVMReadv(pid, local, remote, 0)
		if err != nil && !errors.Is(err, unix.EFAULT) {
			return err
		}
		read = max(read, 0)
		for n > 0 && read >= len(list[0].data) {
			read -= len(list[0].data)
			list = list[1:]
			n--
		}
		if n > 0 { // the call ended in this part
			list[0].data = nil
			list = list[1:]
		}
	}
	return nil
}

func ownerOf(s fs.FileInfo) uint32 {
	if u, ok := s.Sys().(*syscall.Stat_t); ok {
		return u.Uid
	}
	return math.MaxUint32
}
