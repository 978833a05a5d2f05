; A coroutine of another ABI is named, not silently left.
; RUN: not corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S -o /dev/null 2>&1 | FileCheck %s

define swifttailcc void @f(ptr %ctx) presplitcoroutine {
entry:
; CHECK: async-not-lowered.ll:{{[0-9]+}}:{{[0-9]+}}: error: {{.*}}async
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @f.afp)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr null)
  ret void
}

@f.afp = constant { i32, i32 } { i32 0, i32 16 }

declare token @llvm.coro.id.async(i32, i32, i32, ptr)

declare ptr @llvm.coro.begin(token, ptr)
