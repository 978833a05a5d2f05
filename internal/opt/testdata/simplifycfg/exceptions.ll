; Landing pads that only pass the exception on.
declare void @may()
declare void @use(i32)
declare i32 @__gxx_personality_v0(...)
declare void @llvm.lifetime.end.p0(ptr)

define void @resume_only() personality ptr @__gxx_personality_v0 {
entry:
  %a = alloca i32, align 4
  invoke void @may()
          to label %ok unwind label %pad

ok:
  ret void

pad:
  %l = landingpad { ptr, i32 }
          cleanup
  call void @llvm.lifetime.end.p0(ptr %a)
  resume { ptr, i32 } %l
}

define void @several(i1 %c) personality ptr @__gxx_personality_v0 {
entry:
  invoke void @may()
          to label %ok unwind label %pad1

ok:
  br i1 %c, label %second, label %done

second:
  invoke void @may()
          to label %done unwind label %pad2

done:
  invoke void @may()
          to label %out unwind label %pad3

out:
  ret void

pad1:
  %l1 = landingpad { ptr, i32 }
          cleanup
  br label %cleanup

pad2:
  %l2 = landingpad { ptr, i32 }
          cleanup
  call void @use(i32 2)
  br label %cleanup

pad3:
  %l3 = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %l3

cleanup:
  %l = phi { ptr, i32 } [ %l1, %pad1 ], [ %l2, %pad2 ]
  resume { ptr, i32 } %l
}
