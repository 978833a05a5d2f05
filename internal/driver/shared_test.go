// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/ir"
)

// outcome returns everything that a run reports.
func outcome(name, text, passes string, with ...func(*driver.Options)) string {
	pl, err := driver.Table.Parse(passes)
	if err != nil {
		return err.Error()
	}
	o := &driver.Options{Pipeline: pl, Jobs: 1, Remarks: true, Frames: true, Ways: true}
	for _, f := range with {
		f(o)
	}
	res, err := driver.Run(name, []byte(text), o)
	if err != nil {
		var b strings.Builder
		for _, e := range ir.AsList(err) {
			fmt.Fprintf(&b, "%d: %v\n", e.Pos.Offset(), e)
		}
		return b.String()
	}
	var hot []uint64
	for k := range res.Remarks {
		if r := &res.Remarks[k]; r.Hotness != nil {
			hot, r.Hotness = append(hot, *r.Hotness), nil // as a number, not as an address
		}
	}
	return fmt.Sprintf("%s%+v%+v%v%+v", res.Bytes(), res.Warnings, res.Remarks, hot, res.Stats)
}

// TestUnitsKnowNothingOfEachOther checks that the caches shared by units do not change the result,
// also for invalid files: the test breaks each text in several places, at random with a fixed seed.
func TestUnitsKnowNothingOfEachOther(t *testing.T) {
	rnd := rand.New(rand.NewPCG(14, 1))
	var files []string
	for _, pattern := range []string{"../../examples/*.ll", "../../test/lit/coro-*/*.ll",
		"../../test/lit/dialects/*/*.ll", "../../test/lit/errors/*.ll"} {
		list, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, list...)
	}
	n := 0
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if len(text) > 1<<15 {
			continue
		}
		words := strings.Fields(string(text))
		texts := []string{string(text)}
		for range 3 {
			lines := strings.Split(string(text), "\n")
			k, w := rnd.IntN(len(lines)), words[rnd.IntN(len(words))]
			switch rnd.IntN(3) {
			case 0:
				lines[k] = ""
			case 1:
				lines[k] = strings.Replace(lines[k], "i32", "%none", 1)
			default:
				lines[k] += " " + w
			}
			texts = append(texts, strings.Join(lines, "\n"))
		}
		for _, text := range texts {
			for _, passes := range []string{"default<O2>", "coro-early,cgscc(coro-split),coro-cleanup"} {
				n++
				together, apart := outcome(name, text, passes), outcome(name, text, passes, driver.Apart)
				if together != apart {
					t.Errorf("%s, %s:\ntogether: %s\napart: %s", name, passes, together, apart)
					return
				}
			}
		}
	}
	if n < 1000 {
		t.Errorf("only %d runs", n)
	}
}

// TestWrongHeadersTogether checks that an error in a type or an attribute group is reported for
// each function that uses it.
func TestWrongHeadersTogether(t *testing.T) {
	both := coro("f", "presplitcoroutine #7") + coro("g", "presplitcoroutine #7")
	for _, c := range []struct{ head, first, tail, want string }{
		{"", "%early = add i32 %late, 1\n  %late = add i32 1, 1", "attributes #7 = { align=3 }\n", "alignment"},
		{"%A = type { i32, %A }\n", "%a = load %A, ptr null", "", "unsized"},
	} {
		text := c.head + decls + strings.ReplaceAll(both, "entry:\n", "entry:\n  "+c.first+"\n") + c.tail
		passes := "coro-early,cgscc(coro-split),coro-cleanup"
		together, apart := outcome("f.ll", text, passes), outcome("f.ll", text, passes, driver.Apart)
		if together != apart || !strings.Contains(apart, c.want) {
			t.Errorf("together: %s\napart: %s", together, apart)
		}
	}
}

// TestDeepTypesTogether checks that the error about too deeply nested types does not depend on the
// order in which functions are read.
func TestDeepTypesTogether(t *testing.T) {
	var b strings.Builder
	b.WriteString(decls + "%T0 = type { i32 }\n")
	for k := range 1100 {
		fmt.Fprintf(&b, "%%T%d = type { i8, %%T%d }\n", k+1, k)
	}
	for k, depth := range []int{600, 1100} {
		f := coro(fmt.Sprintf("f%d", k), "presplitcoroutine")
		b.WriteString(strings.Replace(f, "entry:\n", fmt.Sprintf("entry:\n  %%a = alloca %%T%d\n", depth), 1))
	}
	passes := "coro-early,cgscc(coro-split),coro-cleanup"
	together, apart := outcome("f.ll", b.String(), passes), outcome("f.ll", b.String(), passes, driver.Apart)
	if together != apart || strings.Count(apart, "\n") != 1 {
		t.Errorf("together: %s\napart: %s", together, apart)
	}
}
