// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"errors"
	"fmt"
	"runtime"
	"syscall"
)

// This file checks how many files the process may open (`ulimit -n`) and ends the run with an error
// if they are too few. Without this check the Go runtime ends the program with a message of its own,
// because it needs descriptors for polling when the first file is opened.

// fewFiles is the number of files that a run may have open simultaneously, without its streams: an
// input, an output, and two of the runtime.
const fewFiles = 4

// enoughFiles returns an error if the process can open fewer than fewFiles files.
func enoughFiles() error {
	var opened []int
	defer func() {
		for _, fd := range opened {
			syscall.Close(fd)
		}
	}()
	for range fewFiles {
		fd, err := syscall.Open("/dev/null", syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
		if errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) {
			return fmt.Errorf("%w: %d may be opened beside those that are open, and %d are needed ('ulimit -n')", err,
				len(opened), fewFiles)
		}
		if err != nil {
			return nil
		}
		opened = append(opened, fd)
	}
	return nil
}

// lowPriority gives a goroutine and the processes that it starts a low priority, until it ends.
func lowPriority() {
	runtime.LockOSThread() // never unlocked, so the thread ends with the goroutine
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, 10)
}
