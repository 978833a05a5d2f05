// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Command soak generates programs, lowers them in several pipelines, and compares how they behave
// before and after. It does all this in one process, without a compiler, a linker or a file: an
// interpreter runs the programs.
//
//	go run ./test/soak -count 10000                    10000 programs of all kinds
//	go run ./test/soak -duration 1h -keep DIR          write reduced failing programs to DIR
//	go run ./test/soak -kinds hard -first 17 -count 1  run one program
//	go run ./test/soak -kinds hard -print 17           print the module of a seed
//	go run ./test/soak -plants                         check that planted errors are found
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime/debug"
	"strings"

	"github.com/corolower/corolower/test/soak/judge"
)

func main() {
	var names []string
	for _, k := range judge.Kinds {
		names = append(names, k.Name)
	}
	s := &judge.Soak{Log: os.Stderr}
	kinds := flag.String("kinds", strings.Join(names, ","), "the kinds of programs")
	flag.IntVar(&s.Count, "count", 0, "how many cases: modules of one or more programs")
	flag.Uint64Var(&s.First, "first", 1, "the first seed")
	flag.DurationVar(&s.Duration, "duration", 0, "for how long")
	flag.StringVar(&s.Keep, "keep", "", "a folder for failing programs, reduced")
	flag.IntVar(&s.Shrink, "shrink", 20, "how many failing programs are reduced at most")
	flag.IntVar(&s.Jobs, "jobs", 0, "cases at a time; 0: one a core")
	flag.IntVar(&s.Stop, "stop", 0, "end after this number of failures")
	show := flag.Uint64("print", 0, "print the module of a seed")
	why := flag.Bool("why", false, "print why runs were dropped")
	plants := flag.Bool("plants", false, "plant errors in the lowering, and report after how many programs each is "+
		"found; -count bounds the cases")
	plant := flag.String("plant", "", "only the planted errors of these names")
	flag.Parse()
	for _, name := range strings.Split(*kinds, ",") {
		k := judge.Find(name)
		if k == nil {
			fmt.Fprintf(os.Stderr, "soak: no kind is called %q: %s\n", name, strings.Join(names, ", "))
			os.Exit(2)
		}
		s.Kinds = append(s.Kinds, k)
	}
	if *show != 0 {
		fmt.Print(s.Kinds[0].Make(*show).Text())
		return
	}
	if *plants {
		if s.Count == 0 {
			s.Count = 4000
		}
		missed, err := find(".", *plant, s.Count, os.Stdout)
		if err != nil {
			fmt.Fprintln(os.Stderr, "soak:", err)
			os.Exit(2)
		}
		if missed > 0 {
			os.Exit(1)
		}
		return
	}
	if s.Count == 0 && s.Duration == 0 {
		s.Count = 1000
	}
	debug.SetGCPercent(400) // most of the memory of a program is garbage when it is judged
	r := s.Run()
	fmt.Println(r)
	if *why {
		for name, k := range r.Kinds {
			fmt.Printf("%s:\n%s", name, k.Reasons())
		}
	}
	if len(r.Found) > 0 {
		os.Exit(1)
	}
}
