// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package gen

import (
	"bufio"
	"fmt"
	"io"
)

const kernelHead = `target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
`

// Kernels writes a device module of n kernels of about forty lines each, without coroutines.
func Kernels(w io.Writer, n int) error {
	b := bufio.NewWriterSize(w, 1<<16)
	b.WriteString(kernelHead)
	for k := range n {
		fmt.Fprintf(b, kernelText, k, k, 10+k%7)
	}
	return b.Flush()
}

const kernelText = `define ptx_kernel void @k%d(ptr addrspace(1) %%in, ptr addrspace(1) %%out, i32 %%n) {
entry:
  %%buf = alloca [8 x float], align 4
  %%i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %%in.range = icmp slt i32 %%i, %%n
  br i1 %%in.range, label %%loop, label %%done
loop:
  %%j = phi i32 [ 0, %%entry ], [ %%j1, %%next ]
  %%acc = phi float [ 0.0, %%entry ], [ %%acc2, %%next ]
  %%idx = add i32 %%i, %%j
  %%p = getelementptr float, ptr addrspace(1) %%in, i32 %%idx
  %%v = load float, ptr addrspace(1) %%p
  %%k = and i32 %%idx, 7
  %%q = getelementptr [8 x float], ptr %%buf, i32 0, i32 %%k
  store float %%v, ptr %%q
  %%even = trunc i32 %%j to i1
  br i1 %%even, label %%a, label %%b
a:
  %%x = fmul float %%v, %d.0
  %%y = fadd float %%acc, %%x
  br label %%next
b:
  %%q0 = getelementptr [8 x float], ptr %%buf, i32 0, i32 3
  %%w = load float, ptr %%q0
  %%z = fsub float %%acc, %%w
  br label %%next
next:
  %%acc2 = phi float [ %%y, %%a ], [ %%z, %%b ]
  %%j1 = add i32 %%j, 1
  %%c = icmp slt i32 %%j1, %d
  br i1 %%c, label %%loop, label %%end
end:
  %%o = getelementptr float, ptr addrspace(1) %%out, i32 %%i
  store float %%acc2, ptr addrspace(1) %%o
  switch i32 %%n, label %%done [ i32 1, label %%s1
    i32 2, label %%s2
    i32 3, label %%s3
    i32 4, label %%s1 ]
s1:
  store float 1.0, ptr addrspace(1) %%out
  br label %%done
s2:
  store float 2.0, ptr addrspace(1) %%out
  br label %%done
s3:
  store float 3.0, ptr addrspace(1) %%out
  br label %%done
done:
  ret void
}
`

// Generators writes a device module of n kernels, each of which sums the values of its own
// generator.
func Generators(w io.Writer, n int) error {
	b := bufio.NewWriterSize(w, 1<<16)
	b.WriteString(kernelHead)
	for k := range n {
		fmt.Fprintf(b, generatorText, k, 3+2*k, k, k)
	}
	b.WriteString(generatorTail)
	return b.Flush()
}

const generatorText = `define internal ptr @g%d(i32 %%seed) presplitcoroutine {
entry:
  %%value = alloca i32, align 4
  %%id = call token @llvm.coro.id(i32 0, ptr %%value, ptr null, ptr null)
  %%need = call i1 @llvm.coro.alloc(token %%id)
  br i1 %%need, label %%allocate, label %%begin
allocate:
  %%size = call i64 @llvm.coro.size.i64()
  %%memory = call ptr @malloc(i64 %%size)
  br label %%begin
begin:
  %%frame = phi ptr [ null, %%entry ], [ %%memory, %%allocate ]
  %%handle = call ptr @llvm.coro.begin(token %%id, ptr %%frame)
  br label %%loop
loop:
  %%x = phi i32 [ %%seed, %%begin ], [ %%next, %%resumed ]
  store i32 %%x, ptr %%value, align 4
  %%action = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %%action, label %%suspended [
    i8 0, label %%resumed
    i8 1, label %%cleanup
  ]
resumed:
  %%product = mul i32 %%x, %d
  %%next = add i32 %%product, 1013904223
  br label %%loop
cleanup:
  %%old = call ptr @llvm.coro.free(token %%id, ptr %%handle)
  %%heap = icmp ne ptr %%old, null
  br i1 %%heap, label %%release, label %%suspended
release:
  call void @free(ptr %%old)
  br label %%suspended
suspended:
  call void @llvm.coro.end(ptr %%handle, i1 false, token none)
  ret ptr %%handle
}

define ptx_kernel void @k%d(ptr addrspace(1) %%out, i32 %%n) {
entry:
  %%tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %%numbers = call ptr @g%d(i32 %%tid)
  %%promise = call ptr @llvm.coro.promise(ptr %%numbers, i32 4, i1 false)
  br label %%loop
loop:
  %%i = phi i32 [ 0, %%entry ], [ %%i.next, %%loop ]
  %%sum = phi i32 [ 0, %%entry ], [ %%sum.next, %%loop ]
  %%number = load i32, ptr %%promise, align 4
  %%sum.next = add i32 %%sum, %%number
  call void @llvm.coro.resume(ptr %%numbers)
  %%i.next = add i32 %%i, 1
  %%more = icmp slt i32 %%i.next, %%n
  br i1 %%more, label %%loop, label %%done
done:
  call void @llvm.coro.destroy(ptr %%numbers)
  %%place = getelementptr i32, ptr addrspace(1) %%out, i32 %%tid
  store i32 %%sum.next, ptr addrspace(1) %%place, align 4
  ret void
}
`

const generatorTail = `declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @llvm.coro.promise(ptr, i32, i1)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
declare ptr @malloc(i64)
declare void @free(ptr)
`
