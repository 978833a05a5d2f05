// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package flowcheck_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/flowcheck"
	"github.com/corolower/corolower/internal/parse"
)

// parts are the functions of 10 coroutines that suspend 1000 times in a loop, where 5 are destroyed. The
// others suspend a second time and are destroyed there. Blocks that suspend are named leave.N, and
// those that continue enter.N.
const parts = `
define void @f(i1 %alloc) !prof !0 {
entry:
  br i1 %alloc, label %take, label %leave.0
take:
  br label %leave.0
leave.0:
  ret void
}

define void @f.resume(i1 %i, i1 %c) !prof !1 {
entry:
  switch i1 %i, label %never [ i1 0, label %enter.0
                               i1 1, label %enter.1 ], !prof !5
enter.0:
  br label %landing
landing:
  %s = phi i8 [ 0, %enter.0 ], [ -1, %leave.0 ]
  switch i8 %s, label %end [ i8 0, label %work
                             i8 1, label %end ]
work:
  br i1 %c, label %spin, label %leave.0, !prof !2
leave.0:
  br label %landing
spin:
  br i1 %c, label %spin, label %check, !prof !3
check:
  invoke void @may() to label %leave.1 unwind label %pad
leave.1:
  br label %end
enter.1:
  br label %end
end:
  ret void
pad:
  %p = landingpad { ptr, i32 } cleanup
  br label %trap
trap:
  unreachable
never:
  unreachable
}

define void @f.destroy(ptr %p, i1 %i) !prof !4 {
entry:
  br i1 %i, label %enter.0, label %enter.1, !prof !6
enter.0:
  %null = icmp eq ptr %p, null
  br i1 %null, label %end, label %free
free:
  br label %end
enter.1:
  br label %end
end:
  ret void
}
declare void @may()
!0 = !{!"function_entry_count", i64 10}
!1 = !{!"function_entry_count", i64 995}
!2 = !{!"branch_weights", i32 5, i32 990}
!3 = !{!"branch_weights", i32 1000, i32 1}
!4 = !{!"function_entry_count", i64 10}
!5 = !{!"branch_weights", i32 0, i32 995, i32 0}
!6 = !{!"branch_weights", i32 5, i32 5}
`

// TestCheck plants errors into right counts. An edit is a piece of text and its replacement.
func TestCheck(t *testing.T) {
	const wrong = "suspend "
	for _, c := range []struct{ name, old, with, want string }{
		{"right", "", "", ""},
		{"rounded", "i64 995", "i64 992", ""},
		{"the ramp's count at the resume part", "i64 995", "i64 10", wrong + "0"},
		{"the ramp's count is half", "!0 = !{!\"function_entry_count\", i64 10}", "!0 = !{!\"function_entry_count\", i64 500}", wrong + "0"},
		{"cases exchanged", "i32 0, i32 995, i32 0", "i32 0, i32 0, i32 995", wrong},
		{"too often destroyed", "!4 = !{!\"function_entry_count\", i64 10}", "!4 = !{!\"function_entry_count\", i64 995}", wrong},
		{"loop turned round", "i32 5, i32 990", "i32 990, i32 5", wrong},
		{"destroyed elsewhere", "i32 5, i32 5", "i32 900, i32 1", wrong + "1"},
		{"off by less than the rounding", "i32 5, i32 5", "i32 8, i32 2", ""},
		{"weights of a suspend's test kept", "i8 1, label %end ]", "i8 1, label %end ], !prof !7\n", ""},
		{"a part is never entered", "!prof !1 {", "{", wrong + "0"},

		{"a loop that nothing leaves", "i32 1000, i32 1}", "i32 1000, i32 0}", wrong + "1"},
		{"unknown", ", label %leave.0, !prof !2", ", label %leave.0", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.Replace(parts, c.old, c.with, 1) + "!7 = !{!\"branch_weights\", i32 1000, i32 1, i32 1}\n"
			if c.old != "" && !strings.Contains(parts, c.old) {
				t.Fatalf("%q is not in the text", c.old)
			}
			if got := check(t, text, "f", "f.resume", "f.destroy"); got != c.want && (c.want == "" || !strings.HasPrefix(got, c.want)) {
				t.Errorf("got %q instead of %q", got, c.want)
			}
		})
	}
}

// check checks functions whose blocks have the names of parts. In a function with the name f.N the
// coroutine continues at suspend N.
func check(t *testing.T, text string, names ...string) string {
	t.Helper()
	m, err := parse.Module("test.ll", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	var list []*ir.Func
	places := map[*ir.Func][]flowcheck.Suspend{}
	for _, name := range names {
		f, err := m.Func(name)
		if err != nil || f.Load() != nil {
			t.Fatal(err)
		}
		list, places[f] = append(list, f), make([]flowcheck.Suspend, 2)
		for k := range places[f] {
			s := &places[f][k]
			if strings.HasSuffix(name, "."+strconv.Itoa(k)) {
				s.Enter = f.Entry()
			}
			for _, b := range f.Blocks() {
				switch b.Name() {
				case "leave." + strconv.Itoa(k):
					s.Leave = append(s.Leave, b)
				case "enter." + strconv.Itoa(k):
					s.Enter = b
				}
			}
		}
	}
	return flowcheck.Check(m, list, places)
}

// TestCheckContinuations checks functions that each continue at one suspend.
func TestCheckContinuations(t *testing.T) {
	const text = `
define void @f() !prof !0 {
leave.0:
  ret void
}
define void @f.0(i1 %c) !prof !1 {
entry:
  br i1 %c, label %leave.0, label %leave.1, !prof !2
leave.0:
  ret void
leave.1:
  ret void
}
define void @f.1() !prof !0 {
entry:
  ret void
}
!0 = !{!"function_entry_count", i64 100}
!1 = !{!"function_entry_count", i64 1000}
!2 = !{!"branch_weights", i32 9, i32 1}
`
	if got := check(t, text, "f", "f.0", "f.1"); got != "" {
		t.Errorf("got %q", got)
	}
	if got := check(t, strings.Replace(text, "@f.1() !prof !0", "@f.1() !prof !1", 1), "f", "f.0", "f.1"); !strings.HasPrefix(got, "suspend 1 ") {
		t.Errorf("got %q", got)
	}
}
