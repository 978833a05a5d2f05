// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt_test

import (
	"regexp"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/opt"
)

// TestMergedLocations merges two returns. Their common location states what both state.
func TestMergedLocations(t *testing.T) {
	const text = `define void @f(i1 %c) !dbg !3 {
  br i1 %c, label %a, label %b
a:
  call void @use()
  ret void, !dbg !5
b:
  ret void, !dbg !6
}
declare void @use()
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "x", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "t.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !8, unit: !0, spFlags: DISPFlagDefinition)
!4 = distinct !DISubprogram(name: "g", scope: !1, file: !1, line: 9, type: !8, unit: !0, spFlags: DISPFlagDefinition)
!8 = !DISubroutineType(types: !9)
!9 = !{}
!20 = !DILocation(line: 7, scope: !3)
!21 = distinct !DILocation(line: 7, scope: !3)
`
	for _, tc := range []struct{ a, b, want string }{
		{"line: 2, column: 3, scope: !3", "line: 2, column: 3, scope: !3", "line: 2, column: 3, scope: !3"},
		{"line: 2, column: 3, scope: !3", "line: 2, column: 4, scope: !3", "line: 2, scope: !3"},
		{"line: 2, scope: !3", "line: 2, scope: !3", "line: 2, scope: !3"},
		{"line: 2, column: 3, scope: !3", "line: 5, column: 3, scope: !3", "line: 0, scope: !3"},
		{"line: 2, scope: !3", "line: 2, scope: !4, inlinedAt: !20", ""},
		{"line: 2, scope: !4, inlinedAt: !20", "line: 2, scope: !4, inlinedAt: !21", ""},
		{"line: 2, scope: !4, inlinedAt: !20", "line: 5, scope: !4, inlinedAt: !20", "line: 0, scope: !4, inlinedAt: !20"},
	} {
		m := load(t, text+"!5 = !DILocation("+tc.a+")\n!6 = distinct !DILocation("+tc.b+")\n")
		f, _ := m.Func("f")
		opt.SimplifyCFG(f)
		out, got := string(emit.Module(m)), ""
		if ret := regexp.MustCompile(`ret void, !dbg (!\d+)`).FindStringSubmatch(out); ret != nil {
			got = regexp.MustCompile(`(?m)^` + ret[1] + ` = (?:distinct )?!DILocation\((.*)\)$`).FindStringSubmatch(out)[1]
		}
		if got != tc.want {
			t.Errorf("%s and %s: %q, want %q\n%s", tc.a, tc.b, got, tc.want, out)
		}
	}
}
