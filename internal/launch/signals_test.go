// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//go:build unix

package launch

import (
	"os"
	"os/exec"
	"testing"
	"time"
)

// TestForward: a program that ends after a signal to its group receives no second one from here. A
// program that runs on receives it.
func TestForward(t *testing.T) {
	for _, c := range []struct {
		patience time.Duration
		ended    bool // the program ends by itself
		want     int
	}{{time.Hour, true, 7}, {0, false, -1}} {
		s := &signals{c: make(chan os.Signal, 1), patience: c.patience}
		go s.handle()
		cmd := exec.Command("sh", "-c", "read line; exit 7")
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		_ = s.during(cmd, func() {
			s.c <- os.Interrupt
			for s.caught() == (End{}) {
				time.Sleep(time.Millisecond)
			}
			if c.ended {
				in.Close()
			}
		})
		close(s.c)
		if got := cmd.ProcessState.ExitCode(); got != c.want {
			t.Errorf("patience %v: the program ends with %d, want %d", c.patience, got, c.want)
		}
	}
}
