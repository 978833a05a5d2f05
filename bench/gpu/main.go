// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Command gpu builds what run.py runs on a GPU: the PTX of every device program and of the
// benchmark's kernels by each lowering, and the CPU's results. It needs no GPU.
//
//	go run ./bench/gpu -table
//	go run ./bench/gpu -o DIR && python3 bench/gpu/run.py check DIR/check check.csv && python3 bench/gpu/run.py bench DIR/bench bench.csv
//
// COROLOWER_BIN names the binary to measure; without it one is built. Run it from the root of the
// project.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/corolower/corolower/test/gpu/device"
)

// shapes are the blocks and threads of the runs that are compared with the CPU: one thread, a few
// blocks, and more than a GPU holds at once of the programs with the largest frames.
var shapes = [][2]int{{1, 1}, {3, 64}, {64, 256}}

// fiberShapes are the launch shapes of programs with warp operations, which need full warps.
var fiberShapes = [][2]int{{1, 32}, {3, 64}, {64, 256}}

func main() {
	out := flag.String("o", "", "the `directory` to fill")
	sm := flag.String("sm", "sm_80", "the processor that the PTX is made for, at least")
	figures := flag.Bool("table", false, "print what ptxas says of the programs instead")
	flag.Parse()
	if *out == "" && !*figures {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(*out, *sm, *figures); err != nil {
		fmt.Fprintln(os.Stderr, "gpu:", err)
		os.Exit(1)
	}
}

func run(out, sm string, figures bool) error {
	tmp, err := os.MkdirTemp("", "corolower-gpu-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	bin := os.Getenv("COROLOWER_BIN")
	if bin == "" {
		bin = filepath.Join(tmp, "corolower")
		if text, err := exec.Command("go", "build", "-pgo=off", "-o", bin, "./cmd/corolower").CombinedOutput(); err != nil {
			return fmt.Errorf("go build: %v\n%s", err, text)
		}
	}
	t := &device.Tools{Corolower: bin, Version: 22, Include: "test/gpu/include", Dir: tmp, SM: sm}
	if figures {
		return tables(os.Stdout, t)
	}
	return build(t, out)
}

// build fills a directory with the files that a machine with a GPU needs.
func build(t *device.Tools, out string) error {
	for _, sub := range []string{"check", "bench"} {
		if err := os.MkdirAll(filepath.Join(out, sub), 0o777); err != nil {
			return err
		}
	}
	programs, err := device.Load("test/gpu/programs")
	if err != nil {
		return err
	}
	for _, p := range programs {
		if err := checked(t, p, filepath.Join(out, "check")); err != nil {
			return err
		}
	}
	return kernels(t, filepath.Join(out, "bench"))
}

// checked makes the PTX of one program and the CPU's results.
func checked(t *device.Tools, p *device.Program, out string) error {
	for _, l := range []device.Lowering{device.Whole, device.Ours, device.OursOpt, device.Stock} {
		if err := ptx(t, p, l, filepath.Join(out, p.Name+"@"+string(l)+".ptx")); err != nil {
			return err
		}
	}
	exe, err := t.Host(p, false)
	if err != nil {
		return err
	}
	list := shapes
	if p.Is("fibers") {
		list = fiberShapes
	}
	for _, shape := range list {
		base := filepath.Join(out, fmt.Sprintf("%s@%dx%d", p.Name, shape[0], shape[1]))
		cmd := exec.Command(exe, fmt.Sprint(shape[0]), fmt.Sprint(shape[1]), base+".in", base+".want")
		if text, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%v: %v\n%s", cmd.Args, err, text)
		}
	}
	return nil
}

func ptx(t *device.Tools, p *device.Program, l device.Lowering, out string, defines ...string) error {
	ir, err := t.Source(p, "-O2", defines...)
	if err != nil {
		return err
	}
	lowered, err := t.Lower(l, ir)
	if err != nil {
		return err
	}
	generate := t.PTX
	if l == device.Whole {
		generate = t.OurPTX
	}
	text, err := generate(lowered)
	if err != nil {
		return err
	}
	data, err := os.ReadFile(text)
	if err != nil {
		return err
	}
	return os.WriteFile(out, data, 0o666)
}

// variants are the kernels of the benchmark, as a coroutine and as a state machine.
var variants = []struct{ name, source, define string }{
	{"counter-4", "counter", "-DWORDS=4"},
	{"counter-24", "counter", "-DWORDS=24"},
	{"counter-120", "counter", "-DWORDS=120"},
	{"march", "march", "-DMARCH"},
}

// pair loads the state machine and the coroutine of a variant.
func pair(source string) (machine, coroutine *device.Program, err error) {
	list, err := device.Load("bench/gpu/kernels")
	for _, p := range list {
		switch p.Name {
		case source + "_machine":
			machine = p
		case source + "_coroutine":
			coroutine = p
		}
	}
	if err == nil && (machine == nil || coroutine == nil) {
		err = fmt.Errorf("no kernel %s", source)
	}
	return machine, coroutine, err
}

// kernels makes the benchmark's PTX: the coroutine by each lowering, and the state machine.
func kernels(t *device.Tools, out string) error {
	for _, v := range variants {
		machine, coroutine, err := pair(v.source)
		if err != nil {
			return err
		}
		if err := ptx(t, machine, device.Stock, filepath.Join(out, v.name+"@machine.ptx"), v.define); err != nil {
			return err
		}
		for _, l := range []device.Lowering{device.Whole, device.Ours, device.OursOpt, device.Unelided, device.Stock} {
			if err := ptx(t, coroutine, l, filepath.Join(out, v.name+"@"+string(l)+".ptx"), v.define); err != nil {
				return err
			}
		}
	}
	return nil
}
