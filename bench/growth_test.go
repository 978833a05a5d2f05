// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

// These tests check how work grows with the input, by counts and not by clocks. The bytes and
// objects that a run allocates on one processor are almost equal in every run, and every list and
// table that a pass builds is among them. The collector is off, and two runs on the same machine are
// compared, so neither load nor the size of a pointer matters. Repeated reads allocate nothing, so for
// the searches along handles, which read most, the tests also count the visited blocks.

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/corolower/corolower/bench/gen"
	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/lower/elide"
)

// growthSlack is the allowed factor over n log n: lists double when they grow.
const growthSlack = 1.15

// creators writes a module in which one function creates n coroutines, one after the other, or each
// of n functions creates one. The creator destroys them, or a callee does, which receives the
// address of memory that holds the handle.
func creators(w io.Writer, n int, one, callee bool) error {
	var b strings.Builder
	b.WriteString(`define ptr @f(i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %begin
alloc:
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  br label %begin
begin:
  %at = phi ptr [ null, %entry ], [ %mem, %alloc ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %at)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %resumed
    i8 1, label %cleanup
  ]
resumed:
  call void @print(i32 %n)
  %t = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %t, label %suspend [
    i8 0, label %cleanup
    i8 1, label %cleanup
  ]
cleanup:
  %old = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %old)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}
`)
	for k := range n {
		if k == 0 || !one {
			fmt.Fprintf(&b, "define void @g%d(i1 %%c) nounwind {\n  %%slot = alloca ptr\n", k)
		}
		fmt.Fprintf(&b, "  %%h%d = call ptr @f(i32 %[1]d)\n", k)
		if callee {
			fmt.Fprintf(&b, "  store ptr %%h%d, ptr %%slot\n  call void @use(ptr %%slot)\n", k)
		} else {
			fmt.Fprintf(&b, "  call void @llvm.coro.resume(ptr %%h%d)\n  call void @llvm.coro.destroy(ptr %%h%[1]d)\n",
				k)
		}
		if k == n-1 || !one {
			b.WriteString("  ret void\n}\n")
		}
	}
	b.WriteString(`define void @use(ptr %slot) noinline nounwind {
  %h = load ptr, ptr %slot
  %done = call i1 @llvm.coro.done(ptr %h)
  br i1 %done, label %destroy, label %resume
resume:
  call void @llvm.coro.resume(ptr %h)
  br label %destroy
destroy:
  call void @llvm.coro.destroy(ptr %h)
  ret void
}
declare i1 @llvm.coro.done(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @print(i32) nounwind
declare ptr @malloc(i64)
declare void @free(ptr)
`)
	_, err := io.WriteString(w, b.String())
	return err
}

// work is the work of one run.
type work struct {
	bytes, pieces float64 // allocated
	steps         float64 // blocks that searches visited
}

// workOf runs a pipeline over a text on one core.
func workOf(t *testing.T, text []byte, passes string, explain bool) work {
	t.Helper()
	pl, err := driver.Table.Parse(passes)
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	// The first collection moves the content of pools aside, and the second drops it. If it stayed, a
	// run would allocate less the more an earlier run had left there.
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&before)
	// Without a bound on the stack, so that the many frames of one function are elided.
	res, err := driver.Run("growth.ll", text, &driver.Options{Pipeline: pl, Jobs: 1, Frames: explain, Ways: explain,
		Elide: elide.Options{MaxStack: -1}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := res.WriteTo(io.Discard); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	w := &res.Stats.Walks
	return work{float64(after.TotalAlloc - before.TotalAlloc), float64(after.Mallocs - before.Mallocs),
		float64(w.Blocks + w.Nested)}
}

func TestGrowth(t *testing.T) {
	// Otherwise the content of pools depends on when the collector runs, and on which processor.
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	ir := func(s func(n int) gen.Shape) func(io.Writer, int) error {
		return func(w io.Writer, n int) error { return gen.IR(w, s(n)) }
	}
	for _, c := range []struct {
		name string
		text func(io.Writer, int) error
		from int // the smallest input; then ten and a hundred times as much
	}{
		{"coroutines", ir(func(n int) gen.Shape { return gen.Shape{Coroutines: n, Suspends: 4} }), 5},
		{"suspends", ir(func(n int) gen.Shape { return gen.Shape{Coroutines: 1, Suspends: n} }), 10},
		{"blocks", ir(func(n int) gen.Shape { return gen.Shape{Coroutines: 1, Suspends: 4, Blocks: n} }), 10},
		{"plain functions", ir(func(n int) gen.Shape { return gen.Shape{Coroutines: 1, Suspends: 4, Plain: n} }), 50},
		{"asynchronous functions", ir(func(n int) gen.Shape { return gen.Shape{Async: n, Suspends: 4} }), 5},
		{"creators", func(w io.Writer, n int) error { return creators(w, n, false, false) }, 5},
		{"creations in one function", func(w io.Writer, n int) error { return creators(w, n, true, false) }, 5},
		{"creators and a callee", func(w io.Writer, n int) error { return creators(w, n, false, true) }, 5},
		{"creations in one function and a callee", func(w io.Writer, n int) error { return creators(w, n, true, true) },
			5},
	} {
		growth(t, c.name, c.from, 10, false, c.text)
	}
	for _, c := range shapes {
		growth(t, c.name, c.from, 4, false, func(w io.Writer, n int) error { return c.make(n).finish(w) })
	}
	growth(t, "conditional awaits explained", 400, 2, true,
		func(w io.Writer, n int) error { return awaits(true)(n).finish(w) })
}

// growth checks that the work grows at most as n log n: for an input of size from, then twice for
// one that is times as large as the last. If explain is set, it also requests explanations of the
// coroutines.
func growth(t *testing.T, name string, from, times int, explain bool, text func(io.Writer, int) error) {
	for _, passes := range []string{"default<O0>", "default<O2>"} {
		t.Run(name+" "+passes, func(t *testing.T) {
			var last work
			for n := from; n <= times*times*from; n *= times {
				var b bytes.Buffer
				if err := text(&b, n); err != nil {
					t.Fatal(err)
				}
				now := workOf(t, b.Bytes(), passes, explain)
				most := float64(times) * growthSlack * math.Log(float64(n)) / math.Log(float64(n/times))
				for _, x := range []struct {
					what      string
					now, last float64
				}{
					{"bytes", now.bytes, last.bytes}, {"pieces", now.pieces, last.pieces},
					{"blocks walked", now.steps, last.steps},
				} {
					if n > from && x.now > most*x.last {
						t.Errorf("%d: %.0f %s, %.1f times those of %d; at most %.1f times is n log n", n, x.now, x.what,
							x.now/x.last, n/times, most)
					}
				}
				t.Logf("%d: %.0f bytes in %.0f pieces; %.0f blocks walked", n, now.bytes, now.pieces, now.steps)
				last = now
			}
		})
	}
}

// TestExplainCost bounds the cost of explaining the paths between 500 conditional suspends: the
// search is bounded in proportion to the coroutine, and a path stores a number for each block on
// it.
func TestExplainCost(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var b bytes.Buffer
	if err := awaits(true)(500).finish(&b); err != nil {
		t.Fatal(err)
	}
	// Most of it are numbers of blocks on paths, which have the same size on every machine.
	const most = 18 << 20
	plain, explained := workOf(t, b.Bytes(), "default<O2>", false), workOf(t, b.Bytes(), "default<O2>", true)
	t.Logf("%.0f bytes, and %.0f more to explain them", plain.bytes, explained.bytes-plain.bytes)
	if explained.bytes-plain.bytes > most {
		t.Errorf("explaining the paths takes %.0f bytes; at most %d", explained.bytes-plain.bytes, most)
	}
}
