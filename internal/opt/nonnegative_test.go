// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt_test

// signLoop is a loop from a first value to %next, with room for instructions.
func signLoop(first, body, next string) string {
	return "br label %loop\nloop:\n  %n = phi i32 [ " + first + ", %entry ], [ %next, %loop ]\n  " + body +
		"\n  %next = " + next + "\n  %more = icmp slt i32 %next, %x\n" +
		"  br i1 %more, label %loop, label %end\nend:\n  ret i32 %n"
}

// signCases are cases of Propagate.
var signCases = []scalarCase{
	{name: "counter", pass: "propagate", head: "i32 @f(i32 %x)",
		body: signLoop("2", "%d = sdiv i32 %n, 64\n  call void @use(i32 %d)", "add nsw i32 %n, 1"),
		has:  []string{"%d = udiv i32 %n, 64"}},
	{name: "two operands", pass: "propagate", head: "i32 @f(i32 %x)",
		body: signLoop("2", "%m = mul nsw i32 %n, 3\n  %r = srem i32 %m, %n\n  call void @use(i32 %r)", "add nsw i32 %n, 1"),
		has:  []string{"%r = urem i32 %m, %n"}},
	{name: "widened", pass: "propagate", head: "i32 @f(i32 %x)",
		body: signLoop("0", "%w = sext i32 %n to i64\n  %p = getelementptr i8, ptr @g, i64 %w\n  call void @quiet(ptr %p)",
			"add nsw i32 %n, 1"),
		has: []string{"%w = zext nneg i32 %n to i64"}},
	{name: "shifted", pass: "propagate", head: "i32 @f(i32 %x)",
		body: "%h = lshr i32 %x, 1\n  %a = and i32 %x, 255\n  %o = or i32 %h, %a\n  %s = ashr exact i32 %o, 2\n  ret i32 %s",
		has:  []string{"%s = lshr exact i32 %o, 2"}},

	// not proven
	{name: "may wrap", pass: "propagate", head: "i32 @f(i32 %x)", same: true,
		body: signLoop("2", "%d = sdiv i32 %n, 64\n  call void @use(i32 %d)", "add i32 %n, 1")},
	{name: "wraps without a sign", pass: "propagate", head: "i32 @f(i32 %x)", same: true,
		body: signLoop("2", "%d = sdiv i32 %n, 64\n  call void @use(i32 %d)", "add nuw i32 %n, 1")},
	{name: "counts down", pass: "propagate", head: "i32 @f(i32 %x)", same: true,
		body: signLoop("9", "%d = sdiv i32 %n, 64\n  call void @use(i32 %d)", "add nsw i32 %n, -1")},
	{name: "negative start", pass: "propagate", head: "i32 @f(i32 %x)", same: true,
		body: signLoop("-1", "%d = sdiv i32 %n, 64\n  call void @use(i32 %d)", "add nsw i32 %n, 1")},
	{name: "undefined start", pass: "propagate", head: "i32 @f(i32 %x)", same: true,
		body: signLoop("undef", "%d = sdiv i32 %n, 64\n  call void @use(i32 %d)", "add nsw i32 %n, 1")},
	{name: "argument", pass: "propagate", head: "i32 @f(i32 %x)", same: true,
		body: signLoop("%x", "%d = sdiv i32 %n, 64\n  call void @use(i32 %d)", "add nsw i32 %n, 1")},
	{name: "frozen", pass: "propagate", head: "i32 @f(i32 %x)", same: true, // the addition may be poison
		body: "%a = and i32 %x, 2147483647\n  %b = add nsw i32 %a, %a\n  %z = freeze i32 %b\n  %d = sdiv i32 %z, 64\n  ret i32 %d"},
	{name: "negative divisor", pass: "propagate", head: "i32 @f(i8 %y)", same: true,
		body: "%n = zext i8 %y to i32\n  %d = sdiv i32 %n, -2\n  ret i32 %d"},
	{name: "shift by nothing", pass: "propagate", head: "i32 @f(i32 %x)", same: true,
		body: "%h = lshr i32 %x, 0\n  %d = sdiv i32 %h, 8\n  ret i32 %d"},
	{name: "divided by one", pass: "propagate", head: "i32 @f(i32 %x)", same: true,
		body: "%h = udiv i32 %x, 1\n  %d = sdiv i32 %h, 8\n  ret i32 %d"},
	{name: "square of an argument", pass: "propagate", head: "i32 @f(i32 %x)", same: true, // undef * undef
		body: "%h = mul nsw i32 %x, %x\n  %d = sdiv i32 %h, 8\n  ret i32 %d"},
	{name: "one arm", pass: "propagate", head: "i32 @f(i32 %x, i1 %c)", same: true,
		body: "%h = lshr i32 %x, 1\n  %s = select i1 %c, i32 %h, i32 %x\n  %d = sdiv i32 %s, 8\n  ret i32 %d"},
	{name: "cut off", pass: "propagate", head: "i8 @f(i8 %y)", same: true,
		body: "%n = zext i8 %y to i32\n  %t = trunc i32 %n to i8\n  %d = sdiv i8 %t, 8\n  ret i8 %d"},
	{name: "undecided", pass: "propagate", head: "i1 @f(i8 %y)", same: true,
		body: "%n = zext i8 %y to i32\n  %c = icmp slt i32 %n, 1\n  %d = icmp sgt i32 %n, 0\n" +
			"  %e = icmp eq i32 %n, 0\n  %r = select i1 %c, i1 %d, i1 %e\n  ret i1 %r"},
	{name: "unsigned comparison", pass: "propagate", head: "i1 @f(i8 %y)", same: true,
		body: "%n = zext i8 %y to i32\n  %c = icmp ult i32 %n, -1\n  ret i1 %c"},
}
