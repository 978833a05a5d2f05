// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver_test

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

// FuzzLower checks that lowering does not panic on any text. It returns errors with positions, or a
// module that parses and that the verifier accepts.
func FuzzLower(f *testing.F) {
	f.Add(coro("f", "presplitcoroutine") + decls)
	for _, pattern := range []string{"../../examples/*.ll", "../../test/lit/coro-*/*.ll",
		"../../test/lit/dialects/*/*.ll", "../../test/lit/docs/*.ll"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(string(text))
		}
	}
	f.Fuzz(checkLowering)
}

// checkLowering lowers an arbitrary text.
func checkLowering(t *testing.T, text string) {
	t.Helper()
	if len(text) > 1<<16 {
		t.Skip("the text is long")
	}
	res, err := driver.Run("t.ll", []byte(text), &driver.Options{Debug: true, Jobs: 1, Frames: true, Ways: true})
	if err != nil {
		var l ir.ErrorList
		if !errors.As(err, &l) || len(l) == 0 {
			t.Fatalf("error without findings: %v", err)
		}
		for _, e := range l {
			if e.Pos.IsValid() && e.Pos.Offset() > len(text) {
				t.Errorf("error behind the end: %v", e)
			}
			if len(e.Msg) > 15 && e.Msg[:15] == "internal error:" {
				t.Errorf("%v", e)
			}
		}
		return
	}
	if res.Lowered == 0 {
		return
	}
	out := res.Bytes()
	m, err := parse.Module("out.ll", out)
	if err != nil {
		// Only the lowered functions must be right, because the run did not read the rest
		// of the file.
		if _, err := parse.Module("in.ll", []byte(text)); err != nil {
			return
		}
		t.Fatalf("output does not parse: %v\n%s", err, out)
	}
	if l := ir.Verify(m); len(l) > 0 {
		if in, err := parse.Module("in.ll", []byte(text)); err != nil || len(ir.Verify(in)) > 0 {
			return
		}
		t.Fatalf("output is not valid: %v\n%s", l[0], out)
	}
}

// FuzzLowerEdits changes whole words and lines of valid modules, which reaches deeper code than
// changes of bytes.
func FuzzLowerEdits(f *testing.F) {
	var seeds []string
	for _, pattern := range []string{"../../examples/*.ll", "../../test/lit/coro-*/*.ll", "../../test/lit/bugs/*.ll",
		"../../test/lit/dialects/*/*.ll"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			seeds = append(seeds, string(text))
		}
	}
	for i := range seeds {
		f.Add(uint16(i), []byte{byte(i), 7, 9, byte(3 * i), 11, 2})
	}
	f.Fuzz(func(t *testing.T, seed uint16, ops []byte) {
		if len(seeds) > 0 && len(ops) < 200 {
			checkLowering(t, edited(seeds[int(seed)%len(seeds)], ops))
		}
	})
}

// edited applies edits of four bytes each: the kind of edit, and two positions.
func edited(text string, ops []byte) string {
	words := wordPattern.FindAllString(text, -1)
	for ; len(ops) >= 4 && len(words) > 0; ops = ops[4:] {
		i := (int(ops[1])<<8 | int(ops[2])) % len(words)
		j := (i + int(ops[3]) + 1) % len(words)
		switch ops[0] % 5 {
		case 0:
			words[i] = words[j]
		case 1:
			words[i], words[j] = words[j], words[i]
		case 2:
			words = append(words[:i:i], words[i+1:]...)
		case 3: // drop a line
			k := i
			for k < len(words) && words[k] != "\n" {
				k++
			}
			words = append(words[:i:i], words[k:]...)
		case 4: // copy a run of words to another position
			run := append([]string(nil), words[i:min(i+int(ops[3])%12, len(words))]...)
			words = append(words[:j:j], append(run, words[j:]...)...)
		}
	}
	return strings.Join(words, "")
}

var wordPattern = regexp.MustCompile(`[%@!#]?[-\w.]+|[ \t]+|\n|;[^\n]*|[^\w]`)
