// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package gen generates the inputs of the benchmarks: textual IR as a frontend emits it, and a C++
// translation unit for clang. The output is deterministic.
package gen

import (
	"bufio"
	"fmt"
	"io"
)

const head = `target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

`

const tail = `declare i32 @produce(i32)
declare void @touch(ptr)
declare void @print(i32)
declare void @free(ptr)
declare ptr @malloc(i64)
declare token @llvm.coro.id(i32, ptr readnone, ptr nocapture readonly, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr writeonly)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr nocapture readonly)
declare void @llvm.coro.end(ptr, i1, token)
`

// Shape describes a module of coroutines and plain functions.
type Shape struct {
	Coroutines int
	Async      int // asynchronous functions
	Suspends   int // in each coroutine
	Blocks     int // plain blocks between two suspends, each with a branch
	Plain      int // functions that are no coroutines, with 30 instructions each
}

// IR writes a module.
func IR(w io.Writer, s Shape) error {
	b := bufio.NewWriterSize(w, 1<<16)
	b.WriteString(head)
	for k := range s.Coroutines {
		coroutine(b, k, s)
	}
	for k := range s.Async {
		async(b, k, s)
	}
	for k := range s.Plain {
		plain(b, k)
	}
	b.WriteString(tail)
	if s.Async > 0 {
		b.WriteString(asyncTail)
	}
	return b.Flush()
}

// coroutine writes a generator with an array that stays in the frame, and a value that is live
// across each suspend.
func coroutine(b *bufio.Writer, n int, s Shape) {
	fmt.Fprintf(b, `define ptr @coro%d(i32 %%n) presplitcoroutine {
entry:
  %%state = alloca [8 x i32], align 4
  %%id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %%need = call i1 @llvm.coro.alloc(token %%id)
  br i1 %%need, label %%alloc, label %%begin
alloc:
  %%size = call i64 @llvm.coro.size.i64()
  %%mem = call ptr @malloc(i64 %%size)
  br label %%begin
begin:
  %%phi = phi ptr [ null, %%entry ], [ %%mem, %%alloc ]
  %%hdl = call noalias ptr @llvm.coro.begin(token %%id, ptr %%phi)
  br label %%step0
`, n)
	for k := range s.Suspends {
		fmt.Fprintf(b, "step%d:\n  %%v%d = call i32 @produce(i32 %d)\n  call void @touch(ptr %%state)\n", k, k, k)
		for j := range s.Blocks {
			fmt.Fprintf(b, "  %%c%d.%d = icmp slt i32 %%v%d, %d\n"+
				"  br i1 %%c%d.%d, label %%low%d.%d, label %%join%d.%d\n", k, j, k, j, k, j, k, j, k, j)
			fmt.Fprintf(b, "low%d.%d:\n  call void @print(i32 %d)\n  br label %%join%d.%d\njoin%d.%d:\n", k, j, j,
				k, j, k, j)
		}
		fmt.Fprintf(b, `  %%s%d = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %%s%d, label %%suspend [ i8 0, label %%resume%d
    i8 1, label %%cleanup ]
resume%d:
  call void @print(i32 %%v%d)
  br label %%step%d
`, k, k, k, k, k, k+1)
	}
	fmt.Fprintf(b, `step%d:
  br label %%cleanup
cleanup:
  %%m = call ptr @llvm.coro.free(token %%id, ptr %%hdl)
  call void @free(ptr %%m)
  br label %%suspend
suspend:
  call void @llvm.coro.end(ptr %%hdl, i1 false, token none)
  ret ptr %%hdl
}

`, s.Suspends)
}

func plain(b *bufio.Writer, n int) {
	fmt.Fprintf(b, "define i32 @plain%d(i32 %%a, i32 %%b) {\nentry:\n", n)
	for k := range 30 {
		from := "a"
		if k > 0 {
			from = fmt.Sprintf("t%d", k-1)
		}
		fmt.Fprintf(b, "  %%t%d = add i32 %%%s, %%b\n", k, from)
	}
	b.WriteString("  ret i32 %t29\n}\n\n")
}
