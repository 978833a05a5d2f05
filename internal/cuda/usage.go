// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package cuda

import (
	"strconv"
	"strings"
)

// Usage is what `ptxas -v` reports for a kernel. A number is -1 if ptxas reports none.
type Usage struct {
	Registers   int  `json:"registers"`
	Stack       int  `json:"stack"` // bytes of the stack frame for each thread
	SpillStores int  `json:"spill_stores"`
	SpillLoads  int  `json:"spill_loads"`
	Unknown     bool `json:"stack_unknown,omitempty"` // functions that the kernel calls need more, and ptxas cannot say how much
}

// quoted returns the text between the next two quotes, or "".
func quoted(s string) string {
	_, s, _ = strings.Cut(s, "'")
	s, _, _ = strings.Cut(s, "'")
	return s
}

// ReadUsage reads the output of `ptxas -v`. It returns an entry for each kernel. For example, the
// lines about the kernel k are:
//
//	ptxas info    : Compiling entry function 'k' for 'sm_80'
//	ptxas info    : Function properties for k
//	    32 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
//	ptxas info    : Used 18 registers, used 0 barriers, 32 bytes cumulative stack size
func ReadUsage(text string) map[string]*Usage {
	all := map[string]*Usage{}
	at := func(name string) *Usage {
		if all[name] == nil {
			all[name] = &Usage{Registers: -1, Stack: -1, SpillStores: -1, SpillLoads: -1}
		}
		return all[name]
	}
	var entry, properties *Usage
	name := ""
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case strings.Contains(line, "Compiling entry function"):
			name = quoted(line)
			entry = at(name)
		case strings.Contains(line, "cannot be statically determined"):
			at(quoted(line)).Unknown = true
		case strings.Contains(line, "Function properties for"):
			_, of, _ := strings.Cut(line, "Function properties for")
			properties = nil
			if strings.Trim(of, " '") == name {
				properties = entry
			}
		case properties != nil && strings.Contains(line, "bytes stack frame"):
			properties.Stack = number(line, " bytes stack frame")
			properties.SpillStores = number(line, " bytes spill stores")
			properties.SpillLoads = number(line, " bytes spill loads")
			properties = nil
		case entry != nil && strings.Contains(line, ": Used "):
			entry.Registers = number(line, " registers")
			entry = nil
		}
	}
	return all
}

// number returns the number in front of a unit, or -1.
func number(line, unit string) int {
	before, _, found := strings.Cut(line, unit)
	if n, err := strconv.Atoi(before[strings.LastIndexAny(before, " \t")+1:]); err == nil && found {
		return n
	}
	return -1
}
