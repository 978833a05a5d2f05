// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//go:build !unix

package main

import (
	"os"
	"time"
)

var began = time.Now()

// processTime returns the time since the program began, on systems that do not report processor
// time.
func processTime() time.Duration { return time.Since(began) }

func umask() os.FileMode { return 0 }

// shared reports whether replacing the file would affect another name or owner of it. On these
// systems it always returns false.
func shared(os.FileInfo) bool { return false }
