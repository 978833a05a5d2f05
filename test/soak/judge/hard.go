// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package judge

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/interp"
	"github.com/corolower/corolower/test/hard/gen"
)

// steps bounds a path that is recorded, in instructions. A replay may take much longer.
const steps, stepsMore = 200_000, 20

// The keys of test/hard/testdata/runtime.cpp with which places hold handles.
const (
	xorKey  = 0x5bd1e995
	mulBack = 0xf1de83e19937733d
)

// place is a global in which a program stores handles or addresses.
type place struct{ at, kind uint64 }

const (
	plainPlace = iota
	xorPlace
	mulPlace
	halvesPlace
	addressPlace
)

// hardProgram is a module with a hard program, ready to run.
type hardProgram struct {
	p      *interp.Program
	host   *host
	users  []uint64
	places []place
	held   uint64
	seed   uint64
}

// loadHard prepares a module of one hard program.
func loadHard(text string, skip int) (*hardProgram, error) {
	p, err := loadText(hardOutside.around(text), skip)
	if err != nil {
		return nil, err
	}
	h := &hardProgram{p: p, host: &host{}}
	for name, f := range externs {
		p.Extern(name, func(t *interp.Thread, a []uint64) uint64 { return f(h.host.w, t, a) })
	}
	m := p.New(interp.Options{})
	word := func(at uint64) uint64 { x, _ := m.Word(at); return x }
	list, ok := p.Global("rt_programs")
	if !ok {
		return nil, errors.New("the module is no hard program")
	}
	at := word(list)
	for k := range word(at + 8) {
		h.users = append(h.users, word(word(at)+8*k))
	}
	for k := range word(at + 24) {
		h.places = append(h.places, place{word(word(at+16) + 16*k), word(word(at+16) + 16*k + 8)})
	}
	h.seed = word(at + 40)
	h.held, _ = p.Global("rt_held")
	return h, nil
}

// run runs one path. want is the record to replay; nil: the path is recorded.
func (h *hardProgram) run(path uint64, want *record, seed int64) (w *world, err error) {
	w = newWorld(h.seed, path, want)
	limit := int64(steps)
	if want != nil {
		limit *= stepsMore
	}
	w.m = h.p.New(interp.Options{MaxSteps: limit, Seed: seed})
	w.held = h.held
	h.host.w = w
	err = h.path(w, path)
	if _, ended := w.m.Ended(); ended {
		w.got.exited = true
	}
	return w, err
}

// errEnded means that the program has called exit.
var errEnded = errors.New("the program has ended")

// call calls a function of the module.
func (w *world) call(name string, args ...uint64) (uint64, error) {
	r, err := w.m.Call(name, args...)
	if err != nil {
		return 0, err
	}
	if _, ended := w.m.Ended(); ended {
		return 0, errEnded
	}
	if len(r) == 0 {
		return 0, nil
	}
	return r[0], nil
}

func (h *hardProgram) path(w *world, path uint64) error {
	for r := range rounds {
		x := next(&w.script)
		k := x
		if r == 0 {
			k = path + x%2
		}
		user, n, cell := h.users[k%uint64(len(h.users))], (x>>8)%4, uint64(0)
		if p := h.places[(x>>16)%uint64(len(h.places))]; (x>>32)%3 == 0 && p.kind == plainPlace {
			cell = p.at
		}
		how := "rt_jtry"
		if (x>>40)%3 != 0 {
			how = "rt_try"
		}
		got, err := w.call(how, user, cell, n)
		if err == nil {
			err = w.addEvent(300, got)
		}
		if err == nil {
			err = h.outside(w)
		}
		if err == nil && len(w.queue) > 0 {
			_, err = w.call("rt_queue_run", 3)
		}
		if err == errEnded {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// possible lists the actions that are well-defined.
func (h *hardProgram) possible(w *world) (list []int) {
	handle := func(x uint64, k int) {
		if x == 0 {
			return
		}
		if w.resumable(x) {
			list = append(list, k*4, k*4)
		}
		if w.destroyable(x) {
			list = append(list, k*4+1)
		}
	}
	for k, p := range h.places {
		x := h.decode(w, p)
		if p.kind != addressPlace {
			handle(x, k)
		} else if w.usable(x) {
			list = append(list, k*4+2, k*4+3)
		}
	}
	for k := range kept {
		handle(w.keptHandle[k], 48+k)
		if w.usable(w.keptAt[k] + w.keptOff[k]) {
			list = append(list, (52+k)*4+2, (52+k)*4+3)
		}
		if w.keptAt[k] != 0 && w.keptOff[k] != 0 && w.usable(w.keptAt[k]) {
			x, _ := w.m.Word(w.keptAt[k])
			handle(x, 56+k)
		}
	}
	return list
}

// decode returns the handle or address in a place.
func (h *hardProgram) decode(w *world, p place) uint64 {
	x, _ := w.m.Word(p.at)
	switch p.kind {
	case xorPlace:
		return x ^ xorKey
	case mulPlace:
		return x * mulBack
	case halvesPlace:
		y, _ := w.m.Word(p.at + 8)
		return x<<32 | uint64(uint32(y))
	}
	return x
}

// outside uses what a program gave away.
func (h *hardProgram) outside(w *world) error {
	for i := range actions {
		a, ok := w.decide(func() int {
			list := h.possible(w)
			if n := uint64(len(list)); n > 0 && next(&w.dice)%5 != 0 {
				return list[next(&w.dice)%n]
			}
			return 255
		})
		if !ok {
			return errors.New(w.dropped)
		}
		if a == 255 {
			return nil
		}
		k := a / 4
		x := uint64(0)
		switch {
		case k >= 56:
			x, _ = w.m.Word(w.keptAt[k-56])
		case k >= 52:
			x = w.keptAt[k-52] + w.keptOff[k-52]
		case k >= 48:
			x = w.keptHandle[k-48]
		default:
			x = h.decode(w, h.places[k])
		}
		if err := w.addEvent(uint64(200+a), 0); err != nil {
			return err
		}
		r, err := uint64(0), error(nil)
		switch a % 4 {
		case 0:
			r, err = w.call("w_resume_guarded", x)
		case 1:
			r, err = w.call("w_destroy_guarded", x)
		case 2:
			r, err = w.call("w_read", x)
		case 3:
			_, err = w.call("w_write", x, uint64(7000+i))
		}
		if err == nil {
			err = w.addEvent(201, r)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// compare reports how a replay differs from the record, or "".
func (w *world) compare(err error) string {
	switch {
	case w.differs != "":
		return w.differs
	case err != nil:
		return fmt.Sprintf("after event %d: %s", len(w.got.events), describe(err))
	case w.got.exited != w.want.exited:
		return fmt.Sprintf("exits: %t, not %t", w.got.exited, w.want.exited)
	case !slices.Equal(w.got.events, w.want.events):
		return fmt.Sprintf("%d events, not %d", len(w.got.events), len(w.want.events))
	}
	return ""
}

// Hard is a hard program to judge.
type Hard struct{ Program *gen.Program }

// Judge runs the program in some pipelines.
func (h Hard) Judge(pipelines []string, paths int, r *Result) *Failure {
	witness, err := loadHard(gen.Module([]*gen.Program{h.Program}, true), 0)
	if err != nil {
		return &Failure{Kind: "invalid", Detail: "the program: " + err.Error()}
	}
	records := make([]*record, paths)
	for path := range records {
		w, err := witness.run(uint64(path), nil, 1)
		switch {
		case err == nil && w.dropped == "":
			records[path] = &w.got
			r.Paths++
		case isLimited(err) || isUndefined(err) || w.dropped != "":
			r.drop(err, w.dropped)
		default:
			return &Failure{Kind: "interpreter", Detail: fmt.Sprintf("path %d of the program: %s", path, describe(err))}
		}
	}
	r.Programs++
	text := gen.Module([]*gen.Program{h.Program}, false)
	for _, passes := range pipelines {
		low, f := lower(passes, text)
		if f != nil {
			return f
		}
		if f := h.replay(passes, low, records, r); f != nil {
			return f
		}
	}
	return nil
}

// replay runs the recorded paths in a lowered module.
func (h Hard) replay(passes, low string, records []*record, r *Result) *Failure {
	after, err := loadHard(low, 0)
	if err != nil {
		return &Failure{Passes: passes, Kind: "invalid", Detail: err.Error()}
	}
	for path, want := range records {
		if want == nil {
			continue
		}
		w, err := after.run(uint64(path), want, 1)
		r.Runs++
		if d := w.compare(err); d != "" {
			if !h.stable(uint64(path), want) {
				records[path] = nil
				r.Paths--
				r.drop(nil, "depends on addresses")
				continue
			}
			return &Failure{Passes: passes, Kind: kindOf(err, "behaves"), Detail: fmt.Sprintf("path %d: %s", path, d)}
		}
	}
	return nil
}

// stable reports whether a recorded path does the same with other addresses, and with other values
// of freeze. Every well-defined path does.
func (h Hard) stable(path uint64, want *record) bool {
	witness, err := loadHard(gen.Module([]*gen.Program{h.Program}, true), 777)
	if err != nil {
		return false
	}
	w, err := witness.run(path, nil, 2)
	return err == nil && want.equal(&w.got)
}

// Shrink returns the smallest program found that fails in the same way.
func (h Hard) Shrink(f *Failure, paths int) (Case, *Failure) {
	var pipelines []string
	if f.Passes != "" {
		pipelines = []string{f.Passes}
	}
	best := h
	for again := true; again; {
		again = false
		for _, q := range best.Program.Smaller() {
			x := Hard{q}
			if g := x.Judge(pipelines, paths, &Result{}); g != nil && g.Kind == f.Kind && g.class() == f.class() {
				best, f, again = x, g, true
				break
			}
		}
	}
	return best, f
}

// Text returns the module before lowering.
func (h Hard) Text() string {
	return strings.TrimSpace(gen.Module([]*gen.Program{h.Program}, false)) + "\n"
}
