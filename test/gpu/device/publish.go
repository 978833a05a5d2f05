// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package device

// Which PTX puts the address of local memory where other threads read it.

import (
	"regexp"
	"strings"
)

var (
	// localAddress matches an instruction whose result is an address if its source is one, for
	// example `add.u64 %rd5, %SP, 0`, and the two that take the address of local memory.
	localAddress = regexp.MustCompile(`^(?:@!?%p\d+ )?(?:mov\.[bu]64|add\.[su]64|or\.b64|selp\.b64|cvta\.local\.u64)\s+(%\w+), ([^;]*);`)
	// sharedStore matches a store into memory that other threads read.
	sharedStore = regexp.MustCompile(`^(?:@!?%p\d+ )?st\.(?:\w+\.)*(?:global|shared)\.\w[\w.]*\s+\[[^\]]*\], (.*);`)
	operand     = regexp.MustCompile(`%?\w+`)
)

// Published returns the first line of PTX that stores an address of local memory in global or shared
// memory. Local memory is private to a thread: another thread that reads the address finds its own
// memory there. Published follows registers, not memory and calls, so it does not find all.
func Published(ptx string) string {
	for _, function := range strings.Split(ptx, "\n}\n") {
		lines := strings.Split(function, "\n")
		local := map[string]bool{}
		derived := func(operands string) bool {
			for _, o := range operand.FindAllString(operands, -1) {
				if local[o] || strings.HasPrefix(o, "__local_depot") {
					return true
				}
			}
			return false
		}
		for again := true; again; {
			again = false
			for _, line := range lines {
				m := localAddress.FindStringSubmatch(strings.TrimSpace(line))
				if m != nil && !local[m[1]] && derived(m[2]) {
					local[m[1]], again = true, true
				}
			}
		}
		for _, line := range lines {
			line = strings.TrimSpace(line)
			if m := sharedStore.FindStringSubmatch(line); m != nil && derived(m[1]) {
				return strings.Join(strings.Fields(line), " ")
			}
		}
	}
	return ""
}
