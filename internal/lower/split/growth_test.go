// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/corolower/corolower/test/lowertest"
)

// manySuspends returns a generator with n suspends, each with an object that is live across it, in
// a chain or around a loop. If debug is true, the objects are variables.
func manySuspends(n int, debug, loop bool) string {
	var b strings.Builder
	at, sp := "", ""
	if debug {
		at, sp = ", !dbg !5", " !dbg !3"
	}
	fmt.Fprintf(&b, "define {ptr, i32} @gen(ptr %%buf, i32 %%n) presplitcoroutine%s {\nentry:\n", sp)
	for k := range n {
		fmt.Fprintf(&b, "  %%x%d = alloca i32, align 4\n", k)
	}
	for k := range n {
		if debug {
			fmt.Fprintf(&b, "    #dbg_declare(ptr %%x%d, !%d, !DIExpression(), !5)\n", k, 10+k)
		}
	}
	b.WriteString("  %id = call token @llvm.coro.id.retcon(i32 16, i32 8, ptr %buf, ptr @proto, ptr @take, " +
		"ptr @give)\n" +
		"  %h = call ptr @llvm.coro.begin(token %id, ptr null)\n  br label %b0\n")
	for k := range n {
		fmt.Fprintf(&b, `b%d:
  call void @use(ptr %%x%[1]d)%s
  %%s%[1]d = call i1 (...) @llvm.coro.suspend.retcon.i1(i32 %%n)%[2]s
  call void @use(ptr %%x%[1]d)%[2]s
  br i1 %%s%[1]d, label %%done, label %%b%[3]d
`, k, at, k+1)
	}
	next := "done"
	if loop {
		next = "b0"
	}
	fmt.Fprintf(&b, `b%d:
  br label %%%s
done:
  call void @llvm.coro.end(ptr %%h, i1 false, token none)%s
  unreachable
}
declare void @use(ptr)
declare {ptr, i32} @proto(ptr, i1)
declare i1 @llvm.coro.suspend.retcon.i1(...)
declare token @llvm.coro.id.retcon(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @take(i64)
declare void @give(ptr)
`, n, next, at)
	if debug {
		b.WriteString(`!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "gen.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "gen", scope: !1, file: !1, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!4 = !DISubroutineType(types: !{null})
!5 = !DILocation(line: 3, scope: !3)
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
`)
		for k := range n {
			fmt.Fprintf(&b, "!%d = !DILocalVariable(name: \"x%d\", scope: !3, file: !1, line: 2, type: !6)\n", 10+k, k)
		}
	}
	return b.String()
}

// TestPartsCopyWhatTheyReach checks that a continuation contains what it reaches, not the whole
// coroutine: twice the suspends cost twice the work. With debug info the same instructions are
// copied, and the declarations stay below a bound.
func TestPartsCopyWhatTheyReach(t *testing.T) {
	const small, large = 150, 600
	for _, loop := range []bool{false, true} {
		copied := map[int]int{}
		for _, n := range []int{small, large} {
			for _, debug := range []bool{false, true} {
				c := lowertest.Load(t, manySuspends(n, debug, loop))
				declared := 0
				r, err := c.Split.Split(c.M.Funcs[0])
				if err != nil {
					t.Fatal(err)
				}
				r.All()
				for _, p := range r.Parts {
					for b := p.Entry(); b != nil; b = b.Next() {
						for i := b.First(); i != nil; i = i.Next() {
							declared += len(i.Dbg)
						}
					}
				}
				got := c.Split.Stats.Copied
				if copied[n] == 0 {
					copied[n] = got
				}
				if got != copied[n] {
					t.Errorf("%d suspends, loop %v: %d instructions copied with debug info, %d without", n, loop,
						got, copied[n])
				}
				switch {
				case !debug:
				case n == small && declared < n*n:
					t.Errorf("%d suspends, loop %v: %d declarations in the parts: not every variable is known in "+
						"every part", n, loop, declared)
				case n == large && (declared > 10*n || declared < n):
					t.Errorf("%d suspends, loop %v: %d declarations in the parts", n, loop, declared)
				}
			}
		}
		if most := copied[small] * large / small * 11 / 10; copied[small] == 0 || copied[large] > most {
			t.Errorf("loop %v: %d suspends copy %d instructions, %d copy %d: more than %d", loop, small, copied[small],
				large, copied[large], most)
		}
	}
}
