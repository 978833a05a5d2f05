// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package judge

import "github.com/corolower/corolower/internal/interp"

// extern is a function of the outside world. Its arguments are defined.
type extern func(w *world, t *interp.Thread, a []uint64) uint64

// do makes an extern of a function without a result.
func do(f func(w *world, t *interp.Thread, a []uint64)) extern {
	return func(w *world, t *interp.Thread, a []uint64) uint64 { f(w, t, a); return 0 }
}

func flag(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func slot(k uint64) uint64 { return uint64(uint32(k)) % kept }

// externs are the functions that the programs and outsideText declare.
var externs = map[string]extern{
	"rt_ask": func(w *world, t *interp.Thread, a []uint64) uint64 {
		return w.decideIn(t, func() int { return int(next(&w.dice) % a[0]) })
	},
	"rt_show": do(func(w *world, t *interp.Thread, a []uint64) { w.event(t, a[0], a[1]) }),
	"rt_keep": do(func(w *world, _ *interp.Thread, a []uint64) {
		w.keptAt[slot(a[0])], w.keptOff[slot(a[0])] = a[1], a[2]
	}),
	"rt_keep_handle": do(func(w *world, _ *interp.Thread, a []uint64) { w.keptHandle[slot(a[0])] = a[1] }),
	"rt_kept_handle": func(w *world, _ *interp.Thread, a []uint64) uint64 { return w.keptHandle[slot(a[0])] },
	"rt_identity":    func(_ *world, _ *interp.Thread, a []uint64) uint64 { return a[0] },
	"rt_queue":       do(func(w *world, _ *interp.Thread, a []uint64) { w.queue = append(w.queue, a[0]) }),
	"rt_set_callback": do(func(w *world, _ *interp.Thread, a []uint64) {
		w.callback = [3]uint64{a[0], a[1], a[2]}
	}),

	"w_enter": func(w *world, _ *interp.Thread, _ []uint64) uint64 { return w.enter() },
	"w_leave": do(func(w *world, _ *interp.Thread, a []uint64) { w.leave(a[0]) }),
	"w_caught": do(func(w *world, _ *interp.Thread, a []uint64) {
		d := w.leave(a[0])
		if w.recording() {
			w.leftRamps(func(f *activation) bool { return f.depth > d })
		}
	}),
	"w_jenter": func(w *world, _ *interp.Thread, a []uint64) uint64 {
		s := w.enter()
		w.jumps = append(w.jumps, a[0])
		return s
	},
	"w_jumped": do(func(w *world, _ *interp.Thread, a []uint64) {
		d := w.leave(a[0])
		if w.recording() {
			w.jumped(d)
		}
	}),
	"w_target": func(w *world, t *interp.Thread, _ []uint64) uint64 {
		w.check(t, len(w.jumps) > 0, "jump")
		if len(w.jumps) == 0 {
			t.Fail("jump to nowhere")
		}
		to := w.jumps[len(w.jumps)-1]
		if w.recording() {
			w.checkJump(t, to)
		}
		return to
	},
	"w_depth": do(func(w *world, _ *interp.Thread, a []uint64) { w.depth += int(int64(a[0])) }),
	"w_part": func(w *world, t *interp.Thread, a []uint64) uint64 {
		if !w.recording() {
			return w.enter()
		}
		if ok := w.resumable(a[0]); a[1] == 0 && !ok || a[1] == 1 && !w.destroyable(a[0]) {
			w.undefined(t, []string{"resume", "destroy"}[a[1]])
		}
		f := w.frames[a[0]]
		w.turns++
		f.state, f.ramp, f.turn = running, false, w.turns
		s := w.enter()
		w.depth++
		f.depth = w.depth
		return s
	},
	"w_part_ends": do(func(w *world, _ *interp.Thread, a []uint64) { w.leave(a[0]) }),
	"w_part_threw": do(func(w *world, _ *interp.Thread, a []uint64) {
		w.leave(a[0])
		if f := w.frames[a[1]]; f != nil && f.state == running {
			f.state = threw
			if a[2] == 1 {
				f.state = dying
			}
			w.left(f)
		}
	}),
	"w_block": do(func(w *world, _ *interp.Thread, a []uint64) { w.blocks[a[0]] = a[1] }),
	"w_unblock": do(func(w *world, t *interp.Thread, a []uint64) {
		if _, ok := w.blocks[a[0]]; !ok {
			t.Fail("free of what is no block")
		}
		delete(w.blocks, a[0])
	}),
	"w_kept": func(w *world, t *interp.Thread, a []uint64) uint64 {
		p := w.keptAt[slot(a[0])] + w.keptOff[slot(a[0])]
		w.check(t, w.recording() && w.usable(p), "peek or poke")
		return p
	},
	"w_check": do(func(w *world, t *interp.Thread, a []uint64) { w.check(t, w.recording() && w.usable(a[0]), "cell") }),
	"w_callback": func(w *world, t *interp.Thread, a []uint64) uint64 {
		w.check(t, w.callback[0] != 0 && w.usable(w.callback[1]), "callback")
		return w.callback[a[0]]
	},
	"w_queued": func(w *world, t *interp.Thread, _ []uint64) uint64 {
		if len(w.queue) == 0 {
			return ^uint64(0)
		}
		h := w.queue[0]
		w.queue = w.queue[1:]
		if w.decideIn(t, func() int { return int(flag(w.resumable(h) && w.depth < 12)) }) == 0 {
			return 0
		}
		return h
	},
	"w_thread": func(w *world, t *interp.Thread, a []uint64) uint64 {
		w.check(t, w.resumable(a[0]), "resume in a thread")
		s := w.enter()
		w.jumps = nil // nobody jumps to another thread's stack
		return s
	},
	"w_threaded": do(func(w *world, t *interp.Thread, a []uint64) { w.leave(a[0]); w.event(t, 203, a[1]) }),
	"w_may":      func(w *world, t *interp.Thread, a []uint64) uint64 { return w.may(t, w.canGoBack(a[0]), 2) },
	"w_back":     do(func(w *world, t *interp.Thread, a []uint64) { w.check(t, w.canGoBack(a[0]), "longjmp") }),
	"w_exists":   func(w *world, _ *interp.Thread, a []uint64) uint64 { return flag(w.frames[a[0]] != nil) },
	"w_done": do(func(w *world, t *interp.Thread, a []uint64) {
		f := w.frames[a[0]]
		w.check(t, f != nil && f.state != running && f.state != threw && f.state != dying, "done")
	}),

	// What only the witness's module calls.
	"rt_begin": do(func(w *world, t *interp.Thread, a []uint64) {
		if c := w.creates; c.call.parent != 0 && c.depth == w.depth {
			w.calledSafely(c.call.parent, a[0], c.call.site)
		}
		w.depth++
		w.turns++
		w.frames[a[0]] = &activation{state: running, ramp: true, depth: w.depth, calls: t.Depth(), wasRamp: true, turn: w.turns}
	}),
	"rt_suspend": do(func(w *world, _ *interp.Thread, a []uint64) {
		f := w.frames[a[0]]
		if f == nil {
			return
		}
		if f.ramp {
			w.depth--
		}
		w.turns++
		f.wasRamp, f.turn = f.ramp, w.turns
		f.state, f.ramp = suspended, false
		if a[1] != 0 {
			f.state = final
		}
	}),
	"rt_go_on": do(func(w *world, _ *interp.Thread, a []uint64) {
		if f := w.frames[a[0]]; f != nil {
			w.turns++
			f.state, f.turn = running, w.turns
		}
	}),
	"rt_turn": func(w *world, _ *interp.Thread, a []uint64) uint64 {
		if f := w.frames[a[0]]; f != nil {
			return uint64(f.turn)
		}
		return 0
	},
	"rt_goes_on":     do(func(w *world, t *interp.Thread, a []uint64) { w.goesOn(t, a[0], int64(a[1])) }),
	"rt_await_threw": do(func(w *world, t *interp.Thread, a []uint64) { w.goesOn(t, a[0], int64(a[1])) }),
	"rt_landed": do(func(w *world, t *interp.Thread, _ []uint64) {
		d := t.Depth()
		w.leftRamps(func(f *activation) bool { return f.calls > d })
	}),
	"rt_awaited": do(func(*world, *interp.Thread, []uint64) {}),
	"rt_returning": do(func(w *world, _ *interp.Thread, a []uint64) {
		r := returning{h: a[1], depth: w.depth}
		if f := w.frames[a[1]]; f != nil {
			r.turn = f.turn
		}
		w.turns++
		r.since = w.turns
		w.returning[a[0]] = r
	}),
	"rt_returned": do(func(w *world, _ *interp.Thread, a []uint64) { w.returned(a[0]) }),
	"rt_unwind": do(func(w *world, _ *interp.Thread, a []uint64) {
		if f := w.frames[a[0]]; f != nil {
			if !f.ramp {
				f.state = final
			}
			w.left(f)
		}
	}),
	"rt_safe": do(func(w *world, _ *interp.Thread, a []uint64) { w.calledSafely(a[0], a[1], a[2]) }),
	"rt_end":  do(func(w *world, _ *interp.Thread, a []uint64) { delete(w.frames, a[0]); w.isGone(a[0]) }),
	"rt_promise": do(func(w *world, t *interp.Thread, a []uint64) {
		w.check(t, w.frames[a[0]] != nil, "promise")
	}),
	"rt_cells":       do(func(w *world, _ *interp.Thread, _ []uint64) { w.depth++ }),
	"rt_destructors": do(func(*world, *interp.Thread, []uint64) {}), // checkJump looks at the landing pads
	"rt_cells_to":    do(func(w *world, _ *interp.Thread, _ []uint64) { w.depth-- }),
	"rt_cell_in":     do(func(*world, *interp.Thread, []uint64) {}),
	"rt_lives": do(func(w *world, _ *interp.Thread, a []uint64) {
		w.turns++
		w.lives[a[0]] = life{w.turns, w.depth}
		delete(w.gone, a[0])
	}),
	"rt_dies": do(func(w *world, _ *interp.Thread, a []uint64) { delete(w.lives, a[0]) }),
	"rt_live": do(func(w *world, t *interp.Thread, a []uint64) {
		w.check(t, a[0] == 0 || w.destroyable(a[0]), "comparison")
	}),
	"rt_ask_resume":  func(w *world, t *interp.Thread, a []uint64) uint64 { return w.may(t, w.resumable(a[0]), 4) },
	"rt_ask_destroy": func(w *world, t *interp.Thread, a []uint64) uint64 { return w.may(t, w.destroyable(a[0]), 3) },
	"rt_ask_done": func(w *world, t *interp.Thread, a []uint64) uint64 {
		f := w.frames[a[0]]
		return w.may(t, f != nil && (f.state == suspended || f.state == final), 4)
	},
	"rt_ask_frame": func(w *world, t *interp.Thread, a []uint64) uint64 { return w.may(t, w.frames[a[0]] != nil, 4) },
	"rt_ask_kept": func(w *world, t *interp.Thread, a []uint64) uint64 {
		return w.may(t, w.usable(w.keptAt[slot(a[0])]+w.keptOff[slot(a[0])]), 4)
	},
	"rt_ask_address": func(w *world, t *interp.Thread, a []uint64) uint64 { return w.may(t, w.usable(a[0]), 4) },
	"rt_ask_held":    func(w *world, t *interp.Thread, a []uint64) uint64 { return w.askHeld(t, slot(a[0]), a[1]) },
	"rt_ask_callback": func(w *world, t *interp.Thread, _ []uint64) uint64 {
		return w.may(t, w.callback[0] != 0 && w.usable(w.callback[1]) && w.depth < 6, 3)
	},
	"rt_ask_jump": func(w *world, t *interp.Thread, _ []uint64) uint64 { return w.may(t, len(w.jumps) > 0, 3) },
	"rt_ask_turn": func(w *world, t *interp.Thread, a []uint64) uint64 {
		return w.may(t, w.inTurn(a[0], int64(a[1])), 2)
	},
	"rt_ask_back": func(w *world, t *interp.Thread, a []uint64) uint64 { return w.may(t, w.canGoBack(a[0]), 2) },
	"rt_ask_deep": func(w *world, t *interp.Thread, _ []uint64) uint64 { return w.may(t, w.depth < 4, 3) },
}
