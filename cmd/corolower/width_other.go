// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//go:build !unix && !windows

package main

import "os"

// terminalWidth returns 0: the width of a terminal is unknown here.
func terminalWidth(*os.File) int { return 0 }
