package launch

import (
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"sync"
)

// This file is what becomes of signals. The compiler that runs gets them too, removes its temporary
// files and ends; this program ends after it, in the same way.

// signals are those that came.
type signals struct {
	c   chan os.Signal
	mu  sync.Mutex
	got os.Signal
	cmd *exec.Cmd // runs now
}

// catch begins to take signals.
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

// caught is how the program ends after a signal; zero if none came.
func (s *signals) caught() End {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.got == nil {
		return End{}
	}
	return End{Code: 130, Signal: s.got}
}

// during runs a program. If this one is killed, the other one is told to end: that is bound to the
// thread that starts it.
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
