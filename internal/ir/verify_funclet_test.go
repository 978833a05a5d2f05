// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir_test

// Functions with invalid exits from funclets. test/diff compares random ones with LLVM's verifier.

// brokenFunclets returns such functions: a call that may throw into %c, and pads.
func brokenFunclets() (list []broken) {
	for _, c := range []struct{ name, pads, want string }{
		{"funclet-in-itself", `c:
  %p = cleanuppad within none []
  invoke void @g() [ "funclet"(token %p) ]
          to label %ok2 unwind label %c
ok2:
  unreachable
`, "EH pad cannot handle exceptions raised within it"},
		{"cleanup-not-left", `c:
  %p = cleanuppad within none []
  invoke void @g() [ "funclet"(token %p) ]
          to label %ok2 unwind label %d
ok2:
  cleanupret from %p unwind label %d
d:
  %q = cleanuppad within %p []
  cleanupret from %q unwind to caller
`, "A cleanupret must exit its cleanup"},
		{"two-pads-entered", `c:
  %p = cleanuppad within none []
  invoke void @g() [ "funclet"(token %p) ]
          to label %ok2 unwind label %d
ok2:
  cleanupret from %p unwind to caller
d:
  %q = cleanuppad within %p []
  invoke void @g()
          to label %ok3 unwind label %d
ok3:
  cleanupret from %q unwind to caller
`, "A single unwind edge may only enter one EH pad"},
		{"two-ways-out", `c:
  %p = cleanuppad within none []
  invoke void @g() [ "funclet"(token %p) ]
          to label %ok2 unwind label %d
ok2:
  cleanupret from %p unwind to caller
d:
  %q = cleanuppad within none []
  cleanupret from %q unwind to caller
`, "Unwind edges out of a funclet pad must have the same unwind dest"},
		{"catch-leaves-elsewhere", `c:
  %s = catchswitch within none [label %h] unwind to caller
h:
  %p = catchpad within %s [ptr null, i32 64, ptr null]
  invoke void @g() [ "funclet"(token %p) ]
          to label %ok2 unwind label %d
ok2:
  catchret from %p to label %ok
d:
  %q = cleanuppad within none []
  cleanupret from %q unwind to caller
`, "Unwind edges out of a catch must have the same unwind dest as the parent catchswitch"},
		{"siblings-in-a-circle", `c:
  %p = cleanuppad within none []
  cleanupret from %p unwind label %d
d:
  %q = cleanuppad within none []
  cleanupret from %q unwind label %c
`, "EH pads can't handle each other's exceptions"},
		{"catchswitch-to-own-handler", `c:
  %s = catchswitch within none [label %h] unwind label %h
h:
  %p = catchpad within %s [ptr null, i32 64, ptr null]
  catchret from %p to label %ok
`, "Catchswitch cannot unwind to one of its catchpads"},
	} {
		list = append(list, broken{name: c.name, want: c.want, text: `define void @f() personality ptr @__gxx_personality_v0 {
entry:
  invoke void @g()
          to label %ok unwind label %c
ok:
  ret void
` + c.pads + "}"})
	}
	return list
}
