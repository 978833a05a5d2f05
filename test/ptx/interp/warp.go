// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

// This file runs barriers and the operations of a warp: votes, matches, shuffles, reductions.

import "strings"

func (t *thread) barrierInstr(i *instr) {
	if i.op[1] == "warp" {
		t.warpWait(i)
		return
	}
	args := i.args
	if i.op[1] == "red" || i.op[1] == "cta" && i.op[2] == "red" {
		for _, s := range i.op {
			if s == "and" || s == "or" || s == "popc" {
				t.redKind = s
			}
		}
		t.redDst = args[0]
		t.redPred = t.val(args[len(args)-1]) != 0
		args = args[1 : len(args)-1]
	}
	if strings.Contains(i.name, "arrive") {
		t.fail("opcode %s", i.name)
	}
	t.barrier, t.count = 0, 0
	if len(args) > 0 {
		t.barrier = t.val(args[0])
	}
	if len(args) > 1 {
		t.count = t.val(args[1])
	}
	t.wait = atBarrier
}

// warpWait stops a thread at an operation of the warp until the others arrive.
func (t *thread) warpWait(i *instr) {
	t.at = i
	switch i.op[0] {
	case "bar", "barrier":
		t.mask = uint32(t.val(i.args[0]))
	case "activemask":
		t.mask = 1 << (t.id % warpSize) // the other active threads are unknown: only itself
	default:
		t.mask = uint32(t.val(i.args[len(i.args)-1]))
	}
	if t.mask>>(t.id%warpSize)&1 == 0 {
		t.fail("a thread that is not in the mask %#x", t.mask)
	}
	t.wait = atWarp
}

// warpOp runs an operation for the threads that have arrived.
func warpOp(g []*thread) {
	var first *thread
	for _, t := range g {
		if t != nil && first == nil {
			first = t
		}
	}
	i := first.at
	vals, ok := make([]uint64, warpSize), make([]bool, warpSize)
	active := uint64(0)
	src := 1
	if i.op[0] == "bar" || i.op[0] == "barrier" {
		return
	}
	for k, t := range g {
		if t == nil {
			continue
		}
		active |= 1 << k
		if i.op[0] != "activemask" {
			vals[k], ok[k] = t.val(t.at.args[src]), true
		}
	}
	for k, t := range g {
		if t == nil {
			continue
		}
		a := t.at.args
		switch i.op[0] {
		case "activemask":
			t.set(a[0], active)
		case "shfl":
			shuffle(t, k, vals, ok)
		case "vote":
			all, some, ballot := true, false, uint64(0)
			for j := range g {
				if ok[j] {
					all, some = all && vals[j] != 0, some || vals[j] != 0
					ballot |= b2u(vals[j] != 0) << j
				}
			}
			switch t.at.op[2] {
			case "all":
				t.set(a[0], b2u(all))
			case "any":
				t.set(a[0], b2u(some))
			case "uni":
				t.set(a[0], b2u(all || !some))
			default:
				t.set(a[0], ballot)
			}
		case "match":
			same := uint64(0)
			for j := range g {
				if ok[j] && vals[j] == vals[k] {
					same |= 1 << j
				}
			}
			if t.at.op[1] == "any" {
				t.set(a[0], same)
				break
			}
			full := same == active
			t.set(a[0], same*b2u(full))
			if a[0].second != nil {
				t.set(*a[0].second, b2u(full))
			}
		case "redux":
			t.set(a[0], redux(t.at, vals, ok))
		}
	}
}

func shuffle(t *thread, lane int, vals []uint64, ok []bool) {
	a := t.at.args
	b, c := int(t.val(a[2])&31), t.val(a[3])
	seg := int(c >> 8 & 31)
	clamp := int(c & 31)
	maxLane := lane&seg | clamp&^seg
	minLane := lane & seg
	j, in := 0, false
	switch t.at.op[2] {
	case "up":
		j = lane - b
		in = j >= maxLane
	case "down":
		j = lane + b
		in = j <= maxLane
	case "bfly":
		j = lane ^ b
		in = j <= maxLane
	case "idx":
		j = minLane | b&^seg
		in = j <= maxLane
	}
	if !in {
		j = lane
	}
	if j < 0 || j >= warpSize || !ok[j] {
		j = lane // undefined on a machine
	}
	t.set(a[0], vals[j])
	if a[0].second != nil {
		t.set(*a[0].second, b2u(in))
	}
}

func redux(i *instr, vals []uint64, ok []bool) uint64 {
	acc, have := uint64(0), false
	for k, v := range vals {
		if !ok[k] {
			continue
		}
		if !have {
			acc, have = v, true
			continue
		}
		acc = combine(i.op[2], i.typ, acc, v)
	}
	return acc
}
