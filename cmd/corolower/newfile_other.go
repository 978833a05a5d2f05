// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//go:build !linux

package main

import "os"

// newFile creates a file under a temporary name; publish gives it its final name.
func newFile(name string) (f *os.File, publish func() error, err error) { return namedTemp(name) }
