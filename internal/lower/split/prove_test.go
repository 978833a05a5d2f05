// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

import (
	"testing"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/framecheck"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/pass"
	"github.com/corolower/corolower/internal/target"
)

// proved is a coroutine with the kinds of values and objects in frames: a parameter, a value from
// before a suspend that a loop computes repeatedly, a value that is recomputed after it, an object
// that outside code captures, one that is written before the frame exists, and one that needs no
// frame.
const proved = `
define ptr @f(i64 %n, i64 %k) presplitcoroutine {
entry:
  %early = alloca i64, align 8
  %kept = alloca i64, align 8
  %near = alloca i64, align 8
  store i64 %k, ptr %early, align 8
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  call void @keep(ptr %kept)
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %again ]
  %x = call i64 @get(i64 %i)
  %more = add nsw i64 %x, 7
  store i64 %x, ptr %near, align 8
  %y = load i64, ptr %near, align 8
  call void @put(i64 %y)
  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s0, label %suspend [
    i8 0, label %next
    i8 1, label %cleanup
  ]

next:
  call void @put(i64 %x)
  call void @put(i64 %more)
  call void @put(i64 %n)
  %e = load i64, ptr %early, align 8
  call void @put(i64 %e)
  %s1 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s1, label %suspend [
    i8 0, label %again
    i8 1, label %cleanup
  ]

again:
  %v = load i64, ptr %kept, align 8
  call void @put(i64 %v)
  %i.next = add i64 %i, 1
  %go = icmp ult i64 %i.next, %n
  br i1 %go, label %loop, label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

declare i64 @get(i64)
declare void @put(i64)
declare void @keep(ptr)
declare ptr @malloc(i64)
declare void @free(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
`

// provedRetcon is a returned continuation with the same kinds in its frame, which uses its buffer
// after a suspend. The buffer is not in the frame.
const provedRetcon = `
define {ptr, i64} @f(ptr %buf, i64 %n, i64 %k) presplitcoroutine {
entry:
  %kept = alloca i64, align 8
  %near = alloca i64, align 8
  %id = call token @llvm.coro.id.retcon(i32 128, i32 8, ptr %buf, ptr @proto, ptr @malloc, ptr @free)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr null)
  call void @keep(ptr %kept)
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %again ]
  %x = call i64 @get(i64 %i)
  store i64 %x, ptr %near, align 8
  %y = load i64, ptr %near, align 8
  %s0 = call i1 (...) @llvm.coro.suspend.retcon.i1(i64 %y)
  br i1 %s0, label %cleanup, label %next

next:
  call void @put(i64 %x)
  call void @put(i64 %n)
  call void @keep(ptr %buf)
  %s1 = call i1 (...) @llvm.coro.suspend.retcon.i1(i64 %x)
  br i1 %s1, label %cleanup, label %again

again:
  %v = load i64, ptr %kept, align 8
  call void @put(i64 %v)
  %i.next = add i64 %i, 1
  %go = icmp ult i64 %i.next, %n
  br i1 %go, label %loop, label %cleanup

cleanup:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  unreachable
}

declare i64 @get(i64)
declare void @put(i64)
declare void @keep(ptr)
declare {ptr, i64} @proto(ptr, i1)
declare ptr @malloc(i64)
declare void @free(ptr)
declare token @llvm.coro.id.retcon(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i1 @llvm.coro.suspend.retcon.i1(...)
declare void @llvm.coro.end(ptr, i1, token)
`

// provedAsync is an asynchronous coroutine with the same kinds, which uses its context after a
// suspend. The context is not in the frame if slots share storage.
const provedAsync = `
define swifttailcc void @f(ptr swiftasync %ctx, i64 %n) presplitcoroutine {
entry:
  %kept = alloca i64, align 8
  %near = alloca i64, align 8
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr null)
  call void @keep(ptr %kept)
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %next ]
  %x = call i64 @get(i64 %i)
  store i64 %x, ptr %near, align 8
  %y = load i64, ptr %near, align 8
  %r0 = call ptr @llvm.coro.async.resume()
  %s0 = call { ptr, i64 } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0i64s(i32 0, ptr %r0, ptr @parent, ptr @go, ptr %ctx, i64 %y)
  %got = extractvalue { ptr, i64 } %s0, 1
  call void @put(i64 %x)
  call void @put(i64 %n)
  call void @keep(ptr %ctx)
  %r1 = call ptr @llvm.coro.async.resume()
  %s1 = call { ptr, i64 } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0i64s(i32 0, ptr %r1, ptr @parent, ptr @go, ptr %ctx, i64 %x)
  call void @put(i64 %got)
  br label %next

next:
  %v = load i64, ptr %kept, align 8
  call void @put(i64 %v)
  %i.next = add i64 %i, 1
  %go = icmp ult i64 %i.next, %n
  br i1 %go, label %loop, label %out

out:
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %hdl, i1 false, ptr @go, ptr %ctx, i64 %got)
  unreachable
}

@fTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>
declare i64 @get(i64)
declare void @put(i64)
declare void @keep(ptr)
declare ptr @parent(ptr)
declare swifttailcc void @go(ptr, i64)
declare token @llvm.coro.id.async(i32, i32, i32, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.async.resume()
declare { ptr, i64 } @llvm.coro.suspend.async.sl_p0i64s(i32, ptr, ptr, ...)
declare void @llvm.coro.end.async(ptr, i1, ...)
`

// provedByval is a coroutine with a by-value parameter that is read in the caller's memory, and
// whose copy other code captures. It also has an object that is only written, which is in the plain
// frame but not in the shared one.
const provedByval = `
define ptr @f(i64 %n, ptr byval(i64) align 8 %p) presplitcoroutine {
entry:
  %dead = alloca [4 x i64], align 8
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %early = load i64, ptr %p, align 8
  call void @put(i64 %early)
  call void @llvm.lifetime.start.p0(ptr %dead)
  store i64 1, ptr %dead, align 8
  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s0, label %suspend [
    i8 0, label %next
    i8 1, label %cleanup
  ]

next:
  %late = load i64, ptr %p, align 8
  call void @put(i64 %late)
  call void @put(i64 %n)
  call void @llvm.lifetime.end.p0(ptr %dead)
  call void @keep(ptr %p)
  br label %cleanup

cleanup:
  %mem.p = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %mem.p)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare void @keep(ptr)
declare void @put(i64)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
`

// provedDynamic is a coroutine whose caller provides the frame, aligned to 16. An object that needs
// a larger alignment has room to be aligned in, with other slots before and after it. A value that
// needs more is stored with less. The coroutine uses the allocator after the suspend.
const provedDynamic = `
define {ptr, i64} @f(ptr %frame, ptr %allocator, i64 %n, <4 x i64> %wide) presplitcoroutine {
entry:
  %first = alloca [2 x i64], align 16
  %kept = alloca i64, align 64
  %id = call token @llvm.coro.id.retcon.once.dynamic(i32 -1, i32 16, ptr @fTwc, ptr %allocator, ptr %frame, ptr @proto, ptr @take, ptr @give, ptr @take, ptr @give, i64 0)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr null)
  call void @keep(ptr %kept)
  call void @keep(ptr %first)
  %token = call token @llvm.coro.alloca.alloc.i64(i64 %n, i32 8)
  %s = call ptr (...) @llvm.coro.suspend.retcon.p0(i64 %n)
  %v = load i64, ptr %kept, align 64
  call void @put(i64 %v)
  call void @put(i64 %n)
  call void @puts(<4 x i64> %wide)
  call void @keep(ptr %first)
  call void @keep(ptr %allocator)
  call void @llvm.coro.alloca.free(token %token)
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  unreachable
}

@fTwc = global <{ i32, i32, i64 }> <{ i32 1, i32 0, i64 0 }>
declare void @proto(ptr, ptr)
declare ptr @take(ptr, ptr, i64, i64)
declare void @give(ptr, ptr, ptr)
declare void @put(i64)
declare void @puts(<4 x i64>)
declare void @keep(ptr)
declare token @llvm.coro.alloca.alloc.i64(i64, i32)
declare void @llvm.coro.alloca.free(token)
declare token @llvm.coro.id.retcon.once.dynamic(i32, i32, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, i64)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.suspend.retcon.p0(...)
declare void @llvm.coro.end(ptr, i1, token)
`

// provedAdjacent is a returned continuation with adjacent suspends, which yield values that are
// recomputed.
const provedAdjacent = `
define {ptr, i64} @f(ptr %buf, i64 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id.retcon(i32 128, i32 8, ptr %buf, ptr @proto, ptr @malloc, ptr @free)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr null)
  %more = add nsw i64 %n, 7
  %s0 = call i1 (...) @llvm.coro.suspend.retcon.i1(i64 %more)
  %s1 = call i1 (...) @llvm.coro.suspend.retcon.i1(i64 %more)
  %s2 = call i1 (...) @llvm.coro.suspend.retcon.i1(i64 %more)
  call void @put(i64 %more)
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  unreachable
}

declare void @put(i64)
declare {ptr, i64} @proto(ptr, i1)
declare ptr @malloc(i64)
declare void @free(ptr)
declare token @llvm.coro.id.retcon(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i1 @llvm.coro.suspend.retcon.i1(...)
declare void @llvm.coro.end(ptr, i1, token)
`

// planted is a rewritten coroutine into which errors are planted.
type planted struct {
	t  *testing.T
	co *coroutine
}

func (p planted) each(fn func(i *ir.Instr)) {
	for b := p.co.F.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; {
			next := i.Next()
			fn(i)
			i = next
		}
	}
}

// named returns the first instruction with a name.
func (p planted) named(name string) *ir.Instr {
	p.t.Helper()
	var found *ir.Instr
	p.each(func(i *ir.Instr) {
		if i.Name() == name && found == nil {
			found = i
		}
	})
	if found == nil {
		p.t.Fatal("nothing is called %" + name)
	}
	return found
}

// storeTo returns the store through an address.
func (p planted) storeTo(addr string) *ir.Instr {
	p.t.Helper()
	for _, u := range p.named(addr).Users() {
		if u.Op == ir.OpStore {
			return u
		}
	}
	p.t.Fatal("nothing is stored to %" + addr)
	return nil
}

// moveTo changes an address in the frame to that of another value's slot.
func (p planted) moveTo(addr, other string) {
	from, to := p.named(addr), p.named(other)
	for k := range to.NumArgs() {
		from.SetArg(k, to.Arg(k))
	}
}

// plant is one kind of error.
type plant struct {
	name  string
	plant func(p planted)
}

// Errors for coroutines of any ABI: x is a spilled value in each text, n a parameter in most.
var (
	notStored       = plant{"a spilled value is not stored", func(p planted) { p.storeTo("x.spill.addr").Erase() }}
	paramNotStored  = plant{"a parameter is not stored", func(p planted) { p.storeTo("n.spill.addr").Erase() }}
	storedElsewhere = plant{"a value is stored to another's slot",
		func(p planted) { p.moveTo("x.spill.addr", "n.spill.addr") }}
	reloadedElsewhere = plant{"a value is reloaded from another's slot",
		func(p planted) { p.moveTo("x.reload.addr", "n.reload.addr") }}
	valueItself = plant{"a use behind a suspend reads the value itself",
		func(p planted) { ir.ReplaceUses(p.named("x.reload"), p.named("x")) }}
	reloadedEarly = plant{"a reload stands in front of a suspend", func(p planted) {
		ld := p.named("x.reload")
		at := p.co.Suspends[0].Block().SinglePred().Terminator()
		ld.Arg(0).(*ir.Instr).MoveBefore(at)
		ld.MoveBefore(at)
	}}
)

var plants = []plant{
	notStored,
	paramNotStored,
	storedElsewhere,
	reloadedElsewhere,
	{"an object lies over a value", func(p planted) { p.moveTo("kept.reload.addr", "x.spill.addr") }},
	{"two objects lie over each other", func(p planted) { p.moveTo("kept.reload.addr", "early.reload.addr") }},
	{"a value lies over the resume function's address", func(p planted) {
		zero := p.co.m.ConstInt(p.co.m.Types.Int(32), 0)
		p.each(func(i *ir.Instr) {
			if i.Op == ir.OpGEP && (i.Name() == "x.spill.addr" || i.Name() == "x.reload.addr") {
				i.SetArg(2, zero)
			}
		})
	}},
	{"a store stands before the value is computed in a loop", func(p planted) {
		st := p.storeTo("x.spill.addr")
		st.Arg(1).(*ir.Instr).MoveBefore(p.co.F.Entry().Terminator())
		st.MoveBefore(p.named("x").Block().Terminator())
		st.SetArg(0, p.named("i"))
	}},
	valueItself,
	{"a parameter is read itself behind a suspend", func(p planted) {
		ir.ReplaceUses(p.named("n.reload"), p.co.F.Params[0])
	}},
	{"what was written early is not copied", func(p planted) {
		p.each(func(i *ir.Instr) {
			if i.Op != ir.OpStore {
				return
			}
			if ld, ok := i.Arg(0).(*ir.Instr); ok && ld.Op == ir.OpLoad && ld.Arg(0) == ir.Value(p.named("early")) {
				i.Erase()
			}
		})
	}},
	{"an object is used on the stack as well", func(p planted) {
		p.named("v").SetArg(0, p.named("kept"))
	}},
	{"what is computed again is computed otherwise", func(p planted) {
		p.each(func(i *ir.Instr) {
			if i.Op == ir.OpAdd && i.Flags&ir.FlagNSW != 0 && i != p.named("more") {
				i.Flags &^= ir.FlagNSW
			}
		})
	}},
	reloadedEarly,
	{"what is computed again stands in front of a suspend", func(p planted) {
		c := p.again("more")
		c.SetArg(0, p.named("x"))
		c.MoveBefore(p.named("x").Block().Terminator())
	}},
	{"what is computed again reads the value itself", func(p planted) { p.again("more").SetArg(0, p.named("x")) }},
}

// again returns the first instruction that recomputes a value under another name.
func (p planted) again(name string) *ir.Instr {
	p.t.Helper()
	was := p.named(name)
	var found *ir.Instr
	p.each(func(i *ir.Instr) {
		if i != was && i.Op == was.Op && i.Flags == was.Flags && found == nil {
			found = i
		}
	})
	if found == nil {
		p.t.Fatalf("%%%s is not computed again", name)
	}
	return found
}

var adjacentPlants = []plant{
	{"what is computed again stands in the block of the suspend before", func(p planted) {
		c := p.again("more")
		at := p.co.Suspends[0].Block().Terminator()
		c.MoveBefore(at)
		c.Arg(0).(*ir.Instr).MoveBefore(c)
		c.Arg(0).(*ir.Instr).Arg(0).(*ir.Instr).MoveBefore(c.Arg(0).(*ir.Instr))
	}},
	{"what is computed again for one yield is yielded by the next as well", func(p planted) {
		p.co.Suspends[2].SetArg(0, p.co.Suspends[1].Arg(0))
	}},
	{"what is computed again for a yield is used behind it", func(p planted) {
		p.each(func(i *ir.Instr) {
			if i.Op == ir.OpCall && i.CalledFunc() != nil && i.CalledFunc().Name == "put" {
				i.SetArg(0, p.co.Suspends[2].Arg(0))
			}
		})
	}},
}

var retconPlants = []plant{
	notStored,
	paramNotStored,
	storedElsewhere,
	reloadedElsewhere,
	{"an object lies over a value", func(p planted) { p.moveTo("kept", "x.spill.addr") }},
	valueItself,
	{"a parameter is read itself behind a suspend", func(p planted) {
		ir.ReplaceUses(p.named("n.reload"),
			p.co.F.Params[1])
	}},
	{"what is yielded at the next suspend is the value itself", func(p planted) {
		p.co.Suspends[1].SetArg(0,
			p.named("x"))
	}},
	reloadedEarly,
}

var asyncPlants = []plant{
	notStored,
	{"what the coroutine is resumed with is not stored", func(p planted) { p.storeTo("got.spill.addr").Erase() }},
	{"a value is reloaded from another's slot", func(p planted) { p.moveTo("x.reload.addr", "got.spill.addr") }},
	{"an object lies over a value", func(p planted) { p.moveTo("kept", "got.spill.addr") }},
	valueItself,
	{"the context is read itself behind a suspend", func(p planted) {
		ir.ReplaceUses(p.named("ctx.reload"),
			p.co.F.Params[0])
	}},
	{"what is passed on at the next suspend is the value itself", func(p planted) {
		p.co.Suspends[1].SetArg(5,
			p.named("x"))
	}},
	{"what is passed on at the end is the value itself", func(p planted) {
		p.each(func(i *ir.Instr) {
			if i.Op == ir.OpCall && i.CalledFunc() != nil && i.CalledFunc().Name == "go" {
				i.SetArg(1, p.named("got"))
			}
		})
	}},
}

// rounding returns the instructions that round up the address of %kept.
func (p planted) rounding() (sum, mask *ir.Instr) {
	mask = p.named("kept").Arg(0).(*ir.Instr)
	return mask.Arg(0).(*ir.Instr), mask
}

var dynamicPlants = []plant{
	{"a value lies in the room in which an object is aligned", func(p planted) {
		sum, _ := p.rounding()
		room := sum.Arg(0).(*ir.Instr).Arg(0).(*ir.Instr).Arg(2).(*ir.Const)
		p.each(func(i *ir.Instr) {
			if i.Op == ir.OpGEP && (i.Name() == "n.spill.addr" || i.Name() == "n.reload.addr") {
				i.SetArg(2, p.co.m.ConstInt(room.Type(), room.Int64()+1))
			}
		})
	}},
	{"an object is aligned further than it has room for", func(p planted) {
		sum, mask := p.rounding()
		sum.SetArg(1, p.co.m.ConstInt(sum.Type(), 127))
		mask.SetArg(1, p.co.m.ConstInt(sum.Type(), -128))
	}},
	{"an object is moved further than it is aligned", func(p planted) {
		sum, _ := p.rounding()
		sum.SetArg(1, p.co.m.ConstInt(sum.Type(), 127))
	}},
	{"an object is aligned to no power of two", func(p planted) {
		sum, mask := p.rounding()
		sum.SetArg(1, p.co.m.ConstInt(sum.Type(), 47))
		mask.SetArg(1, p.co.m.ConstInt(sum.Type(), -48))
	}},
	{"the allocator is read itself behind a suspend", func(p planted) {
		ir.ReplaceUses(p.named("allocator.reload"),
			p.co.F.Params[1])
	}},
	{"a value is not stored", func(p planted) { p.storeTo("wide.spill.addr").Erase() }},
}

// TestProofFindsPlants plants errors of different kinds after the rewriting: the check must find
// each of them, and nothing in the correct function.
func TestProofFindsPlants(t *testing.T) {
	look := func(t *testing.T, text string, reuse bool, plant func(p planted)) (found []string) {
		co, _ := beginProved(t, text, reuse)
		res, err := co.moveToFrameAnd(func() {
			if plant != nil {
				plant(planted{t, co})
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range res.doubt {
			if d.Unproved {
				t.Error("not followed: " + d.Msg)
			}
			found = append(found, d.Msg)
		}
		return found
	}
	for _, text := range []string{proved, provedRetcon, provedAdjacent, provedAsync, provedByval, provedDynamic} {
		for _, reuse := range []bool{false, true} {
			if found := look(t, text, reuse, nil); len(found) > 0 {
				t.Errorf("reuse %v: found where nothing is wrong: %q", reuse, found)
			}
		}
	}
	late := func(p planted) { p.named("late").SetArg(0, p.co.F.Params[1]) }
	if found := look(t, provedByval, false, late); len(found) == 0 {
		t.Error("a by-value parameter is read as it came behind a suspend: not found")
	}
	for _, set := range []struct {
		abi, text string
		plants    []plant
	}{{"switched", proved, plants}, {"retcon", provedRetcon, retconPlants}, {"adjacent", provedAdjacent,
		adjacentPlants},
		{"dynamic", provedDynamic, dynamicPlants}, {"async", provedAsync, asyncPlants}} {
		for _, p := range set.plants {
			t.Run(set.abi+", "+p.name, func(t *testing.T) {
				found := look(t, set.text, false, p.plant)
				if len(found) == 0 {
					t.Error("not found")
				}
				t.Logf("%q", found)
			})
		}
	}
}

// beginProved starts to split the coroutine of a text.
func beginProved(t *testing.T, text string, reuse bool) (*coroutine, *backup) {
	t.Helper()
	m, err := parse.Module("proved.ll", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	l, err := target.ParseLayout("e-m:e-i64:64-n8:16:32:64-S128")
	if err != nil {
		t.Fatal(err)
	}
	f, err := m.Func("f")
	if err != nil {
		t.Fatal(err)
	}
	c := &Splitter{Unit: &pass.Unit{M: m, Layout: l, Target: target.Parse("")}, Opts: Options{Prove: true}}
	co, was, err := c.begin(f, reuse)
	if err != nil {
		t.Fatal(err)
	}
	return co, was
}

// TestPlainAfterShared splits a coroutine again, as after a shared frame that failed the check, and
// checks that nothing of the shared layout remains.
func TestPlainAfterShared(t *testing.T) {
	for _, text := range []string{proved, provedByval} {
		co, was := beginProved(t, text, true)
		if _, err := co.moveToFrame(); err != nil {
			t.Fatal(err)
		}
		again, doubt, err := was.plain(co, framecheck.Finding{Msg: "it is tried"})
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range doubt.doubt {
			t.Error(d.Msg)
		}
		for k, s := range again.frame.Slots {
			if at, ok := again.c.Layout.GEPOffset(again.frameType, []ir.Value{again.m.ConstInt(again.m.Types.Int(32),
				0), again.m.ConstInt(again.m.Types.Int(32), int64(s.Index))}); !ok || at != s.Offset {
				t.Errorf("slot %d is at %d, and is addressed at %d", k, s.Offset, at)
			}
		}
	}
}
