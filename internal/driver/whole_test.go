// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/corolower/corolower/internal/driver"
)

// TestModuleInMemory checks that PTX written from memory equals PTX written from the text of the
// same output, parsed again.
func TestModuleInMemory(t *testing.T) {
	written := 0
	for _, pattern := range []string{"nvptx/*.ll", "ptx/*.ll", "coro-split-retcon/*.ll", "coro-elide/*.ll",
		"coro-split-frame/*.ll"} {
		files, err := filepath.Glob(filepath.Join("../../test/lit", pattern))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(files), err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, passes := range []string{driver.DefaultPipeline, driver.LevelPipeline("", true),
				"coro-early,cgscc(coro-split),coro-cleanup"} {
				for _, jobs := range []int{1, 4} {
					if inMemory(t, file, text, passes, jobs) {
						written++
					}
				}
			}
		}
	}
	if written < 500 {
		t.Errorf("only %d modules were written", written)
	}
}

func inMemory(t *testing.T, file string, text []byte, passes string, jobs int) bool {
	o := &driver.Options{Jobs: jobs, Triple: "nvptx64-nvidia-cuda", Pipeline: pipeline(t, passes), Module: true,
		DataLayout: "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"}
	res, err := driver.Run(file, text, o)
	if err != nil {
		return false
	}
	got, _, err := res.PTX(driver.PTXOptions{})
	if err != nil {
		return false
	}
	o.Module = false
	low, err := driver.Run(file, text, o)
	if err != nil {
		t.Errorf("%s, %s: lowered in memory, but not as text: %v", file, passes, err)
		return false
	}
	if res.Lowered != low.Lowered {
		t.Errorf("%s, %s: %d functions changed in memory, %d as text", file, passes, res.Lowered, low.Lowered)
	}
	if res, err = driver.Run(file, low.Bytes(), &driver.Options{Jobs: 1, Pipeline: pipeline(t, "no-op-module"),
		Module: true}); err != nil {
		t.Errorf("%s, %s: the lowered text: %v", file, passes, err)
		return false
	}
	want, _, err := res.PTX(driver.PTXOptions{})
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s, %s: %v; PTX of the module in memory:\n%s\nof its text:\n%s", file, passes, err, got, want)
	}
	return true
}
