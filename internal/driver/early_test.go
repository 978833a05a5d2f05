// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver_test

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/pass"
)

// TestEarlyParts checks parts with debug info that are finished and printed before the rest of their
// unit. They must equal the parts that -verify-each keeps in the unit.
func TestEarlyParts(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join("..", "..", "test", "lit", "*", "*.ll"))
	compared := 0
	inputs := map[string]string{"nodes written inline": strings.Replace(coro("f", "presplitcoroutine !dbg !3"),
		"call void @free(ptr %m)",
		"call void @free(ptr %m), !dbg !DILocation(line: 4, scope: !5, inlinedAt: !DILocation(line: 2, scope: !3, inlinedAt: !6))", 1) + decls + `
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", linkageName: "f", file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !{})
!5 = distinct !DISubprogram(name: "g", file: !1, line: 3, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!6 = distinct !DILocation(line: 7, scope: !5, inlinedAt: !DILocation(line: 8, scope: !3))
`}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if s := string(text); strings.Contains(s, "DISubprogram") && strings.Contains(s, "@llvm.coro.suspend(") {
			inputs[file] = s
		}
	}
	for file, text := range inputs {
		for _, final := range []string{"i1 true", "i1 false"} {
			in := strings.ReplaceAll(text, "token none, i1 true)", "token none, "+final+")")
			run := func(each bool) string {
				res, err := driver.Run("t.ll", []byte(in), &driver.Options{
					Pipeline: pipeline(t, "coro-early,cgscc(coro-split),coro-cleanup"),
					Report:   pass.Options{VerifyEach: each}})
				if err != nil {
					return err.Error()
				}
				return string(res.Bytes())
			}
			if early, each := run(false), run(true); early != each {
				t.Errorf("%s, %s: early:\n%s\nwith -verify-each:\n%s", file, final, early, each)
			} else if strings.Contains(each, ".cleanup(") {
				compared++
			}
		}
	}
	if compared < 20 {
		t.Errorf("%d were compared", compared)
	}
}

// TestVerifyEach checks that the output does not depend on -verify-each, which keeps each part in
// memory until all steps have run on the unit. Without it, the driver finishes a part at once if no
// later step needs it. Only the order in which passes add declarations may depend on that.
func TestVerifyEach(t *testing.T) {
	split := 0
	for _, dir := range []string{"coro-split-grow", "coro-split-retcon", "coro-elide", "nvptx"} {
		files, _ := filepath.Glob(filepath.Join("..", "..", "test", "lit", dir, "*.ll"))
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, passes := range []string{"default<O2>", "complete<O2>",
				"coro-early,cgscc(coro-split,coro-annotation-elide),coro-cleanup",
				"coro-early,cgscc(coro-split),cgscc(inline),coro-cleanup"} {
				run := func(each bool) string {
					res, err := driver.Run(file, text, &driver.Options{Pipeline: pipeline(t, passes),
						Triple: "nvptx64-nvidia-cuda", Report: pass.Options{VerifyEach: each}})
					if err != nil {
						return err.Error()
					}
					split += res.Stats.Split.Coroutines
					lines := strings.Split(string(res.Bytes()), "\n")
					slices.SortStableFunc(lines, func(a, b string) int { return cmp.Compare(rank(a), rank(b)) })
					return strings.TrimSpace(strings.Join(lines, "\n"))
				}
				if got, want := run(false), run(true); got != want {
					t.Errorf("%s, %s:\n%s\nwith -verify-each:\n%s", file, passes, got, want)
				}
			}
		}
	}
	if split < 100 {
		t.Errorf("%d coroutines were split", split)
	}
}

// rank sorts blank lines first and declarations, by name, last.
func rank(line string) string {
	if line == "" || strings.HasPrefix(line, "declare ") {
		return line
	}
	return "a"
}
