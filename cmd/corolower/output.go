// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/fatih/color"
	"golang.org/x/term"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/pass"
)

// This file contains the program's input and output: files, colours, messages, the progress line.

// style returns the colours of messages on stderr.
func (a *app) style() *diag.Style { return a.styleOf(a.stderr) }

// forced reports whether FORCE_COLOR or CLICOLOR_FORCE requests colour. Every value does, except
// "", "0" and "false".
func forced(v string) bool { return v != "" && v != "0" && v != "false" }

// styleOf returns the colours and the width of output to w. It uses colour if --color requests it; otherwise not
// with NO_COLOR, but with FORCE_COLOR; otherwise on a terminal.
func (a *app) styleOf(w io.Writer) *diag.Style {
	st := a.coloursOf(w)
	st.Width = widthOf(w)
	return st
}

// minWidth is the smallest width in columns for which tables have room.
const minWidth = 80

// widthOf returns the width of tables that are written to w: that of the terminal, if it is one.
func widthOf(w io.Writer) int {
	if f := fileOf(w); f != nil && isTerminal(f) {
		if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
			return max(n, minWidth)
		}
	}
	return diag.PlainWidth
}

// coloursOf returns the colours of styleOf.
func (a *app) coloursOf(w io.Writer) *diag.Style {
	on := a.color == "always"
	if a.color == "auto" {
		f := fileOf(w)
		switch {
		case os.Getenv("NO_COLOR") != "":
		case forced(os.Getenv("FORCE_COLOR")), forced(os.Getenv("CLICOLOR_FORCE")):
			on = true
		default:
			on = f != nil && isTerminal(f) && os.Getenv("TERM") != "dumb"
		}
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
		Error: paint(color.FgRed, color.Bold), Warning: paint(color.FgMagenta, color.Bold), Note: paint(color.FgCyan,
			color.Bold),
		Hint: paint(color.FgGreen, color.Bold), Caret: paint(color.FgGreen, color.Bold), Bold: paint(color.Bold),
	}
}

// terminal reports whether stderr is a terminal.
func (a *app) terminal() bool {
	f := fileOf(a.stderr)
	return f != nil && isTerminal(f)
}

// usage prints a command-line error and returns its exit code.
func (a *app) usage(err error) int {
	st := a.style()
	var pe *pass.Error
	var ue *usageError
	switch {
	case errors.As(err, &pe):
		a.pipelineError(pe, st)
	case errors.As(err, &ue):
		fmt.Fprintf(a.stderr, "corolower: %s\n", diag.Clean(ue.msg))
		if ue.hint != "" {
			fmt.Fprintf(a.stderr, "corolower: %s\n", diag.Clean(ue.hint))
		}
	default:
		fmt.Fprintf(a.stderr, "corolower: %s\n", diag.Clean(plain(err)))
	}
	return exitUsage
}

// pipelineError prints opt's message, the pipeline with a caret, and the hint.
func (a *app) pipelineError(e *pass.Error, st *diag.Style) {
	fmt.Fprintf(a.stderr, "corolower: %s\n", st.Bold(diag.Clean(e.Msg)))
	if e.Text != "" && len(e.Text) < 200 {
		const lead = "-passes="
		caret := "^"
		for k := 1; k < e.Len; k++ {
			caret += "~"
		}
		// Clean may replace a character before the caret by a longer spelling, which moves the
		// caret.
		at := len(lead) + utf8.RuneCountInString(diag.Clean(e.Text[:min(e.Off, len(e.Text))]))
		fmt.Fprintf(a.stderr, "%s%s\n%*s%s\n", lead, diag.Clean(e.Text), at, "", st.Caret(caret))
	}
	if e.Hint != "" {
		fmt.Fprintf(a.stderr, "%s %s\n", st.Hint("hint:"), diag.Clean(e.Hint))
	}
}

// cannotOpen is opt's message. Scripts search for it.
const cannotOpen = "Could not open input file"

// maxInput is the size of the largest input in bytes, because positions are 32 bits wide.
const maxInput = 1<<32 - 16

// shownName is the name that messages use for an input.
func shownName(name string) string {
	if name == "-" {
		return "<stdin>"
	}
	return name
}

// readInput reads a file, or stdin for "-", and returns the name to use in messages.
func (a *app) readInput(name string) (string, []byte, error) {
	if a.front.reads(name) {
		return a.emitted(name)
	}
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
			return name, nil, &openError{cannotOpen + ": " + upperFirst(pe.Err.Error()), err}
		}
		return name, nil, err
	}
	if st.IsDir() {
		return name, nil, fmt.Errorf("%s: Is a directory", cannotOpen)
	}
	a.gc.start(st.Size())
	text, err := os.ReadFile(name)
	var pe *os.PathError
	if errors.As(err, &pe) {
		err = &openError{cannotOpen + ": " + upperFirst(pe.Err.Error()), err}
	}
	return name, text, err
}

func upperFirst(s string) string {
	if s != "" && s[0] >= 'a' && s[0] <= 'z' {
		return string(s[0]-'a'+'A') + s[1:]
	}
	return s
}

// progressAfter is the time after which a run shows its progress. progressEvery is the time between
// updates.
const (
	progressAfter = time.Second
	progressEvery = 200 * time.Millisecond
)

// progress shows a line on a terminal when a run takes longer than a second, and removes it at the
// end. stop must be called.
func (a *app) progress(file string) (update func(done, total int), stop func()) {
	update3, stop := a.progressOf(file, "functions")
	if update3 == nil {
		return nil, stop
	}
	return func(done, total int) { update3(done, total, 0) }, stop
}

// progressOf is progress for other kinds of things than functions, some of which may fail.
func (a *app) progressOf(what, kind string) (update func(done, total, failed int), stop func()) {
	if !a.terminal() {
		return nil, func() {}
	}
	var mu sync.Mutex
	var done, total, failed int
	end, gone := make(chan bool), make(chan bool)
	go func() {
		defer close(gone)
		wait, shown := time.NewTimer(progressAfter), false
		defer wait.Stop()
		for {
			select {
			case <-end:
				if shown {
					fmt.Fprint(a.stderr, "\r\x1b[K")
				}
				return
			case <-wait.C:
				mu.Lock()
				d, n, bad := done, total, failed
				mu.Unlock()
				line := "reading"
				if n > 0 {
					line = fmt.Sprintf("%d of %d %s", d, n, kind)
				}
				if bad > 0 {
					line += fmt.Sprintf(", %d failed", bad)
				}
				fmt.Fprintf(a.stderr, "\r%s: %s\x1b[K", diag.Clean(what), line)
				shown = true
				wait.Reset(progressEvery)
			}
		}
	}()
	return func(d, n, bad int) {
			mu.Lock()
			defer mu.Unlock()
			done, total, failed = d, n, bad
		}, func() {
			close(end)
			<-gone
		}
}
