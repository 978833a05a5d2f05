// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package gen

import (
	"bufio"
	"fmt"
)

// async writes an asynchronous function in LLVM's own dialect. At each suspend it transfers control
// to an executor. A value is live across the suspend, and an array stays in the context.
func async(b *bufio.Writer, n int, s Shape) {
	fmt.Fprintf(b, `@async%dTu = global <{ i32, i32 }> <{ i32 trunc (i64 sub (i64 ptrtoint (ptr @async%d to i64), i64 ptrtoint (ptr @async%dTu to i64)) to i32), i32 16 }>, align 8
define swifttailcc void @async%d(ptr swiftasync %%ctx, i32 %%n) presplitcoroutine {
entry:
  %%state = alloca [8 x i32], align 4
  %%id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @async%dTu)
  %%hdl = call ptr @llvm.coro.begin(token %%id, ptr null)
  call void @touch(ptr %%state)
  %%v0 = call i32 @produce(i32 %%n)
`, n, n, n, n, n)
	for k := range s.Suspends {
		fmt.Fprintf(b, `  %%r%d = call ptr @llvm.coro.async.resume()
  %%s%d = call { ptr, i32 } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0i32s(i32 0, ptr %%r%d, ptr @__swift_async_resume_get_context, ptr @enqueue, ptr %%r%d, ptr %%ctx, i32 %%v%d)
  %%g%d = extractvalue { ptr, i32 } %%s%d, 1
  call void @print(i32 %%v%d)
  %%w%d = add i32 %%g%d, %%v%d
  %%v%d = call i32 @produce(i32 %%w%d)
  call void @touch(ptr %%state)
`, k, k, k, k, k, k, k, k, k, k, k, k+1, k)
	}
	fmt.Fprintf(b, `  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %%hdl, i1 false, ptr @leave, ptr %%ctx, i32 %%v%d)
  unreachable
}

`, s.Suspends)
}

const asyncTail = `declare swifttailcc void @queue(ptr, ptr, i32)
define internal swifttailcc void @enqueue(ptr %r, ptr %ctx, i32 %v) {
  musttail call swifttailcc void @queue(ptr %r, ptr swiftasync %ctx, i32 %v)
  ret void
}
define internal swifttailcc void @leave(ptr %ctx, i32 %v) {
  %at = getelementptr inbounds { ptr, ptr }, ptr %ctx, i32 0, i32 1
  %fn = load ptr, ptr %at, align 8
  musttail call swifttailcc void %fn(ptr swiftasync %ctx, i32 %v)
  ret void
}
define internal ptr @__swift_async_resume_get_context(ptr %ctx) alwaysinline {
  ret ptr %ctx
}
declare token @llvm.coro.id.async(i32, i32, i32, ptr)
declare ptr @llvm.coro.async.resume()
declare { ptr, i32 } @llvm.coro.suspend.async.sl_p0i32s(i32, ptr, ptr, ...)
declare void @llvm.coro.end.async(ptr, i1, ...)
`
