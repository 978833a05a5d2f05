// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/ir"
)

// whole is a coroutine that calls each skeleton intrinsic once, each with its result on its own
// line.
const whole = `define ptr @f(i32 %n) presplitcoroutine {
entry:
  %promise = alloca i32
  %id = call token @llvm.coro.id(i32 0, ptr %promise, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  %size = call i64 @llvm.coro.size.i64()
  %align = call i64 @llvm.coro.align.i64()
  %mem = call ptr @aligned_alloc(i64 %align, i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %frame = call ptr @llvm.coro.frame()
  %at = call ptr @llvm.coro.promise(ptr %hdl, i32 4, i1 false)
  %over = call i1 @llvm.coro.done(ptr %hdl)
  %ramp = call i1 @llvm.coro.is_in_ramp()
  %noop = call ptr @llvm.coro.noop()
  call void @llvm.coro.await.suspend.void(ptr %promise, ptr %hdl, ptr @wrapper)
  %save = call token @llvm.coro.save(ptr %hdl)
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cleanup
    i8 1, label %cleanup
  ]

cleanup:
  store i32 %n, ptr %promise
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define void @caller() {
  %h = call ptr @f(i32 1)
  call void @llvm.coro.resume(ptr %h)
  call void @llvm.coro.destroy(ptr %h)
  %r = call ptr @llvm.coro.subfn.addr(ptr %h, i8 0)
  ret void
}

declare ptr @aligned_alloc(i64, i64)
declare void @free(ptr)
declare void @wrapper(ptr, ptr)
`

var coroCall = regexp.MustCompile(`call (\S+) @(llvm\.coro\.[a-z_.0-9]+)\(([^)]*)\)`)

// TestWrongSignatures calls every intrinsic with too few, too many and wrong arguments, and with
// other result types. No use of the function may panic.
func TestWrongSignatures(t *testing.T) {
	var texts []string
	for _, at := range coroCall.FindAllStringSubmatchIndex(whole, -1) {
		call, ret, name, list := whole[at[0]:at[1]], whole[at[2]:at[3]], whole[at[4]:at[5]], whole[at[6]:at[7]]
		var args []string
		if list != "" {
			args = strings.Split(list, ", ")
		}
		lists := [][]string{nil, append(append([]string{}, args...), "ptr null"), append(append([]string{}, args...),
			"i1 true", "token none")}
		for k := range args {
			lists = append(lists, args[:k])
			for _, other := range []string{"ptr null", "i32 %n", "i1 undef", "token none", "i64 7", "float 0.0",
				"ptr poison", "metadata !0", "{ ptr, i1 } zeroinitializer"} {
				changed := append([]string{}, args...)
				changed[k] = other
				lists = append(lists, changed)
			}
		}
		replace := func(with string) { texts = append(texts, whole[:at[0]]+with+whole[at[1]:]+"!0 = !{}\n") }
		for _, l := range lists {
			replace("call " + ret + " @" + name + "(" + strings.Join(l, ", ") + ")")
		}
		if ret != "void" {
			for _, other := range []string{"ptr", "i1", "i64", "token"} {
				replace(strings.Replace(call, "call "+ret, "call "+other, 1))
			}
		}
	}
	for _, word := range ir.CoroWords() {
		for _, list := range []string{"", "ptr %hdl", "token %id", "i32 1, ptr %hdl", "ptr %hdl, ptr %hdl, ptr %hdl",
			"i32 0, i32 0, ptr %hdl, ptr @f, ptr @f, ptr @f",
			"i32 0, i32 0, i32 0, ptr @f", "token %id, ptr %hdl, i32 3", "i32 0, ptr %hdl, ptr %hdl, i32 %n"} {
			extra := fmt.Sprintf("  call void @llvm.coro.%s(%s)\n", word, list)
			texts = append(texts, strings.Replace(whole, "  store i32 %n", extra+"  store i32 %n", 1))
		}
	}
	if len(texts) < 500 {
		t.Fatalf("only %d texts", len(texts))
	}
	early, err := driver.Table.Parse("coro-early,cgscc(coro-split),function(coro-elide),coro-cleanup")
	if err != nil {
		t.Fatal(err)
	}
	optimised, err := driver.Table.Parse("default<O2>")
	if err != nil {
		t.Fatal(err)
	}
	refused := 0
	for n, text := range texts {
		for mode, o := range []driver.Options{
			{CheckOnly: true}, {Frames: true, Remarks: true, DebugFrame: true}, {Pipeline: early},
			{Pipeline: optimised, Frames: true}, {Triple: "nvptx64-nvidia-cuda"},
		} {
			o.Jobs = 1
			res, err := driver.Run("in.ll", []byte(text), &o)
			if err != nil {
				refused++
				if strings.Contains(err.Error(), "internal error") {
					t.Errorf("text %d, mode %d: %v\n%s", n, mode, err, text)
				}
				continue
			}
			for _, w := range res.Warnings {
				if strings.Contains(w.Error(), "internal error") {
					t.Errorf("text %d, mode %d: %v\n%s", n, mode, w, text)
				}
			}
		}
	}
	if refused < len(texts) {
		t.Errorf("%d texts, and only %d refusals", len(texts), refused)
	}
}
