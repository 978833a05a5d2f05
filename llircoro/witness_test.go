// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package llircoro_test

// In this test llir is an independent reader of typed-pointer IR. It shares no code with our
// parser, and must read our output with the intended meaning.

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/llircoro"
)

// witness reads a file with llir, as it is and as each pipeline lowers it.
func witness(t *testing.T, name string, text []byte) {
	t.Helper()
	if _, err := llircoro.Read(name, text); err != nil {
		t.Errorf("before lowering: %.2000s", err.Error())
	}
	for _, passes := range []string{driver.DefaultPipeline, "default<O0>", "coro-early", "coro-early,coro-split"} {
		pl, err := driver.Table.Parse(passes)
		if err != nil {
			t.Fatal(err)
		}
		res, err := driver.Run(name, text, &driver.Options{Pipeline: pl})
		if err != nil {
			t.Errorf("%s: %v", passes, err)
			continue
		}
		if _, err := llircoro.Read(name, res.Bytes()); err != nil {
			t.Errorf("%s: %.2000s", passes, err.Error())
		}
	}
}

// TestWitnessLit reads every lit test with typed pointers.
func TestWitnessLit(t *testing.T) {
	n := 0
	err := filepath.WalkDir("../test/lit", func(path string, d os.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".ll" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		file, err := parse.Scan(path, text)
		if err != nil || !file.TypedPtrs || bytes.Contains(text, []byte("RUN: not ")) || opaque.Match(code(text)) {
			return nil // no typed pointers, or invalid on purpose
		}
		n++
		t.Run(strings.TrimPrefix(path, "../test/lit/"), func(t *testing.T) { witness(t, path, text) })
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n < 15 {
		t.Errorf("only %d typed files", n)
	}
}

// opaque is an opaque pointer type. A file that mixes the two spellings is not one of LLVM 14.
var opaque = regexp.MustCompile(`\bptr\b`)

// code returns a text without its comments.
func code(text []byte) []byte { return regexp.MustCompile(`(?m);.*$`).ReplaceAll(text, nil) }

// TestWitnessClang reads clang-14's output for the programs of the end-to-end tests, with and
// without debug info.
func TestWitnessClang(t *testing.T) {
	clang := needTool(t, "clang-14")
	programs, err := filepath.Glob("../test/e2e/programs/*.cpp")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, path := range programs {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !regexp.MustCompile(`(?m)^// E2E:.*\bclang14\b`).Match(src) {
			continue
		}
		if n++; n > 3 || testing.Short() && n > 2 {
			break
		}
		for _, debug := range []string{"-g0", "-g"} {
			t.Run(filepath.Base(path)+debug, func(t *testing.T) {
				cmd := exec.Command(clang, "-std=c++20", "-I../test/e2e/include", "-O1", debug, "-Xclang",
					"-disable-llvm-passes", "-S", "-emit-llvm", "-o", "-", path)
				var msg bytes.Buffer
				cmd.Stderr = &msg
				text, err := cmd.Output()
				if err != nil {
					t.Fatalf("clang: %v\n%s", err, msg.Bytes())
				}
				witness(t, filepath.Base(path)+".ll", representable(text))
			})
		}
	}
	if n == 0 {
		t.Error("no programs")
	}
}

// representable removes constructs that clang writes and llir cannot represent.
func representable(text []byte) []byte {
	// llir omits a bool that is false; LLVM assumes true for an absent one.
	text = bytes.ReplaceAll(text, []byte(", splitDebugInlining: false"), nil)
	// A flag that is newer than llir's grammar.
	return bytes.ReplaceAll(text, []byte(" | DISPFlagDeleted"), nil)
}
