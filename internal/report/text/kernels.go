// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package text

import (
	"fmt"
	"strings"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/report/explain"
)

// This file formats what coroutines cost on a GPU.

// Kernels formats the reports of kernels.
func Kernels(list []explain.Kernel, pipeline string, st *diag.Style) string {
	w := &writer{Style: st}
	for k := range list {
		w.kernel(&list[k])
		w.WriteByte('\n')
	}
	w.after(pipeline, explain.Count(len(list), "kernel"))
	return w.String()
}

func (w *writer) kernel(k *explain.Kernel) {
	where := k.File
	if k.Line > 0 {
		where += fmt.Sprintf(":%d:%d", k.Line, k.Column)
	}
	w.lead(where, "kernel:", "'"+explain.Demangled(k.Function)+"'")
	facts := w.table(2, column{"", 12}, column{"", 0})
	if p := k.Ptxas; p != nil {
		more, how := "", ""
		if p.Unknown {
			more = " or more (its calls need a stack of unknown size)"
		}
		if p.Relocatable {
			how = ", without functions of other files"
		}
		facts.row("registers:", fmt.Sprintf("%d, by ptxas for %s%s", p.Registers, p.CPU, how))
		facts.row("stack:", fmt.Sprintf("%s%s; spills: %s stored, %s loaded", explain.Bytes(int64(p.Stack)), more,
			explain.Bytes(int64(p.SpillStores)), explain.Bytes(int64(p.SpillLoads))))
	} else {
		facts.row("registers:", "not known: "+k.NotAssembled)
	}
	facts.row("variables:", explain.Bytes(k.Locals)+" in the kernel's own code, in local memory unless they are in registers")
	facts.row("frames:", perThread(k.FrameBytes, k.FrameTotal))
	facts.row("device heap:", perThread(k.HeapBytes, k.HeapTotal))
	frames := w.table(4, column{">", 12}, column{"", 0})
	for n := range k.Frames {
		size, what := gpuFrame(k, &k.Frames[n])
		frames.row(size, what)
	}
	for _, d := range k.Dispatchers {
		facts.row("transfers:", dispatchText(&d, "coroutine"))
	}
	parts := w.table(4, column{"", 8}, column{"", 0})
	states := w.table(4, column{"", stateWidth}, column{"", 0})
	for n := range k.Coroutines {
		c := &k.Coroutines[n]
		w.WriteString("  " + w.Bold("'"+diag.Clean(c.Label)+"'"))
		w.line(" has %s, %s", explain.Bytes(c.FrameSize), explain.Count(len(c.Suspends), "suspend"))
		for n := range c.Dispatch {
			parts.row(c.Dispatch[n].Part+":", dispatchText(&c.Dispatch[n], "state"))
		}
		for n := range c.Suspends {
			var live []string
			for _, v := range c.Suspends[n].Live {
				live = append(live, strings.TrimSuffix(v.Label+": "+v.Type, ": ")+", "+explain.Bytes(v.Size))
			}
			if live == nil {
				live = []string{"nothing"}
			}
			states.row(c.Suspends[n].Label, "keeps "+strings.Join(live, "; "))
		}
	}
}

// perThread formats the bytes of a thread, and of a million threads unless that is 0.
func perThread(bytes, total int64) string {
	s := explain.Bytes(bytes) + " per thread"
	if total == 0 {
		return s
	}
	n := fmt.Sprint(total)
	for k := len(n) - 3; k > 0; k -= 3 {
		n = n[:k] + "," + n[k:]
	}
	return s + ", " + n + " bytes for a million threads"
}

// gpuFrame describes the frame of a coroutine.
func gpuFrame(k *explain.Kernel, f *explain.GPUFrame) (size, what string) {
	what = "'" + f.Label + "'"
	if f.Caller != k.Function {
		what += ", created in '" + explain.Demangled(f.Caller) + "'"
	}
	if f.Source != nil {
		what += fmt.Sprintf(", line %d", f.Source.Line)
	} else if f.Line > 0 {
		what += fmt.Sprintf(", line %d", f.Line)
	}
	switch {
	case f.Elided && !f.Counts && f.Size > 0:
		what += ": elided, within the frame of its creator"
	case f.Elided:
		what += ": elided"
	case f.Reason != "":
		what += ": on the device heap, because " + f.Reason
	default:
		what += ": on the device heap"
	}
	if f.Size < 0 {
		return "size not known", what
	}
	return explain.Bytes(f.Size), what
}

// dispatchText describes a dispatch.
func dispatchText(d *explain.Dispatch, noun string) string {
	s := explain.Count(d.States, noun) + "; "
	switch d.Differs {
	case explain.DiffersNo:
		s += "the threads of a warp do not diverge here: "
	case explain.DiffersByPath:
		s += "threads may diverge: "
	case explain.DiffersByCount:
	default:
		s += "not known whether threads diverge: "
	}
	return s + d.Why
}
