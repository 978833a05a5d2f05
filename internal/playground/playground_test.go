// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package playground

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

func ask(t *testing.T, r Request) *Answer {
	t.Helper()
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	a := &Answer{}
	if err := json.Unmarshal(Do(b), a); err != nil {
		t.Fatal(err)
	}
	return a
}

func example(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile("../../examples/" + name + ".ll")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestDo(t *testing.T) {
	generator := example(t, "generator")
	a := ask(t, Request{Do: "lower", Text: generator})
	if len(a.Findings) > 0 || !strings.Contains(a.Text, "define internal fastcc void @counter.resume(") || len(a.Remarks) == 0 {
		t.Errorf("lowered: %+v", a)
	}
	a = ask(t, Request{Do: "steps", Text: generator})
	if len(a.Steps) < 3 || a.Steps[0] != (Step{"CoroEarlyPass on [module]", 1}) || a.Steps[1].Pass != "CoroSplitPass on (counter)" ||
		strings.Contains(a.Text, "call i8 @llvm.coro.suspend(") {
		t.Errorf("steps: %+v", a)
	}
	const suspend, part = "call i8 @llvm.coro.suspend(", "define internal fastcc void @counter.resume("
	a = ask(t, Request{Do: "step", Step: a.Steps[1].Number, Text: generator})
	if !strings.Contains(a.Before, suspend) || strings.Contains(a.Before, part) || strings.Contains(a.Text, suspend) || !strings.Contains(a.Text, part) {
		t.Errorf("coro-split: %+v", a)
	}
	a = ask(t, Request{Do: "lower", Text: generator, Passes: "coro-early"})
	if !strings.Contains(a.Text, "llvm.coro.suspend(") {
		t.Errorf("coro-early alone: %+v", a)
	}
	if a = ask(t, Request{Do: "report", Text: generator}); !strings.HasPrefix(a.Text, "<!doctype html>") {
		t.Errorf("report: %.100q, %+v", a.Text, a.Findings)
	}
	if a = ask(t, Request{Do: "ptx", Text: example(t, "gpu_generator")}); !strings.Contains(a.Text, ".visible .entry") {
		t.Errorf("PTX: %.300q, %+v", a.Text, a.Findings)
	}
	const program = "declare i32 @puts(ptr)\n@s = constant [3 x i8] c\"hi\\00\"\n" +
		"define i32 @main() {\n  call i32 @puts(ptr @s)\n  ret i32 7\n}\n"
	if a = ask(t, Request{Do: "run", Text: program}); a.Text != "hi\n\nexit code 7\n" {
		t.Errorf("run: %+v", a)
	}
}

func TestFindings(t *testing.T) {
	a := ask(t, Request{Do: "lower", Text: example(t, "mistakes")})
	if len(a.Findings) < 3 || a.Findings[0].Line != 3 || a.Findings[0].Hint == "" || a.Text != "" {
		t.Errorf("mistakes: %+v", a)
	}
	for do, want := range map[Request]string{
		{Do: "lower", Text: "define void @f() {\n  ret viod\n}\n"}:                                 "expected type",
		{Do: "lower", Text: "", Passes: "coro-erly"}:                                               "coro-erly",
		{Do: "run", Text: "define void @f() {\n  ret void\n}\n"}:                                   "main",
		{Do: "run", Text: "define i32 @main() {\nl:\n  br label %l\n}\n"}:                          "not ended",
		{Do: "ptx", Text: "target triple = \"x86_64-linux\"\ndefine void @f() {\n  ret void\n}\n"}: "nvptx",
	} {
		a := ask(t, do)
		if len(a.Findings) == 0 || !strings.Contains(a.Findings[0].Message, want) {
			t.Errorf("%+v: %+v, want %q", do, a, want)
		}
	}
	if got := string(Do([]byte("{"))); !strings.Contains(got, `"error"`) {
		t.Errorf("no request: %s", got)
	}
}
