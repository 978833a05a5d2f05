// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/interp"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

const layout = `target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
declare i32 @printf(ptr, ...)
declare i32 @puts(ptr)
declare ptr @malloc(i64)
declare void @free(ptr)
@d = private constant [4 x i8] c"%d\0A\00"
@x = private constant [6 x i8] c"%llx\0A\00"
`

// load prepares a program.
func load(t *testing.T, text string) *interp.Program {
	t.Helper()
	m, err := parse.Module("t.ll", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	p, err := interp.Load(m)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// run returns the output and exit code of a program, or the error with its notes.
func run(t *testing.T, text string, o interp.Options) (out string, code int, failure string) {
	t.Helper()
	var b bytes.Buffer
	o.Stdout = &b
	if o.MaxSteps == 0 {
		o.MaxSteps = 1e6
	}
	code, err := load(t, text).New(o).Run("main")
	var e *interp.Error
	switch {
	case errors.As(err, &e):
		failure = e.Error()
		for _, n := range e.Finding.Notes {
			failure += "; " + n.Msg
		}
	case err != nil:
		failure = err.Error()
	}
	return b.String(), code, failure
}

// TestLayout checks that a program without a data layout has that of its target.
func TestLayout(t *testing.T) {
	const body = "define i32 @main() { %p = getelementptr { i32, i64 }, ptr null, i32 1\n" +
		" %n = ptrtoint ptr %p to i32\n ret i32 %n }\n"
	for head, want := range map[string]int{"": 12, "target triple = \"x86_64-unknown-linux-gnu\"\n": 16} {
		m, err := parse.Module("t.ll", []byte(head+body))
		if err != nil {
			t.Fatal(err)
		}
		p, err := interp.Load(m)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := p.New(interp.Options{MaxSteps: 100}).Run("main"); err != nil || got != want {
			t.Errorf("%q: size %d, error %v; want %d", head, got, err, want)
		}
	}
}

// programs run without errors; each has its output and exit code.
var programs = []struct {
	name, body, out string
	code            int
}{
	{"exit code", `define i32 @main() { ret i32 300 }`, "", 44},
	{"arithmetic of odd widths", `define i32 @main() {
  %a = add i7 100, 50
  %b = sext i7 %a to i32
  %c = mul i33 4294967296, 3
  %d = lshr i33 %c, 32
  %e = trunc i33 %d to i32
  %f = add i32 %b, %e
  call i32 (ptr, ...) @printf(ptr @d, i32 %f)
  ret i32 0 }`, "23\n", 0},
	{"128 bits", `define i32 @main() {
  %p = alloca i128
  store i128 -3, ptr %p
  %a = load i128, ptr %p
  %b = sdiv i128 %a, 2
  %c = mul i128 %b, 18446744073709551616
  %d = ashr i128 %c, 60
  %e = trunc i128 %d to i64
  call i32 (ptr, ...) @printf(ptr @x, i64 %e)
  ret i32 0 }`, "fffffffffffffff0\n", 0},
	{"vectors", `define i32 @main() {
  %p = alloca <4 x i32>
  store <4 x i32> <i32 1, i32 2, i32 3, i32 4>, ptr %p
  %v = load <4 x i32>, ptr %p
  %w = shufflevector <4 x i32> %v, <4 x i32> zeroinitializer, <4 x i32> <i32 3, i32 2, i32 4, i32 poison>
  %a = mul <4 x i32> %v, %w
  %b = extractelement <4 x i32> %a, i32 1
  %c = icmp sgt <4 x i32> %v, splat (i32 2)
  %m = bitcast <4 x i1> %c to i4
  %n = zext i4 %m to i32
  %r = add i32 %b, %n
  call i32 (ptr, ...) @printf(ptr @d, i32 %r)
  ret i32 0 }`, "18\n", 0},
	{"aggregates", `define { i32, [2 x i16] } @f(i16 %x) {
  %a = insertvalue { i32, [2 x i16] } { i32 7, [2 x i16] zeroinitializer }, i16 %x, 1, 1
  ret { i32, [2 x i16] } %a }
define i32 @main() {
  %a = call { i32, [2 x i16] } @f(i16 5)
  %b = extractvalue { i32, [2 x i16] } %a, 1
  %c = extractvalue [2 x i16] %b, 1
  %d = zext i16 %c to i32
  %e = extractvalue { i32, [2 x i16] } %a, 0
  %r = shl i32 %d, %e
  call i32 (ptr, ...) @printf(ptr @d, i32 %r)
  ret i32 0 }`, "640\n", 0},
	{"phis that swap", `define i32 @main() {
entry:
  br label %loop
loop:
  %a = phi i32 [ 1, %entry ], [ %b, %loop ]
  %b = phi i32 [ 2, %entry ], [ %a, %loop ]
  %n = phi i32 [ 0, %entry ], [ %m, %loop ]
  %m = add i32 %n, 1
  %c = icmp ult i32 %n, 4
  br i1 %c, label %loop, label %end
end:
  %r = mul i32 %a, 10
  %s = add i32 %r, %b
  call i32 (ptr, ...) @printf(ptr @d, i32 %s)
  ret i32 0 }`, "12\n", 0},
	{"undefined bits that do not matter", `define i32 @main() {
  %p = alloca i8
  %a = load i8, ptr %p
  %b = and i8 %a, 12
  %c = or i8 %b, 12
  %d = zext i8 %c to i32
  %e = and i32 %d, 28
  call i32 (ptr, ...) @printf(ptr @d, i32 %e)
  ret i32 0 }`, "12\n", 0},
	{"blockaddress", `@t = global [2 x ptr] [ptr blockaddress(@main, %a), ptr blockaddress(@main, %b)]
define i32 @main() {
  %q = getelementptr [2 x ptr], ptr @t, i64 0, i64 1
  %p = load ptr, ptr %q
  indirectbr ptr %p, [label %a, label %b]
a:
  ret i32 1
b:
  ret i32 2 }`, "", 2},
	{"integers from pointers", `define i32 @main() {
  %p = alloca [4 x i32]
  %i = ptrtoint ptr %p to i64
  %j = add i64 %i, 8
  %q = inttoptr i64 %j to ptr
  store i32 9, ptr %q
  %r = getelementptr i32, ptr %p, i64 2
  %v = load i32, ptr %r
  ret i32 %v }`, "", 9},
	{"half", `define i32 @main() {
  %a = fptrunc float 0x3FB99999A0000000 to half
  %b = fmul half %a, 0xH4900
  %c = fpext half %b to double
  %d = fmul double %c, 1.000000e+03
  %e = fptosi double %d to i32
  ret i32 %e }`, "", 1000 & 255},
}

func TestPrograms(t *testing.T) {
	for _, p := range programs {
		t.Run(p.name, func(t *testing.T) {
			out, code, failure := run(t, layout+p.body, interp.Options{})
			if out != p.out || code != p.code || failure != "" {
				t.Errorf("printed %q, exit code %d, error %q; want %q, %d", out, code, failure, p.out, p.code)
			}
		})
	}
}

// failures have undefined behaviour or are unsupported; each has parts of the message.
var failures = []struct {
	name, body string
	want       []string
}{
	{"null", `define i32 @main() {
  %v = load i32, ptr null
  ret i32 %v }`, []string{"read of 4 bytes at address 0: the null pointer", "in @main"}},
	{"bounds", `define i32 @f(ptr %p) {
  %q = getelementptr i32, ptr %p, i64 3
  %v = load i32, ptr %q
  ret i32 %v }
define i32 @main() {
  %p = alloca [3 x i32]
  %r = call i32 @f(ptr %p)
  ret i32 %r }`, []string{"read of 4 bytes at offset 12 of the variable %p of @main, which has 12 bytes", "in @f", "called from @main"}},
	{"use after free", `define i32 @main() {
  %p = call ptr @malloc(i64 4)
  call void @free(ptr %p)
  store i32 1, ptr %p
  ret i32 0 }`, []string{"write of 4 bytes in memory from malloc, whose lifetime has ended", "allocated here", "freed here"}},
	{"double free", `define i32 @main() {
  %p = call ptr @malloc(i64 4)
  call void @free(ptr %p)
  call void @free(ptr %p)
  ret i32 0 }`, []string{"freed before"}},
	{"use after return", `define ptr @f() {
  %p = alloca i32
  ret ptr %p }
define i32 @main() {
  %p = call ptr @f()
  %v = load i32, ptr %p
  ret i32 %v }`, []string{"the variable %p of @f, whose lifetime has ended"}},
	{"branch on undefined", `define i32 @main() {
  %p = alloca i32
  %v = load i32, ptr %p
  %c = icmp eq i32 %v, 0
  br i1 %c, label %a, label %a
a:
  ret i32 0 }`, []string{"a branch depends on an undefined value"}},
	{"overflow", `define i32 @main() {
  %a = add nsw i32 2147483647, 1
  call i32 (ptr, ...) @printf(ptr @d, i32 %a)
  ret i32 0 }`, []string{"argument 1 of a format is undefined"}},
	{"undefined argument", `define void @f(i32 noundef %x) { ret void }
define i32 @main() {
  call void @f(i32 poison)
  ret i32 0 }`, []string{"argument 1 of @f is undefined, and its parameter is noundef"}},
	{"undefined result", `define noundef i32 @f() {
  %p = alloca i32
  %v = load i32, ptr %p
  ret i32 %v }
define i32 @main() {
  %v = call noundef i32 @f()
  ret i32 0 }`, []string{"@f returns an undefined value, and its result is noundef"}},
	{"undefined result of an intrinsic", `declare i32 @llvm.ctlz.i32(i32, i1)
define i32 @main() {
  %v = call noundef i32 @llvm.ctlz.i32(i32 0, i1 true)
  ret i32 0 }`, []string{"the result of @llvm.ctlz.i32 is undefined, and it is noundef"}},
	{"division", `define i32 @main() {
  %p = alloca i32
  store i32 0, ptr %p
  %z = load i32, ptr %p
  %a = sdiv i32 1, %z
  ret i32 %a }`, []string{"sdiv by zero"}},
	{"misaligned", `define i32 @main() {
  %p = alloca [2 x i64]
  %q = getelementptr i8, ptr %p, i64 2
  store i32 0, ptr %q, align 4
  ret i32 0 }`, []string{"write of a misaligned address: it is not a multiple of 4"}},
	{"misaligned copy", `declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i32 @main() {
  %p = alloca [2 x i64], align 8
  %q = alloca [2 x i64], align 8
  %r = getelementptr i8, ptr %q, i64 2
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %p, ptr align 4 %r, i64 0, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %p, ptr align 2 %r, i64 8, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %p, ptr align 4 %r, i64 8, i1 false)
  ret i32 0 }`, []string{"read of a misaligned address: it is not a multiple of 4"}},
	{"constant memory", `define i32 @main() {
  store i8 0, ptr @d
  ret i32 0 }`, []string{"write of constant memory: @d"}},
	{"unreachable", `define i32 @main() { unreachable }`, []string{"unreachable"}},
	{"unknown function", `declare void @elsewhere()
define i32 @main() {
  call void @elsewhere()
  ret i32 0 }`, []string{"unsupported: @elsewhere is called, but has no body in the file"}},
	{"inline assembly", `define i32 @main() {
  call void asm sideeffect "nop", ""()
  ret i32 0 }`, []string{"unsupported: inline assembly"}},
	{"endless", `define i32 @main() {
  br label %a
a:
  br label %a }`, []string{"has not ended after 1000000 instructions"}},
	{"endless recursion", `define i32 @main() {
  %r = call i32 @main()
  ret i32 %r }`, []string{"the stack overflows"}},
}

func TestFailures(t *testing.T) {
	for _, p := range failures {
		t.Run(p.name, func(t *testing.T) {
			_, _, failure := run(t, layout+p.body, interp.Options{})
			for _, w := range p.want {
				if !strings.Contains(failure, w) {
					t.Errorf("error %q does not say %q", failure, w)
				}
			}
		})
	}
}

// TestTable checks that every opcode is in one of two lists, so that a new one is not forgotten.
func TestTable(t *testing.T) {
	cannot := []ir.Op{ir.OpCallBr, ir.OpVAArg, ir.OpDbg}
	for op := ir.OpInvalid + 1; op < ir.NumOps; op++ {
		known := interp.Runs(op)
		for _, c := range cannot {
			if c == op {
				if known {
					t.Errorf("%s is run, and is in the list of what cannot be", op)
				}
				known = true
			}
		}
		if !known {
			t.Errorf("%s has no row", op)
		}
	}
}

// generator yields 1, 2, 3 and is then at its final suspend point.
const generator = `
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare token @llvm.coro.save(ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
declare i1 @llvm.coro.done(ptr)
declare ptr @llvm.coro.promise(ptr, i32, i1)
define ptr @f(i32 %n) presplitcoroutine {
entry:
  %promise = alloca i32
  %id = call token @llvm.coro.id(i32 0, ptr %promise, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  br label %loop
loop:
  %k = phi i32 [ 1, %entry ], [ %k1, %resumed ]
  store i32 %k, ptr %promise
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [ i8 0, label %resumed i8 1, label %cleanup ]
resumed:
  %k1 = add i32 %k, 1
  %more = icmp sle i32 %k1, %n
  br i1 %more, label %loop, label %final
final:
  %fs = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %fs, label %suspend [ i8 0, label %trap i8 1, label %cleanup ]
trap:
  unreachable
cleanup:
  %old = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %old)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}
`

func TestCoroutine(t *testing.T) {
	main := func(body string) string {
		return layout + generator + "define i32 @main() {\n" + body + "\n  ret i32 0\n}\n"
	}
	const (
		begin   = "  %h = call ptr @f(i32 3)\n"
		resume  = "  call void @llvm.coro.resume(ptr %h)\n"
		destroy = "  call void @llvm.coro.destroy(ptr %h)\n"
		promise = "  %p = call ptr @llvm.coro.promise(ptr %h, i32 4, i1 false)\n  %v = load i32, ptr %p\n" +
			"  call i32 (ptr, ...) @printf(ptr @d, i32 %v)\n"
	)
	for _, c := range []struct{ name, body, out, want string }{
		{"yields", begin + resume + promise + destroy, "2\n", ""},
		{"to the end", begin + resume + resume + resume + destroy, "", ""},
		{"done", begin + resume + resume + resume + "  %d = call i1 @llvm.coro.done(ptr %h)\n" +
			"  %z = zext i1 %d to i32\n  call i32 (ptr, ...) @printf(ptr @d, i32 %z)\n" + destroy, "1\n", ""},
		{"resumed when done", begin + resume + resume + resume + resume, "",
			"coroutine @f is resumed at its final suspend point"},
		{"destroyed twice", begin + destroy + destroy, "", "coroutine @f is destroyed, and was destroyed before"},
		{"resumed when destroyed", begin + destroy + resume, "", "coroutine @f is resumed after it was destroyed"},
		{"promise of a destroyed one", begin + destroy + promise, "",
			"read of the frame of coroutine @f after it was destroyed"},
		{"leak", begin + resume, "", "coroutine @f is not destroyed when the program ends"},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, _, failure := run(t, main(c.body), interp.Options{Leaks: true})
			if out != c.out || (failure == "") != (c.want == "") || !strings.Contains(failure, c.want) {
				t.Errorf("printed %q, error %q; want %q, %q", out, failure, c.out, c.want)
			}
			if c.want != "" && !strings.Contains(failure, "the coroutine is created here, in @main") &&
				!strings.Contains(failure, "coroutine @f is created here, in @main") {
				t.Errorf("error %q does not say where the coroutine is created", failure)
			}
		})
	}
}

// TestCall calls functions one after the other in one run.
func TestCall(t *testing.T) {
	p := load(t, layout+`@n = global i64 5
declare i64 @mine(i64)
define i64 @next(i64 %by) {
  %a = load i64, ptr @n
  %b = add i64 %a, %by
  %c = call i64 @mine(i64 %b)
  store i64 %c, ptr @n
  ret i64 %c }`)
	p.Extern("mine", func(_ *interp.Thread, args []uint64) uint64 { return args[0] * 2 })
	for range 2 { // each run starts afresh
		m := p.New(interp.Options{})
		for _, want := range []uint64{12, 26} {
			r, err := m.Call("next", 1)
			if err != nil || len(r) != 1 || r[0] != want {
				t.Errorf("%v, %v; want %d", r, err, want)
			}
		}
	}
}
