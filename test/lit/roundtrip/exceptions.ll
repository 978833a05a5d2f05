; invoke, landingpad with clauses and filters, resume, and the funclet instructions.
; RUN: corolower %s -passes=coro-early -S | opt-22 -S | grep -v ModuleID > %t.ours
; RUN: opt-22 %s -passes=coro-early -S | grep -v ModuleID > %t.llvm
; RUN: diff %t.llvm %t.ours

source_filename = "m"

@type = external constant ptr

define i32 @t(ptr %h) personality ptr @__gxx_personality_v0 {
  %d = call i1 @llvm.coro.done(ptr %h)
  %r = invoke noundef i32 @callee(i32 signext 3) #0 [ "deopt"(i32 1, ptr %h) ]
          to label %ok unwind label %bad

ok:
  ret i32 %r

bad:
  %lp = landingpad { ptr, i32 }
          cleanup
          catch ptr @type
          filter [1 x ptr] [ptr @type]
  resume { ptr, i32 } %lp
}

define void @u(ptr %h) personality ptr @__CxxFrameHandler3 {
  %d = call i1 @llvm.coro.done(ptr %h)
  %x = invoke i32 @callee(i32 0)
          to label %ok unwind label %dispatch

dispatch:
  %cs = catchswitch within none [label %one, label %two] unwind label %clean

one:
  %cp = catchpad within %cs [ptr @type, i32 8, ptr null]
  catchret from %cp to label %ok

two:
  %cq = catchpad within %cs [ptr null, i32 64, ptr null]
  unreachable

clean:
  %tok = cleanuppad within none [i32 1]
  cleanupret from %tok unwind to caller

ok:
  ret void
}

declare i32 @callee(i32)
declare i32 @__gxx_personality_v0(...)
declare i32 @__CxxFrameHandler3(...)

declare i1 @llvm.coro.done(ptr)

attributes #0 = { noinline "key"="value" }
