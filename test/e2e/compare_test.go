// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package e2e_test

// The result of --compare=clang, compared with the code that clang generates from the same IR.

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	other "github.com/corolower/corolower/internal/clang"
	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/report/explain"
)

// resumes matches the resume functions in clang's output, with the frame size in their signature.
var resumes = regexp.MustCompile(`(?m)^define [^\n]*@"?([\w.$]+)\.resume"?\([^)\n]*\bdereferenceable\((\d+)\)`)

func TestComparedIsWhatClangMakes(t *testing.T) {
	c, err := other.Find("clang-22")
	if err != nil {
		t.Fatal(err)
	}
	sizes, yes, no, unknown := 0, 0, 0, 0
	names := append([]string{"elide_task_await", "elide_not_outliving", "await_elidable", "elide_range_for",
		"elide_moved_wrapper"}, shortPrograms...)
	for _, p := range selectPrograms(t, loadPrograms(t), names) {
		dir := scratchDir(t, p.Name+".compare")
		ll, out := filepath.Join(dir, "in.ll"), filepath.Join(dir, "clang.ll")
		if !source(t, p, 22, ll, "-O2") || !mustRun(t, c.Path, "-O2", "-w", "-S", "-emit-llvm", "-x", "ir", ll,
			"-o", out) {
			continue
		}
		text, err := os.ReadFile(ll)
		if err != nil {
			t.Fatal(err)
		}
		made, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := c.Ask(text, "O2")
		if err != nil {
			t.Errorf("%s: %v", p.Name, err)
			continue
		}
		for _, m := range resumes.FindAllSubmatch(made, -1) {
			want, _ := strconv.ParseInt(string(m[2]), 10, 64)
			if got, ok := answer.FrameSize(string(m[1])); !ok || got != want {
				t.Errorf("%s: the frame of %s has %d bytes in clang's output, and is told to have %d (%v)", p.Name,
					m[1], want, got, ok)
			}
			sizes++
		}
		list := explain.Creations(diag.NewFile(ll, text), &driver.Result{Elisions: elisionsOf(t, ll)}, map[string]int{})
		explain.CompareCreations(list, answer)
		for k := range list {
			switch e := &list[k]; {
			case e.Clang == nil:
				unknown++
			case *e.Clang:
				yes++
				if !e.Elided {
					t.Logf("%s: clang elides %s in %s", p.Name, e.Callee, e.Caller)
				}
			default:
				no++
			}
		}
	}
	if t.Logf("%d frames; of allocations clang elides %d and not %d, and does not tell of %d", sizes, yes, no,
		unknown); sizes < 12 || yes < 8 || no < 20 || unknown > no {
		t.Error("too little was compared")
	}
}
