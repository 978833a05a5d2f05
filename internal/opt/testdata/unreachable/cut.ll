; Instructions that prove the rest of their block dead, and invokes that are less than they seem.
declare ptr @llvm.coro.begin(token, ptr)
declare void @llvm.assume(i1)
declare void @llvm.trap()
declare void @use(i32)
declare void @quiet(i32) nounwind
declare i32 @value(i32) nounwind
declare i32 @pure(i32) nounwind willreturn memory(none)
declare void @die() noreturn
declare i32 @__gxx_personality_v0(...)
declare i32 @__C_specific_handler(...)

define void @after_noreturn(i1 %c) presplitcoroutine {
entry:
  call void @die()
  call void @use(i32 1)
  br i1 %c, label %a, label %b

a:
  ret void

b:
  call void @use(i32 2)
  ret void
}

define void @after_trap() presplitcoroutine {
entry:
  call void @llvm.trap()
  ret void
}

define i32 @undefined(i1 %c, ptr %p) presplitcoroutine {
entry:
  br i1 %c, label %a, label %b

a:
  %v = load i32, ptr %p, align 4
  store i32 1, ptr null, align 4
  br label %join

b:
  store volatile i32 1, ptr null, align 4
  store i32 1, ptr addrspace(1) null, align 4
  br i1 %c, label %d, label %e

d:
  call void @llvm.assume(i1 false)
  br label %join

e:
  call void undef(i32 0)
  br label %join

join:
  %r = phi i32 [ %v, %a ], [ 0, %d ], [ 1, %e ]
  ret i32 %r
}

define void @null_is_fine() presplitcoroutine null_pointer_is_valid {
entry:
  store i32 1, ptr null, align 4
  ret void
}

define i32 @invokes(i32 %x) presplitcoroutine personality ptr @__gxx_personality_v0 {
entry:
  invoke void @quiet(i32 %x)
          to label %a unwind label %pad

a:
  %v = invoke i32 @value(i32 %x)
          to label %b unwind label %pad

b:
  %w = invoke i32 @pure(i32 %x)
          to label %c unwind label %pad

c:
  invoke void @use(i32 %v)
          to label %d unwind label %pad

d:
  %n = phi i32 [ 0, %c ]
  invoke void @die()
          to label %e unwind label %pad

e:
  ret i32 %n

pad:
  %s = phi i32 [ 0, %entry ], [ 1, %a ], [ 2, %b ], [ 3, %c ], [ 4, %d ]
  %l = landingpad { ptr, i32 }
          cleanup
  call void @use(i32 %s)
  resume { ptr, i32 } %l
}

define void @asynchronous(i32 %x) presplitcoroutine personality ptr @__C_specific_handler {
entry:
  invoke void @quiet(i32 %x)
          to label %a unwind label %pad

a:
  ret void

pad:
  %p = cleanuppad within none []
  cleanupret from %p unwind to caller
}
