package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/fatih/color"
	"github.com/mattn/go-isatty"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/pass"
)

// This file is what the program does with the outside: files, colours, messages, the progress line.

// style gives the colours of messages on stderr.
func (a *app) style() *diag.Style { return a.styleOf(a.stderr) }

// styleOf gives the colours of what goes to w: when asked for, else on a terminal unless NO_COLOR is set.
func (a *app) styleOf(w io.Writer) *diag.Style {
	on := a.color == "always"
	if a.color == "auto" {
		f, ok := w.(*os.File)
		on = ok && isTerminal(f) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	}
	if !on {
		return diag.Plain()
	}
	paint := func(attrs ...color.Attribute) diag.Paint {
		c := color.New(attrs...)
		c.EnableColor()
		return func(s string) string { return c.Sprint(s) }
	}
	return &diag.Style{
		Error: paint(color.FgRed, color.Bold), Warning: paint(color.FgMagenta, color.Bold), Note: paint(color.FgCyan, color.Bold),
		Hint: paint(color.FgGreen, color.Bold), Caret: paint(color.FgGreen, color.Bold), Bold: paint(color.Bold),
	}
}

// terminal reports whether stderr is one.
func (a *app) terminal() bool {
	f, ok := a.stderr.(*os.File)
	return ok && isatty.IsTerminal(f.Fd())
}

// usage prints a mistake on the command line and gives its exit code.
func (a *app) usage(err error) int {
	st := a.style()
	var pe *pass.Error
	var ue *usageError
	switch {
	case errors.As(err, &pe):
		a.pipelineError(pe, st)
		return exitFindings // a wrong pipeline is 1, as with opt: lit's `not` and scripts rely on it
	case errors.As(err, &ue):
		fmt.Fprintf(a.stderr, "corolower: %s\n", ue.msg)
		if ue.hint != "" {
			fmt.Fprintf(a.stderr, "corolower: %s\n", ue.hint)
		}
	default:
		fmt.Fprintf(a.stderr, "corolower: %s\n", err)
	}
	return exitUsage
}

// pipelineError prints opt's message, the pipeline with a caret, and the hint.
func (a *app) pipelineError(e *pass.Error, st *diag.Style) {
	fmt.Fprintf(a.stderr, "corolower: %s\n", st.Bold(e.Msg))
	if e.Text != "" && len(e.Text) < 200 {
		const lead = "-passes="
		caret := "^"
		for k := 1; k < e.Len; k++ {
			caret += "~"
		}
		fmt.Fprintf(a.stderr, "%s%s\n%*s%s\n", lead, e.Text, len(lead)+e.Off, "", st.Caret(caret))
	}
	if e.Hint != "" {
		fmt.Fprintf(a.stderr, "%s %s\n", st.Hint("hint:"), e.Hint)
	}
}

// cannotOpen is opt's message; scripts look for it.
const cannotOpen = "Could not open input file"

// maxInput is the largest input; positions are 32 bits wide.
const maxInput = 1<<32 - 16

// readInput reads a file, or stdin for "-", and gives the name that messages use.
func (a *app) readInput(name string) (string, []byte, error) {
	if name == "-" {
		text, err := io.ReadAll(io.LimitReader(a.stdin, maxInput+1))
		if err != nil {
			return "<stdin>", nil, err
		}
		a.gc.start(int64(len(text)))
		return "<stdin>", text, nil
	}
	st, err := os.Stat(name)
	if err != nil {
		var pe *os.PathError
		if errors.As(err, &pe) {
			return name, nil, fmt.Errorf("%s: %s", cannotOpen, upperFirst(pe.Err.Error()))
		}
		return name, nil, err
	}
	if st.IsDir() {
		return name, nil, fmt.Errorf("%s: Is a directory", cannotOpen)
	}
	a.gc.start(st.Size())
	text, err := os.ReadFile(name)
	return name, text, err
}

func upperFirst(s string) string {
	if s != "" && s[0] >= 'a' && s[0] <= 'z' {
		return string(s[0]-'a'+'A') + s[1:]
	}
	return s
}

// writeOutput writes a file so that it is there in full or not at all: to a temporary file next to it, which is then renamed. What is no
// ordinary file (/dev/null, a pipe) is written directly; "-" is stdout.
func (a *app) writeOutput(name string, write func(io.Writer) error) (err error) {
	if name == "-" {
		return buffered(a.stdout, write)
	}
	mode := os.FileMode(0o666)
	if st, err := os.Stat(name); err == nil {
		if !st.Mode().IsRegular() {
			f, err := os.OpenFile(name, os.O_WRONLY, 0)
			if err != nil {
				return err
			}
			defer f.Close()
			return buffered(f, write)
		}
		mode = st.Mode().Perm()
		if real, err := filepath.EvalSymlinks(name); err == nil {
			name = real
		}
	} else {
		mode &^= umask()
	}
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".tmp*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if err = buffered(f, write); err != nil {
		return err
	}
	if err = f.Chmod(mode); err != nil {
		return err
	}
	if err = f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

func buffered(w io.Writer, write func(io.Writer) error) error {
	b := bufio.NewWriterSize(w, 1<<18)
	if err := write(b); err != nil {
		return err
	}
	return b.Flush()
}

// progress shows a line on a terminal when a run takes longer than a second, and removes it at the end. stop must be called.
func (a *app) progress(file string) (update func(done, total int), stop func()) {
	if !a.terminal() {
		return nil, func() {}
	}
	var mu sync.Mutex
	start, last, shown, stopped := time.Now(), time.Time{}, false, false
	update = func(done, total int) {
		now := time.Now()
		if now.Sub(start) < time.Second {
			return
		}
		mu.Lock()
		defer mu.Unlock()
		if stopped || now.Sub(last) < 200*time.Millisecond {
			return
		}
		last, shown = now, true
		fmt.Fprintf(a.stderr, "\r%s: %d of %d functions\x1b[K", file, done, total)
	}
	return update, func() {
		mu.Lock()
		defer mu.Unlock()
		stopped = true
		if shown {
			fmt.Fprint(a.stderr, "\r\x1b[K")
		}
	}
}
