// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package ptx_test compares the PTX writer with NVIDIA's assembler and with llc. It needs LLVM's
// tools and, for ptxas, scripts/install-nvidia.sh. It skips tools that are not installed, unless
// COROLOWER_REQUIRE is set, as in CI.
package ptx_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/ir"
)

// assembler is one of NVIDIA's ptxas versions, with the machines that modules are assembled for.
type assembler struct {
	link  string
	cpus  []string
	first int // the oldest machine it supports
	last  int // the newest version of PTX it supports
}

var assemblers = []assembler{
	{"ptxas-12", []string{"sm_50", "sm_52", "sm_53", "sm_60", "sm_70", "sm_80", "sm_90", "sm_121"}, 50, 88},
	{"ptxas-13", []string{"sm_80", "sm_90", "sm_121"}, 75, 94},
}

// knows reports whether a ptxas supports the machine and the PTX version of a text.
func (a assembler) knows(cpu, text string) bool {
	sm, major, minor := 0, 0, 0
	_, err := fmt.Sscanf(cpu, "sm_%d", &sm)
	_, err2 := fmt.Sscanf(text[strings.Index(text, "\n.version ")+1:], ".version %d.%d", &major, &minor)
	return err == nil && err2 == nil && sm >= a.first && 10*major+minor <= a.last
}

// path returns the path of the program, or "" if it is not installed.
func (a assembler) path(t *testing.T) string {
	p, err := filepath.Abs("../../.tools/nvidia/" + a.link)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(p); err == nil {
		return p
	}
	if os.Getenv("COROLOWER_REQUIRE") != "" {
		t.Fatalf("%s is not installed: run scripts/install-nvidia.sh", a.link)
	}
	return ""
}

// assemble runs ptxas if it is installed. An error contains the output without the warnings about
// the pragma, sparse products, the stack size, and setmaxnreg in a function that may be linked to others.
func (a assembler) assemble(t *testing.T, cpu, text string) error {
	path := a.path(t)
	if path == "" {
		return nil
	}
	file := filepath.Join(t.TempDir(), "m.ptx")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(path, "-arch="+cpu, "-c", file, "-o", os.DevNull).CombinedOutput()
	var said []string
	for _, l := range strings.Split(string(out), "\n") {
		if l != "" && !strings.Contains(l, "Unknown pragma 'coroutine'. Ignoring pragma") &&
			!strings.Contains(l, "Advisory: Modifier '.sp::ordered_metadata' should be used") &&
			!strings.Contains(l, "Pragma 'coroutine' unsupported") && !strings.Contains(l,
			"Stack size for entry function") && !strings.Contains(l, "'setmaxnreg' ignored") {
			said = append(said, l)
		}
	}
	if err != nil || len(said) > 0 {
		return fmt.Errorf("%s -arch=%s: %v\n%s", a.link, cpu, err, strings.Join(said[:min(len(said), 10)], "\n"))
	}
	return nil
}

// ours compiles a module to PTX with the whole pipeline.
func ours(t *testing.T, name, text string, o driver.PTXOptions) (string, error) {
	res, err := driver.Run(name, []byte(text), &driver.Options{Jobs: 1, Module: true})
	if err != nil {
		return "", locate(text, err)
	}
	out, _, err := res.PTX(o)
	if err != nil {
		return "", locate(text, err)
	}
	return string(out), nil
}

// locate adds line numbers to errors.
func locate(text string, err error) error {
	var b strings.Builder
	for _, e := range err.(ir.ErrorList) {
		line := 0
		if e.Pos.IsValid() && e.Pos.Offset() <= len(text) {
			line = 1 + strings.Count(text[:e.Pos.Offset()], "\n")
		}
		fmt.Fprintf(&b, "%d: %s\n", line, e.Error())
	}
	return fmt.Errorf("%s", b.String())
}

// llc returns LLVM's PTX of a module.
func llc(t *testing.T, text string, args ...string) (string, error) {
	path, err := exec.LookPath("llc-22")
	if err != nil {
		t.Skip("llc-22 is not installed")
	}
	cmd := exec.Command(path, append([]string{"-march=nvptx64", "-o", "-"}, args...)...)
	cmd.Stdin = strings.NewReader(text)
	var out, msg bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &msg
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("llc: %v\n%s", err, msg.String())
	}
	return out.String(), nil
}
