// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package explain

import (
	"fmt"
	"slices"
	"sort"

	"github.com/corolower/corolower/internal/cuda"
	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/elide"
	"github.com/corolower/corolower/internal/lower/framereport"
	"github.com/corolower/corolower/internal/target"
)

// This file describes the kernels of a file: the coroutines that each may create, where their frames
// are, and where the threads of a warp may diverge.

// Million is the number of threads for which totals are given.
const Million = 1_000_000

// Kernel is a kernel and its coroutines, in the form of JSON. docs/gpu.md describes the keys.
type Kernel struct {
	File string `json:"file"`
	At
	Function  string `json:"function"`
	Demangled string `json:"demangled,omitempty"`
	Pipeline  string `json:"pipeline"`
	// Ptxas is what the assembler reports. NotAssembled says why there is nothing.
	Ptxas        *Assembled `json:"ptxas,omitempty"`
	NotAssembled string     `json:"not_assembled,omitempty"`
	Locals       int64      `json:"local_bytes"`
	// FrameBytes and HeapBytes are totals for one thread that has each frame once.
	FrameBytes  int64       `json:"frame_bytes"`
	HeapBytes   int64       `json:"heap_bytes"`
	FrameTotal  int64       `json:"frame_bytes_per_million_threads"`
	HeapTotal   int64       `json:"heap_bytes_per_million_threads"`
	Frames      []GPUFrame  `json:"frames"`
	Coroutines  []GPUStates `json:"coroutines"`
	Dispatchers []Dispatch  `json:"dispatch"` // of the loop that runs symmetric transfers
}

// Assembled is what `ptxas -v` reports for a kernel.
type Assembled struct {
	cuda.Usage
	CPU         string `json:"gpu"`
	Relocatable bool   `json:"relocatable,omitempty"` // with -c: functions of other files are missing
}

// GPUFrame is the frame of a coroutine that the kernel may create.
type GPUFrame struct {
	Function string `json:"function"`
	Label    string `json:"label"`
	Caller   string `json:"caller"` // the function whose code creates the coroutine
	At
	Size   int64  `json:"size"` // -1: not known
	Elided bool   `json:"elided"`
	Reason string `json:"reason,omitempty"` // why it is not elided
	// Counts: the size is part of a total. It is not if the size is unknown, or if the frame is part
	// of another coroutine's frame.
	Counts bool `json:"counts"`
}

// GPUStates is a coroutine as the threads of a warp see it.
type GPUStates struct {
	Function  string       `json:"function"`
	Label     string       `json:"label"`
	FrameSize int64        `json:"frame_size"`
	ABI       string       `json:"abi"`
	Suspends  []GPUSuspend `json:"suspends"`
	Dispatch  []Dispatch   `json:"dispatch"`
}

// GPUSuspend is a suspend and what the frame holds over it.
type GPUSuspend struct {
	At
	Label string    `json:"label"`
	Final bool      `json:"final,omitempty"`
	Bytes int64     `json:"bytes"`
	Live  []GPULive `json:"live"`
}

// GPULive is a value or an object that is live over a suspend.
type GPULive struct {
	Label string `json:"label"`
	Type  string `json:"type,omitempty"`
	Size  int64  `json:"size"`
}

// Dispatch is a place where code continues in one of several states.
type Dispatch struct {
	Part    string `json:"part"` // resume, destroy, or transfer
	States  int    `json:"states"`
	Differs string `json:"differs"` // one of the constants below
	Why     string `json:"why"`
}

// The values of Dispatch.Differs: what is known about the states of two threads of a warp.
const (
	DiffersNo      = "no"       // they are the same
	DiffersByPath  = "by-path"  // they differ if the threads took different paths between two suspends
	DiffersByCount = "by-count" // they differ only if the threads resumed the coroutine a different number of times
	DiffersUnknown = "unknown"
)

// Kernels describes the kernels of a file. all are the coroutines of the file.
func Kernels(file *diag.File, res *driver.Result, all []*Coroutine, pipeline string) ([]Kernel, error) {
	list, err := res.Kernels()
	if err != nil {
		return nil, err
	}
	var out []Kernel
	for k := range list {
		out = append(out, kernelOf(file, res, &list[k], all, pipeline))
	}
	return out, nil
}

func kernelOf(file *diag.File, res *driver.Result, k *driver.Kernel, all []*Coroutine, pipeline string) Kernel {
	j := Kernel{File: file.Name, Function: k.Name, Demangled: other(k.Name, Demangled(k.Name)), Pipeline: pipeline,
		Locals: k.Locals, Frames: []GPUFrame{}, Coroutines: []GPUStates{}, Dispatchers: []Dispatch{}}
	if k.Item != nil {
		at := file.Place(ir.PosAt(k.Item.Head))
		j.At = At{Line: at.Line, Column: at.Col}
	}
	within := map[string]bool{} // the functions that are coroutines
	for _, c := range all {
		within[c.Function] = len(c.Suspends) > 0
	}
	unit := res.HeapUnit()
	for _, e := range creationsIn(res, k, within) {
		at := file.Place(e.Pos)
		f := GPUFrame{Function: e.Callee, Label: Demangled(e.Callee), Caller: e.Caller,
			At: At{at.Line, at.Col, source(e.Loc)}, Size: e.Size, Elided: e.Elided}
		if e.Miss != nil {
			f.Reason = DemangledText(e.Miss.String())
		}
		if f.Counts = e.Size > 0 && !(e.Elided && within[e.Caller]); f.Counts && e.Elided {
			j.FrameBytes += e.Size
		} else if f.Counts {
			j.HeapBytes += target.AlignTo(e.Size, unit)
		}
		j.Frames = append(j.Frames, f)
	}
	j.FrameTotal, j.HeapTotal = j.FrameBytes*Million, j.HeapBytes*Million
	for _, c := range all {
		if k.Runs[c.Function] && len(c.Suspends) > 0 {
			j.Coroutines = append(j.Coroutines, c.onGPU())
		}
	}
	if k.Targets > 0 {
		d := Dispatch{"transfer", k.Targets, DiffersUnknown, "threads may transfer control to different coroutines"}
		j.Dispatchers = append(j.Dispatchers, d)
	}
	return j
}

// creationsIn returns the creations of coroutines in functions that a kernel may run. A function that
// was inlined everywhere counts only if no copy of its creation is left.
func creationsIn(res *driver.Result, k *driver.Kernel, within map[string]bool) []elide.Elision {
	type creation struct {
		callee string
		at     ir.Pos
	}
	left := func(e *elide.Elision) bool { return k.Keeps[e.Caller] || within[e.Caller] }
	kept := map[creation]bool{}
	for n := range res.Elisions {
		if e := &res.Elisions[n]; k.Runs[e.Caller] && left(e) {
			kept[creation{e.Callee, e.Pos}] = true
		}
	}
	var list []elide.Elision
	for n := range res.Elisions {
		e := &res.Elisions[n]
		if k.Runs[e.Caller] && (left(e) || !e.Pos.IsValid() || !kept[creation{e.Callee, e.Pos}]) {
			list = append(list, *e)
		}
	}
	sort.SliceStable(list, func(a, b int) bool { return list[a].Caller == k.Name && list[b].Caller != k.Name })
	return list
}

// onGPU describes the suspends of a coroutine and its dispatches.
func (c *Coroutine) onGPU() GPUStates {
	j := GPUStates{Function: c.Function, Label: Demangled(c.Function), FrameSize: c.Size, ABI: c.ABI,
		Suspends: []GPUSuspend{}, Dispatch: []Dispatch{}}
	for n := range c.Suspends {
		s := &c.Suspends[n]
		js := GPUSuspend{At: c.place(s.Place), Label: c.State(n), Final: s.Final, Bytes: s.Bytes, Live: []GPULive{}}
		for _, at := range s.Live {
			if r := &c.Rows[at]; r.Kind != framereport.RowField && r.Kind != framereport.RowPromise {
				js.Live = append(js.Live, GPULive{c.Name(r), c.typeOf(r), r.Size})
			}
		}
		j.Suspends = append(j.Suspends, js)
	}
	if c.ABI == framereport.Switched {
		j.Dispatch = append(j.Dispatch, c.dispatch("resume", false), c.dispatch("destroy", true))
	}
	return j
}

// typeOf returns the type of a row: the source's if debug info has it.
func (c *Coroutine) typeOf(r *framereport.Row) string {
	if r.Var != nil && r.Var.Type != "" && !r.Var.Address {
		return r.Var.Type
	}
	return plainType(r.Type)
}

// dispatch describes the switch at the beginning of a part. A coroutine is not resumed at its final
// suspend, but it may be destroyed there.
//
// The paths between suspends say what may differ. Two threads begin their coroutines at the same
// place. So if each suspend leads to one next suspend only, threads that resumed their coroutines
// equally often are in the same state.
func (c *Coroutine) dispatch(part string, final bool) Dispatch {
	d := Dispatch{Part: part}
	for n := range c.Suspends {
		if final || !c.Suspends[n].Final {
			d.States++
		}
	}
	if d.States <= 1 {
		d.Differs = DiffersNo
		d.Why = "no switch"
		return d
	}
	if !c.AllWays {
		d.Differs, d.Why = DiffersUnknown, "the search for paths gave up"
		return d
	}
	next := map[int][]int{} // the suspends that follow each suspend
	for k := range c.Ways {
		w := &c.Ways[k]
		if w.End == framereport.WaySuspends && (final || !c.Suspends[w.To].Final) &&
			!slices.Contains(next[w.From], w.To) {
			next[w.From] = append(next[w.From], w.To)
		}
	}
	for from := -1; from < len(c.Suspends); from++ {
		if to := next[from]; len(to) > 1 {
			d.Differs = DiffersByPath
			d.Why = fmt.Sprintf("from %s, threads may go to %s or %s", c.State(from), c.State(to[0]), c.State(to[1]))
			if n := len(to) - 2; n > 0 {
				d.Why += fmt.Sprintf(" (%d more)", n)
			}
			return d
		}
	}
	d.Differs = DiffersByCount
	d.Why = "the same in all threads that resumed it equally often"
	return d
}
