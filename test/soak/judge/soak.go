// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package judge

// A run over many programs.

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/corolower/corolower/test/hard/gen"
)

// Kind is a generator of programs.
type Kind struct {
	Name string
	// Always are the pipelines that lower each program. Each program is also lowered by one of Also.
	Always, Also []string
	Paths        int // runs of a program before lowering
	Make         func(seed uint64) Case
}

// Pipelines of switched coroutines.
const (
	plain   = "coro-early,cgscc(coro-split),coro-cleanup"
	sharing = "coro-early,cgscc(coro-split<reuse-storage>),coro-cleanup"
	// continuing elides like default<O2>, so creators call continued coroutines in both ways.
	continuing = "coro-early,coro-cgscc(inline<elision>,function(sroa,instsimplify,early-cse,simplifycfg,dce," +
		"coro-elide<lifetimes>,coro-devirt),coro-split<reuse-storage;continuations>,function(simplifycfg)),coro-cleanup"
)

// Kinds lists the generators.
var Kinds = []*Kind{
	{"hard", []string{"default<O2>"}, []string{sharing, continuing, "complete<O2>", plain}, 5,
		func(seed uint64) Case { return Hard{gen.Generate(seed)} }},
	{"scalar", nil, scalarPipelines, 1, newScalar},
	{"retcon", []string{"default<O2>"}, []string{sharing, "default<O0>", "complete<O2>", plain}, 1, newRetcon},
	{"async", []string{"default<O2>"}, asyncPipelines, 1, newAsync},
	{"task", []string{"default<O2>"}, []string{sharing, "complete<O2>", "default<O0>", plain}, 1, newTask},
}

var scalarPipelines = []string{
	"function(sroa)", "function(mem2reg)", "function(simplifycfg)", "function(instsimplify)", "function(early-cse)", "function(early-cse<memssa>)",
	"function(dce)", "function(promote-alloca)", "function(loop-unroll,licm)", "function(mem2reg,jump-threading)", "function(mem2reg,correlated-propagation)", "inline", "function(sroa,early-cse,simplifycfg,sroa,instsimplify,early-cse)",
	"inline,function(simplifycfg,sroa,instsimplify,early-cse,dce)",
	"function(simplifycfg,mem2reg,instsimplify,simplifycfg,early-cse),inline",
}

var asyncPipelines = []string{
	"default<O0>",
	sharing,
	"coro-early,cgscc(coro-split),coro-cleanup,coro-fold-sizes",
	"coro-early,function(sroa,simplifycfg,early-cse),cgscc(coro-split<reuse-storage>)," +
		"coro-cleanup,coro-fold-sizes",
	"coro-early,cgscc(coro-split),coro-fold-sizes,coro-cleanup," +
		"function(instsimplify,early-cse,simplifycfg,dce)",
}

// Find returns a kind.
func Find(name string) *Kind {
	for _, k := range Kinds {
		if k.Name == name {
			return k
		}
	}
	return nil
}

// pipelines returns those for a seed.
func (k *Kind) pipelines(seed uint64) []string {
	list := slices.Clone(k.Always)
	if len(k.Also) > 0 {
		list = append(list, k.Also[seed%uint64(len(k.Also))])
	}
	return list
}

// Try judges the program of a seed.
func (k *Kind) Try(seed uint64, r *Result) (c Case, f *Failure) {
	c = k.Make(seed)
	defer func() {
		if x := recover(); x != nil {
			f = &Failure{Kind: "panic", Detail: fmt.Sprint(x)}
		}
	}()
	return c, c.Judge(k.pipelines(seed), k.Paths, r)
}

// Soak configures a run over many programs.
type Soak struct {
	Kinds    []*Kind
	First    uint64
	Count    int           // cases; 0: until Duration is over
	Duration time.Duration // 0: until Count is reached
	Jobs     int           // 0: one a core
	Keep     string        // a folder for reduced failing programs; "": they are not kept
	Shrink   int           // maximum number of failing programs to reduce
	Stop     int           // the run ends after this number of failures; 0: no limit
	Log      io.Writer
}

// Found is a failing program.
type Found struct {
	Kind string
	Seed uint64
	*Failure
}

func (f *Found) String() string { return fmt.Sprintf("%s %d: %s", f.Kind, f.Seed, f.Failure) }

// Report is the outcome of a soak.
type Report struct {
	Kinds   map[string]*Result
	Time    map[string]time.Duration // of all goroutines, by kind
	Elapsed time.Duration
	CPU     time.Duration // processor time of the process
	Found   []*Found      // by seed
}

// Programs returns the number of programs of all kinds.
func (r *Report) Programs() (n int) {
	for _, k := range r.Kinds {
		n += k.Programs
	}
	return n
}

func (r *Report) String() string {
	var b strings.Builder
	for _, k := range Kinds {
		if x := r.Kinds[k.Name]; x != nil {
			fmt.Fprintf(&b, "%-7s %v; %d%% of the time\n", k.Name, x, int(100*r.Time[k.Name]/max(1, r.sum())))
		}
	}
	fmt.Fprintf(&b, "%d programs in %v and %v of processor time: %.0f in an hour of one processor; %d fail",
		r.Programs(), r.Elapsed.Round(time.Second), r.CPU.Round(time.Second),
		float64(r.Programs())/max(r.CPU, time.Millisecond).Hours(), len(r.Found))
	return b.String()
}

func (r *Report) sum() (all time.Duration) {
	for _, t := range r.Time {
		all += t
	}
	return all
}

// processorTime returns the processor time of the process.
func processorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// Run judges programs. It logs each failure at once.
func (s *Soak) Run() *Report {
	if s.Jobs <= 0 {
		s.Jobs = runtime.NumCPU()
	}
	total := &Report{Kinds: map[string]*Result{}, Time: map[string]time.Duration{}}
	begin, before := time.Now(), processorTime()
	last := begin
	var mu sync.Mutex
	var wg sync.WaitGroup
	at, shrunk := 0, 0
	worker := func() {
		for {
			mu.Lock()
			n := at
			at++
			over := s.Count > 0 && n >= s.Count || s.Duration > 0 && time.Since(begin) > s.Duration ||
				s.Stop > 0 && len(total.Found) >= s.Stop
			mu.Unlock()
			if over {
				return
			}
			kind, seed := s.Kinds[n%len(s.Kinds)], s.First+uint64(n/len(s.Kinds))
			var r Result
			start := time.Now()
			c, f := kind.Try(seed, &r)
			spent := time.Since(start)
			mu.Lock()
			if total.Kinds[kind.Name] == nil {
				total.Kinds[kind.Name] = &Result{}
			}
			total.Kinds[kind.Name].Add(&r)
			total.Time[kind.Name] += spent
			total.Elapsed, total.CPU = time.Since(begin), processorTime()-before
			reduce := false
			if f != nil {
				x := &Found{kind.Name, seed, f}
				total.Found = append(total.Found, x)
				fmt.Fprintln(s.Log, x)
				reduce = s.Keep != "" && shrunk < s.Shrink
				shrunk++
			}
			if time.Since(last) > time.Minute {
				last = time.Now()
				fmt.Fprintln(s.Log, total)
			}
			mu.Unlock()
			if reduce {
				if err := s.keep(kind, seed, c, f); err != nil {
					fmt.Fprintln(s.Log, err)
				}
			}
		}
	}
	for range s.Jobs {
		wg.Go(worker)
	}
	wg.Wait()
	slices.SortFunc(total.Found, func(x, y *Found) int { return cmp.Compare(x.Seed, y.Seed) })
	return total
}

// keep writes a failing program, reduced, into a folder.
func (s *Soak) keep(kind *Kind, seed uint64, c Case, f *Failure) error {
	small, g := c.Shrink(f, kind.Paths)
	if err := os.MkdirAll(s.Keep, 0o755); err != nil {
		return err
	}
	head := "; " + strings.ReplaceAll((&Found{kind.Name, seed, g}).String(), "\n", "\n; ") + "\n"
	return os.WriteFile(filepath.Join(s.Keep, fmt.Sprintf("%s-%s-%d.ll", kind.Name, g.Kind, seed)),
		[]byte(head+small.Text()), 0o644)
}
