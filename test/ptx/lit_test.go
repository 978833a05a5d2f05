// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	// ptxRun matches a RUN line whose program writes PTX. The group has the arguments, up to a
	// pipe.
	ptxRun     = regexp.MustCompile(`(?m)^; RUN: corolower ([^|\n]*--emit=ptx[^|\n]*)`)
	targetLine = regexp.MustCompile(`(?m)^\.target (\S+)`)
)

// TestLit assembles the output of the RUN lines of the lit tests, because FileCheck compares only a
// few lines of it.
func TestLit(t *testing.T) {
	bin := os.Getenv("COROLOWER_BIN")
	if bin == "" {
		bin = filepath.Join(t.TempDir(), "corolower")
		if out, err := exec.Command("go", "build", "-pgo=off", "-o", bin, "../../cmd/corolower").CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	files, err := filepath.Glob("../lit/*ptx/*.ll")
	if err != nil {
		t.Fatal(err)
	}
	written := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range ptxRun.FindAllSubmatch(text, -1) {
			words, _, _ := strings.Cut(string(m[1]), " 2>")
			args := strings.Fields(strings.NewReplacer("%s", file, "%S", filepath.Dir(file), "'", "", "\"", "").Replace(words))
			cmd := exec.Command(bin, args...)
			var msg bytes.Buffer
			cmd.Stderr = &msg
			out, err := cmd.Output()
			if err != nil {
				t.Errorf("corolower %s: %v\n%s", strings.Join(args, " "), err, msg.String())
				continue
			}
			if len(out) == 0 { // written to a file
				continue
			}
			written++
			if err := assembleAll(t, string(out)); err != nil {
				t.Errorf("corolower %s: %v", strings.Join(args, " "), err)
			}
		}
	}
	if written < 20 {
		t.Errorf("only %d texts were written", written)
	}
}

// assembleAll assembles a text for the machine that it names, with each ptxas that supports the
// machine and the PTX version.
func assembleAll(t *testing.T, text string) error {
	cpu := targetLine.FindStringSubmatch(text)[1]
	for _, a := range assemblers {
		if a.knows(cpu, text) {
			if err := a.assemble(t, cpu, text); err != nil {
				return err
			}
		}
	}
	return nil
}
