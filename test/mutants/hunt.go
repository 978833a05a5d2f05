// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

// This file runs many mutants.

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/pass"
	"github.com/corolower/corolower/test/mutants/mutator"
)

// modes are the pipelines. Each mutant that LLVM accepts runs through one lowering pipeline and one
// other.
var modes = []string{
	"default<O2>",
	"coro-early,cgscc(coro-split),coro-cleanup",
	"coro-early,cgscc(coro-split<reuse-storage>),coro-cleanup",
	"default<O0>",
	"coro-early,coro-cgscc(inline,function(sroa,instsimplify,early-cse,simplifycfg,dce)),cgscc(coro-split),coro-cleanup",
	"function(sroa,instsimplify,early-cse,simplifycfg,dce)",
	"function(mem2reg,simplifycfg)",
	"verify",
}

// limit is the time limit for a mutant.
const limit = 2 * time.Minute

// failure is a distinct failure.
type failure struct {
	number uint64 // number of the first chain with this failure
	mode   string
	what   string
	text   []byte
	times  int
}

type result struct {
	mutants, taken, lowered, refused int // refused: with a rule of the checker, or as unsupported
	found                            map[string]*failure
}

func (r *result) String() string {
	return fmt.Sprintf("%d mutants, LLVM takes %d; of %d runs %d were refused with a reason; %d distinct failures",
		r.mutants, r.taken, r.lowered, r.refused, len(r.found))
}

type hunt struct {
	root, dir string
	first     uint64
	count     int
	jobs      int
	mu        sync.Mutex
}

func (h *hunt) judges() (exe string, err error) {
	exe = filepath.Join(h.dir, "judge")
	return exe, buildJudge(filepath.Join(h.root, "test", "mutants", "testdata", "judge.c"), exe)
}

func (h *hunt) run() (*result, error) {
	if h.jobs <= 0 {
		h.jobs = runtime.NumCPU()
	}
	exe, err := h.judges()
	if err != nil {
		return nil, err
	}
	all, err := mutator.Seeds(h.root)
	if err != nil {
		return nil, err
	}
	j, err := newJudge(exe)
	if err != nil {
		return nil, err
	}
	var good []string
	for _, s := range all {
		if typedPointer.MatchString(s) {
			continue // LLVM 22 cannot judge it
		}
		s = comment.ReplaceAllString(s, "")
		v, _, err := j.ask('v', []byte(s))
		if err != nil {
			return nil, err
		}
		if v == accepted {
			good = append(good, s)
		}
	}
	j.close()
	if len(good) < 100 {
		return nil, fmt.Errorf("LLVM takes only %d of %d seeds", len(good), len(all))
	}
	m := mutator.New(good)
	res := &result{found: map[string]*failure{}}
	var wg sync.WaitGroup
	var failed error
	next := 0
	for range h.jobs {
		j, err := newJudge(exe)
		if err != nil {
			return nil, err
		}
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer j.close()
			for {
				h.mu.Lock()
				k := next
				next++
				stop := failed != nil || res.mutants >= h.count
				h.mu.Unlock()
				if stop {
					return
				}
				if err := h.chain(j, m, h.first+uint64(k), res); err != nil {
					h.mu.Lock()
					failed = err
					h.mu.Unlock()
				}
			}
		}()
	}
	wg.Wait()
	return res, failed
}

// chain generates and checks a chain of mutants.
func (h *hunt) chain(j *judge, m *mutator.Mutator, number uint64, res *result) error {
	takes := func(text []byte) (bool, error) {
		v, _, err := j.ask('v', text)
		return v == accepted, err
	}
	at := uint64(0)
	return m.Chain(number, takes, func(text []byte, good bool) error {
		at++
		return h.one(j, number, number+at, text, good, res)
	})
}

// one checks a mutant in two modes.
func (h *hunt) one(j *judge, number, mode uint64, text []byte, good bool, res *result) error {
	h.mu.Lock()
	res.mutants++
	if good {
		res.taken++
	}
	h.mu.Unlock()
	list := []string{modes[mode%5], modes[5+mode%3]}
	if !good {
		list = list[:1] // only verify that it neither panics nor hangs
	}
	for _, mode := range list {
		sign, what, refused, err := look(j, text, mode, good)
		if err != nil {
			return err
		}
		h.mu.Lock()
		res.lowered++
		if refused {
			res.refused++
		}
		if sign != "" {
			f := res.found[sign]
			if f == nil || number < f.number {
				n := 0
				if f != nil {
					n = f.times
				}
				f = &failure{number, mode, what, text, n}
				res.found[sign] = f
			}
			f.times++
		}
		h.mu.Unlock()
	}
	return nil
}

// look lowers a text and describes the failure, or returns "". refused reports whether the lowering
// refused the text for a valid reason.
func look(j *judge, text []byte, mode string, good bool) (sign, what string, refused bool, err error) {
	out, list, crash := lower(text, mode)
	switch {
	case crash != "":
		return "crash: " + crash, crash, false, nil
	case len(list) > 0:
		for _, e := range list {
			if strings.HasPrefix(e.Msg, "internal error") {
				return signature(e.Msg), e.Msg, false, nil
			}
		}
		if !good {
			return "", "", false, nil
		}
		for _, e := range list {
			if e.Unsupported || e.Rule != "" {
				return "", "", true, nil
			}
		}
		// LLVM's verifier accepts the text, but its lowering may not.
		what := byte('v')
		if strings.Contains(mode, "coro-split") || strings.HasPrefix(mode, "default") {
			what = 'l'
		}
		v, _, err := j.ask(what, text)
		if err != nil || v != accepted {
			return "", "", true, err
		}
		return "refused: " + signature(list[0].Msg), list[0].Msg, false, nil
	}
	if !good || bytes.Equal(out, text) {
		return "", "", false, nil
	}
	v, message, err := j.ask('v', out)
	if err != nil || v == accepted {
		return "", "", false, err
	}
	// Names in a message differ between mutants.
	return "output: " + signature(message), message, false, nil
}

// lower runs the lowering. crash describes a panic or a hang.
func lower(text []byte, mode string) (out []byte, list ir.ErrorList, crash string) {
	type answer struct {
		out   []byte
		list  ir.ErrorList
		crash string
	}
	done := make(chan answer, 1)
	go func() {
		var a answer
		defer func() {
			if r := recover(); r != nil {
				a.crash = fmt.Sprintf("panic: %v %s", r, place(debug.Stack()))
			}
			done <- a
		}()
		p, err := driver.Table.Parse(mode)
		if err != nil {
			a.crash = err.Error()
			return
		}
		res, err := driver.Run("m.ll", text, &driver.Options{
			Jobs: 1, Pipeline: p, Frames: true, Ways: true, Report: pass.Options{VerifyEach: true},
		})
		if err != nil {
			if !errors.As(err, &a.list) || len(a.list) == 0 {
				a.crash = "an error without findings: " + err.Error()
			}
			return
		}
		a.out = res.Bytes()
	}()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case a := <-done:
		return a.out, a.list, a.crash
	case <-timer.C:
		return nil, nil, "hangs"
	}
}

// place returns the first line of a stack that is in this module.
func place(stack []byte) string {
	for line := range strings.SplitSeq(string(stack), "\n") {
		if strings.Contains(line, "/internal/") && strings.Contains(line, ".go:") {
			line = strings.TrimSpace(line)
			line, _, _ = strings.Cut(line, " ")
			return filepath.Base(line)
		}
	}
	return ""
}

// comment matches a line with only a comment. The tests of the tree have many, and mutating them
// costs time and proves nothing.
var comment = regexp.MustCompile(`(?m)^;.*\n`)

var typedPointer = regexp.MustCompile(`\bi\d+\s*\*`)

var (
	namePattern   = regexp.MustCompile(`[%@!#][-\w.$]+|'[^']*'|"(?:[^"\\]|\\.)*"|0x[0-9a-fA-F]+|\b\d+\b`)
	placePattern  = regexp.MustCompile(`in \S+, \S+\.go:\d+`)
	prefixPattern = regexp.MustCompile(`^m:\d+:\d+: error: `)
)

// signature returns the part of a message that does not differ between mutants.
func signature(msg string) string {
	keep := placePattern.FindString(msg)
	msg, _, _ = strings.Cut(prefixPattern.ReplaceAllString(msg, ""), "\n")
	msg, _, _ = strings.Cut(msg, " (in function")
	return strings.TrimSpace(namePattern.ReplaceAllString(msg, "_") + " " + keep)
}

// keep writes a mutant for each distinct failure, reduced by lines and words.
func (h *hunt) keep(dir string, res *result) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	j, err := newJudge(filepath.Join(h.dir, "judge"))
	if err != nil {
		return err
	}
	defer j.close()
	for sign, f := range res.found {
		if f.what == "hangs" {
			continue
		}
		good, _, err := j.ask('v', f.text)
		if err != nil {
			return err
		}
		same := func(text []byte) bool {
			v, _, err := j.ask('v', text)
			if err != nil || v != good {
				return false
			}
			s, _, _, err := look(j, text, f.mode, good == accepted)
			return err == nil && s == sign
		}
		f.text = reduce(f.text, same)
	}
	for sign, f := range res.found {
		slug := strings.Trim(notWord.ReplaceAllString(sign, "-"), "-")
		name := filepath.Join(dir, fmt.Sprintf("mutant-%s-%d.ll", slug[:min(60, len(slug))], f.number))
		expected := "LLVM 22 takes this; so must we, or refuse it with a reason"
		if strings.HasPrefix(sign, "output") {
			expected = "output that LLVM 22 takes, as it takes this"
		}
		what := strings.ReplaceAll(strings.TrimSpace(f.what), "\n", "\n;   ")
		text := fmt.Sprintf("; expected: %s\n; happens: %s\n; run: corolower -passes='%s'\n%s", expected, what,
			f.mode, f.text)
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// wordAndSpace matches a word with the space after it, so that two words do not merge if the one
// between them is removed.
var wordAndSpace = regexp.MustCompile(`([%@!#]?[-\w.$]+|"[^"\n]*"|;[^\n]*|[^\w])[ \t\n]*`)

var notWord = regexp.MustCompile(`[^a-z0-9]+`)

// reduce removes lines, then words, as long as the rest fails in the same way.
func reduce(text []byte, same func([]byte) bool) []byte {
	shrink := func(parts []string) []string {
		for size := max(1, len(parts)/2); ; size /= 2 {
			for k := 0; k < len(parts); {
				less := append(append([]string(nil), parts[:k]...), parts[min(k+size, len(parts)):]...)
				if same([]byte(strings.Join(less, ""))) {
					parts = less
				} else {
					k += size
				}
			}
			if size <= 1 {
				return parts
			}
		}
	}
	text = []byte(strings.Join(shrink(strings.SplitAfter(string(text), "\n")), ""))
	text = []byte(strings.Join(shrink(strings.SplitAfter(string(text), "\n")), ""))
	if len(text) < 1500 {
		text = []byte(strings.Join(shrink(wordAndSpace.FindAllString(string(text), -1)), ""))
	}
	return text
}
