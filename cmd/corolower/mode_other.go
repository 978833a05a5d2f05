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

// shared reports a file that would be another one if a new one took its name.
func shared(os.FileInfo) bool { return false }
