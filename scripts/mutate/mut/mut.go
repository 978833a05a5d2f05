// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package mut chooses at run time which mutation of a mutated program is in force. scripts/mutate
// inserts its calls into a copy of the product's code.
//
// Without a mutation in force, it records which mutations would have changed a value. For example, no
// test can notice that an operand of && is dropped, if the operand never was the only one that is false.
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
	// Reached is the environment variable with the file to which the program appends numbers of mutations:
	// N if mutation N would have changed a value, N + Idle if its code ran, N + Unknown if an operand that
	// may have effects would have to be computed to know.
	Reached = "MUTATIONS_REACHED"
	// Max is the largest number of mutations in one program.
	Max     = 1 << 17
	Idle    = Max
	Unknown = 2 * Max
)

var (
	chosen = readChosen()
	log    = openLog()
	seen   [3 * Max]atomic.Bool
	tries  [Max]atomic.Uint32 // of computing the other operands of a chain
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

func note(n int) {
	if log != nil && !seen[n].Load() && !seen[n].Swap(true) {
		log.WriteString(strconv.Itoa(n) + "\n")
	}
}

// Seen reports whether mutation n would have changed a value.
func Seen(n int) bool { return seen[n].Load() }

// On reports whether mutation n is in force.
func On(n int) bool {
	note(n)
	return n == chosen
}

// changes reports whether mutation n is in force, where it makes a difference or not.
func changes(n int, differs bool) bool {
	if differs {
		note(n)
	}
	note(n + Idle)
	return n == chosen
}

// Less returns a < b; mutated, a <= b.
func Less[T cmp.Ordered](n int, a, b T) bool { return changes(n, a == b) && a == b || a < b }

// LessEq returns a <= b; mutated, a < b.
func LessEq[T cmp.Ordered](n int, a, b T) bool { return a < b || !changes(n, a == b) && a == b }

// Pick returns a; mutated, b.
func Pick[T any](n int, a, b T) T {
	if On(n) {
		return b
	}
	return a
}

// Either returns a; mutated, b.
func Either[T comparable](n int, a, b T) T {
	if changes(n, a != b) {
		return b
	}
	return a
}

// And returns whether all operands are true. Mutated by n + k, it leaves out operand k; by n + len(operands) - 2 + j,
// the first j operands, if j is 2 or more. Operand k may be computed once more if bit k of pure is set.
func And(n int, pure uint64, operands ...func() bool) bool { return chain(n, pure, true, operands) }

// Or returns whether an operand is true, and is mutated in the same way.
func Or(n int, pure uint64, operands ...func() bool) bool { return !chain(n, pure, false, operands) }

// chain reports whether all operands are equal to want.
func chain(n int, pure uint64, want bool, operands []func() bool) bool {
	drop, first := chosen-n, 0
	if drop >= len(operands) && drop < 2*len(operands)-2 {
		first = drop - len(operands) + 2
	}
	for k, f := range operands {
		if k != drop && k >= first && f() != want {
			if log != nil {
				decided(n, pure, want, operands, k)
			}
			return false
		}
	}
	if log != nil {
		visited(n, len(operands))
	}
	return true
}

func visited(n, operands int) {
	for k := range 2*operands - 2 {
		note(n + k + Idle)
	}
}

// decided records which mutations would have changed the value of a chain that operand k, the first that is not want, ended.
func decided(n int, pure uint64, want bool, operands []func() bool, k int) {
	visited(n, len(operands))
	if t := tries[n].Add(1); t > 1<<14 && t%256 != 0 {
		return
	}
	const same = -1
	kind := 0
	for j := len(operands); ; j-- { // kind: what is recorded if the operands before j are left out
		if kind != same && j == k+1 {
			note(n + k + kind)
		}
		if kind != same && j >= 2 && j < len(operands) {
			note(n + len(operands) - 2 + j + kind)
		}
		switch {
		case j == k+1:
			return
		case pure>>(j-1)&1 == 0:
			if kind == 0 {
				kind = Unknown
			}
		default:
			switch value, panics := compute(operands[j-1]); {
			case panics: // a mutated program ends here
				kind = 0
			case value != want:
				kind = same
			}
		}
	}
}

func compute(f func() bool) (value, panics bool) {
	defer func() { panics = recover() != nil }()
	return f(), false
}
