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
	"github.com/corolower/corolower/test/ptx/interp"
)

// deviceDir is where the device programs are: C++ kernels `run(in, out, n)` full of coroutines.
const deviceDir = "../gpu"

// deviceSource compiles a device program to the IR in which coroutines are whole.
func deviceSource(t *testing.T, file, level string) string {
	path, err := exec.LookPath("clang++-22")
	if err != nil {
		t.Skip("clang++-22 is not installed")
	}
	cmd := exec.Command(path, "--target=nvptx64-nvidia-cuda", "-nocudalib", "-Xclang", "-target-cpu", "-Xclang", "sm_80", "-Xclang", "-target-feature", "-Xclang",
		"+ptx70", level, "-Xclang", "-disable-llvm-passes", "-S", "-emit-llvm", "-I", filepath.Join(deviceDir, "include"), "-o", "-", file,
		"-std=c++20", "-ffreestanding", "-fno-exceptions", "-fno-rtti", "-nostdinc++", "-ffp-contract=off", "-g1")
	var out, msg bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &msg
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, msg.String())
	}
	return out.String()
}

// runDevice runs a device program for three blocks of 64 threads and gives the output and the most that was on the device heap.
func runDevice(text string, loose bool) ([]byte, *interp.Machine, error) {
	const n = 3 * 64
	m, err := interp.Parse(text)
	if err != nil {
		return nil, nil, err
	}
	x, err := interp.Load(m, interp.Config{Loose: loose})
	if err != nil {
		return nil, nil, err
	}
	in, out := x.Alloc(4*n, 256), x.Alloc(4*n, 256)
	for k, b := 0, x.Bytes(in, 4*n); k < n; k++ {
		v := uint32(k*k*7 + k*131 + 5)
		b[4*k], b[4*k+1], b[4*k+2], b[4*k+3] = byte(v), byte(v>>8), byte(v>>16), byte(v>>24)
	}
	err = x.Launch("run", [3]uint32{3, 1, 1}, [3]uint32{64, 1, 1}, 0, in, out, n)
	return x.Bytes(out, 4*n), x, err
}

// TestDevicePrograms takes each device program through our lowering and compares our PTX of the result with llc's.
func TestDevicePrograms(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(deviceDir, "programs/*.cpp"))
	if len(files) == 0 {
		t.Skip("there are no device programs")
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".cpp"), func(t *testing.T) {
			for _, level := range []string{"-O0", "-O2"} {
				if err := deviceProgram(t, file, level); err != nil {
					t.Errorf("%s: %v", level, err)
				}
			}
		})
	}
}

func deviceProgram(t *testing.T, file, level string) error {
	src, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	ir := deviceSource(t, file, level)
	res, err := driver.Run(file, []byte(ir), &driver.Options{Jobs: 1})
	if err != nil {
		return locate(ir, err)
	}
	if bytes.Contains(res.Bytes(), []byte("musttail")) {
		t.Skip("lowering leaves guaranteed tail calls, which PTX has not")
	}
	low := string(res.Bytes())
	theirs, err := llc(t, low, "-mcpu=sm_80")
	if err != nil {
		return err
	}
	for k, a := range assemblers {
		for _, cpu := range a.cpus {
			if level == "-O0" && (k > 0 || cpu != "sm_80") {
				continue
			}
			out, lo, err := res.PTX(driver.PTXOptions{CPU: cpu})
			if err != nil {
				return locate(string(lo.Text), err)
			}
			if !strings.Contains(string(src), "PLAIN_NEW") {
				if err := a.assemble(t, cpu, string(out)); err != nil {
					return err
				}
			}
		}
	}
	out, _, err := res.PTX(driver.PTXOptions{CPU: "sm_80"})
	if err != nil {
		return err
	}
	want, wm, werr := runDevice(theirs, true)
	got, gm, err := runDevice(string(out), false)
	if werr != nil && err != nil { // the program does what it must not: destroy something twice, call what is not there
		t.Logf("%s: %v", level, err)
		return nil
	}
	if werr != nil || err != nil {
		return fmt.Errorf("ours: %v; llc's: %v", err, werr)
	}
	if !bytes.Equal(got, want) {
		return fmt.Errorf("other results than llc's")
	}
	if gm.HeapPeak != wm.HeapPeak {
		return fmt.Errorf("%d bytes on the device heap, and %d with llc's PTX", gm.HeapPeak, wm.HeapPeak)
	}
	return nil
}
