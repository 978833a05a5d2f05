// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/test/ptx/interp"
	"github.com/corolower/corolower/test/sample"
)

var located = regexp.MustCompile(`(?m)^[1-9][0-9]*: `)

// TestCorners compiles the modules of testdata/corners.txt to PTX for several machines.
func TestCorners(t *testing.T) {
	text, err := os.ReadFile("testdata/corners.txt")
	if err != nil {
		t.Fatal(err)
	}
	written := 0
	for _, part := range strings.Split(string(text), "\n== ")[1:] {
		name, body, _ := strings.Cut(part, "\n")
		body, want, refused := strings.Cut(body, "\nerror: ")
		want = strings.TrimSpace(want)
		for _, cpu := range []string{"sm_50", "sm_80", "sm_90"} {
			out, err := ours(t, "corner.ll", "target triple = \"nvptx64-nvidia-cuda\"\n"+body+"\n",
				driver.PTXOptions{CPU: cpu})
			switch {
			case err != nil && (strings.Contains(err.Error(), "internal error") || !located.MatchString(err.Error())):
				t.Errorf("%s for %s: %v", name, cpu, err)
			case err != nil && older(cpu, 80) && strings.Contains(err.Error(), "this needs sm_"):
			case err != nil && !(refused && strings.Contains(err.Error(), want)):
				t.Errorf("%s for %s: %v", name, cpu, err)
			case err != nil:
			case refused && cpu == "sm_80":
				t.Errorf("%s for %s is written", name, cpu)
			default:
				written++
				if _, err := interp.Parse(out); err != nil && !strings.Contains(body, " asm ") {
					t.Errorf("%s for %s: %v", name, cpu, err)
				}
				if cpu != "sm_80" && !sample.Has(name+cpu, 4) {
					continue
				}
				if err := assembleAll(t, out); err != nil {
					t.Errorf("%s for %s: %v", name, cpu, err)
				}
			}
		}
	}
	t.Logf("%d texts", written)
}
