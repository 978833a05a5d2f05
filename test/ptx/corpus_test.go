package ptx_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/driver"
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
		res, err := driver.Run(file, text, &driver.Options{Jobs: 1, Triple: "nvptx64-nvidia-cuda",
			DataLayout: "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"})
		if err != nil {
			continue
		}
		out, low, err := res.PTX(driver.PTXOptions{})
		if err != nil {
			if msg := locate(string(low.Text), err).Error(); strings.Contains(msg, "internal error") {
				t.Errorf("%s: %s", file, msg)
			}
			continue
		}
		written++
		if testing.Short() && written%10 != 0 || bytes.Contains(text, []byte(" asm ")) { // assembly of another machine
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
