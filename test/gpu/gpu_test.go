// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package gpu_test builds every device program with clang for nvptx64, corolower, opt, llc and, if
// it is installed, ptxas, and compares the behaviour of the lowered code with the CPU's results. It
// needs no GPU, because it runs the lowered IR on the host.
package gpu_test

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/corolower/corolower/test/gpu/device"
	"github.com/corolower/corolower/test/sample"
)

// root is the root of the project.
const root = "../.."

// minPrograms is the minimum number of programs.
const minPrograms = 25

// runLimit is the time after which a program is ended.
const runLimit = 5 * time.Minute

// assembled are the processors that llc and ptxas generate code for. ptxas also generates code for
// the newest processor that it supports.
var assembled = []string{"sm_70", "sm_80", "sm_90"}

func binary(t *testing.T) string {
	bin := os.Getenv("COROLOWER_BIN")
	if bin == "" {
		bin = filepath.Join("..", "..", "bin", "corolower")
	}
	path, err := filepath.Abs(bin)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Fatalf("no binary to test: run make build, or set COROLOWER_BIN: %v", err)
	}
	return path
}

func programs(t *testing.T) []*device.Program {
	list, err := device.Load("programs")
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func tools(t *testing.T, version int) *device.Tools {
	return &device.Tools{Corolower: binary(t), Version: version, Include: "include", Dir: t.TempDir(), SM: "sm_70"}
}

func TestEnoughPrograms(t *testing.T) {
	if n := len(programs(t)); n < minPrograms {
		t.Errorf("%d device programs, want %d", n, minPrograms)
	}
}

// output runs a program for three blocks of 64 threads.
func output(exe string) (string, error) {
	cmd := exec.Command(exe, "3", "64")
	timer := time.AfterFunc(runLimit, func() { cmd.Process.Kill() })
	defer timer.Stop()
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %v", filepath.Base(exe), err)
	}
	return string(out), nil
}

// finding is a claim about a program that does not hold. knownGaps refers to it by its name.
type finding struct {
	claim string
	err   error
}

// The claims.
const (
	claimAssembles = "assembles" // llc and ptxas accept it
	claimLocal     = "local"     // frames that can be in local memory are there
	claimHeap      = "heap"      // frames that other threads can access are not in local memory
	claimTransfers = "transfers" // the output has no musttail, which llc silently turns into a plain call
	claimResults   = "results"   // the lowered IR computes the CPU's results
	claimNVVM      = "nvvm"      // NVIDIA's NVVM library accepts the output of --nvvm, and ptxas accepts the library's
)

// knownGaps are claims that do not hold yet, with the reason. A fixed gap must be removed from the
// table.
var knownGaps = map[string]map[string]string{}

func TestPrograms(t *testing.T) {
	assemblers, err := device.FindPtxas(root)
	if err != nil {
		t.Fatal(err)
	}
	if len(assemblers) == 0 {
		if os.Getenv("COROLOWER_REQUIRE") != "" {
			t.Fatal("there is no ptxas: run scripts/install-nvidia.sh")
		}
		t.Log("there is no ptxas (scripts/install-nvidia.sh): nothing is assembled")
	}
	for _, version := range []int{22, 19} {
		for _, p := range programs(t) {
			if !sample.Has(p.Name+fmt.Sprint(version), map[int]uint64{22: 4, 19: 8}[version]) {
				continue
			}
			t.Run(fmt.Sprintf("%s/llvm%d", p.Name, version), func(t *testing.T) {
				t.Parallel()
				found := map[string]error{}
				for _, f := range examine(t, tools(t, version), p, assemblers) {
					found[f.claim] = errors.Join(found[f.claim], f.err)
				}
				gaps := map[string]string{}
				maps.Copy(gaps, knownGaps[p.Name])
				maps.Copy(gaps, knownGaps[fmt.Sprintf("%s/llvm%d", p.Name, version)])
				for claim, err := range found {
					if gaps[claim] == "" {
						t.Errorf("%s: %v", claim, err)
					}
				}
				for claim := range gaps {
					if found[claim] == nil && (claim != claimAssembles || len(assemblers) > 0) {
						t.Errorf("%s holds now: take %s out of knownGaps", claim, p.Name)
					}
				}
			})
		}
	}
}

// examine builds one program with all tools and returns the claims that do not hold. If the program
// cannot be built for the host, the test fails immediately.
func examine(t *testing.T, tools *device.Tools, p *device.Program, assemblers []*device.Ptxas) (found []finding) {
	add := func(claim string, err error) {
		if err != nil {
			found = append(found, finding{claim, err})
		}
	}
	exe, err := tools.Host(p, false)
	if err != nil {
		t.Fatal(err)
	}
	want, err := output(exe)
	if err != nil {
		t.Fatal(err)
	}
	same := func(exe string, err error) error {
		if err != nil {
			return err
		}
		got, err := output(exe)
		if err == nil && got != want {
			err = fmt.Errorf("%s: %s", filepath.Base(exe), firstDifference(got, want))
		}
		return err
	}
	if err := same(tools.Host(p, true)); err != nil {
		t.Error(err) // lowering for the host is not a claim about the device, so it has no known gaps
	}
	ir, err := tools.Source(p, "-O2")
	if err != nil {
		t.Fatal(err)
	}
	if library := device.FindNVVM(root); library != "" && tools.Version == 22 {
		ptx, err := tools.NVVM(library, ir)
		add(claimNVVM, err)
		// the library writes the newest PTX, which only the newest assembler reads
		if n := len(assemblers); err == nil && n > 0 {
			_, err := assemblers[n-1].Assemble("sm_100", ptx, ptx+".cubin")
			add(claimNVVM, err)
		}
	}
	for _, l := range []device.Lowering{device.Ours, device.OursOpt} {
		lowered, err := tools.Lower(l, ir)
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(lowered)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "musttail") {
			add(claimTransfers, fmt.Errorf("%s: musttail, which llc drops", l))
		}
		level := map[device.Lowering]string{device.Ours: "-O0", device.OursOpt: "-O2"}[l]
		add(claimResults, same(tools.Retarget(lowered, level)))
		for _, sm := range assembled {
			tools.SM = sm
			add(claimAssembles, assemble(tools, p, l, lowered, assemblers, add))
		}
		tools.SM = assembled[0]
	}
	return found
}

// assemble compiles lowered IR to PTX, runs every installed ptxas on it, and checks the allocations
// that are left.
func assemble(tools *device.Tools, p *device.Program, l device.Lowering, lowered string, assemblers []*device.Ptxas,
	add func(string, error)) error {
	path, err := tools.PTX(lowered)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if l == device.OursOpt { // without opt, unused functions are still there
		left := device.Remains(string(text))
		if p.Is("local") && left.Allocations > 0 {
			add(claimLocal, fmt.Errorf("%s: %d calls allocate", tools.SM, left.Allocations))
		}
		if p.Is("heap") && left.Allocations == 0 {
			add(claimHeap, fmt.Errorf("%s: no call allocates, and the frame is seen from outside the thread or has "+
				"no bounded place", tools.SM))
		}
	}
	for _, ptxas := range assemblers {
		sms := []string{ptxas.For(tools.SM)}
		if tools.SM == assembled[len(assembled)-1] {
			sms = append(sms, ptxas.Newest())
		}
		for _, sm := range sms {
			if _, err := ptxas.Assemble(sm, path, path+".cubin"); err != nil {
				return err
			}
		}
	}
	return nil
}

// firstDifference describes the first thread whose results differ.
func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range w {
		if i >= len(g) || g[i] != w[i] {
			line := "nothing"
			if i < len(g) {
				line = g[i]
			}
			return fmt.Sprintf("thread %d: got %s, want %s", i, line, w[i])
		}
	}
	return "more threads than there are"
}
