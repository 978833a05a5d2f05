// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package parse_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

// corpus returns the .ll files of testdata, and those of the directories in CORPUS, separated by
// colons.
func corpus(t testing.TB) []string {
	t.Helper()
	dirs := append([]string{"testdata"}, filepath.SplitList(os.Getenv("CORPUS"))...)
	var out []string
	for _, d := range dirs {
		files, _ := filepath.Glob(filepath.Join(d, "*.ll"))
		out = append(out, files...)
	}
	if len(out) == 0 {
		t.Fatal("no .ll files in testdata")
	}
	return out
}

// where returns the line and column of an error, and the line itself.
func where(text []byte, err error) string {
	e := ir.AsError(err)
	if e == nil || !e.Pos.IsValid() {
		return "no position"
	}
	off := min(e.Pos.Offset(), len(text))
	line := 1 + bytes.Count(text[:off], []byte("\n"))
	start := bytes.LastIndexByte(text[:off], '\n') + 1
	end := bytes.IndexByte(text[start:], '\n')
	if end < 0 {
		end = len(text) - start
	}
	return strings.Join([]string{itoa(line), itoa(off - start + 1), string(text[start:min(start+end, start+300)])}, ":")
}

func itoa(n int) string {
	b := []byte{}
	for n > 9 {
		b = append([]byte{byte('0' + n%10)}, b...)
		n /= 10
	}
	return string(append([]byte{byte('0' + n)}, b...))
}

func TestCorpus(t *testing.T) {
	for _, name := range corpus(t) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := parse.Scan(name, text)
		if err != nil {
			t.Errorf("%s: scan: %v at %s", name, err, where(text, err))
			continue
		}
		at := 0
		for i := range f.Items {
			it := &f.Items[i]
			if it.Start != at || it.End < it.Head || it.Head < it.Start {
				t.Fatalf("%s: item %d does not tile the file: [%d %d %d] after %d", name, i, it.Start, it.Head,
					it.End, at)
			}
			at = it.End
		}
		if at != len(text) {
			t.Errorf("%s: items end at %d of %d", name, at, len(text))
		}
		if _, err := f.Load(); err != nil {
			t.Errorf("%s: %v at %s", name, err, where(text, err))
		}
	}
}

func readTestdata(t testing.TB, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
