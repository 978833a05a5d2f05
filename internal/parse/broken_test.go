// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package parse_test

import (
	"testing"

	"github.com/corolower/corolower/internal/parse"
)

// TestBrokenBody checks that a body that cannot be parsed leaves nothing behind: the function has no
// blocks and its parameters no uses, and each attempt to load it fails.
func TestBrokenBody(t *testing.T) {
	file, err := parse.Scan("t.ll", []byte("define void @f(ptr %p) {\n  store ptr %p, ptr %p\n  store ptr %p, ptr %q\n  ret void\n}\n"))
	if err != nil {
		t.Fatal(err)
	}
	m := file.NewUnit()
	f, err := m.Func("f")
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := f.Load(); err == nil {
			t.Error("the body was loaded")
		}
		if f.Loaded() || f.Entry() != nil || f.Params[0].HasUses() {
			t.Errorf("a half body is left: %v, %v, %d uses", f.Loaded(), f.Entry(), f.Params[0].NumUses())
		}
		m.Err = nil
	}
}
