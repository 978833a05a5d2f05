// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package llircoro_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/types"

	"github.com/corolower/corolower/llircoro"
)

// counted builds a coroutine that yields n and n+1 through its promise, and a main that prints the
// yielded numbers.
func counted() (*ir.Module, *llircoro.Coroutine) {
	m := ir.NewModule()
	m.SourceFilename = "counted"
	m.TargetTriple = "x86_64-unknown-linux-gnu"
	m.DataLayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
	intr := llircoro.Declare(m)
	n := ir.NewParam("n", types.I32)
	c := llircoro.NewCoroutine(m, intr, "counter", types.I32, n)
	at := c.Body
	at.NewStore(n, c.Promise)
	at = c.Suspend(at)
	at.NewStore(at.NewAdd(n, constant.NewInt(types.I32, 1)), c.Promise)
	at = c.Suspend(at)
	c.Return(at)

	printf := m.NewFunc("printf", types.I32, ir.NewParam("", bytePtr))
	printf.Sig.Variadic = true
	text := m.NewGlobalDef("text", constant.NewCharArrayFromString("%d\n\x00"))
	zero := constant.NewInt(types.I32, 0)
	main := m.NewFunc("main", types.I32)
	b := main.NewBlock("entry")
	h := b.NewCall(c.Func, constant.NewInt(types.I32, 7))
	place := b.NewBitCast(b.NewCall(intr.Promise, h, constant.NewInt(types.I32, 4), constant.False),
		types.NewPointer(types.I32))
	for range 2 {
		b.NewCall(printf, constant.NewGetElementPtr(text.ContentType, text, zero, zero), b.NewLoad(types.I32, place))
		b.NewCall(intr.Resume, h)
	}
	b.NewCall(intr.Destroy, h)
	b.NewRet(zero)
	return m, c
}

func ExampleNewCoroutine() {
	m := ir.NewModule()
	n := ir.NewParam("n", types.I32)
	c := llircoro.NewCoroutine(m, llircoro.Declare(m), "counter", types.I32, n)
	at := c.Body
	at.NewStore(n, c.Promise)
	at = c.Suspend(at) // continues here after a resume
	at.NewStore(at.NewAdd(n, constant.NewInt(types.I32, 1)), c.Promise)
	at = c.Suspend(at)
	c.Return(at)
	_, remarks, err := llircoro.Lower(m, llircoro.Options{})
	fmt.Println(err, remarks)
	// Output: <nil> [Split 'counter' (frame_size=32, align=8)]
}

func ExampleCheck() {
	m := ir.NewModule()
	c := llircoro.NewCoroutine(m, llircoro.Declare(m), "task", nil)
	c.Return(c.Suspend(c.Body))
	c.Func.FuncAttrs = nil // a mistake
	err := llircoro.Check(m, llircoro.Options{Name: "demo"})
	var first *llircoro.Error
	if errors.As(err, &first) {
		fmt.Println(first.Rule)
		fmt.Println(first.Hint)
	}
	// Output:
	// presplit-missing
	// add "coroutine.presplit"="0" to the function's attributes
}

func ExampleDeclare() {
	m := ir.NewModule()
	intr := llircoro.Declare(m)
	again := llircoro.Declare(m)
	fmt.Println(intr.Suspend == again.Suspend, intr.Suspend.LLString())
	// Output: true declare i8 @llvm.coro.suspend(token %0, i1 %1)
}

// TestBuiltRuns checks that the helpers' coroutine is valid, can be lowered, and prints its
// numbers.
func TestBuiltRuns(t *testing.T) {
	m, _ := counted()
	if err := llircoro.Check(m, llircoro.Options{Warn: func(e *llircoro.Error) { t.Error(e) }}); err != nil {
		t.Fatal(err)
	}
	for _, passes := range []string{"", "default<O0>"} {
		lowered, _, err := llircoro.Lower(m, llircoro.Options{Passes: passes})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := exec.LookPath("clang-14"); err != nil {
			t.Skip(err)
		}
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "m.ll"), []byte(lowered.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("sh", "-c", "clang-14 -w m.ll -o m && ./m")
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil || string(out) != "7\n8\n" {
			t.Errorf("%q: %v\n%s", passes, err, out)
		}
	}
}

// TestCheckFinds checks that mistakes in a built coroutine are found and have a fix, and that a
// module which llir cannot print is an error.
func TestCheckFinds(t *testing.T) {
	m, c := counted()
	c.Cleanup.Insts = append(c.Cleanup.Insts, ir.NewCall(llircoro.Declare(m).Begin, constant.None, null))
	err := llircoro.Check(m, llircoro.Options{})
	var list llircoro.Errors
	if !errors.As(err, &list) || len(list) == 0 {
		t.Fatalf("got %v", err)
	}
	for _, e := range list {
		if e.Rule != "begin-token" || e.Hint == "" || e.Function != "counter" || !strings.Contains(e.Error(), e.Hint) {
			t.Errorf("got %+v", e)
		}
	}
	broken := ir.NewModule()
	broken.NewFunc("f", types.Void).NewBlock("open")
	if err := llircoro.Check(broken, llircoro.Options{}); err == nil || !strings.Contains(err.Error(),
		"give every block a terminator") {
		t.Errorf("got %v", err)
	}
}

// TestHintOfPasses checks that the error for an invalid pipeline suggests the intended one.
func TestHintOfPasses(t *testing.T) {
	m, _ := counted()
	_, _, err := llircoro.Lower(m, llircoro.Options{Passes: "coro-early,coro-spit"})
	var e *llircoro.Error
	if !errors.As(err, &e) || !strings.Contains(e.Hint, "coro-split") {
		t.Errorf("got %v", err)
	}
}

func TestReturnTwicePanics(t *testing.T) {
	m := ir.NewModule()
	c := llircoro.NewCoroutine(m, llircoro.Declare(m), "f", nil)
	c.Return(c.Body)
	defer func() {
		if r := recover(); r == nil || !strings.Contains(fmt.Sprint(r), "@f has a final suspend already") {
			t.Errorf("got %v", r)
		}
	}()
	c.Return(c.Func.NewBlock(""))
}
