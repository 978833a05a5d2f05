// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

import (
	"strings"
	"testing"
)

// sharedFrame is a coroutine to whose entry and later blocks a body is added. The body ends in
// blocks %cleanup and %leave.
const sharedFrame = `
define ptr @f(i1 %k, i64 %n) presplitcoroutine {
entry:
  %a = alloca [4 x i64], align 8
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  BODY

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %leave

leave:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}
declare i64 @get(i64)
declare void @put(i64)
declare void @fill(ptr captures(none))
declare void @keep(ptr)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
`

// sharedBodies are bodies in which slots share bytes, where the end of a live range is easily
// missed. SUSPEND(x) suspends and continues in block x. GET(x) computes four values with names that
// begin with x, and PUT(x) uses them.
var sharedBodies = map[string]string{
	// Both paths need %x, and each has values that the other lacks.
	"a value with users on two paths": `
  %x = call i64 @get(i64 0)
  br i1 %k, label %left, label %right
left:
  GET(y)
  SUSPEND(left1)
left1:
  call void @put(i64 %x)
  PUT(y)
  br label %cleanup
right:
  GET(z)
  SUSPEND(right1)
right1:
  call void @put(i64 %x)
  PUT(z)
  br label %cleanup
`,
	// The content of the object begins at the call.
	"a call that fills an object": `
  GET(y)
  call void @llvm.lifetime.start.p0(ptr %a)
  call void @fill(ptr %a)
  SUSPEND(one)
one:
  PUT(y)
  store i64 1, ptr %a, align 8
  GET(z)
  SUSPEND(two)
two:
  call void @fill(ptr %a)
  call void @llvm.lifetime.end.p0(ptr %a)
  PUT(z)
  GET(v)
  SUSPEND(three)
three:
  PUT(v)
  br label %cleanup
`,
	// The store preserves most of the object that @fill wrote.
	"a store to a part of an object": `
  call void @fill(ptr %a)
  GET(y)
  SUSPEND(one)
one:
  PUT(y)
  store i64 1, ptr %a, align 8
  GET(z)
  SUSPEND(two)
two:
  call void @fill(ptr %a)
  PUT(z)
  GET(v)
  SUSPEND(three)
three:
  PUT(v)
  br label %cleanup
`,
	// Other code knows the object's address, so @put may read it: only its markers bound its live
	// range.
	"a life that begins at two places": `
  br i1 %k, label %left, label %right
left:
  call void @llvm.lifetime.start.p0(ptr %a)
  call void @keep(ptr %a)
  GET(y)
  SUSPEND(left1)
left1:
  PUT(y)
  call void @llvm.lifetime.end.p0(ptr %a)
  br label %join
right:
  call void @llvm.lifetime.start.p0(ptr %a)
  call void @keep(ptr %a)
  GET(z)
  SUSPEND(right1)
right1:
  PUT(z)
  call void @llvm.lifetime.end.p0(ptr %a)
  br label %join
join:
  GET(v)
  SUSPEND(end)
end:
  PUT(v)
  br label %cleanup
`,
	// A value that is read at the head of the loop is needed up to its end.
	"a need round a loop": `
  call void @fill(ptr %a)
  br label %loop
loop:
  call void @fill(ptr %a)
  GET(y)
  SUSPEND(on)
on:
  PUT(y)
  br i1 %k, label %loop, label %done
done:
  GET(z)
  SUSPEND(end)
end:
  PUT(z)
  br label %cleanup
`,
	// At the head of %join, values are read and the phis are written.
	"needs that meet at a head": `
  GET(x)
  SUSPEND(on)
on:
  br i1 %k, label %one, label %join
one:
  call void @put(i64 7)
  br label %join
join:
  %p0 = phi i64 [ 1, %one ], [ 2, %on ]
  %p1 = phi i64 [ %n, %one ], [ 2, %on ]
  %p2 = phi i64 [ 3, %one ], [ 2, %on ]
  %p3 = phi i64 [ 4, %one ], [ 2, %on ]
  PUT(x)
  SUSPEND(end)
end:
  PUT(p)
  GET(v)
  SUSPEND(more)
more:
  PUT(v)
  br label %cleanup
`,
}

// sharedText returns the coroutine with a body.
func sharedText(body string) string {
	for _, word := range []string{"SUSPEND", "GET", "PUT"} {
		for {
			front, rest, ok := strings.Cut(body, word+"(")
			if !ok {
				break
			}
			x, rest, _ := strings.Cut(rest, ")")
			text := ""
			switch word {
			case "SUSPEND":
				text = "br label %s.X\ns.X:\n  %s.X.is = call i8 @llvm.coro.suspend(token none, i1 false)\n" +
					"  switch i8 %s.X.is, label %leave [\n    i8 0, label %X\n    i8 1, label %cleanup\n  ]"
			case "GET":
				text = "%X0 = call i64 @get(i64 0)\n  %X1 = call i64 @get(i64 1)\n  %X2 = call i64 @get(i64 2)\n" +
					"  %X3 = call i64 @get(i64 3)"
			case "PUT":
				text = "call void @put(i64 %X0)\n  call void @put(i64 %X1)\n  call void @put(i64 %X2)\n" +
					"  call void @put(i64 %X3)"
			}
			body = front + strings.ReplaceAll(text, "X", x) + rest
		}
	}
	return strings.Replace(sharedFrame, "BODY", body, 1)
}

// TestSharedFramesAreProved checks that shared layouts pass the check of frames. No program would
// show an error in the live ranges (internal/lower/live) or in the placement of slots
// (internal/lower/frame), because splitting uses the plain frame if the check finds one.
func TestSharedFramesAreProved(t *testing.T) {
	for name, body := range sharedBodies {
		t.Run(name, func(t *testing.T) {
			co, _ := beginProved(t, sharedText(body), true)
			doubt, err := doubts(co.moveToFrame())
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range doubt {
				t.Error(d.Msg)
			}
			if !co.frame.Shared {
				t.Error("nothing shares bytes")
			}
		})
	}
}

// TestKeptInstead checks that a sum is kept in the frame, and not recomputed, if that takes no more
// room.
func TestKeptInstead(t *testing.T) {
	for _, c := range []struct {
		name, body string
		size       int64
		remats     int
	}{
		{"only the sum is needed", `
  %x = call i64 @get(i64 0)
  %m = add i64 %x, 1
  SUSPEND(one)
one:
  call void @put(i64 %m)
  br label %cleanup
`, 32, 0},
		{"the operand is needed too", `
  %x = call i64 @get(i64 0)
  %m = add i64 %x, 1
  SUSPEND(one)
one:
  call void @put(i64 %m)
  call void @put(i64 %x)
  br label %cleanup
`, 32, 1},
		{"two sums of one operand", `
  %x = call i64 @get(i64 0)
  %m = add i64 %x, 1
  %o = add i64 %x, 2
  SUSPEND(one)
one:
  call void @put(i64 %m)
  call void @put(i64 %o)
  br label %cleanup
`, 32, 2},
		{"an address", `
  %x = call ptr @getp()
  %m = getelementptr i8, ptr %x, i64 8
  SUSPEND(one)
one:
  %v = load i64, ptr %m
  call void @put(i64 %v)
  br label %cleanup
`, 32, 1},
		{"the result is wider", `
  %x = call i64 @get(i64 0)
  %t = trunc i64 %x to i32
  call void @put32(i32 %t)
  %w = call i32 @get32()
  %z = zext i32 %w to i64
  SUSPEND(one)
one:
  call void @put(i64 %z)
  br label %cleanup
`, 24, 1},
	} {
		text := sharedText(c.body) + "declare void @put32(i32)\ndeclare i32 @get32()\ndeclare ptr @getp()\n"
		co, _ := beginProved(t, text, true)
		doubt, err := doubts(co.moveToFrame())
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range doubt {
			t.Errorf("%s: %s", c.name, d.Msg)
		}
		if co.frame.Size != c.size || co.c.Stats.Remats != c.remats {
			t.Errorf("%s: a frame of %d bytes and %d recomputed values, want %d and %d", c.name, co.frame.Size,
				co.c.Stats.Remats, c.size, c.remats)
		}
	}
}

// TestRecomputedIntrinsics checks that an intrinsic is computed again after a suspend if that makes the
// frame no larger.
func TestRecomputedIntrinsics(t *testing.T) {
	for _, c := range []struct {
		name, body string
		size       int64
		remats     int
	}{
		{"the operand is in the frame", `
  %m = call i64 @llvm.umin.i64(i64 %n, i64 7)
  %p = call i64 @llvm.ctpop.i64(i64 %m)
  SUSPEND(one)
one:
  call void @put(i64 %m)
  call void @put(i64 %p)
  call void @put(i64 %n)
  br label %cleanup
`, 32, 3},
		{"the operand is not needed any more", `
  %m = call i64 @llvm.umin.i64(i64 %n, i64 7)
  SUSPEND(one)
one:
  call void @put(i64 %m)
  br label %cleanup
`, 32, 1},
	} {
		text := strings.Replace(sharedText(c.body), "declare i64 @get",
			"declare i64 @llvm.umin.i64(i64, i64)\ndeclare i64 @llvm.ctpop.i64(i64)\ndeclare i64 @get", 1)
		co, _ := beginProved(t, text, true)
		doubt, err := doubts(co.moveToFrame())
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range doubt {
			t.Errorf("%s: %s", c.name, d.Msg)
		}
		if co.frame.Size != c.size || co.c.Stats.Remats != c.remats {
			t.Errorf("%s: a frame of %d bytes and %d recomputed values, want %d and %d", c.name, co.frame.Size,
				co.c.Stats.Remats, c.size, c.remats)
		}
	}
}
