// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Command gencoro prints a generated module, for example one with a seed that failed in the
// differential run:
//
//	go run ./test/diff/gencoro -seed 17 -dialect 22 >17.ll
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/corolower/corolower/test/diff/gen"
)

func main() {
	seed := flag.Uint64("seed", 1, "seed of the module")
	dialect := flag.Int("dialect", 22, "LLVM version whose spelling is printed: 14, 19 or 22")
	hard := flag.Bool("hard", false, "spell it in a way that LLVM 22 lowers wrongly")
	portable := flag.Bool("portable", false, "only features that LLVM 14 has (implied by -dialect 14)")
	flag.Parse()
	o := gen.Opts{Portable: *portable, Hard: *hard}
	switch *dialect {
	case 22:
	case 19:
		o.Dialect = gen.LLVM19
	case 14:
		o.Dialect, o.Portable = gen.LLVM14, true
	default:
		fmt.Fprintf(os.Stderr, "gencoro: no dialect %d; there are 14, 19 and 22\n", *dialect)
		os.Exit(2)
	}
	fmt.Print(gen.Module(*seed, o))
}
