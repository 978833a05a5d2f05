package driver

// This file knows which globals of the file tell sizes that splitting writes, who reads them, and,
// when all units are done, what the sizes are.

import (
	"strconv"

	"github.com/corolower/corolower/internal/lower"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/remark"
)

// findPointers finds the globals that tell sizes, if a step asks for them.
func (r *run) findPointers() {
	for i := range r.steps {
		if st := &r.steps[i]; st.Pass.Sizes && r.active(st) {
			r.pointers, r.foreign = r.file.SizePointers()
			return
		}
	}
}

// tells reports a global that tells nothing but a size that splitting writes in this run. A
// coroutine that nobody marked is left for a later one.
func (r *run) tells(name string) bool {
	marked, ok := r.pointers[name]
	return ok && r.splits && (marked || r.marks)
}

// tellsSometime reports a global that tells nothing but a size that splitting writes, here or
// elsewhere, now or later.
func (r *run) tellsSometime(name string) bool {
	_, ok := r.pointers[name]
	return ok || r.foreign[name]
}

// readsSizes reports a definition that names a global which tells a size.
func (r *run) readsSizes(it *parse.Item) bool {
	return len(r.pointers) > 0 && r.file.NamesAny(it, r.pointers)
}

// lateRemarks fills in what remarks of the units leave open, by unit.
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
			n, err := known.Largest(l.Floor, l.Pointers)
			if err != nil {
				return nil, err
			}
			l.Args[l.Arg].Val = strconv.FormatInt(n, 10)
			out[k] = append(out[k], l.Remark)
		}
	}
	return out, nil
}
