package launch

import (
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"sync"
)

// This file handles signals. The running compiler receives them too, removes its temporary files
// and ends. This program ends after it, in the same way.

// signals catches signals and forwards them to the running program.
type signals struct {
	c   chan os.Signal
	mu  sync.Mutex
	got os.Signal
	cmd *exec.Cmd // the running program
}

// catch starts to catch signals.
func catch() *signals {
	s := &signals{c: make(chan os.Signal, 4)}
	signal.Notify(s.c, ending...)
	go func() {
		for sig := range s.c {
			s.mu.Lock()
			s.got = sig
			if s.cmd != nil {
				forward(s.cmd, sig)
			}
			s.mu.Unlock()
		}
	}()
	return s
}

func (s *signals) stop() {
	signal.Stop(s.c)
	close(s.c)
}

// caught returns how this program must end after a signal; the zero End if there was none.
func (s *signals) caught() End {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.got == nil {
		return End{}
	}
	return End{Code: 130, Signal: s.got}
}

// during runs a program. On Linux the program receives a signal if this process is killed. That is
// bound to the thread that starts it.
func (s *signals) during(cmd *exec.Cmd, started func()) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	dieTogether(cmd)
	s.mu.Lock()
	err := cmd.Start()
	if err == nil {
		s.cmd = cmd
		if s.got != nil {
			forward(cmd, s.got)
		}
	}
	s.mu.Unlock()
	if started != nil {
		started()
	}
	if err != nil {
		return err
	}
	err = cmd.Wait()
	s.mu.Lock()
	s.cmd = nil
	s.mu.Unlock()
	return err
}
