; What stands for the device of logger.ll when docs/run.md runs it.
@line = private constant [11 x i8] c"%s at %ld\0A\00"

declare i32 @printf(ptr, ...)
declare ptr @malloc(i64)

define i64 @device_time() {
  ret i64 1700
}

define ptr @device_open() {
  %device = call ptr @malloc(i64 16)
  ret ptr %device
}

define void @device_log(ptr %device, ptr %what, i64 %time) {
  %n = call i32 (ptr, ...) @printf(ptr @line, ptr %what, i64 %time)
  ret void
}
