package ptx

// This file writes .loc in front of what has another place in the source than what came before, and
// .file for the files named so. That is what a profiler and cuda-gdb's line tables need; DWARF
// sections are not written.

import (
	"fmt"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// fileTable numbers source files, in the order they are met.
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

// append prints the .file lines, which stand at the end.
func (t *fileTable) append(b []byte) []byte {
	for k, name := range t.names {
		b = fmt.Appendf(b, "\t.file %d \"%s\"\n", k+1, name)
	}
	return b
}

// beginLines forgets the place of the function before.
func (e *fn) beginLines() { e.loc = nil }

// lines writes .loc for an instruction.
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

// fileOf gives the path of the file a scope is in.
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
