// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

// The inputs of the benchmark. A separate process creates them (-generate): a child's peak memory
// starts at its parent's, so the process that measures must stay small.

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/corolower/corolower/bench/gen"
)

// input is one file to lower.
type input struct {
	name    string // of the file, without extension
	about   string
	shape   gen.Shape // of textual IR, or
	parts   int       // C++ with this many parts
	flags   []string  // compiled with these
	tenth   string    // the input of a tenth of the size, to show how time grows
	goal    float64   // target ratio of opt's processor time to ours; 0: none
	wall    float64   // the same for wall time
	whole   float64   // the same for the whole pipelines with elision
	elision bool      // also measure the whole pipelines
}

// partsOfUnit is large enough for more than 20 MB of IR without debug info.
const partsOfUnit = 20

var inputs = []input{
	{name: "small", about: "one coroutine, 4 suspends", goal: 5, shape: gen.Shape{Coroutines: 1, Suspends: 4}},
	{name: "dense-1000", about: "1,000 coroutines, 4 suspends each", goal: 7, wall: 10,
		shape: gen.Shape{Coroutines: 1000, Suspends: 4}},
	{name: "dense-10000", about: "10,000 coroutines, 4 suspends each", goal: 7, wall: 10,
		shape: gen.Shape{Coroutines: 10000, Suspends: 4}, tenth: "dense-1000", elision: true},
	{name: "mixed", about: "1,000 coroutines among 30,000 plain functions", goal: 20, wall: 30,
		shape: gen.Shape{Coroutines: 1000, Suspends: 4, Plain: 30000}, elision: true},
	{name: "suspends-1000", about: "one coroutine, 1,000 suspends", shape: gen.Shape{Coroutines: 1, Suspends: 1000}},
	{name: "suspends-10000", about: "one coroutine, 10,000 suspends", goal: 10, shape: gen.Shape{Coroutines: 1,
		Suspends: 10000}, tenth: "suspends-1000"},
	{name: "blocks-10000", about: "one coroutine, 10,000 blocks", shape: gen.Shape{Coroutines: 1, Suspends: 4,
		Blocks: 1250}},
	{name: "blocks-100000", about: "one coroutine, 100,000 blocks", goal: 12, shape: gen.Shape{Coroutines: 1,
		Suspends: 4, Blocks: 12500}, tenth: "blocks-10000"},
	{name: "async-1000", about: "1,000 asynchronous functions, 10 suspends each", goal: 8, shape: gen.Shape{Async: 1000,
		Suspends: 10}},
	{name: "unit", about: "C++ translation unit", goal: 12, whole: 6, parts: partsOfUnit, elision: true},
	{name: "unit-g", about: "C++ translation unit, -g", goal: 15, parts: partsOfUnit, flags: []string{"-g"},
		elision: true},
}

// clang is the compiler that emits the IR of C++ inputs.
const clang = "clang++-22"

// generate writes an input into a directory.
func generate(in *input, dir string) error {
	out := filepath.Join(dir, in.name+".ll")
	if in.parts == 0 {
		return create(out, func(w io.Writer) error { return gen.IR(w, in.shape) })
	}
	src := filepath.Join(dir, in.name+".cpp")
	if err := create(src, func(w io.Writer) error { return gen.CXX(w, in.parts) }); err != nil {
		return err
	}
	args := append([]string{"-std=c++20", "-O1", "-w", "-Xclang", "-disable-llvm-passes", "-S", "-emit-llvm", src, "-o",
		out}, in.flags...)
	if text, err := exec.Command(clang, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %v\n%s", clang, err, text)
	}
	return nil
}

func create(name string, write func(io.Writer) error) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	if err := write(w); err != nil {
		f.Close()
		return err
	}
	if err := w.Flush(); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
