// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

// Planted errors: each is built into this program, which must then find it.

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/corolower/corolower/test/hard/run"
)

// hunt is an error, and the kinds of programs that look for it.
type hunt struct {
	run.Plant
	kinds string
	also  []run.Plant // edits without which other code finds and undoes the error
}

// unproved switches the proof of shared frames off, which would refuse a wrong layout.
var unproved = []run.Plant{{Name: "proof",
	Old: "	if !p.co.frame.Shared && len(spills.stack) == 0 && !p.co.c.Opts.Prove {", New: "	if true {"}}

// own are errors of the parts of coroutines that test/hard/run does not list.
var own = []hunt{
	{run.Plant{Name: "buffer", Does: "split: a frame with 8 bytes more than the caller's buffer lies in it",
		Old: "	co.inline = used(fr) <= co.size &&", New: "	co.inline = used(fr) <= co.size+8 &&"}, "retcon", nil},
	{run.Plant{Name: "context", Does: "split: a caller allocates 16 bytes less than an asynchronous context has",
		Old: "		Size: co.contextSize(), Func", New: "		Size: co.contextSize() - 16, Func"}, "async", nil},
	{run.Plant{Name: "number", Does: "split: the last suspend stores the number of the one before",
		Old: "	return bld.Store(co.indexConst(n), addr,",
		New: "	return bld.Store(co.indexConst(min(n, max(len(co.Suspends)-2, 0))), addr,"}, "hard", nil},
	partWords("size", "are dereferenceable for 8 bytes more than the frame has",
		`"nonnull", align, "dereferenceable(" + strconv.FormatInt(co.sizeRequested()+8, 10) + ")"}`),
	partWords("noalias", "promise that only they access the frame", `"nonnull", "noalias", align, deref}`),
	partWords("readonly", "promise not to write to the frame", `"nonnull", "readonly", align, deref}`),
	partWords("captures", "promise to keep no address of the frame", `"nonnull", "captures(none)", align, deref}`),
}

// partWords is a wrong attribute of the frame in the parts of a switched coroutine.
func partWords(name, does, words string) hunt {
	return hunt{run.Plant{Name: "attribute." + name, Does: "split: the parts " + does,
		Old: `	words := []string{"noundef", "nonnull", align, deref}`,
		New: `	words := []string{"noundef", ` + words + "\n	_ = deref"}, "hard", nil}
}

// layoutErrors are the errors that only the proof of shared frames finds if it is not switched off.
var layoutErrors = []string{"reload", "part", "start", "overlap", "loop"}

// awaitErrors are the errors in the removal of awaits, which the programs of tasks look for.
var awaitErrors = []string{"observed", "registered", "elsewhere", "promised", "eager", "pausing"}

// hunts lists all errors.
func hunts() []hunt {
	list := slices.Clone(own)
	for _, p := range run.Plants {
		h := hunt{Plant: p, kinds: "hard"}
		if slices.Contains(layoutErrors, p.Name) {
			h.also = unproved
		}
		if slices.Contains(awaitErrors, p.Name) {
			h.kinds = "task"
		}
		list = append(list, h)
	}
	for _, p := range run.ScalarPlants {
		p.Name = "scalar." + p.Name
		list = append(list, hunt{Plant: p, kinds: "scalar"})
	}
	return list
}

var (
	foundLine = regexp.MustCompile(`(?m)^(\w+) (\d+): (.*)$`)
	totalLine = regexp.MustCompile(`(?m)^(\d+) programs in \S+ and (\S+) of processor time`)
)

// find plants errors, all or those of the names, and reports after how many programs each is found.
// For an error that programs do not find, it runs the test that the error names. It returns the
// number of errors that are not found.
func find(root, only string, count int, w io.Writer) (missed int, err error) {
	dir, err := os.MkdirTemp("", "soak")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	for _, h := range hunts() {
		if only != "" && !slices.Contains(strings.Split(only, ","), h.Name) {
			continue
		}
		overlay, err := run.Overlay(root, dir, h.Name, append(h.Pieces(), h.also...))
		if err != nil {
			return missed, err
		}
		bin := filepath.Join(dir, "planted")
		build := exec.Command("go", "build", "-pgo=off", "-overlay", overlay, "-o", bin, "./test/soak")
		build.Dir = root
		if out, err := build.CombinedOutput(); err != nil {
			return missed, fmt.Errorf("planted error %s does not compile: %w\n%s", h.Name, err, out)
		}
		// One goroutine: the first failing program is then the same in every run.
		out, _ := exec.Command(bin, "-kinds", h.kinds, "-count", fmt.Sprint(count), "-stop", "1", "-jobs",
			"1").CombinedOutput()
		f, totals := foundLine.FindSubmatch(out), totalLine.FindAllSubmatch(out, -1)
		switch {
		case len(totals) == 0:
			return missed, fmt.Errorf("planted error %s: the run has no result:\n%s", h.Name, out)
		case f == nil && h.Test != "":
			fails, err := h.Fails(root, dir)
			if err != nil {
				return missed, err
			}
			found := "by the test"
			if !fails {
				missed++
				found = "NOT FOUND by the test"
			}
			fmt.Fprintf(w, "%-14s not in %s programs, %s %s (%s)\n", h.Name, totals[len(totals)-1][1], found, h.Test, h.Does)
		case f == nil:
			missed++
			fmt.Fprintf(w, "%-14s NOT FOUND in %s programs (%s)\n", h.Name, totals[len(totals)-1][1], h.Does)
		default:
			total := totals[len(totals)-1]
			fmt.Fprintf(w, "%-14s after %5s programs, %s: %.60s (%s)\n", h.Name, total[1], total[2], f[3], h.Does)
		}
	}
	return missed, nil
}
