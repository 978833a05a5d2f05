// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"os"

	"golang.org/x/sys/windows"
)

// terminalWidth returns the number of columns of a console, or 0 if f is none.
func terminalWidth(f *os.File) int {
	var info windows.ConsoleScreenBufferInfo
	if windows.GetConsoleScreenBufferInfo(windows.Handle(f.Fd()), &info) != nil {
		return 0
	}
	return int(info.Window.Right-info.Window.Left) + 1
}
