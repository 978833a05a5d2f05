// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp_test

// waits is a main that starts @other, waits until @done is 1, and reads @n; what begins and ends it
// differs.
const (
	raceDecls = `@n = global i32 0
@done = global i8 0
@lock = global [40 x i8] zeroinitializer
@own = thread_local global i32 0
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_mutex_unlock(ptr)
`
	waits = `
define i32 @main() {
  %t = alloca i64
  call i32 @pthread_create(ptr %t, ptr null, ptr @other, ptr null)
  br label %loop
loop:
  %d = load atomic i8, ptr @done monotonic, align 1
  %c = icmp eq i8 %d, 0
  br i1 %c, label %loop, label %end
end:
  fence acquire
  %x = load i32, ptr @n
  ret i32 0
}`
)

// races has programs with a data race. The neighbour has none.
var races = []brokenPromise{
	{"race behind a relaxed store", "data race: thread 0 reads byte 0 of @n, and nothing orders that with thread 1, which " +
		"writes it; in @main; thread 1 writes it here, in @other", raceDecls + `define ptr @other(ptr %p) {
  store i32 1, ptr @n
  store atomic i8 1, ptr @done monotonic, align 1
  ret ptr null
}` + waits, "@done monotonic", "@done release"},
	{"race behind an acquire fence", "data race: thread 0 reads byte 0 of @n", raceDecls + `define ptr @other(ptr %p) {
  store i32 1, ptr @n
  fence acquire
  store atomic i8 1, ptr @done monotonic, align 1
  ret ptr null
}` + waits, "fence acquire", "fence release"},
	{"race behind a later store", "data race: thread 0 reads byte 0 of @n", raceDecls + `define ptr @other(ptr %p) {
  store i32 1, ptr @n
  store atomic i8 0, ptr @done release, align 1
  store atomic i8 1, ptr @done monotonic, align 1
  ret ptr null
}` + waits, "store atomic i8 1, ptr @done monotonic, align 1", "atomicrmw add ptr @done, i8 1 monotonic"},
	{"race before a join", "data race: thread 0 writes byte 1 of @n", raceDecls + `define ptr @other(ptr %p) {
  %q = getelementptr i8, ptr @n, i64 1
  store i8 1, ptr %q
  ret ptr null
}
define i32 @main() {
  %t = alloca i64
  call i32 @pthread_create(ptr %t, ptr null, ptr @other, ptr null)
  %q = getelementptr i8, ptr @n, i64 1
  br label %loop
loop:
  %k = phi i32 [ 0, %0 ], [ %more, %loop ]
  %more = add i32 %k, 1
  %c = icmp ult i32 %more, 5000
  br i1 %c, label %loop, label %end
end:
  store i8 1, ptr %q
  %h = load i64, ptr %t
  call i32 @pthread_join(i64 %h, ptr null)
  ret i32 0
}`, "  store i8 1, ptr %q\n  %h", "  store i8 1, ptr @n\n  %h"},
	{"race with one lock", "data race: thread", raceDecls + `define ptr @other(ptr %p) {
  call i32 @pthread_mutex_lock(ptr @lock)
  store i32 1, ptr @n
  store i32 1, ptr @own
  call i32 @pthread_mutex_unlock(ptr @lock)
  ret ptr null
}
define i32 @main() {
  %t = alloca i64
  call i32 @pthread_create(ptr %t, ptr null, ptr @other, ptr null)
  call ptr @other(ptr null)
  store i32 2, ptr @n
  %h = load i64, ptr %t
  call i32 @pthread_join(i64 %h, ptr null)
  ret i32 0
}`, "  store i32 2, ptr @n\n", ""},
}
