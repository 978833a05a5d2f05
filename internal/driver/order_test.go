// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver_test

import (
	"fmt"

	"github.com/corolower/corolower/internal/pass"
)

// ownCalls is the name in order of coro-annotation-elide when it runs on the callers.
const ownCalls = "coro-annotation-elide<own-calls>"

// order lists the passes that must run before others, and why. An optional pass may be missing, but
// must not run later. A test checks the built-in pipelines against the list. A user's pipeline need
// not follow it.
var order = [...]struct {
	before, after, why string
	optional           bool
}{
	{"coro-early", "coro-split", "split expects coro.resume and coro.destroy to be ordinary calls, and coro.id to " +
		"name its function", false},
	{"coro-split", "coro-cleanup", "cleanup removes the coro.id that split reads", false},
	{"coro-split", "coro-annotation-elide", "there is no .noalloc ramp before", false},
	{ownCalls, "coro-split", "a frame in a coroutine that is split has no place in the coroutine's own", true},
	{"coro-devirt", "coro-split", "a chain that crosses a suspend is followed before it goes through the frame", true},
	{"coro-split", "coro-fold-sizes", "splitting writes the sizes that are loaded", false},
	{"coro-elide", "coro-cleanup", "cleanup removes the coro.id that identifies the frame", true},
	{"coro-cleanup", "globaldce", "until cleanup, coro.id refers to the table of the parts, and the table to them",
		false},
}

// checkOrder returns the first rule of order that a pipeline breaks, or "".
func checkOrder(pl *pass.Pipeline) string {
	at := map[string]int{}
	for i, st := range pl.Steps() {
		name := st.Pass.Name
		if st.Has("own-calls") {
			name = ownCalls
		}
		at[name] = i + 1
	}
	for _, o := range order {
		if b, a := at[o.before], at[o.after]; a > 0 && (b == 0 && !o.optional || b > a) {
			return fmt.Sprintf("%s must run before %s: %s", o.before, o.after, o.why)
		}
	}
	return ""
}
