; A generator in a GPU kernel: every thread sums the first n numbers of its own sequence. The frame is elided, so nothing is left of the
; generator but values in registers. Try
;   corolower --emit=ptx examples/gpu_generator.ll
target triple = "nvptx64-nvidia-cuda"

define internal ptr @sequence(i32 %seed) presplitcoroutine {
entry:
  %value = alloca i32, align 4
  %id = call token @llvm.coro.id(i32 0, ptr %value, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %allocate, label %begin

allocate:
  %size = call i64 @llvm.coro.size.i64()
  %memory = call ptr @malloc(i64 %size)
  br label %begin

begin:
  %frame = phi ptr [ null, %entry ], [ %memory, %allocate ]
  %handle = call ptr @llvm.coro.begin(token %id, ptr %frame)
  br label %loop

loop:
  %x = phi i32 [ %seed, %begin ], [ %next, %resumed ]
  store i32 %x, ptr %value, align 4
  %action = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %action, label %suspended [
    i8 0, label %resumed
    i8 1, label %cleanup
  ]

resumed:
  %product = mul i32 %x, 1664525
  %next = add i32 %product, 1013904223
  br label %loop

cleanup:
  %old = call ptr @llvm.coro.free(token %id, ptr %handle)
  %heap = icmp ne ptr %old, null
  br i1 %heap, label %release, label %suspended

release:
  call void @free(ptr %old)
  br label %suspended

suspended:
  call void @llvm.coro.end(ptr %handle, i1 false, token none)
  ret ptr %handle
}

define ptx_kernel void @sum(ptr addrspace(1) %out, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %numbers = call ptr @sequence(i32 %tid)
  %promise = call ptr @llvm.coro.promise(ptr %numbers, i32 4, i1 false)
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %loop ]
  %number = load i32, ptr %promise, align 4
  %sum.next = add i32 %sum, %number
  call void @llvm.coro.resume(ptr %numbers)
  %i.next = add i32 %i, 1
  %more = icmp slt i32 %i.next, %n
  br i1 %more, label %loop, label %done

done:
  call void @llvm.coro.destroy(ptr %numbers)
  %place = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  store i32 %sum.next, ptr addrspace(1) %place, align 4
  ret void
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @llvm.coro.promise(ptr, i32, i1)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare ptr @malloc(i64)
declare void @free(ptr)
