// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package sample chooses a part of a large matrix of test cases, another one in each run of
// `make test-all`. It knows nothing of the tests that use it.
package sample

import (
	"hash/fnv"
	"os"
)

// Variable names the environment variable with the seed of samples. `make test-all` chooses and
// prints one. Without it, matrices are whole.
const Variable = "COROLOWER_SAMPLE"

// Whole reports whether matrices are whole. Counts over a sample may be small.
func Whole() bool { return os.Getenv(Variable) == "" }

// Has reports whether a case is in the sample: about one in n is. Whether a case is depends on its
// name and the seed alone, so a case that failed is run again by the same seed, whatever else has
// changed. For example, name is "floating_point -O2 sm_80".
func Has(name string, n uint64) bool {
	if Whole() {
		return true
	}
	h := fnv.New64a()
	h.Write([]byte(os.Getenv(Variable) + "\x00" + name))
	x := h.Sum64()
	x ^= x >> 33 // FNV changes its low bits little for a change of the last letter
	x *= 0xff51afd7ed558ccd
	return x>>33%n == 0
}
