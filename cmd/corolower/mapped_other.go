//go:build !linux && !darwin

package main

import (
	"errors"
	"os"
)

// mapFile is where files are not mapped: on Windows none can be renamed to the name of one that is.
func mapFile(*os.File, int) ([]byte, error) { return nil, errors.ErrUnsupported }
