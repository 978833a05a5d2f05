package main

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// This file ends a run that the limits of its process (`ulimit -n`, `ulimit -v`) are too low for
// with an error. Where the runtime meets them first it ends the program with a message of its own:
// it asks for descriptors to wait with when the first file is opened, and for memory at any time.

// fewFiles is how many files a run may have to open at the same time beside its streams: an input,
// an output, and two of the runtime's.
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

// addressSpace is how many bytes of address space the process may have; 0: as many as there are.
func addressSpace() int64 {
	var l syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_AS, &l); err != nil || l.Cur >= 1<<62 {
		return 0
	}
	return int64(l.Cur)
}

// quietRuntime begins the program again, if its address space is limited, such that the runtime
// shows no stacks when it lacks memory: only the environment says so.
func quietRuntime() {
	const name = "GOTRACEBACK"
	if _, set := os.LookupEnv(name); set || addressSpace() == 0 {
		return
	}
	if self, err := os.Executable(); err == nil {
		// it does not return, or the run goes on as it is
		_ = syscall.Exec(self, os.Args, append(os.Environ(), name+"=none"))
	}
}

// usedSpace is how many bytes of address space the process has; 0: it is not known.
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
