// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
)

// This file checks the limits of the process (`ulimit -n`, `ulimit -v`) and ends the run with an
// error if they are too low. Without these checks the Go runtime ends the program with a message of
// its own: it needs descriptors for polling when the first file is opened, and address space at any
// time.

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

// addressSpace returns the limit of the address space in bytes, or 0 if there is no limit.
func addressSpace() int64 {
	var l syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_AS, &l); err != nil || l.Cur >= 1<<62 {
		return 0
	}
	return int64(l.Cur)
}

// quietRuntime starts the program again if its address space is limited, with GOTRACEBACK=none. So
// the runtime prints no stacks when it runs out of memory. Only the environment can set this.
func quietRuntime() {
	const name = "GOTRACEBACK"
	if _, set := os.LookupEnv(name); set || addressSpace() == 0 {
		return
	}
	if self, err := os.Executable(); err == nil {
		// Exec does not return if it succeeds. If it fails, the run continues with stacks.
		_ = syscall.Exec(self, os.Args, append(os.Environ(), name+"=none"))
	}
}

// usedSpace returns the size of the process's address space in bytes, or 0 if it is unknown.
func usedSpace() int64 {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	pages, _, _ := strings.Cut(string(text), " ")
	n, err := strconv.ParseInt(pages, 10, 64)
	if err != nil {
		return 0
	}
	return n * int64(os.Getpagesize())
}

// lowPriority gives a goroutine and the processes that it starts a low priority, until it ends.
func lowPriority() {
	runtime.LockOSThread() // never unlocked, so the thread ends with the goroutine
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, 10)
}
