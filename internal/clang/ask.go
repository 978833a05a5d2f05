// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package clang

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/remark"
)

// This file runs clang on a module and reads its remarks.

// Answer holds clang's results for the coroutines of a module.
type Answer struct {
	sizes   map[string]int64 // frame sizes, by coroutine
	creates map[pair]*tally
	elided  map[string][]string // callers in which an allocation of the coroutine is elided, by coroutine
}

// pair is a coroutine and the function that creates it, in whichever of that function's parts.
type pair struct{ callee, caller string }

// tally counts clang's remarks about a pair. Clang may report the same creation as missed several
// times before it elides it, but never after.
type tally struct {
	elided, missed int
	last           bool // the last remark was about an elided creation
}

// Ask runs a module through the pipeline of an optimization level ("O2"). An error contains the
// first line of clang's output.
func (c *Compiler) Ask(module []byte, level string) (*Answer, error) {
	dir, err := os.MkdirTemp("", "corolower-clang-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	record := filepath.Join(dir, "remarks.yaml")
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, c.Path, "-"+level, "-w", "-x", "ir", "-", "-S", "-emit-llvm", "-o", os.DevNull,
		"-fsave-optimization-record=yaml", "-foptimization-record-file="+record,
		"-foptimization-record-passes=^coro-", "-fno-color-diagnostics")
	var said bytes.Buffer
	cmd.Stdin, cmd.Stderr, cmd.Dir = bytes.NewReader(module), &said, dir
	if err := cmd.Run(); err != nil {
		first, _, _ := strings.Cut(strings.TrimSpace(said.String()), "\n")
		if first == "" {
			first = err.Error()
		}
		return nil, fmt.Errorf("%s: %s", c, first)
	}
	text, err := os.ReadFile(record)
	if err != nil && !os.IsNotExist(err) { // clang writes no file if it has no remarks
		return nil, err
	}
	list, err := remark.ReadYAML(string(text))
	if err != nil {
		return nil, fmt.Errorf("the remarks of %s: %v", c, err)
	}
	return answerOf(list), nil
}

func answerOf(list []remark.Remark) *Answer {
	a := &Answer{sizes: map[string]int64{}, creates: map[pair]*tally{}, elided: map[string][]string{}}
	for k := range list {
		r := &list[k]
		switch r.Name {
		case "CoroSplit":
			if n, err := strconv.ParseInt(r.Arg("frame_size"), 10, 64); err == nil {
				a.sizes[r.Function] = n
			}
		case "CoroElide", "CoroAnnotationElide", "CoroAnnotationElideUnlikely":
			p := pair{r.Arg("callee"), Whole(r.Arg("caller"))}
			t := a.creates[p]
			if t == nil {
				t = &tally{}
				a.creates[p] = t
			}
			if t.last = r.Kind == remark.Passed; t.last {
				t.elided++
				a.elided[p.callee] = append(a.elided[p.callee], p.caller)
			} else {
				t.missed++
			}
		}
	}
	return a
}

// Whole returns the coroutine that a function is a part of, by the suffix that LLVM adds to the
// name of a part. It returns any other name unchanged.
func Whole(name string) string {
	for _, part := range []string{".resume", ".destroy", ".cleanup", ".noalloc"} {
		if f, ok := strings.CutSuffix(name, part); ok {
			return f
		}
	}
	return name
}

// FrameSize returns the size of a coroutine's frame in bytes. ok is false if clang reports none,
// for example because it does not split the coroutine.
func (a *Answer) FrameSize(coroutine string) (n int64, ok bool) {
	n, ok = a.sizes[coroutine]
	return n, ok
}

// Elided reports whether clang elides the allocations of a coroutine in a function that creates it
// at the given number of places. known is false if clang's remarks do not decide this. caller and
// creators are whole functions (see Whole). creators must have all functions of the module that are
// known to create the coroutine: if clang elided the coroutine in another function, it inlined one
// of the creators there.
func (a *Answer) Elided(callee, caller string, places int, creators map[string]bool) (elided, known bool) {
	t := a.creates[pair{callee, caller}]
	if t == nil {
		t = &tally{}
	}
	switch {
	case t.elided > 0 && t.missed == 0:
		return true, t.elided >= places
	case t.elided > 0:
		return true, places == 1 && t.last
	}
	if _, split := a.sizes[callee]; !split {
		return false, false
	}
	for _, f := range a.elided[callee] {
		if !creators[f] {
			return false, false
		}
	}
	return false, true
}
