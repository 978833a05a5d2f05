// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package mut chooses at run time which mutation of a mutated program is in force. scripts/mutate
// inserts its calls into a copy of the product's code.
package mut

import (
	"cmp"
	"os"
	"strconv"
	"sync/atomic"
)

const (
	// Chosen is the environment variable with the number of the mutation in force. Without it, the
	// program behaves as it was written.
	Chosen = "MUTATION"
	// Reached is the environment variable with the file to which the numbers of the mutations that
	// the program reaches are appended.
	Reached = "MUTATIONS_REACHED"
	// Max is the largest number of mutations in one program.
	Max = 1 << 16
)

var (
	chosen = readChosen()
	log    = openLog()
	seen   [Max]atomic.Bool
)

func readChosen() int {
	n, err := strconv.Atoi(os.Getenv(Chosen))
	if err != nil {
		return -1
	}
	return n
}

func openLog() *os.File {
	name := os.Getenv(Reached)
	if name == "" {
		return nil
	}
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		panic(err)
	}
	return f
}

// On reports whether mutation n is in force.
func On(n int) bool {
	if log != nil && !seen[n].Swap(true) {
		log.WriteString(strconv.Itoa(n) + "\n")
	}
	return n == chosen
}

// Less returns a < b; mutated, a <= b. The mutation is reached only where that makes a difference.
func Less[T cmp.Ordered](n int, a, b T) bool { return a < b || a == b && On(n) }

// LessEq returns a <= b; mutated, a < b.
func LessEq[T cmp.Ordered](n int, a, b T) bool { return a < b || a == b && !On(n) }

// Pick returns a; mutated, b.
func Pick[T any](n int, a, b T) T {
	if On(n) {
		return b
	}
	return a
}
