// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/report/explain"
)

// This file formats the reports of kernels as text, for people with a terminal of 100 columns.

// kernelsText is the report for people.
func kernelsText(list []explain.Kernel, names, functions []string, pipeline string, st *diag.Style) []byte {
	var b bytes.Buffer
	for k := range list {
		kernelText(&list[k], &b, st)
		b.WriteByte('\n')
	}
	if len(list) > 0 {
		fmt.Fprintf(&b, "%s, after -passes='%s'\n", explain.Count(len(list), "kernel"), diag.Clean(pipeline))
	} else {
		b.WriteString(nothing(names, functions, "no kernel is named", "no kernel"))
	}
	return b.Bytes()
}

// kernelText formats one kernel.
func kernelText(k *explain.Kernel, b *bytes.Buffer, st *diag.Style) {
	where := diag.Clean(k.File)
	if k.Line > 0 {
		where += fmt.Sprintf(":%d:%d", k.Line, k.Column)
	}
	fmt.Fprintf(b, "%s %s %s\n", st.Bold(where+":"), st.Note("kernel:"),
		st.Bold("'"+diag.Clean(explain.Demangled(k.Function))+"'"))
	assembledText(k, b, st)
	fmt.Fprintf(b, "  variables:   %s in the kernel's own code, in local memory unless they are in registers\n",
		explain.Bytes(k.Locals))
	fmt.Fprintf(b, "  frames:      %s per thread%s\n", explain.Bytes(k.FrameBytes), perMillion(k.FrameTotal))
	fmt.Fprintf(b, "  device heap: %s per thread%s\n", explain.Bytes(k.HeapBytes), perMillion(k.HeapTotal))
	for n := range k.Frames {
		gpuFrameText(k, &k.Frames[n], b, st)
	}
	for _, d := range k.Dispatchers {
		fmt.Fprintf(b, "  transfers:   %s\n", dispatchText(&d, "coroutine"))
	}
	for n := range k.Coroutines {
		gpuStatesText(&k.Coroutines[n], b, st)
	}
}

// assembledText writes what ptxas reports.
func assembledText(k *explain.Kernel, b *bytes.Buffer, st *diag.Style) {
	p := k.Ptxas
	if p == nil {
		why := wrap(diag.Clean(k.NotAssembled), st.Width-15)
		why[0] = "not known: " + why[0]
		b.WriteString(beside("  ", cell{lines: []string{"registers:"}, width: 11}, cell{lines: why}))
		return
	}
	more, how := "", ""
	if p.Unknown {
		more = " or more (its calls need a stack of unknown size)"
	}
	if p.Relocatable {
		how = ", without functions of other files"
	}
	fmt.Fprintf(b, "  registers:   %d, by ptxas for %s%s\n", p.Registers, p.CPU, how)
	fmt.Fprintf(b, "  stack:       %s%s; spills: %s stored, %s loaded\n", explain.Bytes(int64(p.Stack)), more,
		explain.Bytes(int64(p.SpillStores)), explain.Bytes(int64(p.SpillLoads)))
}

// perMillion formats the total for a million threads, or returns "" for 0.
func perMillion(total int64) string {
	if total == 0 {
		return ""
	}
	return fmt.Sprintf(", %s for a million threads", thousands(total)+" bytes")
}

// thousands formats a number with commas between thousands.
func thousands(n int64) string {
	s := fmt.Sprint(n)
	for k := len(s) - 3; k > 0; k -= 3 {
		s = s[:k] + "," + s[k:]
	}
	return s
}

// gpuFrameText writes a line about the frame of a coroutine.
func gpuFrameText(k *explain.Kernel, f *explain.GPUFrame, b *bytes.Buffer, st *diag.Style) {
	what := "'" + f.Label + "'"
	if f.Caller != k.Function {
		what += ", created in '" + explain.Demangled(f.Caller) + "'"
	}
	if f.Source != nil {
		what += fmt.Sprintf(", line %d", f.Source.Line)
	} else if f.Line > 0 {
		what += fmt.Sprintf(", line %d", f.Line)
	}
	size := "size not known"
	if f.Size >= 0 {
		size = explain.Bytes(f.Size)
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
	b.WriteString(beside("    ", cell{lines: []string{size}, width: 12, right: true},
		cell{lines: wrap(diag.Clean(what), st.Width-18)}))
}

// dispatchText describes a dispatch.
func dispatchText(d *explain.Dispatch, noun string) string {
	s := explain.Count(d.States, noun) + "; "
	switch d.Differs {
	case explain.DiffersNo:
		return s + "the threads of a warp do not diverge here: " + d.Why
	case explain.DiffersByPath:
		return s + "threads may diverge: " + d.Why
	case explain.DiffersByCount:
		return s + d.Why
	}
	return s + "not known whether threads diverge: " + d.Why
}

// gpuStatesText writes a coroutine's dispatches and suspends.
func gpuStatesText(c *explain.GPUStates, b *bytes.Buffer, st *diag.Style) {
	fmt.Fprintf(b, "  %s has %s, %s\n", st.Bold("'"+diag.Clean(c.Label)+"'"), explain.Bytes(c.FrameSize),
		explain.Count(len(c.Suspends), "suspend"))
	for n := range c.Dispatch {
		d := &c.Dispatch[n]
		b.WriteString(beside("    ", cell{lines: []string{d.Part + ":"}, width: 8},
			cell{lines: wrap(diag.Clean(dispatchText(d, "state")), st.Width-14)}))
	}
	for n := range c.Suspends {
		s := &c.Suspends[n]
		var live []string
		for _, v := range s.Live {
			live = append(live, strings.TrimSuffix(v.Label+": "+v.Type, ": ")+", "+explain.Bytes(v.Size))
		}
		if live == nil {
			live = []string{"nothing"}
		}
		b.WriteString(beside("    ", cell{lines: wrap(diag.Clean(s.Label), stateWidth), width: stateWidth},
			cell{lines: wrap(diag.Clean("keeps "+strings.Join(live, "; ")), st.Width-stateWidth-6)}))
	}
}
