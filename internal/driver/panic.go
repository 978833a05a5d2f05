// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver

import "strings"

// panicPlace returns the function and line that panicked, from a stack, for the report of an
// internal error.
func panicPlace(stack []byte) string {
	lines := strings.Split(string(stack), "\n")
	seen := false
	for i := 0; i+1 < len(lines); i++ {
		if strings.HasPrefix(lines[i], "panic(") {
			seen = true
			i++
			continue
		}
		if !seen || !strings.Contains(lines[i], "corolower/") || strings.HasPrefix(lines[i], "\t") {
			continue
		}
		name := lines[i][strings.LastIndexByte(lines[i], '/')+1:]
		if k := strings.LastIndexByte(name, '('); k > 0 {
			name = name[:k]
		}
		place := strings.TrimSpace(lines[i+1])
		place = place[strings.LastIndexByte(place, '/')+1:]
		place, _, _ = strings.Cut(place, " ")
		return "in " + name + ", " + place
	}
	return "at an unknown place"
}
