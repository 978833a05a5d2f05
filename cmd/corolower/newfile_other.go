//go:build !linux

package main

import "os"

// newFile makes a file that takes the name when it is complete.
func newFile(name string) (f *os.File, publish func() error, err error) { return namedTemp(name) }
