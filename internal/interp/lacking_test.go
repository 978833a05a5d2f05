// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp_test

import (
	"strings"
	"testing"
)

// TestLacking checks which functions count as missing: those that code of the program calls that may
// run, through a table, a constructor or an alias, too.
func TestLacking(t *testing.T) {
	const text = `
declare i32 @declared()
declare i32 @in_dead_code()
declare i32 @twice()
declare i32 @through_table()
declare i32 @only_stored()
declare i32 @at_start()
declare i32 @through_alias()
declare i64 @llvm.x86.rdtsc()
declare i64 @llvm.bswap.i64(i64)
@table = internal constant [2 x ptr] [ptr @entry, ptr @only_stored]
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @start, ptr null }]
@other = internal alias i32 (), ptr @aliased
define i32 @dead() {
  %r = call i32 @in_dead_code()
  ret i32 %r }
define internal i32 @entry() {
  %r = call i32 @through_table()
  ret i32 %r }
define internal i32 @aliased() {
  %r = call i32 @through_alias()
  ret i32 %r }
define internal void @start() {
  %r = call i32 @at_start()
  ret void }
define i32 @main() {
  %a = call i32 @twice()
  %b = call i32 @twice()
  %c = call i64 @llvm.x86.rdtsc()
  %d = call i64 @llvm.bswap.i64(i64 %c)
  %e = call i32 @puts(ptr @table)
  %f = call i32 @other()
  ret i32 0 }
`
	p := load(t, layout+text)
	e := p.Lacking("main")
	if e == nil {
		t.Fatal("nothing is missing")
	}
	const want = "@at_start, @twice, @llvm.x86.rdtsc, @through_alias, @through_table"
	if _, list, _ := strings.Cut(e.Msg, ": "); list != want {
		t.Errorf("got %q, want %q", e.Msg, want)
	}
	line := func(at int) string {
		return strings.TrimSpace(strings.Split((layout + text)[at:], "\n")[0])
	}
	got := line(e.Pos.Offset())
	for _, n := range e.Notes {
		got += "\n" + line(n.Pos.Offset()) + " ; " + n.Msg
	}
	const places = `call i32 @at_start()
call i32 @twice() ; @twice is called here, in @main
call i64 @llvm.x86.rdtsc() ; @llvm.x86.rdtsc is called here, in @main
call i32 @through_alias() ; @through_alias is called here, in @aliased
call i32 @through_table() ; @through_table is called here, in @entry`
	if strings.ReplaceAll(got, "  ", "") != places || !strings.HasPrefix(e.Hint, "--extern=FILE.ll ") {
		t.Errorf("got\n%s\nhint: %s\nwant\n%s", got, e.Hint, places)
	}
	if e := load(t, layout+"define i32 @main() {\n  %r = call i32 @puts(ptr @d)\n  ret i32 0 }").Lacking("main"); e != nil {
		t.Errorf("a program that lacks nothing: %v", e)
	}
}
