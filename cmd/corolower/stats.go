// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/corolower/corolower/internal/count"
	"github.com/corolower/corolower/internal/driver"
)

// This file implements -stats, in opt's format.

// counter is one statistic of -stats.
type counter struct {
	pass, name, help string
	n                int
}

func counters(st *driver.Stats) []counter {
	const split, elide = "coro-split", "coro-elide"
	list := []counter{
		{split, "Coroutines", "coroutines split", st.Split.Coroutines},
		{split, "NoSuspend", "coroutines without suspends", st.Split.NoSuspend},
		{split, "Suspends", "suspend points", st.Split.Suspends},
		{split, "Clones", "functions created", st.Split.Clones},
		{split, "Copied", "instructions and blocks copied into them", st.Split.Copied},
		{split, "Spills", "values kept in frames", st.Split.Spills},
		{split, "Remats", "values computed again, not spilled", st.Split.Remats},
		{split, "FrameBytes", "bytes of all frames", st.Split.FrameBytes},
		{split, "ContextBytes", "bytes of all asynchronous contexts", st.Split.ContextBytes},
		{split, "RecordBytes", "bytes of all frames that callers provide", st.Split.RecordBytes},
		{split, "InBuffer", "frames of returned continuations in their buffers", st.Split.InBuffer},
		{split, "Allocated", "frames of returned continuations in their own allocations", st.Split.Allocated},
		{"coro-fold-sizes", "Folded", "folded loads of sizes that callers allocate", st.FoldedSizes},
		{elide, "Elided", "allocations elided", st.Elide.Elided},
		{elide, "NotElided", "allocations not elided", st.Elide.NotElided},
		{"coro-devirt", "Direct", "calls of continuations made direct", st.Elide.Direct},
		{"coro-annotation-elide", "Elided", "allocations of coro_elide_safe calls elided", st.Elide.Annotated},
	}
	for _, c := range count.Cases {
		list = append(list, counter{c.Pass, c.Help, c.Help, c.Hits()})
	}
	return list
}

func statsText(st *driver.Stats) string {
	bar := "===" + strings.Repeat("-", 73) + "===\n"
	var b strings.Builder
	b.WriteString(bar + "                          ... Statistics Collected ...\n" + bar + "\n")
	width := 0
	for _, c := range counters(st) {
		width = max(width, len(c.pass))
	}
	for _, c := range counters(st) {
		if c.n > 0 || c.name != c.help { // cases that did not occur are left out
			fmt.Fprintf(&b, "%8d %-*s - %s\n", c.n, width, c.pass, c.help)
		}
	}
	b.WriteByte('\n')
	return b.String()
}

func statsJSON(st *driver.Stats) []byte {
	var b bytes.Buffer
	b.WriteString("{\n")
	for i, c := range counters(st) {
		key, _ := json.Marshal(c.pass + "." + c.name)
		if i > 0 {
			b.WriteString(",\n")
		}
		fmt.Fprintf(&b, "\t%s: %d", key, c.n)
	}
	b.WriteString("\n}\n")
	return b.Bytes()
}
