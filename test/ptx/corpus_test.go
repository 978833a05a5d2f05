// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/test/sample"
)

// TestCorpus lowers every module of the lit tests for nvptx64 with the default pipeline and writes
// it as PTX. The result must either assemble or be an error with a reason, but never an internal
// error.
func TestCorpus(t *testing.T) {
	files, err := filepath.Glob("../lit/*/*.ll")
	if err != nil || len(files) < 100 {
		t.Fatalf("%d modules: %v", len(files), err)
	}
	written := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		o := &driver.Options{Jobs: 1, Triple: "nvptx64-nvidia-cuda", Module: true,
			DataLayout: "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"}
		res, err := driver.Run(file, text, o)
		if err != nil {
			continue
		}
		out, _, err := res.PTX(driver.PTXOptions{})
		if err != nil {
			if msg := locate(string(text), err).Error(); strings.Contains(msg, "internal error") {
				t.Errorf("%s: %s", file, msg)
			}
			continue
		}
		if again := throughText(t, file, text, *o); again != nil && !bytes.Equal(out, again) {
			t.Errorf("%s: PTX of the module in memory and of its text differ:\n%s\n%s", file, out, again)
		}
		written++
		if !sample.Has(file, 5) || bytes.Contains(text, []byte(" asm ")) { // assembly of another machine
			continue
		}
		if err := assemblers[0].assemble(t, "sm_80", string(out)); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
	if written < 200 {
		t.Errorf("only %d of %d modules were written", written, len(files))
	}
	t.Logf("%d of %d modules", written, len(files))
}

// throughText returns the PTX of the lowered module after its text is parsed again; nil if the text
// is not valid by itself: its target has another address space for functions, or the run ignored
// the input's debug info.
func throughText(t *testing.T, file string, text []byte, o driver.Options) []byte {
	o.Module = false
	low, err := driver.Run(file, text, &o)
	if err != nil {
		t.Errorf("%s: lowered in memory, but not as text: %v", file, err)
		return nil
	}
	none, err := driver.Table.Parse("no-op-module")
	if err != nil {
		t.Fatal(err)
	}
	res, err := driver.Run(file, low.Bytes(), &driver.Options{Jobs: 1, Module: true, Pipeline: none})
	if err != nil {
		return nil
	}
	out, _, err := res.PTX(driver.PTXOptions{})
	if err != nil {
		t.Errorf("%s: PTX of the module in memory, but not of its text: %v", file, err)
	}
	return out
}
