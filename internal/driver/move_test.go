package driver_test

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/driver"
)

// TestMoved: what is made of coroutines of which the body is moved reads as what is made of copies.
func TestMoved(t *testing.T) {
	mine := movable()
	inputs := maps.Clone(mine)
	files, _ := filepath.Glob(filepath.Join("..", "..", "test", "lit", "*", "*.ll"))
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if s := string(text); strings.Contains(s, "@llvm.coro.suspend(") && !strings.Contains(s, "DISubprogram") {
			inputs[file] = s
		}
	}
	moved, split := 0, 0
	for file, text := range inputs {
		for _, final := range []string{"i1 true", "i1 false"} { // with and without a final suspend
			in := []byte(strings.ReplaceAll(text, "token none, i1 true)", "token none, "+final+")"))
			run := func(from int) (string, int) {
				o := &driver.Options{Pipeline: pipeline(t, "coro-early,cgscc(coro-split),coro-cleanup")}
				driver.MovesFrom(o, from)
				res, err := driver.Run("t.ll", in, o)
				if err != nil {
					return err.Error(), 0
				}
				return string(res.Bytes()), res.Stats.Split.Copied
			}
			few, n := run(1)
			all, most := run(1 << 30)
			if few != all {
				t.Errorf("%s, %s: moved:\n%s\ncopied:\n%s", file, final, few, all)
			}
			t.Logf("%s, %s: %d in place of %d", file, final, n, most)
			if n < most {
				moved++
			}
			if inputs[file] == mine[file] && !strings.Contains(all, ".cleanup(") {
				t.Errorf("%s, %s: not split: %s", file, final, all)
			}
			if strings.Contains(all, ".cleanup(") {
				split++
			}
		}
	}
	if moved < 20 {
		t.Errorf("of %d, %d were moved", split, moved)
	}
}

// movable are coroutines of which the body can be moved, and others that only just are none.
func movable() map[string]string {
	base := `define ptr @f(i32 %n, ptr %p, i1 %c) presplitcoroutine {
entry:
  %x = alloca i32
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %begin
alloc:
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  br label %begin
begin:
  %m = phi ptr [ null, %entry ], [ %mem, %alloc ]
  %h = call ptr @llvm.coro.begin(token %id, ptr %m)
  call void @use(ptr %x)
  ;FRONT
  br label %first
first:
  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s0, label %suspend [
    i8 0, label %r0
    i8 1, label %cleanup
  ]
r0:
  call void @use(ptr %p)
  %s1 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s1, label %suspend [
    i8 0, label %r1
    i8 1, label %cleanup
  ]
r1:
  ;BACK
  call void @print(i32 %n)
  %s2 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s2, label %suspend [
    i8 0, label %r2
    i8 1, label %cleanup
  ]
r2:
  call void @use(ptr %x)
  %s3 = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %s3, label %suspend [
    i8 0, label %trap
    i8 1, label %cleanup
  ]
trap:
  unreachable
cleanup:
  %free = call ptr @llvm.coro.free(token %id, ptr %h)
  call void @free(ptr %free)
  br label %suspend
suspend:
  ;END
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}
declare i1 @query(i32)
declare void @use(ptr)
declare void @print(i32)
declare i1 @llvm.coro.alloc(token)
` + decls
	in := func(edits ...string) string { return strings.NewReplacer(edits...).Replace(base) }
	return map[string]string{
		"plain":                                base,
		"a name of the parts":                  in("%s1", "%cond", ";FRONT", "%resume.addr = add i32 %n, 1\n  call void @print(i32 %resume.addr)"),
		"a branch in front":                    in("br label %first\n", "br i1 %c, label %first, label %r0\n"),
		"a loop in front":                      in("br label %first\n", "br label %l\nl:\n  %k = phi i32 [ 0, %begin ], [ %k1, %l ]\n  %k1 = add i32 %k, 1\n  %q = call i1 @query(i32 %k)\n  br i1 %q, label %l, label %first\n"),
		"a loop over a suspend":                in(";BACK", "%q = call i1 @query(i32 1)\n  br i1 %q, label %first, label %on\non:"),
		"a phi behind suspends":                in(";END", "%z = phi i32 [ 0, %cleanup ], [ 1, %first ], [ 2, %r0 ], [ 3, %r1 ], [ 4, %r2 ]\n  call void @print(i32 %z)"),
		"a case for the first":                 in("switch i8 %s0, label %suspend [", "switch i8 %s0, label %cleanup [\n    i8 -1, label %suspend"),
		"what a suspend gives, used":           in("switch i8 %s0, label", "%w0 = sext i8 %s0 to i32\n  call void @print(i32 %w0)\n  switch i8 %s0, label"),
		"what a suspend gives, compared":       in("switch i8 %s0, label %suspend [\n    i8 0, label %r0\n    i8 1, label %cleanup\n  ]", "%w0 = icmp eq i8 %s0, 0\n  br i1 %w0, label %r0, label %suspend"),
		"the end only behind a suspend":        in("br label %suspend\nsuspend:", "br label %suspend\nsuspend:\n  br i1 %c, label %done, label %done2\ndone2:\n  br label %done\ndone:"),
		"a condition that does not matter":     in(";FRONT", "%a = getelementptr i8, ptr %x, i64 1\n  %e = icmp eq ptr %a, %p\n  br i1 %e, label %j, label %j\nj:", ";BACK", "call void @use(ptr %a)"),
		"another coroutine that is resumed":    in(";BACK", "call void @llvm.coro.resume(ptr %p)"),
		"memory known to be that of the frame": in(";BACK", "%fr = call ptr @llvm.coro.free(token %id, ptr %h)\n  store ptr %fr, ptr %p"),
		"a call that does not come back":       in(";FRONT", "br i1 %c, label %no, label %yes\nno:\n  call void @stop()\n  br label %first\nyes:", "declare i1 @query", "declare void @stop() noreturn\ndeclare i1 @query"),
		"an address of a block":                in(";FRONT", "call void @use(ptr blockaddress(@f, %r1))"),
		"optnone":                              in("presplitcoroutine {", "presplitcoroutine noinline optnone {"),
	}
}
