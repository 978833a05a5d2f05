// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver

// Findings of a run that make Run start again. There are two such findings. The first occurs at
// most once for a file, the second at most once for a coroutine, so Run terminates:
//
//   - The only errors of the input are in its debug info. The next run drops all debug info.
//   - A coroutine was simplified so far that it cannot be split (split.Oversimplified). The next
//     run does not simplify it before the split.

import (
	"bytes"
	"fmt"
	"maps"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// attempt holds the findings of the previous runs.
type attempt struct {
	debug    *ir.Error       // the first error in debug info, which the run drops; nil: keep debug info
	asItCame map[string]bool // coroutines that no pass may simplify before the split
}

// after returns the attempt to make after a run. ok is false if the run's result is final.
func (a attempt) after(o *Options, res *Result, err error) (next attempt, ok bool) {
	if names := res.oversimplified; len(names) > 0 {
		next = attempt{a.debug, maps.Clone(a.asItCame)}
		if next.asItCame == nil {
			next.asItCame = map[string]bool{}
		}
		for _, f := range names {
			next.asItCame[f] = true
		}
		if o.Report.PassOrder() {
			fmt.Fprintf(o.Log, "; *** Again, without simplifying %s before splitting ***\n", strings.Join(names, ", "))
		}
		return next, true
	}
	if a.debug == nil {
		next = attempt{wrongDebug(err), a.asItCame}
	}
	return next, next.debug != nil
}

// wrongDebug returns the first error of a run if all its errors are in debug info; otherwise nil.
func wrongDebug(err error) *ir.Error {
	l, _ := err.(ir.ErrorList)
	for _, e := range l {
		if !e.Debug {
			return nil
		}
	}
	if len(l) == 0 {
		return nil
	}
	return l[0]
}

// suspendsFinally reports whether a function of the file has a final suspend in the input.
func (r *run) suspendsFinally(mem *member) bool {
	if mem == nil {
		return false
	}
	text := r.file.Source(mem.item)
	for {
		_, call, ok := bytes.Cut(text, []byte("llvm.coro.suspend("))
		if !ok {
			return false
		}
		args, _, _ := bytes.Cut(call, []byte(")"))
		if bytes.Contains(args, []byte("true")) {
			return true
		}
		text = call
	}
}
