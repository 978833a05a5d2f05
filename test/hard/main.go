// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Command hard generates programs that are hard for elision, frame layout and splitting, lowers
// them with corolower and with opt, and compares their behaviour.
//
//	go run ./test/hard -count 1000                 run 1000 programs
//	go run ./test/hard -duration 2h -keep DIR      soak; write reduced failing programs to DIR
//	go run ./test/hard -print 17                   print the module of a seed
//	go run ./test/hard -plants                     check that planted errors are found
//	go run ./test/hard -check DIR/behaves-17.ll    run a kept program again
//
// Features that are known to fail are off (known.go); -all turns them on. COROLOWER_BIN names the
// program under test.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/corolower/corolower/test/hard/gen"
	"github.com/corolower/corolower/test/hard/run"
)

func main() {
	count := flag.Int("count", 0, "how many programs")
	first := flag.Uint64("first", 1, "the first seed")
	duration := flag.Duration("duration", 0, "for how long")
	all := flag.Bool("all", false, "with what is known to fail")
	without := flag.String("off", "", "features that programs do not have, besides what is known to fail: "+
		gen.FeatureList())
	variants := flag.String("variants", "", "build only these of the variants "+run.VariantList())
	keep := flag.String("keep", "", "a folder for failing programs, reduced")
	shrink := flag.Int("shrink", 20, "how many failing programs are reduced at most")
	times := flag.Bool("times", false, "print the processor time of each tool")
	jobs := flag.Int("jobs", 0, "batches at a time; 0: one a core")
	batch := flag.Int("batch", 120, "programs in an executable")
	show := flag.Uint64("print", 0, "print the module of a seed")
	check := flag.String("check", "", "a kept program that is run again")
	plants := flag.Bool("plants", false, "plant errors in the lowering, and say after how many programs each is "+
		"found; -count bounds them")
	only := flag.String("plant", "", "only the planted errors of these names")
	bin := flag.String("bin", os.Getenv("COROLOWER_BIN"),
		"the program under test; opt: LLVM in its place, to judge the generator")
	flag.Parse()
	off := known.Features()
	if *all {
		off = nil
	}
	off = append(off, strings.Fields(strings.ReplaceAll(*without, ",", " "))...)
	for _, w := range off {
		if !gen.Known(w) {
			fmt.Fprintf(os.Stderr, "hard: no feature is called %q: %s\n", w, gen.FeatureList())
			os.Exit(2)
		}
	}
	built := strings.Fields(strings.ReplaceAll(*variants, ",", " "))
	for _, w := range built {
		if !slices.Contains(strings.Fields(run.VariantList()), w) {
			fmt.Fprintf(os.Stderr, "hard: no variant is called %q: %s\n", w, run.VariantList())
			os.Exit(2)
		}
	}
	if *show != 0 {
		fmt.Print(gen.Module([]*gen.Program{gen.Generate(*show, off...)}, false))
		return
	}
	if *count == 0 && *duration == 0 {
		*count = 200
	}
	if *plants && *count == 200 {
		*count = 4000
	}
	ok, err := work(*bin, *check, *plants, *only, &run.Soak{First: *first, Count: *count, Duration: *duration, Off: off,
		Only: built, Keep: *keep, Shrink: *shrink, Jobs: *jobs, Batch: *batch, Log: os.Stderr})
	if err != nil {
		fmt.Fprintln(os.Stderr, "hard:", err)
		os.Exit(2)
	}
	if *times {
		fmt.Print(run.Times())
	}
	if !ok {
		os.Exit(1)
	}
}

func work(bin, check string, plants bool, only string, s *run.Soak) (ok bool, err error) {
	dir, err := os.MkdirTemp("", "hard")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	if bin == "" {
		bin = filepath.Join(dir, "corolower")
		if out, err := exec.Command("go", "build", "-pgo=off", "-o", bin, "./cmd/corolower").CombinedOutput(); err != nil {
			return false, fmt.Errorf("go build: %w\n%s", err, out)
		}
	}
	if s.Tools, err = run.NewTools(bin, filepath.Join("test", "hard", "testdata"), dir); err != nil {
		return false, err
	}
	if check != "" {
		said, err := s.Tools.Again(check)
		fmt.Print(said)
		return said == "", err
	}
	if plants {
		list := run.Plants
		if only != "" {
			list = slices.DeleteFunc(slices.Clone(list),
				func(p run.Plant) bool { return !slices.Contains(strings.Split(only, ","), p.Name) })
		}
		missed, err := s.Hunt(".", list, os.Stdout)
		return missed == 0, err
	}
	begin := time.Now()
	res, err := s.Run()
	if err != nil {
		return false, err
	}
	fmt.Printf("%v; %.1f programs/s\n", res, float64(res.Programs)/time.Since(begin).Seconds())
	fmt.Println(res.Health())
	if res.BadText != "" {
		fmt.Println("opt does not take a program:", res.BadText)
	}
	return len(res.Failures) == 0 && res.Bad == 0, nil
}
