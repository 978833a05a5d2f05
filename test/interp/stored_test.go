// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/interp"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/pass"
)

// TestStored needs no tool: it lowers the programs that the repository holds as IR, and compares each
// with itself before lowering in the interpreter. Programs that the interpreter cannot run before
// lowering, because they call unknown functions or do something undefined, are left out.
func TestStored(t *testing.T) {
	ran := 0
	for _, root := range []string{"../../examples", "../../test"} {
		err := filepath.WalkDir(root, func(file string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(file) != ".ll" {
				return err
			}
			text, err := os.ReadFile(file)
			if err != nil || !bytes.Contains(text, []byte("@main(")) {
				return err
			}
			if before := runs(file, text); before != nil && different[filepath.Base(file)] == "" {
				ran++
				t.Run(strings.TrimPrefix(file, "../../"), func(t *testing.T) { stored(t, file, text, before) })
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if ran < 40 {
		t.Errorf("only %d programs ran", ran)
	}
}

// different are programs that show what lowering decides.
var different = map[string]string{
	"async-sizes.ll":     "it prints the sizes of contexts",
	"retcon-accessor.ll": "it prints the number of allocations",
}

// storedSteps is the number of steps after which a program is not compared.
const storedSteps = 1e6

// runs returns the program in a file if the interpreter runs it to its end.
func runs(file string, text []byte) *interp.Program {
	m, err := parse.Module(file, text)
	if err != nil {
		return nil
	}
	p, err := interp.Load(m)
	if err != nil {
		return nil
	}
	var out bytes.Buffer
	if _, err := p.New(interp.Options{Stdout: &out, MaxSteps: storedSteps, Seed: 1}).Run("main", file); err != nil {
		return nil
	}
	return p
}

func stored(t *testing.T, file string, text []byte, before *interp.Program) {
	for _, passes := range []string{"default<O0>", "default<O2>", "coro-early,cgscc(coro-split),coro-cleanup"} {
		pl, err := driver.Table.Parse(passes)
		if err != nil {
			t.Fatal(err)
		}
		res, err := driver.Run(file, text, &driver.Options{Pipeline: pl, Jobs: 1, Report: pass.Options{VerifyEach: true}})
		if err != nil {
			t.Errorf("%s: %v", passes, err)
			continue
		}
		if _, err := interp.Compare(before, load(t, res.Bytes()), interp.Options{MaxSteps: 10 * storedSteps, Seed: 1}, "main",
			file); err != nil {
			t.Errorf("%s: %s", passes, describe(err))
		}
	}
}
