// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package parse_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

// seeds adds the table of errors and the functions of the test files to a fuzz target.
func seeds(f *testing.F) {
	for _, c := range errorCases {
		f.Add(strings.Replace(c.src, "§", "", 1))
	}
	files, _ := filepath.Glob("testdata/*.ll")
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		file, err := parse.Scan(name, text)
		if err != nil {
			f.Fatal(err)
		}
		for i := range file.Items {
			f.Add(string(file.Source(&file.Items[i])))
		}
	}
}

// located fails for an error without a position in the text.
func located(t *testing.T, src string, err error) {
	if err == nil {
		return
	}
	e := ir.AsError(err)
	if e == nil || !e.Pos.IsValid() || e.Pos.Offset() > len(src) || e.Msg == "" {
		t.Fatalf("%q: error %v without a place", src, err)
	}
}

func FuzzScan(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, src string) {
		file, err := parse.Scan("fuzz", []byte(src))
		located(t, src, err)
		if err != nil {
			return
		}
		checkTiles(t, file)
		checkUncommented(t, file)
		for i := range file.Items {
			file.HasCoro(&file.Items[i])
		}
	})
}

func FuzzParse(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, src string) {
		m, err := parse.Module("fuzz", []byte(src))
		located(t, src, err)
		if err != nil {
			return
		}
		for _, fn := range m.Funcs {
			for b := fn.Entry(); b != nil; b = b.Next() {
				if b.Terminator() == nil {
					t.Fatalf("%q: a block of @%s has no terminator", src, fn.Name)
				}
				for i := b.First(); i != nil; i = i.Next() {
					if i.Op == ir.OpInvalid {
						t.Fatalf("%q: a placeholder in @%s", src, fn.Name)
					}
					for k := range i.NumArgs() {
						if x, ok := i.Arg(k).(*ir.Instr); ok && x.Op == ir.OpInvalid {
							t.Fatalf("%q: a placeholder is used in @%s", src, fn.Name)
						}
					}
				}
			}
		}
	})
}
