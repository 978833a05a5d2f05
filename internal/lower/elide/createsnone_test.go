// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide_test

import (
	"testing"

	"github.com/corolower/corolower/internal/lower/elide"
	"github.com/corolower/corolower/internal/lower/lowertest"
)

// TestBarren asks of which functions is known that they create no coroutine: not of those that name
// one which does, as what they call, as an address or behind a cast, nor of cycles; and of none
// where what is only read may name others of the unit.
func TestBarren(t *testing.T) {
	const text = `
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
@parts = private constant [3 x ptr] [ptr @plain, ptr @plain, ptr @plain]
define void @plain(ptr %p) {
  store ptr null, ptr %p
  ret void
}
define ptr @makes(ptr %p) {
  %id = call token @llvm.coro.id(i32 16, ptr null, ptr @makes, ptr @parts)
  %h = call ptr @llvm.coro.begin(token %id, ptr %p)
  ret ptr %h
}
define void @uses(ptr %p) {
  call void @plain(ptr %p)
  call void @uses(ptr %p)
  ret void
}
define void @calls(ptr %p) {
  %h = call ptr @makes(ptr %p)
  ret void
}
define void @over(ptr %p) {
  call void @calls(ptr %p)
  ret void
}
define void @address(ptr %p) {
  store ptr @over, ptr %p
  ret void
}
define void @cast(ptr %p) {
  store i64 ptrtoint (ptr @calls to i64), ptr %p
  ret void
}
define void @ping(ptr %p) {
  call void @pong(ptr %p)
  ret void
}
define void @pong(ptr %p) {
  call void @ping(ptr %p)
  ret void
}
define void @suspends(ptr %p) presplitcoroutine {
  ret void
}
`
	want := map[string]bool{"plain": true, "uses": true}
	for _, hides := range []bool{false, true} {
		c := lowertest.Load(t, text)
		c.Elide.File = &lowertest.File{}
		c.Elide.Hides = hides
		for _, f := range c.M.Funcs {
			if f.Declared {
				continue
			}
			if got := elide.CreatesNone(c.Elide, f); got != (want[f.Name] && !hides) {
				t.Errorf("@%s, hides %v: createsNone is %v", f.Name, hides, got)
			}
		}
	}
}
