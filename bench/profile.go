// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

// The profile for `go build` (profile-guided optimisation): where the program spends its time on
// the benchmark's inputs. Write it again when hot paths have changed much: go run ./bench -profile
// cmd/corolower/default.pgo

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"runtime/pprof"
	"slices"

	"github.com/corolower/corolower/internal/driver"
)

// profiledRun is an input, a pipeline, and the number of runs.
type profiledRun struct {
	input, passes string
	times         int
}

// profiled lists the runs; each takes some seconds of one core.
var profiled = []profiledRun{
	{"dense-1000", pipeline, 20},
	{"mixed", pipeline, 8},
	{"suspends-1000", pipeline, 20},
	{"blocks-10000", pipeline, 20},
	{"async-1000", pipeline, 8},
	{"unit", pipeline, 5},
	{"unit-g", pipeline, 3},
	{"unit", driver.DefaultPipeline, 1},
}

// profile runs the inputs in this process, on one core, and writes the profile.
func profile(file, dir string) error {
	debug.SetGCPercent(400) // about the program's own setting
	var out bytes.Buffer
	texts := map[string][]byte{}
	for k := range inputs {
		in := &inputs[k]
		if !slices.ContainsFunc(profiled, func(p profiledRun) bool { return p.input == in.name }) {
			continue
		}
		if err := generate(in, dir); err != nil {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, in.name+".ll"))
		if err != nil {
			return err
		}
		texts[in.name] = text
	}
	if err := pprof.StartCPUProfile(&out); err != nil {
		return err
	}
	for _, p := range profiled {
		pl, err := driver.Table.Parse(p.passes)
		if err != nil {
			return err
		}
		for range p.times {
			res, err := driver.Run(p.input+".ll", texts[p.input], &driver.Options{Pipeline: pl, Jobs: 1})
			if err != nil {
				return err
			}
			if _, err := res.WriteTo(io.Discard); err != nil {
				return err
			}
		}
	}
	pprof.StopCPUProfile()
	return os.WriteFile(file, out.Bytes(), 0o666)
}
