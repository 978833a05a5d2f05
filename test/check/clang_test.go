// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package check_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestClangIsSilent checks that the output of clang 14, 19 and 22 for correct programs has no
// finding at -O0 and -O2. It uses the versions that are installed.
func TestClangIsSilent(t *testing.T) {
	programs := []string{"gen_basic", "symmetric_pingpong", "throw_everywhere", "alloc_failure", "goto_coroutine",
		"promise_new_aligned", "handmade_frame"}
	ran := 0
	for _, clang := range []string{"clang++-22", "clang++-19", "clang++-14"} {
		exe, err := exec.LookPath(clang)
		if err != nil {
			continue
		}
		for _, p := range programs {
			src := filepath.Join("..", "e2e", "programs", p+".cpp")
			if _, err := os.Stat(src); err != nil {
				continue
			}
			for _, level := range []string{"-O0", "-O2"} {
				cmd := exec.Command(exe, "-std=c++20", "-I", filepath.Join("..", "e2e", "include"), level, "-S",
					"-emit-llvm", "-Xclang",
					"-disable-llvm-passes", src, "-o", "-")
				text, err := cmd.Output()
				if err != nil {
					if strings.HasSuffix(clang, "-14") {
						continue // its library knows fewer headers
					}
					t.Errorf("%s %s %s: %v", clang, level, p, err)
					continue
				}
				ran++
				if out, _ := inProcess(t, p+".ll", text); out != "" {
					t.Errorf("%s %s %s:\n%s", clang, level, p, out)
				}
			}
		}
	}
	t.Logf("%d modules", ran)
	if ran == 0 {
		t.Skip("no clang")
	}
}
