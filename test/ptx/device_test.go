// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/test/gpu/device"
	"github.com/corolower/corolower/test/ptx/interp"
	"github.com/corolower/corolower/test/sample"
)

// deviceDir is the directory of the device programs: C++ kernels `run(in, out, n)` with many
// coroutines.
const deviceDir = "../gpu"

// deviceSource compiles a device program to IR whose coroutines are not lowered yet.
func deviceSource(t *testing.T, file, level string, flags ...string) string {
	path, err := exec.LookPath("clang++-22")
	if err != nil {
		t.Skip("clang++-22 is not installed")
	}
	args := append(flags, "--target=nvptx64-nvidia-cuda", "-nocudalib", "-Xclang", "-target-cpu", "-Xclang",
		"sm_80", "-Xclang", "-target-feature", "-Xclang",
		"+ptx70", level, "-Xclang", "-disable-llvm-passes", "-S", "-emit-llvm", "-I", filepath.Join(deviceDir,
			"include"), "-o", "-", file,
		"-std=c++20", "-ffreestanding", "-fno-exceptions", "-fno-rtti", "-nostdinc++", "-ffp-contract=off")
	cmd := exec.Command(path, args...)
	var out, msg bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &msg
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, msg.String())
	}
	return out.String()
}

// threadsOf returns the number of blocks, and of threads in each block, for a program. Programs
// with thousands of transfers run with few threads, because the interpreter is slower than a GPU.
func threadsOf(p *device.Program) (blocks, threads uint32) {
	if p.Is("deep") {
		return 1, 3
	}
	return 3, 64
}

// stackBytes is the size of a thread's local memory: enough for every program, but too little if
// each transfer needed a stack frame.
const stackBytes = 16 << 10

// runDevice runs a device program on an input and returns the output and the machine.
func runDevice(text string, p *device.Program, input []byte, loose bool) ([]byte, *interp.Machine, error) {
	blocks, threads := threadsOf(p)
	m, err := interp.Parse(text)
	if err != nil {
		return nil, nil, err
	}
	x, err := interp.Load(m, interp.Config{Loose: loose, LocalBytes: stackBytes})
	if err != nil {
		return nil, nil, err
	}
	n := len(input)
	in, out := x.Alloc(n, 256), x.Alloc(n, 256)
	copy(x.Bytes(in, n), input)
	err = x.Launch("run", [3]uint32{blocks, 1, 1}, [3]uint32{threads, 1, 1}, 0, in, out, uint64(n/4))
	return x.Bytes(out, n), x, err
}

// onHost runs the same source on this machine, lowered by clang, and returns the input and the
// output.
func onHost(t *testing.T, p *device.Program) (input, output []byte) {
	tools := &device.Tools{Version: 22, Include: filepath.Join(deviceDir, "include"), Dir: t.TempDir()}
	exe, err := tools.Host(p, false)
	if err != nil {
		t.Fatal(err)
	}
	blocks, threads := threadsOf(p)
	files := [2]string{filepath.Join(tools.Dir, "in"), filepath.Join(tools.Dir, "out")}
	if msg, err := exec.Command(exe, fmt.Sprint(blocks), fmt.Sprint(threads), files[0],
		files[1]).CombinedOutput(); err != nil {
		t.Fatalf("%s on the host: %v\n%s", p.Name, err, msg)
	}
	for k, to := range []*[]byte{&input, &output} {
		if *to, err = os.ReadFile(files[k]); err != nil {
			t.Fatal(err)
		}
	}
	return input, output
}

// pipelines maps the level at which clang compiled a device program to the pipeline that lowers it,
// both for llc and for our PTX writer.
var pipelines = map[string]string{"-O0": driver.LevelPipeline("", false), "-O2": driver.LevelPipeline("", true)}

// lower runs a pipeline over IR.
func lower(t *testing.T, name, ir, pipeline string) (*driver.Result, error) {
	pl, err := driver.Table.Parse(pipeline)
	if err != nil {
		t.Fatal(err)
	}
	return driver.Run(name, []byte(ir), &driver.Options{Jobs: 1, Pipeline: pl})
}

// lowerInMemory runs a pipeline over IR and keeps the module for Result.PTX.
func lowerInMemory(t *testing.T, name, ir, pipeline string) (*driver.Result, error) {
	pl, err := driver.Table.Parse(pipeline)
	if err != nil {
		t.Fatal(err)
	}
	return driver.Run(name, []byte(ir), &driver.Options{Jobs: 1, Pipeline: pl, Module: true})
}

// TestDevicePrograms lowers each device program, compiles the result to PTX with our writer and
// with llc, and compares the behaviour of both with that of the same source on this machine.
func TestDevicePrograms(t *testing.T) {
	list, err := device.Load(filepath.Join(deviceDir, "programs"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := exec.LookPath("clang++-22"); err != nil {
		t.Skip("clang++-22 is not installed")
	}
	for _, p := range list {
		if !sample.Has(p.Name, 4) {
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			input, want := onHost(t, p)
			// With -O0 -g, the steps of coroutines stay functions that the dispatch loop calls.
			var with string
			for _, x := range [][2]string{{"-O0", "-g"}, {"-O2", "-g1"}} {
				var err error
				if with, err = deviceProgram(t, p, x[0], x[1], input, want); err != nil {
					t.Errorf("%s %s: %v", x[0], x[1], err)
				}
			}
			with = withoutLines(with)
			if without := code(t, p, "-g0"); with != without {
				t.Errorf("with -g1, the code is\n%s\nand without\n%s", with, without)
			}
		})
	}
}

// TestPublishedFrames shows that opt and llc elide frames whose handles other threads read, and that
// corolower does not. In sched_shared, a thread resumes the frame of another: it finds its own local
// memory there. bench/results/gpu-h200 has the wrong results of a GPU. In heap_published, only the
// thread itself reads the handle, so that its result is not wrong.
func TestPublishedFrames(t *testing.T) {
	opt, err := exec.LookPath("opt-22")
	if err != nil {
		t.Skip("opt-22 is not installed")
	}
	for _, name := range []string{"heap_published", "sched_shared"} {
		path := filepath.Join(deviceDir, "programs", name+".cpp")
		ir := deviceSource(t, path, "-O2")
		cmd := exec.Command(opt, "-O2", "-S")
		cmd.Stdin = strings.NewReader(ir)
		lowered, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		theirs, err := llc(t, string(lowered), "-mcpu=sm_80")
		if err != nil {
			t.Fatal(err)
		}
		if device.Published(theirs) == "" {
			t.Errorf("%s: the PTX of opt and llc does not store the address of local memory:\n%s", name, theirs)
		}
		if mine := code(t, &device.Program{Name: name, Path: path}, "-g0"); device.Published(mine) != "" {
			t.Errorf("%s: our PTX stores the address of local memory:\n%s", name, mine)
		}
		input := make([]byte, 4*3*64)
		_, _, err = runDevice(theirs, &device.Program{Name: name}, input, true)
		if wrong := err != nil; wrong != (name == "sched_shared") {
			t.Errorf("%s: the PTX of opt and llc: %v", name, err)
		}
	}
}

// code returns our PTX of a device program without lines.
func code(t *testing.T, p *device.Program, debug string) string {
	ir := deviceSource(t, p.Path, "-O2", debug)
	res, err := lowerInMemory(t, p.Path, ir, pipelines["-O2"])
	if err != nil {
		t.Fatal(locate(ir, err))
	}
	out, _, err := res.PTX(driver.PTXOptions{CPU: "sm_80"})
	if err != nil {
		t.Fatal(locate(ir, err))
	}
	return withoutLines(string(out))
}

// withoutLines returns PTX without debug info.
func withoutLines(text string) string {
	text, _, _ = strings.Cut(text, "\t.section .debug_str\n")
	return notCode.ReplaceAllString(text, "")
}

// notCode matches the lines of PTX that differ with debug info, and empty lines. The lines of inlined
// code need a version of their own.
var notCode = regexp.MustCompile(`(?m)^(\t\.(loc|file) .*|\.version .*)?\n`)

// deviceProgram compares a device program at one level, and returns our PTX.
func deviceProgram(t *testing.T, p *device.Program, level, debug string, input, want []byte) (string, error) {
	ir := deviceSource(t, p.Path, level, debug)
	res, err := lower(t, p.Path, ir, pipelines[level])
	if err != nil {
		return "", locate(ir, err)
	}
	if bytes.Contains(res.Bytes(), []byte("musttail")) {
		return "", fmt.Errorf("lowering leaves guaranteed tail calls, which PTX has not")
	}
	theirs, err := llc(t, string(res.Bytes()), "-mcpu=sm_80")
	if err != nil {
		return "", err
	}
	if res, err = lowerInMemory(t, p.Path, ir, pipelines[level]); err != nil {
		return "", locate(ir, err)
	}
	for k, a := range assemblers {
		for _, cpu := range a.cpus {
			if base := k == 0 && cpu == "sm_80"; !base && (level == "-O0" || !sample.Has(p.Name+a.link+cpu, 5)) {
				continue
			}
			out, _, err := res.PTX(driver.PTXOptions{CPU: cpu})
			if err != nil {
				return "", locate(ir, err)
			}
			if err := a.assemble(t, cpu, string(out)); err != nil {
				return "", err
			}
		}
	}
	out, _, err := res.PTX(driver.PTXOptions{CPU: "sm_80"})
	if err != nil {
		return "", err
	}
	heap := 0
	for _, x := range []struct {
		whose, text string
		loose       bool
	}{{"llc's", theirs, true}, {"our", string(out), false}} {
		got, m, err := runDevice(x.text, p, input, x.loose)
		switch {
		case err != nil:
			return "", fmt.Errorf("%s PTX: %v", x.whose, err)
		case !bytes.Equal(got, want):
			return "", fmt.Errorf("%s PTX gives other results than this machine", x.whose)
		case heap > 0 && m.HeapPeak != heap:
			return "", fmt.Errorf("%d bytes on the device heap, and %d with llc's PTX", m.HeapPeak, heap)
		}
		heap = m.HeapPeak
	}
	return string(out), nil
}
