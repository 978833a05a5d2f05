// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/corolower/corolower/test/elision/report"
)

// kept lists the programs in which opt 22 says that it elides more, and why corolower leaves a frame
// on the heap.
var kept = map[string]string{
	"coro-annotation-elide/personalities":      "opt says so, and leaves an alloca that nothing uses",
	"coro-elide/exception-does-not-destroy":    "an exception leaves the creator before the destroy",
	"coro-elide/file-calls-longjmp":            "a jump leaves the creator before the destroy",
	"coro-elide/frame-too-large-for-a-frame":   "the frame is larger than the limit",
	"coro-elide/frame-too-large-for-the-stack": "the frame is larger than the limit",
	"coro-elide/why-address-space":             "the handle is known elsewhere",
	"coro-elide/why-exception":                 "an exception leaves the creator before the destroy",
	"coro-elide/why-musttail":                  "the frame's variables are gone when it is destroyed",
	"coro-elide/why-no-part":                   "a part is unknown",
	"coro-elide/why-plain-call-throws":         "an exception leaves the creator before the destroy",
	"coro-elide/why-shared-memory":             "other threads know the handle",
}

// TestElidedByOpt compares the elisions in the lit tests about elision with those of opt 22, which must
// not be more but for a reason.
func TestElidedByOpt(t *testing.T) {
	if _, err := exec.LookPath("opt-22"); err != nil {
		t.Skip("no opt-22")
	}
	bin, err := report.Binary("../..", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	elided := regexp.MustCompile(`(?m)' elided in '`)
	count := func(tool, file string) (n int, ok bool) {
		out, err := exec.Command(tool, "-passes=default<O2>", file, "-disable-output", "-pass-remarks=coro").CombinedOutput()
		return len(elided.FindAll(out, -1)), err == nil
	}
	programs, by22, ours := 0, 0, 0
	for _, dir := range []string{"coro-elide", "coro-annotation-elide"} {
		files, err := filepath.Glob(filepath.Join("../lit", dir, "*.ll"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no programs in %s: %v", dir, err)
		}
		for _, file := range files {
			a, valid := count("opt-22", file)
			b, ok := count(bin, file)
			if !valid || !ok {
				continue
			}
			programs, by22, ours = programs+1, by22+a, ours+b
			name := dir + "/" + strings.TrimSuffix(filepath.Base(file), ".ll")
			if why, listed := kept[name]; a > b != listed {
				t.Errorf("%s: opt elides %d, corolower %d; listed: %q", name, a, b, why)
			}
		}
	}
	t.Logf("%d programs: opt 22 elides %d, corolower %d", programs, by22, ours)
}
