// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx

// This file writes a .loc before each instruction whose source position differs from the previous
// one's, and a .file for each file. A profiler and cuda-gdb's line tables need these. The writer
// emits no DWARF sections.

import (
	"fmt"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// fileTable numbers source files in the order of their first use.
type fileTable struct {
	nums  map[string]int
	names []string
}

func (t *fileTable) num(name string) int {
	if n, ok := t.nums[name]; ok {
		return n
	}
	if t.nums == nil {
		t.nums = map[string]int{}
	}
	t.names = append(t.names, name)
	t.nums[name] = len(t.names)
	return len(t.names)
}

// append prints the .file lines, which are at the end of the module.
func (t *fileTable) append(b []byte) []byte {
	for k, name := range t.names {
		b = fmt.Appendf(b, "\t.file %d \"%s\"\n", k+1, name)
	}
	return b
}

// beginLines resets the position at the start of a function.
func (e *fn) beginLines() { e.loc = nil }

// lines writes a .loc for an instruction if needed.
func (e *fn) lines(i *ir.Instr) {
	loc := i.DebugLoc()
	if loc == nil || loc == e.loc || i.Op == ir.OpPhi {
		return
	}
	n := e.m.MDNode(loc)
	if n == nil || n.Name != "DILocation" {
		return
	}
	line := textOf(n.Field("line"))
	file := e.fileOf(n.Field("scope"))
	if line == "" || line == "0" || file == "" {
		return
	}
	e.loc = loc
	col := textOf(n.Field("column"))
	if col == "" {
		col = "0"
	}
	e.linef(".loc %d %s %s", e.files.num(file), line, col)
}

func textOf(md *ir.MD) string {
	if md == nil {
		return ""
	}
	return md.Text
}

// fileOf returns the path of the file of a scope.
func (e *fn) fileOf(md *ir.MD) string {
	for depth := 0; depth < 1000; depth++ {
		n := e.m.MDNode(md)
		if n == nil {
			return ""
		}
		if f := e.m.MDNode(n.Field("file")); f != nil {
			name, dir := textOf(f.Field("filename")), textOf(f.Field("directory"))
			if dir != "" && !strings.HasPrefix(name, "/") {
				name = dir + "/" + name
			}
			return name
		}
		md = n.Field("scope")
	}
	return ""
}
