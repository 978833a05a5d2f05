// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package coro_test

import (
	"testing"

	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/parse"
)

// TestAddressKept checks, for each use of the address %x, whether it makes the address escape.
func TestAddressKept(t *testing.T) {
	for _, x := range []struct {
		use  string
		kept bool
	}{
		{"%v = load i64, ptr %x", false},
		{"store i64 1, ptr %x", false},
		{"store ptr %x, ptr %p", true},
		{"store ptr %x, ptr %x", true},
		{"%g = getelementptr i64, ptr %x, i64 1\n  store i64 1, ptr %g", false},
		{"%g = getelementptr i64, ptr %x, i64 1\n  store ptr %g, ptr %p", true},
		{"%s = select i1 %b, ptr %x, ptr %p\n  %v = load i64, ptr %s", false},
		{"%s = select i1 %b, ptr %x, ptr %p\n  call void @keep(ptr %s)", true},
		{"%f = freeze ptr %x\n  call void @keep(ptr %f)", true},
		{"%c = icmp eq ptr %x, %p", false},
		{"%n = ptrtoint ptr %x to i64", true},
		{"%o = atomicrmw add ptr %x, i64 1 seq_cst", false},
		{"%o = atomicrmw xchg ptr %p, ptr %x seq_cst", true},
		{"%o = cmpxchg ptr %p, ptr %x, ptr null seq_cst seq_cst", true},
		{"%o = cmpxchg ptr %x, i64 1, i64 2 seq_cst seq_cst", false},
		{"call void @lend(ptr %x)", false},
		{"call void @keep(ptr %x)", true},
		{"call void %p(ptr %x)", true},
		{"%r = call ptr @back(ptr %x)\n  store ptr %r, ptr %p", true},
		{"%r = call ptr @back(ptr %x)\n  %v = load i64, ptr %r", false},
		{"%r = call i64 @count(ptr %x)\n  store i64 %r, ptr %p", false},
		{"call void @lend(ptr %p) [ \"deopt\"(ptr %x) ]", true},
		{"call void @llvm.memset.p0.i64(ptr %x, i8 0, i64 8, i1 false)", false},
		{"call void @llvm.lifetime.start.p0(ptr %x)", false},
		{"call void asm \"\", \"r\"(ptr %x)", true},
		{"%i = insertvalue {ptr, i64} poison, ptr %x, 0", true},
		{"%s = call i1 (...) @llvm.coro.suspend.retcon.i1(ptr %x)", true},
		{"%t = call token (...) @llvm.coro.end.results(ptr %x)", true},
		{"ret ptr %x", true},
	} {
		m, err := parse.Module("test.ll", []byte(`
define ptr @f(ptr %p, i1 %b) {
  %x = alloca i64
  `+x.use+`
  ret ptr null
}
declare void @keep(ptr)
declare void @lend(ptr captures(none))
declare ptr @back(ptr returned captures(none))
declare i64 @count(ptr captures(none))
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.lifetime.start.p0(ptr)
declare i1 @llvm.coro.suspend.retcon.i1(...)
declare token @llvm.coro.end.results(...)
`))
		if err != nil {
			t.Fatalf("%s: %v", x.use, err)
		}
		f, err := m.Func("f")
		if err != nil {
			t.Fatal(err)
		}
		if got := coro.AddressKept(m, f.Entry().First(), nil); got != x.kept {
			t.Errorf("%s: %v", x.use, got)
		}
	}
}
