// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package live_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/live"
)

// saved is a coroutine that runs CALLS between its coro.save and the suspend, each in a block of its
// own.
const saved = `
define ptr @f(ptr %mem, ptr %a, ptr %b, ptr %fn) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  br label %save
save:
  %save0 = call token @llvm.coro.save(ptr null)
  br label %first
first:
  CALLS
  br label %wait
wait:
  %s = call i8 @llvm.coro.suspend(token %save0, i1 false)
  switch i8 %s, label %leave [ i8 0, label %leave
    i8 1, label %leave ]
leave:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}
declare void @quiet(ptr, ptr)
declare void @second(ptr, ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare token @llvm.coro.save(ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
`

// byName knows that @quiet lets no other code run, and that @second accesses late only what its
// argument 1 points to.
type byName struct{}

func (byName) HandsOn(call *ir.Instr) bool { return call.CalledFunc().Name != "quiet" }
func (byName) TouchesLate(call *ir.Instr, k int) bool {
	return call.CalledFunc().Name != "second" || k == 1
}

// TestConcurrentCalls asks which arguments of the last call are accessed after other code may run.
func TestConcurrentCalls(t *testing.T) {
	const second, quiet = "call void @second(ptr %a, ptr %b)", "call void @quiet(ptr %a, ptr %b)"
	for _, c := range []struct {
		calls   string
		callees live.Callees
		want    [2]bool
	}{
		{quiet, byName{}, [2]bool{false, false}},
		{second, byName{}, [2]bool{false, true}},
		{second, nil, [2]bool{true, true}},
		{"call void @second(ptr %a, ptr byval(i64) %b)", byName{}, [2]bool{false, false}},
		{"call void %fn(ptr %a, ptr %b)", byName{}, [2]bool{true, true}},
		{quiet + "\n" + second, byName{}, [2]bool{false, true}},
		{second + "\nbr label %next\nnext:\n" + quiet, byName{}, [2]bool{true, true}},
		{second + "\n" + quiet, byName{}, [2]bool{true, true}},
	} {
		_, shape, _, h := analysed(t, strings.Replace(saved, "CALLS", c.calls, 1), c.callees)
		var last *ir.Instr
		for b := shape.F.Entry(); b != nil; b = b.Next() {
			for i := b.First(); i != nil; i = i.Next() {
				if i.IsCall() && i.NumCallArgs() == 2 && ir.CoroCall(i) == ir.NotCoro {
					last = i
				}
			}
		}
		if got := [2]bool{h.TouchesLate(last, 0), h.TouchesLate(last, 1)}; got != c.want {
			t.Errorf("%s\naccessed late: %v, want %v", c.calls, got, c.want)
		}
	}
}
