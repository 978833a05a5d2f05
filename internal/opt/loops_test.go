// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt_test

const (
	countedLoop = `br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %n, %l ]
  call void @use(i32 %i)
  %n = add i32 %i, 1
  %c = icmp ult i32 %n, 3
  br i1 %c, label %l, label %o`
	startedLoop = `br label %l
l:
  %started = phi i1 [ false, %entry ], [ true, %e ]
  br i1 %started, label %more, label %begin
begin:
  call void @use(i32 1)
  br label %e
more:
  call void @use(i32 2)
  br label %e
e:
  %c = call i1 @ask()
  br i1 %c, label %l, label %o
o:
  ret void`
	testedFirst = `br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %j, %b ]
  %n = load i32, ptr %p
  %c = icmp ult i32 %i, %n
  br i1 %c, label %b, label %o
b:
  %j = add i32 %i, 1
  `
	testedEnd = "\n  br label %l\no:\n  ret i32 %i"
)

var loopCases = []scalarCase{
	{name: "all iterations", pass: "unroll", head: "i32 @f()", body: countedLoop + "\no:\n  ret i32 %n",
		has:    []string{"@use(i32 0)", "@use(i32 1)", "@use(i32 2)", "ret i32 3"},
		hasNot: []string{"phi", "icmp", "br"}},
	{name: "left in the middle", pass: "unroll", head: "i32 @f()",
		body: `br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %n, %m ]
  %v = phi i32 [ 9, %entry ], [ %w, %m ]
  %w = call i32 @pure(i32 %v)
  %d = icmp eq i32 %w, 7
  br i1 %d, label %o, label %m
m:
  %n = add i32 %i, 1
  %c = icmp ult i32 %n, 2
  br i1 %c, label %l, label %o
o:
  %r = phi i32 [ %i, %l ], [ %w, %m ]
  ret i32 %r`,
		has: []string{"@pure(i32 9)", "@pure(i32 %0)", "phi i32 [ 0, %entry ]"}, hasNot: []string{"%n", "%i"}},
	{name: "an array of the loop becomes values", pass: "unroll", head: "i32 @f(i32 %x)",
		body: `%a = alloca [2 x i32]
  br label %l
l:
  %i = phi i64 [ 0, %entry ], [ %n, %l ]
  %p = getelementptr [2 x i32], ptr %a, i64 0, i64 %i
  store i32 %x, ptr %p
  %n = add i64 %i, 1
  %c = icmp ne i64 %n, 2
  br i1 %c, label %l, label %o
o:
  %v = load i32, ptr %a
  ret i32 %v`,
		has: []string{"ret i32 %x"}, hasNot: []string{"alloca"}},
	{name: "loops with one header", pass: "unroll", head: "void @f(i32 %x)",
		body: `br label %l
l:
  %j = phi i32 [ 0, %entry ], [ %k, %in ], [ 0, %out ]
  %i = phi i32 [ %x, %entry ], [ %i, %in ], [ %h, %out ]
  %c = icmp ult i32 %j, 2
  br i1 %c, label %in, label %out
in:
  call void @use(i32 %j)
  %k = add i32 %j, 1
  br label %l
out:
  %h = add i32 %i, -1
  %d = icmp eq i32 %h, 0
  br i1 %d, label %o, label %l
o:
  ret void`,
		has: []string{"@use(i32 0)", "@use(i32 1)", "%h = add"}, hasNot: []string{"%j", "%k", "@use(i32 2)"}},
	{name: "edges that a copy does not have", pass: "unroll", head: "void @f(i32 %x)",
		body: `br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %n, %e ]
  %d = icmp eq i32 %i, 0
  br i1 %d, label %t, label %e
t:
  call void @use(i32 %x)
  br label %e
e:
  %v = phi i32 [ 7, %t ], [ 8, %l ]
  call void @use(i32 %v)
  %n = add i32 %i, 1
  %c = icmp ult i32 %n, 2
  br i1 %c, label %l, label %o
o:
  ret void`,
		has: []string{"@use(i32 %x)\n  call void @use(i32 7)\n  call void @use(i32 8)"}, hasNot: []string{"br", "phi"}},
	{name: "an edge from a block that is never reached", pass: "unroll", head: "void @f(i1 %x)",
		body: `br label %l
never:
  br label %e
l:
  %i = phi i32 [ 0, %entry ], [ %n, %e ]
  br i1 %x, label %e, label %t
t:
  br label %e
e:
  %v = phi i32 [ 7, %l ], [ 8, %t ], [ 9, %never ]
  call void @use(i32 %v)
  %n = add i32 %i, 1
  %c = icmp ult i32 %n, 2
  br i1 %c, label %l, label %o
o:
  ret void`, hasNot: []string{"%i", "i32 9"}},
	{name: "loops in a row", pass: "unroll", head: "i32 @f(i1 %d)",
		body: `br label %l
l:
  %i = phi i32 [ 5, %entry ], [ %n, %b ]
  %c = icmp ult i32 %i, 7
  br i1 %c, label %b, label %k
b:
  call void @use(i32 %i)
  %n = add i32 %i, 1
  br label %l
k:
  %j = phi i32 [ 0, %l ], [ %m, %k ]
  %w = phi i32 [ %i, %l ], [ %w, %k ]
  call void @use(i32 9)
  %m = add i32 %j, 1
  %e = icmp ult i32 %m, 2
  br i1 %e, label %k, label %o
o:
  ret i32 %w`,
		has: []string{"@use(i32 9)\n  call void @use(i32 9)\n  ret i32 7"}, hasNot: []string{"br", "phi"}},
	{name: "too many", pass: "unroll", head: "i32 @f()", same: true,
		body: "br label %l\nl:\n  %i = phi i32 [ 0, %entry ], [ %n, %l ]\n  %n = add i32 %i, 1\n" +
			"  %c = icmp ult i32 %n, 129\n  br i1 %c, label %l, label %o\no:\n  ret i32 %n"},
	{name: "too large", pass: "unroll", head: "void @f()", same: true,
		body: "br label %l\nl:\n  %i = phi i32 [ 0, %entry ], [ %n, %l ]\n  call void asm sideeffect \"\", \"\"()\n  call void @use(i32 1)\n" +
			"  call void @use(i32 2)\n  %n = add i32 %i, 1\n  %c = icmp ult i32 %n, 120\n  br i1 %c, label %l, label %o\no:\n  ret void"},
	{name: "the program forbids it", pass: "unroll", head: "i32 @f()", same: true,
		body: countedLoop + ", !llvm.loop !30\no:\n  ret i32 %n"},
	{name: "it is about size", pass: "unroll", head: "i32 @f() optsize", same: true, body: countedLoop + "\no:\n  ret i32 %n"},
	{name: "a call that must stand once", pass: "unroll", head: "void @f()", same: true,
		body: "br label %l\nl:\n  %i = phi i32 [ 0, %entry ], [ %n, %l ]\n  call void @use(i32 %i) noduplicate\n" +
			"  %n = add i32 %i, 1\n  %c = icmp ult i32 %n, 2\n  br i1 %c, label %l, label %o\no:\n  ret void"},
	{name: "the first iteration decides", pass: "unroll", head: "void @f()", body: startedLoop, hasNot: []string{"%started", "phi"}},
	{name: "threads that iterate together", pass: "unroll", head: "void @f() convergent", same: true,
		body: "%z = call i1 @ask()\n  call void @use(i32 1) convergent\n  br label %l\nl:\n  %started = phi i1 [ false, %entry ], [ true, %l ]\n" +
			"  %s = select i1 %started, i32 1, i32 2\n  call void @use(i32 %s) convergent\n  %c = call i1 @ask()\n" +
			"  br i1 %c, label %l, label %o\no:\n  ret void"},
	{name: "all iterations of such threads", pass: "unroll", head: "i32 @f() convergent",
		body: "br label %l\nl:\n  %i = phi i32 [ 4, %entry ], [ %n, %l ]\n  call void @use(i32 %i) convergent\n  %n = lshr i32 %i, 1\n" +
			"  %c = icmp ne i32 %n, 0\n  br i1 %c, label %l, label %o\no:\n  ret i32 %n",
		has: []string{"@use(i32 4)", "@use(i32 2)", "@use(i32 1)"}, hasNot: []string{"phi"}},
	{name: "a coroutine that is not split", pass: "unroll", head: "i32 @f() presplitcoroutine", same: true,
		body: countedLoop + "\no:\n  ret i32 %n"},

	{name: "a test at the end", pass: "licm", head: "i32 @f(ptr %p)", body: testedFirst + "call i32 @pure(i32 1)" + testedEnd,
		has: []string{"entry:\n  %0 = load i32, ptr %p\n  %1 = icmp ult i32 0, %0\n  br i1 %1, label %b, label %o", "%c = icmp ult i32 %j, %0\n  br i1 %c, label %b, label %o"}},
	{name: "a write may change it", pass: "licm", head: "i32 @f(ptr %p, ptr %q)",
		body: testedFirst + "store i32 %j, ptr %q" + testedEnd, has: []string{"%n = load i32, ptr %p"}},
	{name: "a call may change it", pass: "licm", head: "i32 @f(ptr %p)",
		body: testedFirst + "call void @use(i32 %j)" + testedEnd, has: []string{"%n = load i32, ptr %p"}},
	{name: "an invoke may change it", pass: "licm", head: "i32 @f(ptr %p) personality ptr @pure", same: true,
		body: testedFirst + "invoke void @use(i32 %j) to label %l unwind label %x\nx:\n  %e = landingpad { ptr, i32 } cleanup\n" +
			"  resume { ptr, i32 } %e\no:\n  ret i32 %i"},
	{name: "a load behind a call that may not return", pass: "licm", head: "i32 @f(ptr %p)", same: true,
		body: `br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %j, %l ]
  %w = call i32 @endless(i32 %i)
  %v = load i32, ptr %p
  %j = add i32 %w, %v
  %c = icmp ult i32 %j, 100
  br i1 %c, label %l, label %o
o:
  ret i32 %j`},
	{name: "a load that not each iteration executes", pass: "licm", head: "i32 @f(ptr %p, i1 %d)",
		body: `br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %j, %e ]
  br i1 %d, label %b, label %e
b:
  %v = load i32, ptr %p
  br label %e
e:
  %w = phi i32 [ 1, %l ], [ %v, %b ]
  %j = add i32 %i, %w
  %c = icmp ult i32 %j, 100
  br i1 %c, label %l, label %o
o:
  ret i32 %j`, same: true},
	{name: "a division by anything", pass: "licm", head: "i32 @f(i32 %x, i1 %d)", same: true,
		body: `br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %j, %e ]
  br i1 %d, label %b, label %e
b:
  %v = udiv i32 7, %x
  br label %e
e:
  %w = phi i32 [ 1, %l ], [ %v, %b ]
  %j = add i32 %i, %w
  %c = icmp ult i32 %j, 100
  br i1 %c, label %l, label %o
o:
  ret i32 %j`},
	{name: "what is computed anywhere", pass: "licm", head: "i32 @f(i32 %x)",
		body: `br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %j, %l ]
  %v = udiv i32 %x, 7
  %w = mul i32 %v, %x
  %j = add i32 %i, %w
  %c = icmp ult i32 %j, 100
  br i1 %c, label %l, label %o
o:
  ret i32 %j`, has: []string{"entry:\n  %v = udiv i32 %x, 7\n  %w = mul i32 %v, %x\n  br label %l"}},
}
