// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package reduce

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

const module = `; a comment
target triple = "x86_64-pc-linux-gnu"
%used = type { i32, %other }
%other = type { ptr }
%alone = type { i64 }
$c = comdat any
@v = internal global i32 7
@w = global %used zeroinitializer

define ptr @f(i32 %n, ptr noundef nonnull %p) #0 personality ptr @pers {
entry:
  %x = alloca %used
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call noalias ptr @malloc(i64 %size) #1
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %c = icmp eq i32 %n, 3
  br i1 %c, label %a, label %b
a:
  %one = invoke i32 @throws(i32 1) to label %on unwind label %pad
on:
  br label %b
b:
  %k = phi i32 [ %one, %on ], [ %n, %entry ]
  store i32 %k, ptr %p, !tbaa !1
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %out [ i8 0, label %bad
                             i8 1, label %out ]
bad:
  call void @bad(i32 %k)
  br label %out
out:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
pad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}

define internal i32 @alone(i32 %x) comdat($c) {
  %y = mul i32 %x, 3
  ret i32 %y
}

declare i32 @pers(...)
declare i32 @throws(i32)
declare void @bad(i32)
declare ptr @malloc(i64)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)

attributes #0 = { presplitcoroutine nounwind "k"="v" }
attributes #1 = { allocsize(0) }
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"x", i32 1}
!1 = !{!2, !2, i64 0}
!2 = !{!"int", !3}
!3 = !{!"root"}
`

func reduced(t *testing.T, test Test) string {
	t.Helper()
	small, st, err := Run("t.ll", []byte(module), test)
	if err != nil {
		t.Fatal(err)
	}
	m, err := parse.Module("small.ll", small)
	if err != nil || len(ir.Verify(m)) > 0 {
		t.Fatalf("invalid: %v\n%s", err, small)
	}
	if st.Tests > st.Tried || st.Tests == 0 {
		t.Errorf("%+v", st)
	}
	return string(small)
}

// words returns a test for texts that contain all of some words.
func words(list ...string) Test {
	return func(text []byte) (bool, error) {
		for _, w := range list {
			if !bytes.Contains(text, []byte(w)) {
				return false, nil
			}
		}
		return true, nil
	}
}

func TestRun(t *testing.T) {
	for _, c := range []struct {
		keep []string
		want string // the remaining text, after the target
	}{
		{[]string{"call void @bad("}, "define ptr @f(i32 %n, ptr %p) {\nentry:\n  call void @bad(i32 0)\n" +
			"  ret ptr null\n}\n\ndeclare void @bad(i32)\n"},
		{[]string{"mul i32"}, "define internal i32 @alone(i32 %x) {\n  %y = mul i32 %x, 3\n  ret i32 %y\n}\n"},
		{[]string{"@w = global"}, "%other = type { ptr }\n%used = type { i32, %other }\n\n" +
			"@w = global %used zeroinitializer\n"},
		{[]string{"presplitcoroutine", "llvm.coro.suspend(token none"}, "; Function Attrs: presplitcoroutine\n" +
			"define ptr @f(i32 %n, ptr %p) #0 {\nentry:\n" +
			"  %s = call i8 @llvm.coro.suspend(token none, i1 false)\n  ret ptr null\n}\n\n" +
			"declare i8 @llvm.coro.suspend(token, i1)\n\nattributes #0 = { presplitcoroutine }\n"},
	} {
		got := reduced(t, words(c.keep...))
		if _, rest, _ := strings.Cut(got, "\n\n"); strings.TrimSpace(rest) != strings.TrimSpace(c.want) {
			t.Errorf("%v: left\n%s\nwant\n%s", c.keep, got, c.want)
		}
	}
}

// TestEverything checks that nothing droppable is left if every module is interesting.
func TestEverything(t *testing.T) {
	if got := reduced(t, func([]byte) (bool, error) { return true, nil }); strings.Contains(got, "@") {
		t.Errorf("left\n%s", got)
	}
}

func TestError(t *testing.T) {
	broken := errors.New("no disk")
	n := 0
	var last []byte
	small, _, err := Run("t.ll", []byte(module), func(text []byte) (bool, error) {
		if n++; n == 3 {
			return true, broken
		}
		last = text
		return true, nil
	})
	if !errors.Is(err, broken) || n != 3 || !bytes.Equal(small, last) {
		t.Errorf("error %v after %d tests, with the result\n%s\nwant\n%s", err, n, small, last)
	}
}
