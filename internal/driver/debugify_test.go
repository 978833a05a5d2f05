// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

// debugify adds debug info to a module without any: a location for each instruction, and a variable for
// each value that has a name. Every third location is that of an inlined call.
func debugify(t *testing.T, text []byte) []byte {
	t.Helper()
	m, err := parse.Module("debugify.ll", text)
	if err != nil {
		t.Fatal(err)
	}
	d := &debugifier{next: 10}
	lines := strings.SplitAfter(string(text), "\n")
	starts := make([]int, len(lines)) // of each line
	for k := 1; k < len(lines); k++ {
		starts[k] = starts[k-1] + len(lines[k-1])
	}
	lineOf := func(p ir.Pos) int {
		k, found := slices.BinarySearch(starts, p.Offset())
		if !found {
			k--
		}
		return k
	}
	for _, f := range m.Funcs {
		if f.Declared || f.IsIntrinsic() {
			continue
		}
		sp := d.node("distinct !DISubprogram(name: %q, scope: !1, file: !1, line: %d, type: !3, unit: !0, spFlags: DISPFlagDefinition)",
			f.Name, lineOf(f.Pos)+1)
		inlined := d.node("distinct !DISubprogram(name: \"in.%s\", scope: !1, file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)", f.Name)
		call := d.node("distinct !DILocation(line: %d, scope: !%d)", lineOf(f.Pos)+2, sp)
		head := lineOf(f.Pos)
		lines[head] = strings.Replace(lines[head], "{\n", fmt.Sprintf("!dbg !%d {\n", sp), 1)
		n := 0
		for i := range f.Instrs() {
			n++
			k := lineOf(i.Pos)
			name, _, named := strings.Cut(strings.TrimSpace(lines[k]), " = ")
			for k+1 < len(lines) && (strings.HasPrefix(lines[k+1], "   ") || strings.HasPrefix(lines[k+1], "  ]")) {
				k++
			}
			at := fmt.Sprintf("scope: !%d", sp)
			if n%3 == 0 {
				at = fmt.Sprintf("scope: !%d, inlinedAt: !%d", inlined, call)
			}
			loc := d.node("!DILocation(line: %d, column: %d, %s)", lineOf(i.Pos)+1, n%7, at)
			lines[k] = strings.TrimSuffix(lines[k], "\n") + fmt.Sprintf(", !dbg !%d\n", loc)
			if !named || i.Op == ir.OpPhi || i.IsTerminator() {
				continue
			}
			variable := d.node("!DILocalVariable(name: %q, scope: !%d, file: !1, line: %d, type: !5)", name, sp, n)
			if n%3 == 0 {
				variable = d.node("!DILocalVariable(name: %q, scope: !%d, file: !1, line: %d, type: !5)", name, inlined, n)
			}
			record := "value"
			if i.Op == ir.OpAlloca {
				record = "declare"
			}
			if kind := i.Type().String(); kind != "token" {
				lines[k] += fmt.Sprintf("    #dbg_%s(%s %s, !%d, !DIExpression(), !%d)\n", record, kind, name, variable, loc)
			}
		}
	}
	return []byte(strings.Join(lines, "") + `!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "x", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "t.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !4)
!4 = !{}
!5 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
` + d.nodes.String())
}

// debugifier numbers nodes of metadata.
type debugifier struct {
	next  int
	nodes strings.Builder
}

func (d *debugifier) node(format string, args ...any) int {
	d.next++
	fmt.Fprintf(&d.nodes, "!%d = %s\n", d.next-1, fmt.Sprintf(format, args...))
	return d.next - 1
}
