// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package e2e_test

// The output of explain frame for the frames of real programs.

import (
	"debug/dwarf"
	"debug/elf"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/lower/framereport"
	"github.com/corolower/corolower/test/lowertest"
)

// Counters for the line that TestMain prints.
var framesChecked, fixesTried atomic.Int64

// checkFrames verifies the invariants of the report of every frame of a program, and applies the
// suggested fixes.
func checkFrames(t *testing.T, file, pipeline string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Error(err)
		return
	}
	passes := driver.DefaultPipeline
	if pipeline == plain {
		passes = plainPasses
	}
	for _, r := range framesOf(t, text, passes) {
		framesChecked.Add(1)
		if err := lowertest.CheckReport(&r); err != nil {
			t.Errorf("%s, the frame of %s after the %s pipeline: %v", keep(file), r.Function, pipeline, err)
		}
		for k := range r.Rows {
			w := &r.Rows[k]
			if w.Fix == nil || !w.Fix.NoEscape {
				continue
			}
			fixed, ok := lowertest.Unkept(string(text), w.Keepers)
			if !ok {
				continue
			}
			fixesTried.Add(1)
			for _, after := range framesOf(t, []byte(fixed), passes) {
				if after.Function == r.Function && after.Size >= r.Size {
					t.Errorf("%s, the frame of %s after the %s pipeline: the fix of row %d (%s) is to save %d of "+
						"%d bytes, and there are %d then", keep(file),
						r.Function, pipeline, k, w.Name, w.Fix.Saves, r.Size, after.Size)
				}
			}
		}
	}
}

func framesOf(t *testing.T, text []byte, passes string) []framereport.Report {
	t.Helper()
	pl, err := driver.Table.Parse(passes)
	if err != nil {
		t.Fatal(err)
	}
	o := &driver.Options{Pipeline: pl, Frames: true, Ways: true, Jobs: 1}
	res, err := driver.Run("in.ll", text, o)
	if err != nil {
		t.Error(err)
		return nil
	}
	return res.Frames
}

// TestFramesAreLLVMs compares the frames of the plain pipeline with those that LLVM describes in
// its debug info.
func TestFramesAreLLVMs(t *testing.T) {
	frames, members := 0, 0
	for _, p := range selectPrograms(t, loadPrograms(t), shortPrograms) {
		const version = 22
		dir := scratchDir(t, p.Name+".frames")
		ll, lowered, obj := filepath.Join(dir, "in.ll"), filepath.Join(dir, "lowered.ll"),
			filepath.Join(dir, "lowered.o")
		if !source(t, p, version, ll, "-O0", "-g") || !(optTool{}).lower(t, version, plain, ll, lowered) ||
			!mustRun(t, clang(version), "-O0", "-w", "-c", lowered, "-o", obj) {
			continue
		}
		text, err := os.ReadFile(ll)
		if err != nil {
			t.Fatal(err)
		}
		llvms := dwarfFrames(t, obj)
		for _, r := range framesOf(t, text, plainPasses) {
			c := llvms[r.Function]
			if c == nil {
				continue // LLVM describes no frame without a promise
			}
			frames++
			if c.ByteSize != r.Size || len(c.Field) != len(r.Rows) {
				t.Errorf("%s: the frame of %s has %d bytes and %d rows, LLVM's %d and %d", p.Name, r.Function, r.Size,
					len(r.Rows), c.ByteSize, len(c.Field))
				continue
			}
			at := map[int64]string{}
			for _, f := range c.Field {
				at[f.ByteOffset] = f.Name
			}
			for k := range r.Rows {
				w := &r.Rows[k]
				name, ok := at[w.Offset]
				if members++; !ok || w.Var != nil && !w.Var.Address && w.Var.To == 0 && !w.Var.OneOf &&
					w.Var.Name != name {
					t.Errorf("%s: in the frame of %s there is '%s' at %d, in LLVM's '%s'", p.Name, r.Function, w.Name,
						w.Offset, name)
				}
			}
		}
	}
	if t.Logf("%d frames, %d members", frames, members); frames < 10 {
		t.Errorf("%d frames were compared", frames)
	}
}

// dwarfFrames reads the types of frames from an object file's debug info, by coroutine.
func dwarfFrames(t *testing.T, file string) map[string]*dwarf.StructType {
	t.Helper()
	obj, err := elf.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer obj.Close()
	info, err := obj.DWARF()
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]*dwarf.StructType{}
	for r := info.Reader(); ; {
		e, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		if e == nil {
			return out
		}
		name, _ := e.Val(dwarf.AttrName).(string)
		function, ok := strings.CutSuffix(name, ".coro_frame_ty")
		if !ok || e.Tag != dwarf.TagStructType {
			continue
		}
		typ, err := info.Type(e.Offset)
		if err != nil {
			t.Fatal(err)
		}
		out[function] = typ.(*dwarf.StructType)
	}
}
