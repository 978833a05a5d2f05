// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//go:build !linux && !darwin

package main

import (
	"errors"
	"os"
)

// mapFile maps nothing on these systems. For example, Windows allows no file to take the name of a
// mapped one.
func mapFile(*os.File, int) ([]byte, error) { return nil, errors.ErrUnsupported }
