//go:build !unix

package main

import "os"

func umask() os.FileMode { return 0 }

// shared reports a file that would be another one if a new one took its name.
func shared(os.FileInfo) bool { return false }
