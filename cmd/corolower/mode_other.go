//go:build !unix

package main

import (
	"os"
	"time"
)

var began = time.Now()

// processTime is the time that this program runs, where nothing tells what it took.
func processTime() time.Duration { return time.Since(began) }

func umask() os.FileMode { return 0 }

// shared reports a file that would be another one if a new one took its name.
func shared(os.FileInfo) bool { return false }
