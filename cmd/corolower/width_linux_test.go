// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"bytes"
	"fmt"
	"os"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/corolower/corolower/internal/diag"
)

// Tables follow the width of the terminal, and have 100 columns elsewhere.
func TestWidth(t *testing.T) {
	if got := widthOf(&bytes.Buffer{}); got != diag.PlainWidth {
		t.Errorf("without a terminal: %d columns", got)
	}
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err) // a container may have no pseudo-terminals
	}
	defer master.Close()
	n, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0)
	}
	if err != nil {
		t.Skip(err)
	}
	tty, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer tty.Close()
	for cols, want := range map[uint16]int{0: diag.PlainWidth, 40: minWidth, 100: 100, 173: 173} {
		if err := unix.IoctlSetWinsize(int(tty.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: cols}); err != nil {
			t.Fatal(err)
		}
		if got := widthOf(tty); got != want {
			t.Errorf("a terminal of %d columns: tables of %d, want %d", cols, got, want)
		}
	}
}
