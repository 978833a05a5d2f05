package driver

// Coroutines that must be split as they came, because what simplified them took their final suspend for dead: split.ErrFinalLost says why. That
// shows only at the split; then the file is run again, and these are left alone until they are split.

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/split"
)

// runSplittable is Run, again where coroutines have to be split as they came, which shows only when they are.
func runSplittable(name string, text []byte, o *Options, wrong *ir.Error) (*Result, error) {
	asIs := map[string]bool{}
	for {
		res, err := runFile(name, text, o, wrong, asIs)
		lost, ok := err.(finalsLost)
		if !ok {
			return res, err
		}
		for _, f := range lost {
			asIs[f] = true
		}
		if o.Report.PassOrder() {
			fmt.Fprintf(o.Log, "; *** Again, without simplifying %s before splitting ***\n", strings.Join(lost, ", "))
		}
	}
}

// finalsLost are the coroutines of which a run found that they have to be split as they came. No run finds one of which it was told.
type finalsLost []string

func (l finalsLost) Error() string { return split.ErrFinalLost.Error() }

// finalsOf gives them; nil: there are none.
func finalsOf(units []*unit) error {
	var l finalsLost
	for _, u := range units {
		l = append(l, u.lost...)
	}
	if l == nil {
		return nil
	}
	return l
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
