// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide_test

import "testing"

// funclets are creators whose exceptions go to funclets; each handle is in a global, so that it
// does harm where the frame is not destroyed.
var funclets = []struct {
	name, body string
	elided     bool
}{
	{"all is caught", `define void @g() personality ptr @__CxxFrameHandler3 {
  %h = new
  invoke void @throws() to label %a unwind label %dispatch
a:
  destroy %h
  ret void
dispatch:
  %cs = catchswitch within none [label %handler] unwind to caller
handler:
  %cp = catchpad within %cs [ptr null, i32 64, ptr null]
  destroy %h
  catchret from %cp to label %out
out:
  ret void
}`, true},
	{"one type is caught", `define void @g() personality ptr @__CxxFrameHandler3 {
  %h = new
  invoke void @throws() to label %a unwind label %dispatch
a:
  destroy %h
  ret void
dispatch:
  %cs = catchswitch within none [label %handler] unwind to caller
handler:
  %cp = catchpad within %cs [ptr @global, i32 64, ptr null]
  destroy %h
  catchret from %cp to label %out
out:
  ret void
}`, false},
	{"a cleanup destroys", `define void @g() personality ptr @__CxxFrameHandler3 {
  %h = new
  invoke void @throws() to label %a unwind label %pad
a:
  destroy %h
  ret void
pad:
  %c = cleanuppad within none []
  destroy %h
  cleanupret from %c unwind to caller
}`, true},
	{"a cleanup does not destroy", `define void @g() personality ptr @__CxxFrameHandler3 {
  %h = new
  invoke void @throws() to label %a unwind label %pad
a:
  destroy %h
  ret void
pad:
  %c = cleanuppad within none []
  cleanupret from %c unwind to caller
}`, false},
	{"the exception is written over the handle", `define void @g() personality ptr @__CxxFrameHandler3 {
  %slot = alloca ptr
  %h = new
  store ptr %h, ptr %slot
  invoke void @throws() to label %a unwind label %dispatch
a:
  destroy %h
  ret void
dispatch:
  %cs = catchswitch within none [label %handler] unwind to caller
handler:
  %cp = catchpad within %cs [ptr null, i32 0, ptr %slot]
  %k = load ptr, ptr %slot
  destroy %k
  catchret from %cp to label %out
out:
  ret void
}`, false},
	{"the standard library ends the process", `declare void @"?_Xbad_alloc@std@@YAXXZ"() noreturn nounwind
define void @g(i1 %c) {
  %h = new
  br i1 %c, label %a, label %b
a:
  destroy %h
  ret void
b:
  call void @"?_Xbad_alloc@std@@YAXXZ"()
  unreachable
}`, true},
	{"somebody else's function may jump", `declare void @"??$leap@V?$x@H@std@@@mine@@YAXXZ"() noreturn nounwind
define void @g(i1 %c) {
  %h = new
  br i1 %c, label %a, label %b
a:
  destroy %h
  ret void
b:
  call void @"??$leap@V?$x@H@std@@@mine@@YAXXZ"()
  unreachable
}`, false},
}

func TestElideFunclets(t *testing.T) {
	for _, tc := range funclets {
		t.Run(tc.name, func(t *testing.T) {
			elideOne(t, snippet(known.ReplaceAllString("declare i32 @__CxxFrameHandler3(...)\n"+tc.body,
				"$0\n  store ptr $1, ptr @global")), tc.elided)
		})
	}
}
