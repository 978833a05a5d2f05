package driver

// What an earlier run over the file can find out that makes a run begin again. There are two such
// findings, and each of them can only come up once for the file or for a coroutine, so that the
// runs come to an end:
//
//   - The input has no errors but in its debug info. The next run leaves out all debug info.
//   - A coroutine was simplified so far that it cannot be split (split.Oversimplified). The next run does not simplify it before it is split.

import (
	"bytes"
	"fmt"
	"maps"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// attempt is what a run knows from the runs before it.
type attempt struct {
	debug    *ir.Error       // the first error in debug info, which is left out because of it; nil: debug info stays
	asItCame map[string]bool // coroutines that no pass simplifies before they are split
}

// after gives the attempt that has to follow a run; ok is false if the run's result stands.
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

// wrongDebug gives the first error of a run that found nothing wrong with its input but debug info,
// else nil.
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

// suspendsFinally reports whether a function of the file, as it came, has a final suspend.
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
