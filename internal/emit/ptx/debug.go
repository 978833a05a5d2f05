// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx

// This file writes a .loc before each instruction whose source position differs from the previous
// one's, and a .file for each file. A profiler and cuda-gdb's line tables need these. For inlined code,
// the .loc also names the function and the place of the call, which must be a .loc before:
//
//	.loc 1 9 11
//	.loc 1 3 55, function_name $L__info_string0, inlined_at 1 9 11
//
// The names that .loc refers to are in .debug_str. For variables, llc writes the PTX.

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// fileTable numbers source files, or other names, in the order of their first use.
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
		b = append(appendQuoted(fmt.Appendf(b, "\t.file %d ", k+1), name), '\n')
	}
	return b
}

// appendQuoted prints the name of a file. ptxas reads no escapes: a backslash stands for itself, and a
// quote ends the name. It rejects other characters than ASCII. So these are in octal, as in llc's
// output, although ptxas reads that as directories.
func appendQuoted(b []byte, s string) []byte {
	b = append(b, '"')
	for k := range len(s) {
		if c := s[k]; c < ' ' || c > '~' || c == '"' {
			b = fmt.Appendf(b, "\\%03o", c)
		} else {
			b = append(b, c)
		}
	}
	return append(b, '"')
}

// appendStrings prints the names of inlined functions.
func (w *writer) appendStrings(b []byte) []byte {
	if len(w.inlined.names) == 0 {
		return b
	}
	b = append(b, "\t.section .debug_str\n\t{\n"...)
	for k, name := range w.inlined.names {
		b = fmt.Appendf(b, "%s%d:\n\t.b8 ", w.infoWord, k+1)
		for _, c := range []byte(name) {
			b = append(strconv.AppendUint(b, uint64(c), 10), ", "...)
		}
		b = append(b, "0\n"...)
	}
	return append(b, "\t}\n"...)
}

// beginLines resets the position at the start of a function.
func (e *fn) beginLines() { e.loc, e.sites = nil, nil }

// lines writes a .loc for an instruction if needed.
func (e *fn) lines(i *ir.Instr) {
	loc := i.DebugLoc()
	if loc == nil || loc == e.loc || i.Op == ir.OpPhi {
		return
	}
	if e.writeLoc(loc, 0) {
		e.loc = loc
	}
}

// place is a source position as .loc has it.
type place struct {
	file         int
	line, column string
	function     string
}

// placeOf returns the position of a location. ok is false if it has none.
func (e *fn) placeOf(loc *ir.MD) (n *ir.MDNode, p place, ok bool) {
	n = e.m.MDNode(loc)
	if n == nil || n.Name != "DILocation" {
		return nil, place{}, false
	}
	p = place{line: textOf(n.Field("line")), column: textOf(n.Field("column"))}
	file := ""
	file, p.function, ok = e.scopeOf(n.Field("scope"))
	if !ok || !isPosition(p.line) || p.line == "0" || file == "" {
		return nil, place{}, false
	}
	if !isPosition(p.column) {
		p.column = "0"
	}
	p.file = e.files.num(file)
	return n, p, true
}

// isPosition reports whether ptxas accepts a number as a line or a column.
func isPosition(s string) bool {
	_, err := strconv.ParseUint(s, 10, 32)
	return err == nil
}

// writeLoc writes the .loc for a location, after those of the calls that it was inlined at.
func (e *fn) writeLoc(loc *ir.MD, depth int) bool {
	n, p, ok := e.placeOf(loc)
	if !ok {
		return false
	}
	text := fmt.Sprintf(".loc %d %s %s", p.file, p.line, p.column)
	at := n.Field("inlinedAt")
	if at != nil && p.function != "" && depth < maxInlined && e.has(featInlinedLines) {
		if _, call, ok := e.placeOf(at); ok {
			if e.sites == nil {
				e.sites = map[*ir.MD]bool{}
			}
			if !e.sites[at] {
				e.sites[at] = true
				e.writeLoc(at, depth+1)
			}
			e.useAt(featInlinedLines, 0)
			text += fmt.Sprintf(", function_name %s%d, inlined_at %d %s %s", e.infoWord, e.inlined.num(p.function), call.file,
				call.line, call.column)
		}
	}
	e.linef("%s", text)
	return true
}

// maxInlined bounds the calls that code was inlined through. In a deeper chain, the innermost position
// has no call. A cycle in the metadata is one.
const maxInlined = 1000

func textOf(md *ir.MD) string {
	if md == nil {
		return ""
	}
	return md.Text
}

// scopeOf returns the path of the file of a scope, and the name of its function: the linkage name if
// there is one. ok is false if the function's compile unit has no debug info.
func (e *fn) scopeOf(md *ir.MD) (file, function string, ok bool) {
	for depth := 0; depth < 1000; depth++ {
		n := e.m.MDNode(md)
		if n == nil {
			break
		}
		if file == "" {
			file = e.filePath(n)
		}
		if n.Name == "DISubprogram" {
			if function = ir.Unescape(textOf(n.Field("linkageName"))); function == "" {
				function = ir.Unescape(textOf(n.Field("name")))
			}
			u := e.m.MDNode(n.Field("unit"))
			return file, function, u == nil || textOf(u.Field("emissionKind")) != "NoDebug"
		}
		md = n.Field("scope")
	}
	return file, "", true
}

// filePath returns the path of the file that a node names, or "".
func (e *fn) filePath(n *ir.MDNode) string {
	if n == nil {
		return ""
	}
	f := e.m.MDNode(n.Field("file"))
	if f == nil {
		return ""
	}
	name, dir := ir.Unescape(textOf(f.Field("filename"))), ir.Unescape(textOf(f.Field("directory")))
	if dir != "" && !strings.HasPrefix(name, "/") {
		name = dir + "/" + name
	}
	return name
}
