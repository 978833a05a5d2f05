// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx_test

import (
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/test/diff/gen"
	"github.com/corolower/corolower/test/ptx/interp"
	"github.com/corolower/corolower/test/sample"
)

// generatedSeeds is the number of generated modules of coroutines to lower for a device.
// GENERATED=N overrides it.
const generatedSeeds = 16

var (
	layoutLine = regexp.MustCompile(`(?m)^target datalayout = .*\n`)
	tripleLine = regexp.MustCompile(`(?m)^target triple = .*$`)
)

// TestGenerated lowers generated coroutines, which are not written for devices, for nvptx64. It
// compares the behaviour of llc's PTX and of ours in one thread with that of the native program
// that opt's plain lowering yields. The runtime throws no exceptions.
func TestGenerated(t *testing.T) {
	for _, tool := range []string{"clang-22", "opt-22", "llvm-link-22", "llc-22"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed", tool)
		}
	}
	seeds := uint64(generatedSeeds)
	if s := os.Getenv("GENERATED"); s != "" {
		if _, err := fmt.Sscan(s, &seeds); err != nil {
			t.Fatal(err)
		}
	}
	for seed := uint64(1); seed <= seeds; seed++ {
		if !sample.Has(fmt.Sprint(seed), 3) {
			continue
		}
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			if err := generated(t, seed); err != nil {
				t.Errorf("go run ./test/diff/gencoro -seed %d: %v", seed, err)
			}
		})
	}
}

func generated(t *testing.T, seed uint64) error {
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	tool := func(name string, args ...string) error {
		if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
			return fmt.Errorf("%s %s: %v\n%.600s", name, strings.Join(args, " "), err, out)
		}
		return nil
	}
	text := gen.Module(seed, gen.Opts{})
	module := fmt.Sprintf("-DMODULE=s%d_module", seed)
	device := tripleLine.ReplaceAllString(layoutLine.ReplaceAllString(text, ""),
		`target triple = "nvptx64-nvidia-cuda"`)
	for name, s := range map[string]string{"host.ll": text, "device.ll": device} {
		if err := os.WriteFile(file(name), []byte(s), 0o666); err != nil {
			return err
		}
	}
	const runtime = "testdata/generated.c"
	for _, c := range [][]string{
		{"opt-22", "-passes=coro-early,cgscc(coro-split),coro-cleanup", "-S", "-o", file("host.low.ll"),
			file("host.ll")},
		{"clang-22", "-O1", "-w", "-fno-builtin", module, runtime, file("host.low.ll"), "-lstdc++", "-o", file("host")},
		{"clang-22", "--target=nvptx64-nvidia-cuda", "-nocudalib", "-march=sm_80", "-Xclang", "-target-feature",
			"-Xclang", "+ptx73", "-O1", "-w", "-fno-builtin",
			"-ffreestanding", module, "-S", "-emit-llvm", "-o", file("runtime.ll"), runtime},
		{"llvm-link-22", "-S", "-o", file("linked.ll"), file("device.ll"), file("runtime.ll")},
	} {
		if err := tool(c[0], c[1:]...); err != nil {
			return err
		}
	}
	out, err := exec.Command(file("host")).Output()
	if err != nil {
		return fmt.Errorf("on this machine: %v", err)
	}
	want := strings.Fields(string(out))
	linked, err := os.ReadFile(file("linked.ll"))
	if err != nil {
		return err
	}
	res, err := lower(t, "linked.ll", string(linked), driver.LevelPipeline("", seed%2 == 0))
	if err != nil {
		return locate(string(linked), err)
	}
	theirs, err := llc(t, string(res.Bytes()), "-mcpu=sm_80", "-mattr=+ptx73")
	if err != nil {
		return err
	}
	if res, err = lowerInMemory(t, "linked.ll", string(linked), driver.LevelPipeline("", seed%2 == 0)); err != nil {
		return locate(string(linked), err)
	}
	ours, _, err := res.PTX(driver.PTXOptions{CPU: "sm_80"})
	if err != nil {
		return locate(string(linked), err)
	}
	for _, a := range assemblers {
		if err := a.assemble(t, "sm_80", string(ours)); err != nil {
			return err
		}
	}
	for _, x := range []struct {
		whose, text string
		loose       bool
	}{{"llc's", theirs, true}, {"our", string(ours), false}} {
		got, err := runGenerated(x.text, len(want), x.loose)
		if err != nil {
			return fmt.Errorf("%s PTX: %v", x.whose, err)
		}
		for k := range want {
			if got[k] != want[k] {
				return fmt.Errorf("%s PTX: life %d gives %s, and %s on this machine", x.whose, k/2, got[k], want[k])
			}
		}
	}
	return nil
}

// runGenerated runs one thread and returns the numbers that it writes.
func runGenerated(text string, n int, loose bool) ([]string, error) {
	m, err := interp.Parse(text)
	if err != nil {
		return nil, err
	}
	x, err := interp.Load(m, interp.Config{Loose: loose, HeapBytes: 64 << 20})
	if err != nil {
		return nil, err
	}
	out := x.Alloc(8*n, 256)
	one := [3]uint32{1, 1, 1}
	if err := x.Launch("run", one, one, 0, out, uint64(n)); err != nil {
		return nil, err
	}
	var list []string
	for b := x.Bytes(out, 8*n); len(b) > 0; b = b[8:] {
		list = append(list, fmt.Sprintf("%x", binary.LittleEndian.Uint64(b)))
	}
	return list, nil
}
