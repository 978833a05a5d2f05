// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

// knownFailure is a feature of programs that is known to fail. The list shrinks as the lowering is
// fixed.
type knownFailure struct {
	feature string // a feature of package gen
	reason  string
}

type knownFailures []knownFailure

var known = knownFailures{}

// Features returns the features that the generator must not use.
func (k knownFailures) Features() []string {
	var list []string
	for _, f := range k {
		list = append(list, f.feature)
	}
	return list
}

// knownSeeds are failing programs of TestHard without a known cause. No feature is off for them.
var knownSeeds = map[uint64]string{}
