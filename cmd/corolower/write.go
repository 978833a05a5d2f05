// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/corolower/corolower/internal/diag"
)

// This file writes the program's output: to its streams, and to files. A file is written completely
// or not at all. It keeps its kind: a link remains a link, and owner and mode do not change.

// sink is an output stream that remembers its first error from any writer.
//
// A stdout that was closed (`>&-`) looks like one that was redirected to /dev/null: before main
// begins, the runtime opens /dev/null in its place, for reading and writing, as other programs do
// for their children on purpose.
type sink struct {
	w   io.Writer
	err error
}

func (s *sink) Write(p []byte) (int, error) {
	n, err := s.w.Write(p)
	if err != nil && s.err == nil {
		s.err = err
	}
	return n, err
}

// fileOf returns the file of a stream, or nil if there is none.
func fileOf(w any) *os.File {
	if s, ok := w.(*sink); ok {
		w = s.w
	}
	f, _ := w.(*os.File)
	return f
}

// complain prints an error that has no place in an input. It sets the exit code for files that
// cannot be read or written.
func (a *app) complain(err error) {
	if a.stdout.err != nil && errors.Is(err, a.stdout.err) {
		if a.stdoutReported {
			return
		}
		a.stdoutReported = true
	}
	fmt.Fprintf(a.stderr, "corolower: %s %s\n", a.style().Error("error:"), diag.Clean(plain(err)))
	a.code = exitUsage
}

// closeStreams reports output that could not be written, and returns the exit code.
func (a *app) closeStreams() int {
	if err := a.stdout.err; err != nil && !a.stdoutReported {
		a.complain(fmt.Errorf("cannot write to standard output: %w", err))
	}
	return a.code
}

// descriptor returns the file descriptor that a name denotes: /dev/stdout, /dev/fd/N,
// /proc/self/fd/N.
func descriptor(name string) (int, bool) {
	switch name {
	case "/dev/stdout":
		return 1, true
	case "/dev/stderr":
		return 2, true
	}
	for _, dir := range []string{"/dev/fd/", "/proc/self/fd/"} {
		if s, ok := strings.CutPrefix(name, dir); ok {
			n, err := strconv.Atoi(s)
			return n, err == nil && n >= 0
		}
	}
	return 0, false
}

// maxLinks is the number of symbolic links that are followed. A longer chain counts as a cycle.
const maxLinks = 40

// target follows symbolic links to the final file, which need not exist.
func target(name string) string {
	for range maxLinks {
		if _, ok := descriptor(name); ok {
			break
		}
		to, err := os.Readlink(name)
		if err != nil {
			break
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(name), to)
		}
		name = to
	}
	return name
}

// writeOutput writes a file completely or not at all: it writes a file without a name, or with a
// temporary one, and then gives it the final name. It writes in place if a replacement would change
// the kind of the file: devices, pipes, files of other users, files with several names. "-" is
// stdout, and so is /dev/stdout.
func (a *app) writeOutput(name string, write func(io.Writer) error) error {
	if name == "-" {
		return buffered(a.stdout, write)
	}
	real := target(name)
	if n, ok := descriptor(real); ok {
		switch n {
		case 1:
			return buffered(a.stdout, write)
		case 2:
			return buffered(a.stderr, write)
		}
		f := os.NewFile(uintptr(n), real)
		if _, err := f.Stat(); err != nil {
			return cannotWrite(name, err)
		}
		return buffered(f, write) // the descriptor stays open, because this program did not open it
	}
	mode := os.FileMode(0o666) &^ umask()
	inPlace := false
	if st, err := os.Stat(real); err == nil {
		// Only a file that may be written is replaced.
		f, err := os.OpenFile(real, os.O_WRONLY, 0)
		if err != nil {
			return cannotWrite(name, err)
		}
		if !st.Mode().IsRegular() {
			return closing(f, name, buffered(f, write))
		}
		f.Close()
		mode = st.Mode() & (os.ModePerm | os.ModeSetuid | os.ModeSetgid | os.ModeSticky)
		inPlace = shared(st)
	}
	if inPlace {
		return a.overwrite(real, name, write)
	}
	err := replace(real, mode, write)
	if errors.Is(err, os.ErrPermission) && exists(real) { // the file may be written, its directory not
		return a.overwrite(real, name, write)
	}
	if err != nil {
		return cannotWrite(name, err)
	}
	return nil
}

// writeText writes a text to a file as writeOutput does.
func (a *app) writeText(name string, text []byte) error {
	return a.writeOutput(name, func(w io.Writer) error { _, err := w.Write(text); return err })
}

// save writes a text to a file, and prints the error that it returns.
func (a *app) save(name string, text []byte) error {
	err := a.writeText(name, text)
	if err != nil {
		a.complain(err)
	}
	return err
}

func exists(name string) bool { _, err := os.Stat(name); return err == nil }

// creatable returns an error if a file of this name certainly cannot be written.
func creatable(name string) error {
	real := target(name)
	if _, ok := descriptor(real); ok || name == "" || name == "-" {
		return nil
	}
	st, err := os.Stat(real)
	switch {
	case err != nil:
		var f *os.File
		if f, err = os.CreateTemp(filepath.Dir(real), ".corolower-*"); err == nil {
			f.Close()
			os.Remove(f.Name())
		}
	case st.IsDir():
		err = syscall.EISDIR
	}
	if err != nil {
		return cannotWrite(name, err)
	}
	return nil
}

// overwrite writes into the existing file.
func (a *app) overwrite(real, name string, write func(io.Writer) error) error {
	f, err := os.OpenFile(real, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return cannotWrite(name, err)
	}
	return closing(f, name, buffered(f, write))
}

// closing closes a file after writing, and returns the first error.
func closing(f *os.File, name string, err error) error {
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		return cannotWrite(name, err)
	}
	return nil
}

// cannotWrite names the output in an error of the system.
func cannotWrite(name string, err error) error {
	cause := err
	var pe *os.PathError
	var le *os.LinkError
	switch {
	case errors.As(err, &pe):
		cause = pe.Err
	case errors.As(err, &le):
		cause = le.Err
	}
	return &openError{"cannot write '" + name + "': " + upperFirst(cause.Error()), err}
}

// replace writes a new file and gives it the name of the old one.
func replace(name string, mode os.FileMode, write func(io.Writer) error) (err error) {
	f, publish, err := newFile(name)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			temps.drop(f.Name())
		}
	}()
	if err = buffered(f, write); err != nil {
		return err
	}
	if err = f.Chmod(mode); err != nil {
		return err
	}
	return publish()
}

// namedTemp creates a temporary file in the directory of name; publish closes it and renames it to
// name.
func namedTemp(name string) (f *os.File, publish func() error, err error) {
	temps.watch()
	temps.Lock()
	defer temps.Unlock()
	if f, err = os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".tmp*"); err != nil {
		return nil, nil, err
	}
	temps.names[f.Name()] = true
	return f, func() error {
		if err := f.Close(); err != nil {
			return err
		}
		temps.Lock()
		defer temps.Unlock()
		if err := os.Rename(f.Name(), name); err != nil {
			return err
		}
		delete(temps.names, f.Name())
		return nil
	}, nil
}

// temporaries are the files and directories to remove, and the processes to end, when a signal ends
// the program.
type temporaries struct {
	sync.Mutex
	names map[string]bool
	procs map[*os.Process]bool
	once  sync.Once
}

var temps = &temporaries{names: map[string]bool{}, procs: map[*os.Process]bool{}}

// drop removes a file or directory if it is one of the temporary ones.
func (t *temporaries) drop(name string) {
	t.Lock()
	defer t.Unlock()
	if t.names[name] {
		os.RemoveAll(name)
		delete(t.names, name)
	}
}

// dir creates a temporary directory.
func (t *temporaries) dir() (string, error) {
	t.watch()
	t.Lock()
	defer t.Unlock()
	name, err := os.MkdirTemp("", "corolower-")
	if err == nil {
		t.names[name] = true
	}
	return name, err
}

// run runs a command, which ends with the program.
func (t *temporaries) run(cmd *exec.Cmd) error {
	t.watch()
	t.Lock()
	err := cmd.Start()
	if err == nil {
		t.procs[cmd.Process] = true
	}
	t.Unlock()
	if err != nil {
		return err
	}
	err = cmd.Wait()
	t.Lock()
	delete(t.procs, cmd.Process)
	t.Unlock()
	return err
}

// removeAll ends the processes and removes the files. It never releases the lock, because nothing
// may be renamed, created or started after it.
func (t *temporaries) removeAll() {
	t.Lock()
	for p := range t.procs {
		_ = p.Kill() // fails if the process has ended
	}
	for name := range t.names {
		os.RemoveAll(name)
	}
}

// watch removes the files when a signal ends the program. The program then ends as the signal would
// have ended it.
func (t *temporaries) watch() {
	t.once.Do(func() {
		c := make(chan os.Signal, 1)
		signal.Notify(c, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
		go func() {
			s := <-c
			t.removeAll()
			endBy(s)
		}()
	})
}

// endBy ends the program as if the program did not catch the signal.
func endBy(s os.Signal) {
	signal.Reset()
	if p, err := os.FindProcess(os.Getpid()); err == nil && p.Signal(s) == nil {
		time.Sleep(time.Second) // the signal arrives during this time, unless it is ignored
	}
	os.Exit(exitFindings)
}

func buffered(w io.Writer, write func(io.Writer) error) error {
	b := bufio.NewWriterSize(w, 1<<18)
	if err := write(b); err != nil {
		return err
	}
	return b.Flush()
}

// output is a file that an option names.
type output struct{ flag, name string }

// distinct refuses a file that is the value of two options. Devices, pipes and streams may be the
// value of several.
func distinct(outs []output) error {
	type seen struct {
		output
		st os.FileInfo
	}
	paths, list := map[string]output{}, []seen{}
	for _, o := range outs {
		if o.name == "" || o.name == "-" {
			continue
		}
		real := target(o.name)
		if _, ok := descriptor(real); ok {
			continue
		}
		st, err := os.Stat(real)
		if err == nil && !st.Mode().IsRegular() {
			continue
		}
		if abs, err := filepath.Abs(real); err == nil {
			real = abs
		}
		old, dup := paths[real]
		for _, s := range list {
			if st != nil && s.st != nil && os.SameFile(st, s.st) {
				old, dup = s.output, true
			}
		}
		if dup {
			return usagef("'%s' is named for two outputs: %s and %s", o.name, old.flag, o.flag)
		}
		paths[real] = o
		list = append(list, seen{o, st})
	}
	return nil
}

// notInputs refuses an output that is also an input, under any name, because writing it would
// destroy the input. -o may name the input if inPlace is spelled the same way: that is how a user
// requests a change in place.
func notInputs(inputs []string, outs []output, inPlace string) error {
	type content struct {
		size int64
		at   time.Time
	}
	candidates := map[content][]int{} // the same file has the same size and time
	stats := make([]os.FileInfo, len(inputs))
	for k, name := range inputs {
		if st, err := os.Stat(name); err == nil && st.Mode().IsRegular() {
			stats[k] = st
			c := content{st.Size(), st.ModTime()}
			candidates[c] = append(candidates[c], k)
		}
	}
	for _, o := range outs {
		if o.name == "" || o.name == "-" || o.flag == "-o" && o.name == inPlace {
			continue
		}
		st, err := os.Stat(o.name)
		if err != nil {
			continue
		}
		for _, k := range candidates[content{st.Size(), st.ModTime()}] {
			if os.SameFile(st, stats[k]) {
				e := usagef("%s '%s' would overwrite the input '%s'", o.flag, o.name, inputs[k])
				e.hint = "name another file or directory"
				return e
			}
		}
	}
	return nil
}
