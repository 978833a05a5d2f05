// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package device

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Tools configures the programs that build files. Version is that of clang, opt and llc.
type Tools struct {
	Corolower string
	Version   int
	Include   string // the directory of device.h
	Dir       string // the directory for output files
	SM        string // the processor, "sm_80"
}

// A Lowering is a method to lower clang's IR to IR without coroutines.
type Lowering string

// The lowerings. llc follows each of them; "Opt" means that opt -O2 runs before it.
const (
	Ours     Lowering = "ours"      // corolower alone
	OursOpt  Lowering = "ours-opt"  // corolower, then opt -O2
	Unelided Lowering = "heap-opt"  // corolower without elision, then opt -O2
	Stock    Lowering = "stock-opt" // opt -O2, which lowers coroutines itself
	Whole    Lowering = "whole"     // none: the PTX writer lowers coroutines
)

// plain is the pipeline that leaves every frame on the heap.
const plain = "coro-early,cgscc(coro-split<reuse-storage>),coro-cleanup"

// run runs a tool. An error contains its output.
func run(name string, args ...string) error {
	_, err := output(name, args...)
	return err
}

// quietly is run for a tool that must print nothing.
func quietly(name string, args ...string) error {
	out, err := output(name, args...)
	if err == nil && len(out) > 0 {
		err = fmt.Errorf("%s %s prints:\n%s", name, strings.Join(args, " "), out)
	}
	return err
}

func output(name string, args ...string) ([]byte, error) {
	cmd := exec.Command(name, args...)
	out, err := cmd.CombinedOutput()
	if err == nil {
		return out, nil
	}
	if errors.Is(err, exec.ErrNotFound) {
		return nil, fmt.Errorf("%s is not installed: run scripts/install-tools.sh", name)
	}
	if len(out) > 2000 {
		out = append(out[:2000:2000], "\n..."...)
	}
	return nil, fmt.Errorf("%s: %v\n%s", strings.Join(cmd.Args, " "), err, out)
}

func (t *Tools) tool(name string) string { return fmt.Sprintf("%s-%d", name, t.Version) }

func (t *Tools) file(name string) string { return filepath.Join(t.Dir, name) }

// language has the flags for both sides: no library, and strict floating point.
func (t *Tools) language() []string {
	flags := []string{"-std=c++20", "-ffreestanding", "-fno-exceptions", "-fno-rtti", "-nostdinc++",
		"-ffp-contract=off", "-Wall", "-Wextra",
		"-Wno-unused-parameter", "-Werror"}
	if t.Version < 20 {
		flags = append(flags, "-Wno-unknown-attributes") // coro_await_elidable
	}
	return flags
}

// Source compiles a program for the device to IR whose coroutines are not lowered yet.
func (t *Tools) Source(p *Program, level string, defines ...string) (string, error) {
	out := t.file(p.Name + ".ll")
	args := append([]string{"--target=nvptx64-nvidia-cuda", "-nocudalib", "-Xclang", "-target-cpu", "-Xclang", t.SM,
		"-Xclang", "-target-feature", "-Xclang", "+ptx" + ptxFeature(t.SM),
		level, "-Xclang", "-disable-llvm-passes", "-S", "-emit-llvm",
		"-I", t.Include, "-o", out, p.Path}, t.language()...)
	return out, run(t.tool("clang++"), append(args, defines...)...)
}

// ptxFeature returns the oldest PTX version that supports a processor.
func ptxFeature(sm string) string {
	switch sm {
	case "sm_70":
		return "60"
	case "sm_80":
		return "70"
	default:
		return "78"
	}
}

// Lower lowers the IR in a file.
func (t *Tools) Lower(l Lowering, in string) (string, error) {
	base := strings.TrimSuffix(in, ".ll")
	out := base + "." + string(l) + ".ll"
	var err error
	switch l {
	case Whole:
		return in, nil
	case Stock:
		return out, run(t.tool("opt"), "-O2", "-S", "-o", out, in)
	case Ours, OursOpt:
		err = run(t.Corolower, "-o", out, in)
	case Unelided:
		err = run(t.Corolower, "-passes="+plain, "-o", out, in)
	default:
		panic("unknown lowering " + string(l))
	}
	if err == nil {
		err = run(t.tool("opt"), "-passes=verify", "-disable-output", out)
	}
	if err != nil || l == Ours {
		return out, err
	}
	return out, run(t.tool("opt"), "-O2", "-S", "-o", out, out)
}

// PTX compiles lowered IR to PTX. A warning of llc is an error.
func (t *Tools) PTX(in string) (string, error) {
	out := strings.TrimSuffix(in, ".ll") + ".ptx"
	return out, quietly(t.tool("llc"), "-O3", "-march=nvptx64", "-mcpu="+t.SM, "-o", out, in)
}

// OurPTX compiles IR, lowered or not, to PTX without llc, and without the pragma that ptxas warns
// about.
func (t *Tools) OurPTX(in string) (string, error) {
	out := strings.TrimSuffix(in, ".ll") + ".ours.ptx"
	return out, run(t.Corolower, "--emit=ptx", "-mcpu="+t.SM, "--ptx-pragma=none", "-o", out, in)
}

// Host builds the same source for this machine, with clang's own lowering or with ours.
func (t *Tools) Host(p *Program, ours bool) (string, error) {
	base := t.file(p.Name + ".host")
	clang := t.tool("clang++")
	args := append([]string{"-O2", "-I", t.Include}, t.language()...)
	if !ours {
		if err := run(clang, append(args, "-c", "-o", base+".o", p.Path)...); err != nil {
			return "", err
		}
		return base, t.link(base)
	}
	base += "-ours"
	if err := run(clang, append(args, "-Xclang", "-disable-llvm-passes", "-S", "-emit-llvm", "-o", base+".ll",
		p.Path)...); err != nil {
		return "", err
	}
	if err := run(t.Corolower, "-o", base+".low.ll", base+".ll"); err != nil {
		return "", err
	}
	if err := run(clang, "-O2", "-c", "-o", base+".o", base+".low.ll"); err != nil {
		return "", err
	}
	return base, t.link(base)
}

// link builds a program from an object file and host.cpp.
func (t *Tools) link(base string) error {
	host := t.file("host.o")
	if _, err := os.Stat(host); err != nil {
		if err := run(t.tool("clang++"), "-std=c++20", "-O1", "-c", "-o", host, filepath.Join(t.Include, "..", "host",
			"host.cpp")); err != nil {
			return err
		}
	}
	return run(t.tool("clang++"), "-o", base, base+".o", host)
}

// A Ptxas is an assembler and the processors that it supports.
type Ptxas struct {
	Path string
	sms  []string // "sm_75", ..., the oldest first
}

// installed is the directory into which scripts/install-nvidia.sh installs tools, relative to the
// root of the project.
const installed = ".tools/nvidia"

// FindPtxas returns the assemblers that PTXAS names, separated by colons. If PTXAS is not set, it
// returns those that scripts/install-nvidia.sh installed, the oldest first. root is the root of the
// project.
func FindPtxas(root string) ([]*Ptxas, error) {
	var out []*Ptxas
	list := filepath.SplitList(os.Getenv("PTXAS"))
	if len(list) == 0 {
		list, _ = filepath.Glob(filepath.Join(root, installed, "ptxas-1[0-9]"))
	}
	for _, path := range list {
		if path == "" {
			continue
		}
		help, err := exec.Command(path, "--help").CombinedOutput()
		if err != nil {
			return nil, fmt.Errorf("%s --help: %v\n%s", path, err, help)
		}
		p := &Ptxas{Path: path}
		for _, m := range processor.FindAllStringSubmatch(string(help), -1) {
			if !slices.Contains(p.sms, m[1]) {
				p.sms = append(p.sms, m[1])
			}
		}
		if len(p.sms) == 0 {
			return nil, fmt.Errorf("%s --help names no processor", path)
		}
		slices.SortFunc(p.sms, func(a, b string) int { return number(a) - number(b) })
		out = append(out, p)
	}
	return out, nil
}

var processor = regexp.MustCompile(`'(sm_[0-9]+)'`)

func number(sm string) int {
	n, _ := strconv.Atoi(strings.TrimPrefix(sm, "sm_"))
	return n
}

// For returns the oldest supported processor that runs code for sm.
func (p *Ptxas) For(sm string) string {
	for _, s := range p.sms {
		if number(s) >= number(sm) {
			return s
		}
	}
	return sm
}

// Newest returns the newest supported processor.
func (p *Ptxas) Newest() string { return p.sms[len(p.sms)-1] }

// Assemble generates machine code and returns the figures of the kernel `run`. A warning is an
// error, except for one about an unknown stack size, which the figures record.
func (p *Ptxas) Assemble(sm, ptx, cubin string) (*Usage, error) {
	cmd := exec.Command(p.Path, "-v", "-arch="+sm, "-o", cubin, ptx)
	text, err := cmd.CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("%s: %v\n%s", strings.Join(cmd.Args, " "), err, text)
	}
	for _, line := range strings.Split(string(text), "\n") {
		if strings.Contains(line, "warning") && !strings.Contains(line, stackUnknown) {
			return nil, fmt.Errorf("%s: %s", strings.Join(cmd.Args, " "), line)
		}
	}
	return figures(text)
}

const stackUnknown = "Stack size for entry function 'run' cannot be statically determined"

// Usage is what `ptxas -v` reports for a kernel.
type Usage struct {
	Stack, SpillStores, SpillLoads, Registers int
	Unknown                                   bool // functions that the kernel calls need more stack, and ptxas cannot say how much
}

var usage = regexp.MustCompile(`Function properties for '?run'?\s+(\d+) bytes stack frame, (\d+) bytes spill stores, ` +
	`(\d+) bytes spill loads\n.*: Used (\d+) registers`)

func figures(text []byte) (*Usage, error) {
	f := usage.FindSubmatch(text)
	if f == nil {
		return nil, fmt.Errorf("ptxas -v says nothing of run:\n%s", text)
	}
	n := func(k int) int { return number(string(f[k])) }
	return &Usage{n(1), n(2), n(3), n(4), strings.Contains(string(text), stackUnknown)}, nil
}

// Left counts the operations in a PTX file that lowering should have removed.
type Left struct {
	Allocations int // calls of malloc or operator new
	Indirect    int // indirect calls
}

// Remains counts in PTX text, over all its functions. A call may take several lines.
func Remains(ptx string) Left {
	var left Left
	for _, line := range strings.Split(ptx, "\n") {
		switch {
		case strings.Contains(line, "malloc,") || strings.Contains(line, "_Znwm,"):
			left.Allocations++
		case strings.Contains(line, "prototype_") && !strings.Contains(line, ".callprototype"):
			left.Indirect++
		}
	}
	return left
}
