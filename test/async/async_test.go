// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package async_test runs generated asynchronous programs: coroutines that await each other, with
// loops, branches, hops through an executor's queue, and values of many types that are live across
// all of these. Their task allocator reports writes past the end of a context and deallocations out
// of order.
//
// The generator also computes the output of each program (gen_test.go). Each program is lowered in
// every pipeline, verified by LLVM, and interpreted both directly and after LLVM's -O2. LLVM also
// lowers the programs of contexts that it lowers correctly, which checks the generator.
//
//	go test ./test/async -seeds 500 -first 1000    other seeds
package async_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/corolower/corolower/internal/driver"
)

var (
	seeds = flag.Int("seeds", 12, "number of generated programs")
	first = flag.Uint64("first", 1, "seed of the first")
	keep  = flag.String("keep", "", "directory for the programs that fail")
)

var pipelines = [...]string{"default<O2>", "default<O0>", "coro-early,cgscc(coro-split<reuse-storage>),coro-cleanup"}

var contextPipelines = [...]string{
	"default<O2>",
	"coro-early,function(coro-async-merge-contexts),cgscc(coro-split),coro-cleanup,coro-fold-sizes",
	"coro-early,function(sroa,simplifycfg,early-cse,coro-async-merge-contexts),cgscc(coro-split<reuse-storage>),coro-cleanup,coro-fold-sizes",
	"coro-early,function(coro-async-merge-contexts<same-size>),cgscc(coro-split),coro-fold-sizes,coro-cleanup,function(instsimplify,early-cse,simplifycfg,dce)",
}

func TestGenerated(t *testing.T) { testPrograms(t, false, pipelines[:]) }

// TestContexts runs programs in which the contexts of awaited coroutines overlap in different ways.
// Coroutines await one another in sequence, in branches and in loops, and while they hold memory of
// the task; other code between the awaits may also allocate memory of the task and keep it.
func TestContexts(t *testing.T) {
	var merged, folded atomic.Int64
	stats = func(s *driver.Stats) {
		merged.Add(int64(s.Merge.Allocs))
		folded.Add(int64(s.FoldedSizes))
	}
	t.Run("programs", func(t *testing.T) { testPrograms(t, true, contextPipelines[:]) })
	stats = nil
	if merged.Load() == 0 || folded.Load() == 0 {
		t.Errorf("%d allocations were merged, and %d sizes folded", merged.Load(), folded.Load())
	}
	t.Logf("%d allocations merged, %d sizes folded", merged.Load(), folded.Load())
}

// stats receives the statistics of each run, unless it is nil.
var stats func(*driver.Stats)

func testPrograms(t *testing.T, contexts bool, pipelines []string) {
	for _, tool := range []string{"opt-22", "lli-22"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed", tool)
		}
	}
	for n := range *seeds {
		seed := *first + uint64(n)
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(seed, 0))
			p := makeProgram(r, contexts)
			out, ok := p.run()
			for !ok {
				p = makeProgram(r, contexts)
				out, ok = p.run()
			}
			want := strings.Join(out, " ")
			// LLVM computes contexts that are too small for these values
			if contexts && !strings.Contains(p.text(), "<4 x ") {
				if got := llvm(t, p.text()); got != want {
					t.Errorf("seed %d: lowered by LLVM it prints\n%s\nnot\n%s", seed, got, want)
				}
			}
			for _, passes := range pipelines {
				if got := run(t, p.text(), passes); got != want {
					t.Errorf("seed %d, %s: it prints\n%s\nnot\n%s", seed, passes, got, want)
					if *keep != "" {
						os.WriteFile(filepath.Join(*keep, fmt.Sprintf("%d.ll", seed)), []byte(p.text()), 0o644)
					}
				}
			}
		})
	}
}

// run lowers a program and returns its output. If the output after LLVM's -O2 differs, it returns
// both.
func run(t *testing.T, text, passes string) string {
	t.Helper()
	pipeline, err := driver.Table.Parse(passes)
	if err != nil {
		t.Fatal(err)
	}
	o := &driver.Options{Jobs: 1, Pipeline: pipeline}
	res, err := driver.Run("program.ll", []byte(text), o)
	if err != nil {
		t.Fatal(passes, err)
	}
	if stats != nil {
		stats(&res.Stats)
	}
	return execute(t, res.Bytes(), "verify")
}

// llvm runs a program that LLVM lowered.
func llvm(t *testing.T, text string) string {
	t.Helper()
	return execute(t, []byte(strings.ReplaceAll(text, "; "+forLLVM, "")), "coro-early,cgscc(coro-split),coro-cleanup")
}

// execute runs LLVM's passes over a program and then interprets it.
func execute(t *testing.T, text []byte, passes string) string {
	t.Helper()
	dir := t.TempDir()
	program, optimised := filepath.Join(dir, "program.ll"), filepath.Join(dir, "optimised.ll")
	if err := os.WriteFile(program, text, 0o644); err != nil {
		t.Fatal(err)
	}
	if said := command(t, "opt-22", "-passes="+passes, "-S", program, "-o", program); said != "" {
		return said
	}
	command(t, "opt-22", "-passes=default<O2>", "-S", program, "-o", optimised)
	plain := command(t, "lli-22", "-O0", program)
	if fast := command(t, "lli-22", "-O0", optimised); fast != plain {
		return plain + " (behind -O2: " + fast + ")"
	}
	return plain
}

func command(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.Command(args[0], args[1:]...).CombinedOutput()
	if err != nil {
		return fmt.Sprintf("%s: %v: %.300s", args[0], err, out)
	}
	return strings.Join(strings.Fields(string(out)), " ")
}

const runtime = `target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
; Contexts are aligned to 16 bytes and never to 32.
@memory = global [4194304 x i8] zeroinitializer, align 64
@top = global i64 16
@base = global i64 0
@queue = global [64 x { ptr, ptr }] zeroinitializer
@head = global i64 0
@tail = global i64 0
@number = constant [6 x i8] c"%lld \00"
; A block has its size in front of it and a guard behind it; what is taken is as good as random, and what was given back is poisoned.
define swiftcc ptr @swift_task_alloc(i64 %n) noinline {
  %t = load i64, ptr @top
  %r = add i64 %n, 71
  %size = and i64 %r, -32
  %next = add i64 %t, %size
  store i64 %next, ptr @top
  %head = getelementptr i8, ptr @memory, i64 %t
  store i64 %n, ptr %head
  %p = getelementptr i8, ptr %head, i64 32
  call void @llvm.memset.p0.i64(ptr %p, i8 90, i64 %n, i1 false)
  %guard = getelementptr i8, ptr %p, i64 %n
  store i64 81985529216486895, ptr %guard, align 1
  ret ptr %p
}
define swiftcc void @swift_task_dealloc(ptr %p) noinline {
  %head = getelementptr i8, ptr %p, i64 -32
  %n = load i64, ptr %head
  %guard = getelementptr i8, ptr %p, i64 %n
  %g = load i64, ptr %guard, align 1
  %whole = icmp eq i64 %g, 81985529216486895
  br i1 %whole, label %fine, label %bad
fine:
  %r = add i64 %n, 71
  %size = and i64 %r, -32
  %t = load i64, ptr @top
  %next = sub i64 %t, %size
  store i64 %next, ptr @top
  %q = getelementptr i8, ptr @memory, i64 %next
  call void @llvm.memset.p0.i64(ptr %q, i8 165, i64 %size, i1 false)
  %same = icmp eq ptr %head, %q
  br i1 %same, label %out, label %bad
bad:
  call void @show(i64 -1)
  br label %out
out:
  ret void
}
; Code that takes memory of the task and leaves it taken, and code that gives it back.
@pushed = global [64 x ptr] zeroinitializer
@pushes = global i64 0
define void @push() noinline {
  %p = call swiftcc ptr @swift_task_alloc(i64 40)
  %n = load i64, ptr @pushes
  %at = getelementptr ptr, ptr @pushed, i64 %n
  store ptr %p, ptr %at
  %m = add i64 %n, 1
  store i64 %m, ptr @pushes
  ret void
}
define void @pop() noinline {
  %m = load i64, ptr @pushes
  %n = sub i64 %m, 1
  store i64 %n, ptr @pushes
  %at = getelementptr ptr, ptr @pushed, i64 %n
  %p = load ptr, ptr %at
  call swiftcc void @swift_task_dealloc(ptr %p)
  ret void
}
define i64 @pure(i64 %x) noinline nounwind memory(none) {
  %y = xor i64 %x, 5
  %z = and i64 %y, 65535
  ret i64 %z
}
define void @show(i64 %v) {
  call i32 (ptr, ...) @printf(ptr @number, i64 %v)
  ret void
}
define void @keep(ptr %p) noinline {
  %q = getelementptr i64, ptr %p, i64 0
  store volatile ptr %q, ptr @queue
  ret void
}
define void @add(i64 %v, ptr %p) noinline {
  %a = load i64, ptr %p
  %b = add i64 %a, %v
  %c = and i64 %b, 65535
  store i64 %c, ptr %p
  ret void
}
define i64 @misaligned(ptr %p, i64 %to) noinline {
  %n = ptrtoint ptr %p to i64
  %m = sub i64 %to, 1
  %r = and i64 %n, %m
  ret i64 %r
}
define i64 @same(i64 %x) noinline {
  ret i64 %x
}
define double @real(i64 %x) noinline {
  %d = sitofp i64 %x to double
  ret double %d
}
define ptr @pointer(i64 %x) noinline {
  %p = inttoptr i64 %x to ptr
  ret ptr %p
}
define internal swifttailcc void @enqueue(ptr %f, ptr %c) {
  %t = load i64, ptr @tail
  %k0 = and i64 %t, 31
  %k = add i64 %k0, 8
  %next = add i64 %t, 1
  store i64 %next, ptr @tail
  %at = getelementptr [64 x { ptr, ptr }], ptr @queue, i64 0, i64 %k
  store ptr %f, ptr %at
  %cp = getelementptr { ptr, ptr }, ptr %at, i32 0, i32 1
  store ptr %c, ptr %cp
  ret void
}
define void @apart() noinline {
  ret void
}
define internal swifttailcc void @show.and.enqueue(ptr %f, ptr %c, i64 %v) {
  call void @show(i64 %v)
  musttail call swifttailcc void @enqueue(ptr %f, ptr %c)
  ret void
}
define internal swifttailcc void @push.and.enqueue(ptr %f, ptr %c) {
  call void @push()
  musttail call swifttailcc void @enqueue(ptr %f, ptr %c)
  ret void
}
define internal swifttailcc void @pop.and.enqueue(ptr %f, ptr %c) {
  call void @pop()
  musttail call swifttailcc void @enqueue(ptr %f, ptr %c)
  ret void
}
define void @give.if(ptr %p) noinline {
  %some = icmp ne ptr %p, null
  br i1 %some, label %give, label %out
give:
  call swiftcc void @swift_task_dealloc(ptr %p)
  br label %out
out:
  ret void
}
define internal swifttailcc void @hand(ptr %f, ptr %c, i64 %v) {
  musttail call swifttailcc void %f(ptr swiftasync %c, i64 %v)
  ret void
}
define swifttailcc void @done(ptr swiftasync %c, i64 %v) {
  call void @show(i64 %v)
  %t = load i64, ptr @top
  %b = load i64, ptr @base
  %more = sub i64 %t, %b
  call void @show(i64 %more)
  ret void
}
define void @start(i64 %x) {
entry:
  %size = load i32, ptr getelementptr (<{ i32, i32 }>, ptr @f0Tu, i32 0, i32 1)
  %n = zext i32 %size to i64
  %c = call swiftcc ptr @swift_task_alloc(i64 %n)
  store ptr null, ptr %c
  %b = load i64, ptr @top
  store i64 %b, ptr @base
  %rp = getelementptr { ptr, ptr }, ptr %c, i32 0, i32 1
  store ptr @done, ptr %rp
  call swifttailcc void @call0(ptr %c, i64 %x)
  br label %loop
loop:
  %h = load i64, ptr @head
  %t = load i64, ptr @tail
  %empty = icmp eq i64 %h, %t
  br i1 %empty, label %out, label %run
run:
  %next = add i64 %h, 1
  store i64 %next, ptr @head
  %k0 = and i64 %h, 31
  %k = add i64 %k0, 8
  %at = getelementptr [64 x { ptr, ptr }], ptr @queue, i64 0, i64 %k
  %f = load ptr, ptr %at
  %cp = getelementptr { ptr, ptr }, ptr %at, i32 0, i32 1
  %cc = load ptr, ptr %cp
  call swifttailcc void %f(ptr swiftasync %cc)
  br label %loop
out:
  call swiftcc void @swift_task_dealloc(ptr %c)
  ret void
}
define linkonce_odr hidden ptr @__swift_async_resume_project_context(ptr %c) {
  %p = load ptr, ptr %c, align 8
  ret ptr %p
}
define internal ptr @leads.back(ptr %c) {
  %p = load ptr, ptr %c, align 8
  ret ptr %p
}
define linkonce_odr hidden ptr @__swift_async_resume_get_context(ptr %c) {
  ret ptr %c
}
declare i32 @printf(ptr, ...)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare token @llvm.coro.id.async(i32, i32, i32, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.async.resume()
declare { ptr, i64 } @llvm.coro.suspend.async.sl_p0i64s(i32, ptr, ptr, ...)
declare { ptr } @llvm.coro.suspend.async.sl_p0s(i32, ptr, ptr, ...)
declare void @llvm.coro.end.async(ptr, i1, ...)
`
