// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestReport: the page is written in full or not at all, errors in an input are told by it and by
// the exit code, and the other inputs go on.
func TestReport(t *testing.T) {
	dir := workDir(t)
	put(t, dir, "good/a.ll", creator)
	put(t, dir, "bad.ll", "define void @f( {\n")
	for _, c := range []struct {
		args string
		code int
		says string
	}{
		{"--html=out.html good", 0, ""},
		{"--html=out.html good bad.ll", 1, "bad.ll:1:"},
		{"--html=out.html good none.ll", 2, "none.ll: error: Could not open input file"},
		{"--html=out.html --compare=gcc good", 2, "'gcc' is not clang"},
		{"good", 2, "report needs --html=FILE"},
		{"--html=no/such/out.html good", 2, "cannot write"},
		{"--html=out.html -passes=coro-early good", 2, "no coro-split"},
		{"--html=out.html --title='<b>' -passes=default<O0> --max-text=-1 --source-root=/none good", 0, ""},
	} {
		_ = os.Remove(filepath.Join(dir, "out.html"))
		r := command(dir, "", nil, append([]string{"report", "--no-config"}, strings.Fields(c.args)...)...)
		if r.code != c.code || !strings.Contains(r.stderr, c.says) || c.says == "" && r.stderr != "" || r.stdout != "" {
			t.Errorf("%s: exit code %d\n%s%s", c.args, r.code, r.stdout, r.stderr)
		}
		page, err := os.ReadFile(filepath.Join(dir, "out.html"))
		if written := err == nil && strings.HasSuffix(string(page), "</html>\n"); written != strings.HasPrefix(c.args,
			"--html=out.html") && c.code < 2 {
			t.Errorf("%s: written: %v, %v", c.args, written, err)
		}
	}
	r := command(dir, creator, nil, "report", "--no-config", "--html=-", "-")
	if r.code != 0 || !strings.HasPrefix(r.stdout, "<!doctype html>") {
		t.Errorf("exit code %d\n%.200s%s", r.code, r.stdout, r.stderr)
	}
}

// TestReportSources: lines of sources are shown that lie below the working directory or where the
// user says, and of no other file, whatever debug info names, by whatever way.
func TestReportSources(t *testing.T) {
	top := workDir(t)
	here := filepath.Join(top, "here")
	put(t, here, "f.cpp", "one\ntwo\nthree of here\n")
	put(t, top, "outside/f.cpp", "one\ntwo\nthree of outside\n")
	if err := os.Symlink(filepath.Join(top, "outside"), filepath.Join(here, "link")); err != nil {
		t.Skip(err)
	}
	for _, c := range []struct {
		file, dir, root string
		shown           bool
	}{
		{"f.cpp", here, "", true},
		{filepath.Join(here, "f.cpp"), "/none", "", true},
		{filepath.Join(top, "outside/f.cpp"), "/none", "", false},
		{"../outside/f.cpp", here, "", false},
		{"link/f.cpp", here, "", false},
		{filepath.Join(top, "outside/f.cpp"), "/none", filepath.Join(top, "outside"), true},
		{"f.cpp", "", "", false}, // another may have this name
	} {
		ll := strings.Replace(creator, "define ptr @f(i32 %n) presplitcoroutine",
			"define ptr @f(i32 %n) presplitcoroutine !dbg !4", 1) +
			"!llvm.dbg.cu = !{!1}\n!llvm.module.flags = !{!0}\n!0 = !{i32 2, !\"Debug Info Version\", i32 3}\n" +
			"!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !2, emissionKind: FullDebug)\n" +
			"!2 = !DIFile(filename: \"" + filepath.ToSlash(c.file) + "\", directory: \"" + filepath.ToSlash(c.dir) +
			"\")\n!3 = !DISubroutineType(types: !{})\n" +
			"!4 = distinct !DISubprogram(name: \"f\", file: !2, line: 3, type: !3, unit: !1, spFlags: " +
			"DISPFlagDefinition)\n"
		if !strings.Contains(ll, "!dbg !4") {
			t.Fatal(creator)
		}
		put(t, here, "f.ll", ll)
		args := []string{"report", "--no-config", "--html=out.html", "f.ll"}
		if c.root != "" {
			args = append(args, "--source-root="+c.root)
		}
		if r := command(here, "", nil, args...); r.code != 0 {
			t.Fatalf("%v: exit code %d\n%s", c, r.code, r.stderr)
		}
		page, err := os.ReadFile(filepath.Join(here, "out.html"))
		if err != nil {
			t.Fatal(err)
		}
		if shown := !strings.Contains(string(page), `"sources":[]`); shown != c.shown {
			t.Errorf("%+v: shown: %v", c, shown)
		}
	}
}
