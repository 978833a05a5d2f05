// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"fmt"
	"os"

	"github.com/corolower/corolower/internal/diag"
)

// This file reads source files that a frontend compiled, so that messages can show their lines.

// maxSource is the maximum size of a source file that messages quote, in bytes; larger files are
// not written by hand.
const maxSource = 64 << 20

// newSources returns an empty set of source files. Their names are relative to the working
// directory.
func newSources() *diag.Sources {
	dir, err := os.Getwd()
	if err != nil {
		dir = ""
	}
	return diag.NewSources(dir, readSource)
}

// readSource reads a regular file. It refuses pipes and devices, because debug info may name any
// path.
func readSource(path string) ([]byte, error) {
	st, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case !st.Mode().IsRegular() || st.Size() > maxSource:
		return nil, fmt.Errorf("%s is not a source file", path)
	}
	return os.ReadFile(path)
}
