// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir_test

import (
	"fmt"
	"testing"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

// TestSuspendEdge checks which edges the results -1, 0 and 1 of a suspend take in the block test. Block
// %a is edge 0, %b edge 1, and so on.
func TestSuspendEdge(t *testing.T) {
	const old = "  br label %test\ntest:\n  %t = call i8 @llvm.coro.suspend(token none, i1 false)\n"
	for _, c := range []struct{ code, want string }{
		{"  switch i8 %s, label %a [ i8 0, label %b i8 1, label %c ]", "0 1 2"},
		{"  switch i8 %s, label %a [ i8 1, label %b i8 -1, label %c ]", "2 0 1"},
		{"  %w = sext i8 %s to i32\n  switch i32 %w, label %a [ i32 -1, label %b i32 1, label %c ]", "1 0 2"},
		{"  %w = zext i8 %s to i32\n  switch i32 %w, label %a [ i32 255, label %b i32 -1, label %c ]", "1 0 0"},
		{"  %w = trunc i8 %s to i1\n  br i1 %w, label %a, label %b", "0 1 0"},
		{"  %f = freeze i8 %s\n  %w = icmp slt i8 %f, 0\n  br i1 %w, label %a, label %b", "0 1 1"},
		{"  br label %near\nnear:\n  br label %test\ntest:\n  switch i8 %s, label %a [ i8 0, label %b ]", "0 1 0"},
		// They depend on something else, too, or on nothing.
		{"  switch i8 %n, label %a [ i8 0, label %b ]", ""},
		{"  %w = add i8 %s, %n\n  switch i8 %w, label %a [ i8 0, label %b ]", ""},
		{"  br i1 true, label %a, label %b", ""},
		{"  br label %a", ""},
		// The results are old.
		{old + "  switch i8 %s, label %a [ i8 0, label %b ]", ""},
		{"  br i1 %k, label %test, label %near\nnear:\n  br label %test\ntest:\n  switch i8 %s, label %a [ i8 0, label %b ]", ""},
		{old + "  %w = xor i8 %s, %t\n  switch i8 %w, label %a [ i8 0, label %b ]", ""},
		{old + "  switch i8 %t, label %a [ i8 0, label %b ]", "0 1 0"},
	} {
		m, err := parse.Module("s.ll", []byte("declare i8 @llvm.coro.suspend(token, i1)\n"+
			"define void @f(i8 %n, i1 %k) {\n  %s = call i8 @llvm.coro.suspend(token none, i1 false)\n"+c.code+
			"\na:\n  ret void\nb:\n  ret void\nc:\n  ret void\n}\n"))
		if err != nil {
			t.Fatal(err)
		}
		f, err := m.Func("f")
		if err != nil {
			t.Fatal(err)
		}
		b := f.Entry()
		for x := b; x != nil; x = x.Next() {
			if x.Name() == "test" {
				b = x
			}
		}
		got := ""
		if s, back := ir.SuspendEdge(b.Terminator(), -1); s != nil {
			_, on := ir.SuspendEdge(b.Terminator(), 0)
			got = fmt.Sprint(back, on, ir.EdgeOf(b.Terminator(), s, 1))
		}
		if got != c.want {
			t.Errorf("%s\ngot edges %q, want %q", c.code, got, c.want)
		}
	}
}
