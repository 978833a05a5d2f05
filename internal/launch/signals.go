// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package launch

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"sync"
	"syscall"
	"time"

	"github.com/corolower/corolower/internal/words"
)

// This file handles signals. The running compiler receives them too, removes its temporary files
// and ends. This program ends after it, in the same way.
//
// A terminal, and a build tool, send a signal to all processes of a group, so the compiler receives
// it without this program. A second one would end clang before it has removed its files: clang's
// handler first restores the default action of all signals. So this program forwards a signal only
// to a compiler that still runs after a while, because then the signal was for this program alone.

// signals catches signals and forwards them to the running program.
type signals struct {
	c        chan os.Signal
	patience time.Duration // between a signal and its forwarding
	mu       sync.Mutex
	got      os.Signal
	cmd      *exec.Cmd     // the running program
	ended    chan struct{} // closed when cmd has ended
}

// catch starts to catch signals.
func catch() *signals {
	s := &signals{c: make(chan os.Signal, 4), patience: time.Second}
	signal.Notify(s.c, ending...)
	go s.handle()
	return s
}

// handle handles signals until the channel is closed.
func (s *signals) handle() {
	for sig := range s.c {
		s.mu.Lock()
		s.got = sig
		cmd, ended := s.cmd, s.ended
		s.mu.Unlock()
		if cmd == nil {
			continue
		}
		select {
		case <-ended:
		case <-time.After(s.patience):
			forward(cmd, sig)
		}
	}
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
	if errors.Is(err, syscall.E2BIG) { // a response file was expanded
		var name string
		if name, err = shorten(cmd); err == nil {
			defer os.Remove(name)
			err = cmd.Start()
		}
	}
	if err == nil {
		s.cmd, s.ended = cmd, make(chan struct{})
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
	close(s.ended)
	s.mu.Unlock()
	return err
}

// shorten moves the arguments of a program that did not start into a response file, and returns its
// name.
func shorten(cmd *exec.Cmd) (string, error) {
	f, err := os.CreateTemp("", "corolower-*.rsp")
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(words.QuoteResponse(cmd.Args[1:]...))
	if err = errors.Join(err, f.Close()); err != nil {
		os.Remove(f.Name())
		return "", err
	}
	*cmd = exec.Cmd{Path: cmd.Path, Args: []string{cmd.Args[0], "@" + f.Name()}, Stdin: cmd.Stdin, Stdout: cmd.Stdout,
		Stderr: cmd.Stderr, Env: cmd.Env, Dir: cmd.Dir, ExtraFiles: cmd.ExtraFiles, SysProcAttr: cmd.SysProcAttr}
	return f.Name(), nil
}
