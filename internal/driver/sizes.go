// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver

// This file finds the globals of the file that hold sizes which splitting writes, and the functions
// that read them. After all units it determines the sizes.

import (
	"strconv"

	"github.com/corolower/corolower/internal/lower"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/pass"
	"github.com/corolower/corolower/internal/remark"
)

// findPointers finds the globals that hold sizes, if a step needs them.
func (r *run) findPointers() {
	for i := range r.steps {
		if st := &r.steps[i]; st.Pass.Is.Has(pass.Sizes) && r.active(st) {
			r.pointers = r.file.SizePointers()
			break
		}
	}
	r.sizesNow = map[string]bool{}
	for name, marked := range r.pointers {
		// a coroutine that no step marks is left to a later run
		r.sizesNow[name] = r.splits && (marked || r.marks)
	}
}

// readsSizes reports whether a definition references a global that holds a size.
func (r *run) readsSizes(it *parse.Item) bool {
	return len(r.pointers) > 0 && r.file.NamesAny(it, r.pointers)
}

// lateRemarks returns the late remarks of each unit, with their sizes filled in.
func (r *run) lateRemarks(units []*unit) ([][]remark.Remark, error) {
	out := make([][]remark.Remark, len(units))
	var known *lower.Known
	for k, u := range units {
		for _, l := range u.late {
			if known == nil {
				var err error
				if known, err = sizesOf(units).Resolve(r.file.NewUnit()); err != nil {
					return nil, err
				}
			}
			n, err := known.Size(l.Pointer)
			if err != nil {
				return nil, err
			}
			l.Args[l.Arg].Val = strconv.FormatInt(n, 10)
			out[k] = append(out[k], l.Remark)
		}
	}
	return out, nil
}
