// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package run

// A run over many programs.

import (
	"fmt"
	"io"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/corolower/corolower/test/hard/gen"
)

// Soak configures a run over many programs.
type Soak struct {
	Tools    *Tools
	First    uint64
	Count    int           // programs; 0: until Duration is over
	Duration time.Duration // 0: until Count is reached
	Off      []string      // features that programs must not have
	Only     []string      // names of the Variants to build; none: all
	Batch    int           // programs per executable
	Jobs     int
	Keep     string // a folder for reduced failing programs; "": do not keep them
	Shrink   int    // maximum number of failing programs to reduce
	Stop     int    // the run ends after this number of failing programs; 0: no limit
	Log      io.Writer
}

// Run runs programs and returns their results. It logs each failing program immediately.
func (s *Soak) Run() (*Result, error) {
	if s.Jobs <= 0 {
		s.Jobs = runtime.NumCPU()
	}
	if s.Batch <= 0 {
		s.Batch = 40
	}
	var mu sync.Mutex
	var wg sync.WaitGroup
	var failed error
	total := &Result{}
	begin := time.Now()
	next, shrunk := 0, 0
	over := func() bool {
		return failed != nil || (s.Count > 0 && next >= s.Count) ||
			(s.Duration > 0 && time.Since(begin) > s.Duration) || (s.Stop > 0 && total.failing() >= s.Stop)
	}
	last := begin
	worker := func() {
		defer wg.Done()
		for {
			mu.Lock()
			if over() {
				mu.Unlock()
				return
			}
			at, n := next, s.Batch
			if s.Count > 0 {
				n = min(n, s.Count-next)
			}
			next += n
			mu.Unlock()
			res, err := s.programs(at, n)
			mu.Lock()
			if err != nil {
				failed = err
				mu.Unlock()
				return
			}
			total.Add(res)
			var todo []*Failure
			for _, f := range res.Failures {
				fmt.Fprintln(s.Log, f)
				if s.Keep != "" && shrunk < s.Shrink {
					shrunk++
					todo = append(todo, f)
				}
			}
			if time.Since(last) > time.Minute {
				last = time.Now()
				fmt.Fprintf(s.Log, "%v: %v (%.1f programs/s)\n", time.Since(begin).Round(time.Second), total,
					float64(total.Programs)/time.Since(begin).Seconds())
			}
			mu.Unlock()
			for _, f := range todo {
				small, err := s.Tools.Shrink(f)
				if err == nil {
					err = Keep(s.Keep, small)
				}
				if err != nil {
					fmt.Fprintf(s.Log, "seed %d: %v\n", f.Program.Seed, err)
				}
			}
		}
	}
	for range s.Jobs {
		wg.Add(1)
		go worker()
	}
	wg.Wait()
	return total, failed
}

// programs runs n programs, from number at. Those that call longjmp have a module of their own,
// because few frames are elided in it.
func (s *Soak) programs(at, n int) (*Result, error) {
	var quiet, jumping []*gen.Program
	for k := range n {
		if p := gen.Generate(s.First+uint64(at+k), s.Off...); p.Jumps() {
			jumping = append(jumping, p)
		} else {
			quiet = append(quiet, p)
		}
	}
	var vars []Variant
	for _, v := range Variants {
		if at/s.Batch%v.Every == 0 && (len(s.Only) == 0 || slices.Contains(s.Only, v.Name)) {
			vars = append(vars, v)
		}
	}
	all := &Result{}
	for _, list := range [][]*gen.Program{quiet, jumping} {
		if len(list) == 0 {
			continue
		}
		res, err := s.Tools.Batch(list, vars)
		if err != nil {
			return nil, err
		}
		all.Add(res)
	}
	return all, s.Tools.dropUndefined(all)
}
