// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
)

const promoteDecls = `
target datalayout = "e-p:64:64-i64:64"
@table = internal constant [4 x i64] [i64 3, i64 0, i64 -9, i64 77], align 8
@small = internal constant [2 x i64] [i64 3, i64 0], align 8
@loose = internal constant [4 x i64] zeroinitializer, align 4
@var = internal global [4 x i64] zeroinitializer, align 8
declare void @use(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.lifetime.start.p0(ptr)
`

// promoteCases are bodies of `i64 @f(i64 %x, i1 %c, ptr %p)`: promoted if no alloca may remain.
var promoteCases = []struct {
	name, attrs, body string
	promoted          bool
	has               string
}{
	{name: "table", promoted: true, has: "getelementptr [4 x i64], ptr @table", body: copyOf("@table", "")},
	{name: "table that is written", body: copyOf("@table", "store i64 1, ptr %q")},
	{name: "table that others see", body: copyOf("@table", "call void @use(ptr %a)")},
	{name: "small table", body: copyOf("@small", "")},
	{name: "table with less alignment", body: copyOf("@loose", "")},
	{name: "table that is no constant", body: copyOf("@var", "")},
	{name: "two tables", body: copyOf("@table", "call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr @table, i64 8, i1 false)")},

	{name: "own address", promoted: true, has: "ret i64 %x", body: own("store ptr %a, ptr %slot", "")},
	{name: "own address and null", promoted: true, has: "ret i64 %x",
		body: own("store ptr null, ptr %slot\ncall void @llvm.memset.p0.i64(ptr %slot, i8 0, i64 8, i1 false)\n"+
			"store ptr %a, ptr %slot", "")},
	{name: "address within", promoted: true, has: "ret i64 %x", body: `%a = alloca { i64, ptr, i64 }
  %slot = getelementptr i8, ptr %a, i64 8
  %last = getelementptr i8, ptr %a, i64 16
  store i64 %x, ptr %last
  store ptr %last, ptr %slot
  %h = load ptr, ptr %slot
  %v = load i64, ptr %h
  ret i64 %v`},
	{name: "another address", body: own("store ptr %a, ptr %slot\nstore ptr %p, ptr %slot", "")},
	{name: "two own addresses", body: own("store ptr %a, ptr %slot\nstore ptr %last, ptr %slot", "")},
	{name: "part of an address", body: own("store ptr %a, ptr %slot\nstore i32 0, ptr %slot", "")},
	{name: "bytes that are no null", body: own("store ptr %a, ptr %slot\n"+
		"call void @llvm.memset.p0.i64(ptr %slot, i8 1, i64 8, i1 false)", "")},
	{name: "own address is compared", body: own("store ptr %a, ptr %slot", "%n = icmp eq ptr %h, null\nstore i1 %n, ptr %p")},
	{name: "own address is passed on", body: own("store ptr %a, ptr %slot", "call void @use(ptr %h)")},
	{name: "own address is volatile", body: own("store volatile ptr %a, ptr %slot", "")},
	{name: "null is a place", attrs: "null_pointer_is_valid", body: own("store ptr %a, ptr %slot", "")},

	{name: "select", promoted: true, has: "select i1 %c, i64 %x, i64 7", body: choice("%v = load i64, ptr %q")},
	{name: "select of a store", promoted: true, has: "select i1 %c, i64 9, i64 %x",
		body: choice("store i64 9, ptr %q\n%v = load i64, ptr %a")},
	{name: "select is passed on", body: choice("call void @use(ptr %q)\n%v = load i64, ptr %q")},
	{name: "select of another type", body: choice("store i32 9, ptr %q\n%v = load i64, ptr %a")},
	{name: "select is stored", body: choice("store ptr %q, ptr %p\n%v = load i64, ptr %a")},
}

func copyOf(table, more string) string {
	return "%a = alloca [4 x i64], align 8\n  call void @llvm.lifetime.start.p0(ptr %a)\n" +
		"  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr " + table + ", i64 16, i1 false)\n" +
		"  %q = getelementptr [4 x i64], ptr %a, i64 0, i64 %x\n  " + more + "\n  %v = load i64, ptr %q\n  ret i64 %v"
}

func own(stores, uses string) string {
	return "%a = alloca { i64, ptr, i64 }\n  %slot = getelementptr i8, ptr %a, i64 8\n" +
		"  %last = getelementptr i8, ptr %a, i64 16\n  store i64 %x, ptr %last\n  " + stores + "\n" +
		"  %h = load ptr, ptr %slot\n  " + uses + "\n  %q = getelementptr i8, ptr %h, i64 16\n" +
		"  %v = load i64, ptr %q\n  ret i64 %v"
}

func choice(access string) string {
	return "%a = alloca i64\n  %b = alloca i64\n  store i64 %x, ptr %a\n  store i64 7, ptr %b\n" +
		"  %q = select i1 %c, ptr %a, ptr %b\n  " + access + "\n  ret i64 %v"
}

// TestPromoteMore checks which variables leave memory.
func TestPromoteMore(t *testing.T) {
	for _, k := range promoteCases {
		t.Run(k.name, func(t *testing.T) {
			m := load(t, promoteDecls+"define i64 @f(i64 %x, i1 %c, ptr %p) "+k.attrs+" {\nentry:\n  "+k.body+
				"\n}\n")
			apply(t, m, func(f *ir.Func) bool { return opt.PromoteMore(m, f, layout(t)) })
			f, _ := m.Func("f")
			if text := emit.FuncString(f); strings.Contains(text, "alloca") == k.promoted || !strings.Contains(text, k.has) {
				t.Errorf("promoted: want %v (%q)\n%s", k.promoted, k.has, text)
			}
		})
	}
}
