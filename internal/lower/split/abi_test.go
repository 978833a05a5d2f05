// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/test/lowertest"
)

// abis has a function for each intrinsic that begins a coroutine, and the error that splitting
// reports for it.
var abis = []struct{ body, want string }{
	{`ret void`, ""},
	{`%id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
	%h = call ptr @llvm.coro.begin(token %id, ptr null)
	ret void`, ""},
	{`%id = call token @llvm.coro.id.retcon(i32 8, i32 8, ptr null, ptr null, ptr null, ptr null)
	%h = call ptr @llvm.coro.begin(token %id, ptr null)
	ret void`, "llvm.coro.id.retcon.* prototype not a Function"},
	{`%id = call token @llvm.coro.id.retcon.once(i32 8, i32 8, ptr null, ptr null, ptr null, ptr null)
	%h = call ptr @llvm.coro.begin(token %id, ptr null)
	ret void`, "llvm.coro.id.retcon.* prototype not a Function"},
	{`%id = call token @llvm.coro.id.retcon.once.dynamic(i32 8, i32 8, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, i64 0)
	%h = call ptr @llvm.coro.begin(token %id, ptr null)
	ret void`, "coro.id.retcon.once.dynamic coro function pointer not a global"},
	{`%id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr null)
	%h = call ptr @llvm.coro.begin(token %id, ptr null)
	ret void`, "storage argument offset to coro.id.async is 0, but @f has 0 parameters"},
	{`%id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
	%h = call ptr @llvm.coro.begin.custom.abi(token %id, ptr null, i32 0)
	ret void`, "custom ABI not found"},
}

const abiDeclarations = `
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare token @llvm.coro.id.retcon(i32, i32, ptr, ptr, ptr, ptr)
declare token @llvm.coro.id.retcon.once(i32, i32, ptr, ptr, ptr, ptr)
declare token @llvm.coro.id.retcon.once.dynamic(i32, i32, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, i64)
declare token @llvm.coro.id.async(i32, i32, i32, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.begin.custom.abi(token, ptr, i32)
`

// Splitting knows every ABI, and an ABI rejects a coroutine with a position and a hint.
func TestABIs(t *testing.T) {
	for _, d := range abis {
		text := "define void @f() presplitcoroutine {\n\t" + d.body + "\n}\n" + abiDeclarations
		c := lowertest.Load(t, text)
		f := c.M.Funcs[0]
		_, err := c.Split.Split(f)
		if d.want == "" {
			if err != nil {
				t.Errorf("%v for\n%s", err, d.body)
			}
			continue
		}
		e := ir.AsError(err)
		if e == nil || e.Msg != d.want || e.Unsupported || e.Hint == "" || !e.Pos.IsValid() ||
			!strings.HasPrefix(text[e.Pos.Offset():], "call") {
			t.Errorf("split: %+v\nfor %s", e, d.body)
		}
	}
}
