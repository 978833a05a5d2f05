; Typed pointers: the frame as i8*, the calls through constant casts.
; RUN: corolower %s -passes=coro-elide -S | FileCheck %s
; RUN: corolower %s -passes=coro-elide -S | opt-14 -passes=verify -disable-output

@f.resumers = private constant [3 x void (%f.Frame*)*] [void (%f.Frame*)* @f.resume, void (%f.Frame*)* @f.destroy, void (%f.Frame*)* @f.cleanup]

%f.Frame = type { void (%f.Frame*)*, void (%f.Frame*)*, i32, i1 }

define void @g() {
entry:
  %id = call token @llvm.coro.id(i32 0, i8* null, i8* bitcast (i8* ()* @f to i8*), i8* bitcast ([3 x void (%f.Frame*)*]* @f.resumers to i8*))
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %begin

alloc:
  %mem = call i8* @malloc(i64 24)
  br label %begin

begin:
  %at = phi i8* [ null, %entry ], [ %mem, %alloc ]
  %hdl = call noalias nonnull i8* @llvm.coro.begin(token %id, i8* %at)
  %resume = call i8* @llvm.coro.subfn.addr(i8* %hdl, i8 0)
  %resume.fn = bitcast i8* %resume to void (i8*)*
  call fastcc void %resume.fn(i8* %hdl)
  %destroy = call i8* @llvm.coro.subfn.addr(i8* %hdl, i8 1)
  %destroy.fn = bitcast i8* %destroy to void (i8*)*
  call fastcc void %destroy.fn(i8* %hdl)
  ret void
}

declare i8* @f()
declare fastcc void @f.resume(%f.Frame* noalias nonnull align 8 dereferenceable(24)) nounwind
declare fastcc void @f.destroy(%f.Frame* noalias nonnull align 8 dereferenceable(24)) nounwind
declare fastcc void @f.cleanup(%f.Frame* noalias nonnull align 8 dereferenceable(24)) nounwind

declare token @llvm.coro.id(i32, i8*, i8*, i8*)
declare i1 @llvm.coro.alloc(token)
declare i8* @llvm.coro.begin(token, i8*)
declare i8* @llvm.coro.subfn.addr(i8*, i8)
declare i8* @malloc(i64)

; CHECK-LABEL: define void @g()
; CHECK:         [[MEM:%.*]] = alloca [24 x i8], align 8
; CHECK-NEXT:    %vFrame = bitcast [24 x i8]* [[MEM]] to i8*
; CHECK:         br i1 false,
; CHECK-NOT:     llvm.coro.begin
; CHECK:         call fastcc void bitcast (void (%f.Frame*)* @f.resume to void (i8*)*)(i8* %vFrame)
; CHECK-NEXT:    call fastcc void bitcast (void (%f.Frame*)* @f.cleanup to void (i8*)*)(i8* %vFrame)
; CHECK-NEXT:    ret void
