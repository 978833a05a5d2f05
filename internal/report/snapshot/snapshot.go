// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package snapshot is the model of the suspended coroutines of a process at one moment: who waits for
// whom, and who holds those that wait for no coroutine. All forms of output take it.
//
// Package framemap finds the frames. This package reads their contents with the map, and writes
// nothing but text into buffers.
package snapshot

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"github.com/corolower/corolower/framemap"
	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/report/explain"
)

// Snapshot is the suspended coroutines of a process.
type Snapshot struct {
	Frames []Frame // by address
	Chains []Chain
	core   *framemap.Core
	in     []int // for each frame, the one whose frame has it inside, because it was elided; -1
}

// Frame is a suspended coroutine. Numbers of frames are indices of Snapshot.Frames.
type Frame struct {
	framemap.Suspended
	Waiters []int // the coroutines that await this one
	Awaits  []int // the coroutines that this one awaits
	// Own is the size of the frame without those of elided coroutines in it.
	Own int64
	// Owner describes who holds the coroutine; "" if nobody outside does. If it is a coroutine, Holder is
	// its number, else -1. Lost reports that no memory outside refers to the coroutine, nor to one whose
	// frame refers to it. Doubtful reports that only heap memory of no known owner does, and that the
	// allocator leaves freed memory as it was, so that the coroutine may be destroyed.
	Owner    string
	Holder   int
	Lost     bool
	Doubtful bool
}

// Chain is a coroutine that waits for no other, and then those that wait for it: each awaits the one
// before. In a ring of coroutines that wait for each other, the last awaits the first, too. Ring is
// then the number of these, which come first.
type Chain struct {
	Frames []int
	Ring   int
}

// Take reads the coroutines of a process.
func Take(core *framemap.Core, m *framemap.Map, options []*Continuation) *Snapshot {
	s := &Snapshot{core: core}
	for _, f := range core.Frames(m) {
		s.Frames = append(s.Frames, Frame{Suspended: f, Own: f.Coroutine.Size, Holder: -1})
	}
	s.nest()
	s.link(options)
	s.own()
	s.chain()
	return s
}

// nest sets which frame is inside which.
func (s *Snapshot) nest() {
	s.in = make([]int, len(s.Frames))
	outer := -1
	for k := range s.Frames {
		for outer >= 0 && !s.inside(s.Frames[k].Handle, outer) {
			outer = s.in[outer]
		}
		if s.in[k] = outer; outer >= 0 {
			s.Frames[outer].Own -= s.Frames[k].Coroutine.Size
		}
		outer = k
	}
}

func (s *Snapshot) inside(addr uint64, k int) bool {
	f := &s.Frames[k]
	return addr >= f.Handle && addr-f.Handle < uint64(f.Coroutine.Size)
}

// at returns the innermost frame that an address is in, or -1.
func (s *Snapshot) at(addr uint64) int {
	k := sort.Search(len(s.Frames), func(k int) bool { return s.Frames[k].Handle > addr }) - 1
	for k >= 0 && !s.inside(addr, k) {
		k = s.in[k]
	}
	return k
}

// names reports whether an address stands for a coroutine: its handle, or a pointer into its promise.
func (s *Snapshot) names(addr uint64) (k int, ok bool) {
	if k = s.at(addr); k < 0 {
		return -1, false
	}
	f := &s.Frames[k]
	p := promise(f.Coroutine)
	return k, addr == f.Handle || p != nil && within(f, p, addr)
}

func within(f *Frame, slot *framemap.Slot, addr uint64) bool {
	begin := f.Handle + uint64(slot.Offset)
	return addr >= begin && addr-begin < uint64(slot.Size)
}

// awaiter returns the slot with the awaiter of a suspended coroutine, or nil.
func (f *Frame) awaiter() *framemap.Slot {
	if f.Suspend == nil || f.Suspend.Awaiter == nil || f.Done || f.Running {
		return nil
	}
	return &f.Coroutine.Slots[*f.Suspend.Awaiter]
}

// words calls f with each aligned word in a part of a frame.
func (s *Snapshot) words(f *Frame, offset, size int64, use func(offset int64, word uint64)) {
	w := int64(s.core.Pointer())
	for at := (offset + w - 1) / w * w; at+w <= offset+size; at += w {
		if word, ok := s.core.Word(&f.Suspended, at); ok {
			use(at-offset, word)
		}
	}
}

// strength is how certain it is that a coroutine awaits another one.
type strength int

const (
	no      strength = iota
	typed            // the other's promise has its handle
	mutual           // the other's promise refers to it, and its frame to the other
	awaited          // its awaiter has the other's handle, or the other's promise refers to its awaiter
)

// link sets who awaits whom. Of the coroutines that one may be awaited by, those for which it is most
// certain count: that a promise refers to a coroutine may mean something else.
func (s *Snapshot) link(options []*Continuation) {
	holds := make([]map[int]strength, len(s.Frames))
	by := make([]map[int]strength, len(s.Frames)) // by[k][m]: m may await k
	for m := range s.Frames {
		by[m] = map[int]strength{}
		holds[m] = s.holds(m)
	}
	for m := range s.Frames {
		for k, how := range holds[m] {
			if how == awaited {
				by[k][m] = awaited
			}
		}
	}
	for k := range s.Frames {
		for m, how := range s.promised(k, holds) {
			by[k][m] = max(by[k][m], how)
		}
	}
	for k := range s.Frames {
		f := &s.Frames[k]
		if f.Done || f.Running {
			continue
		}
		if next, ok := s.overridden(f, options); ok {
			if next >= 0 && next != k {
				f.Waiters = []int{next}
			}
		} else {
			best := no
			for _, how := range by[k] {
				best = max(best, how)
			}
			// With only the type of a handle to go by, another coroutine in the promise makes it unclear.
			for m, how := range by[k] {
				if how == best && (best > typed || best == typed && len(by[k]) == 1) {
					f.Waiters = append(f.Waiters, m)
				}
			}
			slices.Sort(f.Waiters)
		}
		for _, m := range f.Waiters {
			s.Frames[m].Awaits = append(s.Frames[m].Awaits, k)
		}
	}
}

// holds returns the coroutines that a suspended coroutine refers to in its live slots, except in its
// promise: awaited if the awaiter does.
func (s *Snapshot) holds(m int) map[int]strength {
	f := &s.Frames[m]
	out := map[int]strength{}
	if f.Suspend == nil || f.Running || f.Done {
		return out
	}
	for _, n := range f.Suspend.Live {
		slot := &f.Coroutine.Slots[n]
		switch {
		case slot.Kind == framemap.Frame:
			if k, ok := s.names(f.Handle + uint64(slot.Offset)); ok && k != m {
				out[k] = max(out[k], mutual)
			}
		case slot.Kind == framemap.Object || slot.Kind == framemap.Value:
			how := mutual
			if slot == f.awaiter() {
				how = awaited
			}
			s.words(f, slot.Offset, slot.Size, func(_ int64, word uint64) {
				if k, ok := s.names(word); ok && k != m {
					out[k] = max(out[k], how)
				}
			})
		}
	}
	return out
}

// promised returns the coroutines that the promise of one refers to and that may await it.
func (s *Snapshot) promised(k int, holds []map[int]strength) map[int]strength {
	f := &s.Frames[k]
	out := map[int]strength{}
	slot := promise(f.Coroutine)
	if slot == nil {
		return out
	}
	s.words(f, slot.Offset, slot.Size, func(offset int64, word uint64) {
		m := s.at(word)
		if m < 0 || m == k || s.Frames[m].Suspend == nil || s.Frames[m].Done || s.Frames[m].Running {
			return
		}
		other := &s.Frames[m]
		_, named := s.names(word)
		_, held := holds[m][k]
		switch a := other.awaiter(); {
		case a != nil && within(other, a, word):
			out[m] = awaited
		case !named || awaitsElse(holds[m], k):
		case held:
			out[m] = max(out[m], mutual)
		case word == other.Handle && slices.Contains(slot.Handles, offset):
			out[m] = max(out[m], typed)
		default:
			out[m] = max(out[m], no)
		}
	})
	return out
}

// awaitsElse reports whether an awaiter refers to coroutines, but not to this one.
func awaitsElse(holds map[int]strength, k int) bool {
	if holds[k] == awaited {
		return false
	}
	for _, how := range holds {
		if how == awaited {
			return true
		}
	}
	return false
}

// own sets who holds each coroutine, and which are lost. Memory of a running process changes while it
// is read, so a coroutine that nothing refers to is looked for again.
func (s *Snapshot) own() {
	rank, from := make([]int, len(s.Frames)), map[uint64]int{}
	s.refer(rank, from)
	if slices.Contains(rank, 0) {
		s.refer(rank, from)
	}
	s.nameBlocks(rank, from)
	// A coroutine that a frame refers to is found if the coroutine of that frame is.
	var todo []int
	found := make([]bool, len(s.Frames))
	add := func(k int) { // with all frames that are in the same allocation
		for s.in[k] >= 0 {
			k = s.in[k]
		}
		for outer := k; k < len(s.Frames) && !found[k] && s.inside(s.Frames[k].Handle, outer); k++ {
			found[k] = true
			todo = append(todo, k)
		}
	}
	// First from those that are held for certain, then from all.
	var sure []bool
	for _, least := range []int{heldByBlock, heldInside} {
		for k := range s.Frames {
			if rank[k] >= least {
				add(k)
			}
		}
		s.reach(&todo, rank, add)
		if least == heldByBlock {
			sure = slices.Clone(found)
		}
	}
	freed := s.core.KeepsFreed()
	for k := range s.Frames {
		f := &s.Frames[k]
		f.Lost = !found[k] && s.core.Same(&f.Suspended)
		f.Doubtful = freed && !f.Lost && !sure[k]
	}
}

// reach adds what the coroutines of a list refer to.
func (s *Snapshot) reach(list *[]int, rank []int, add func(k int)) {
	for len(*list) > 0 {
		todo := *list
		m := todo[len(todo)-1]
		*list = todo[:len(todo)-1]
		f := &s.Frames[m]
		s.words(f, 0, f.Coroutine.Size, func(at int64, word uint64) {
			k := s.at(word)
			if k < 0 || k == m {
				return
			}
			// What waits for m is in its promise, but m does not hold it.
			if name := s.variable(f, at); rank[k] < heldByFrame && name != "" && s.in[k] != m && !slices.Contains(f.Waiters, k) {
				rank[k] = heldByFrame
				s.Frames[k].Owner = fmt.Sprintf("%s of coroutine %#x", name, f.Handle)
				s.Frames[k].Holder = m
			}
			add(k)
		})
	}
}

// The ranks of what refers to a coroutine: what explains most last.
const (
	heldInside  = 1 + iota // a word of memory is an address inside the frame
	heldByFrame            // a variable of a coroutine
	heldByHeap
	heldByBlock // heap memory that a stack or a global variable holds
	heldByStack
	heldByGlobal
	heldByKernel // the data of an epoll entry
)

// refer finds the words outside of frames that refer to a coroutine. rank is of the best so far of
// each. from has the coroutines by the addresses of words in heap memory.
func (s *Snapshot) refer(rank []int, from map[uint64]int) {
	if len(s.Frames) == 0 {
		return
	}
	last := &s.Frames[len(s.Frames)-1]
	low, high := s.Frames[0].Handle, last.Handle+uint64(last.Coroutine.Size)
	for k := len(s.Frames) - 1; k >= 0; k-- {
		high = max(high, s.Frames[k].Handle+uint64(s.Frames[k].Coroutine.Size))
	}
	s.memoryWords(low, high, func(at, word uint64) {
		k := s.at(word)
		if k < 0 || s.at(at) >= 0 || rank[k] >= heldByGlobal {
			return
		}
		kind, _, _ := s.core.Where(at)
		_, named := s.names(word)
		n := map[string]int{framemap.Global: heldByGlobal, framemap.Stack: heldByStack, framemap.Heap: heldByHeap}[kind]
		if n > 0 && !named {
			n = heldInside
		}
		if n == heldByHeap {
			from[at] = k
		}
		if n <= rank[k] {
			return
		}
		rank[k] = n
		s.Frames[k].Owner = s.memory(at)
	})
	s.core.Waits(func(data uint64, holder string) {
		if k := s.at(data); k >= 0 {
			rank[k], s.Frames[k].Owner = heldByKernel, holder
		}
	})
}

// memoryWords calls use with the aligned words of memory that are at least low and below high, and with
// their addresses.
func (s *Snapshot) memoryWords(low, high uint64, use func(at, word uint64)) {
	w := uint64(s.core.Pointer())
	s.core.Each(func(base uint64, data []byte) {
		for at := (w - base%w) % w; at+w <= uint64(len(data)); at += w {
			if word := s.core.Number(data[at:][:w]); word >= low && word < high {
				use(base+at, word)
			}
		}
	})
}

// memory describes the memory at an address.
func (s *Snapshot) memory(at uint64) string {
	switch kind, name, offset := s.core.Where(at); kind {
	case framemap.Global:
		return fmt.Sprintf("%s+%d", diag.Clean(explain.Readable(name)), offset)
	case framemap.Stack:
		return "the stack of " + name
	}
	return fmt.Sprintf("heap memory at %#x", at)
}

// maxVector bounds the blocks of memory.
const maxVector = 1 << 30

// nameBlocks replaces the addresses of heap memory by the global variables or stacks that have a
// pointer to the beginning of its block, as a queue has to its buffer.
func (s *Snapshot) nameBlocks(rank []int, from map[uint64]int) {
	if len(from) == 0 {
		return
	}
	addrs := slices.Sorted(maps.Keys(from))
	w := uint64(s.core.Pointer())
	s.memoryWords(1, addrs[len(addrs)-1]+1, func(at, block uint64) {
		if block%(2*w) != 0 {
			return
		}
		kind, _, offset := s.core.Where(at)
		if kind != framemap.Global && kind != framemap.Stack {
			return
		}
		n, _ := slices.BinarySearch(addrs, block)
		if n == len(addrs) || addrs[n]-block >= maxVector {
			return
		}
		size := s.core.Block(block)
		if b, ok := s.core.Read(at+w, 2*w); ok && size == 0 && kind == framemap.Global && offset == 0 {
			// A global vector has three words: its beginning, its end, and that of its memory.
			if end, room := s.core.Number(b[:w]), s.core.Number(b[w:]); end >= block && room >= end && room-block < maxVector {
				size = end - block
			}
		}
		for ; n < len(addrs) && addrs[n]-block < size; n++ {
			if k := from[addrs[n]]; rank[k] <= heldByBlock && (kind == framemap.Global || !strings.HasPrefix(s.Frames[k].Owner, "memory of ")) {
				rank[k], s.Frames[k].Owner = heldByBlock, "memory of "+s.memory(at)
			}
		}
	})
}

// variable names what a frame has at an offset; "" for the fields of the ABI and what is not live.
func (s *Snapshot) variable(f *Frame, at int64) string {
	if f.Suspend == nil {
		return ""
	}
	for _, n := range f.Suspend.Live {
		slot := &f.Coroutine.Slots[n]
		if at < slot.Offset || at >= slot.Offset+slot.Size || slot.Kind == framemap.Field || slot.Kind == framemap.Frame {
			continue
		}
		switch {
		case slot.Kind == framemap.Promise:
			return "the promise"
		case slot == f.awaiter():
			return "the awaiter"
		case slot.Variable != nil:
			return slot.Variable.Name
		}
		return cmp.Or(slot.Name, fmt.Sprintf("(+%d)", slot.Offset))
	}
	return ""
}

// maxChains bounds the chains from one coroutine, which many may await.
const maxChains = 1000

// chain makes the chains: of each coroutine that waits for no other, then of each ring.
func (s *Snapshot) chain() {
	seen := make([]bool, len(s.Frames))
	for k := range s.Frames {
		if f := &s.Frames[k]; f.Suspend == nil && !f.Done && !f.Running {
			seen[k] = true // memory that was never a frame, or one whose coroutine has not suspended yet
		} else if len(f.Awaits) == 0 {
			s.climb([]int{k}, seen, len(s.Chains)+maxChains)
		}
	}
	for k := range s.Frames {
		if seen[k] {
			continue
		}
		// All that k awaits directly or not leads to a ring. Follow it.
		step := map[int]int{}
		for at := k; ; at = s.Frames[at].Awaits[0] {
			if first, again := step[at]; again {
				ring := len(step) - first
				path := make([]int, ring)
				for n, i := range step {
					if i >= first {
						path[ring-1-(i-first)] = n
					}
				}
				s.ring(path, seen)
				break
			}
			if seen[at] {
				break
			}
			step[at] = len(step)
		}
		seen[k] = true
	}
}

// ring adds the chains of a ring: those of the coroutines outside that wait for one of it, or the
// ring alone, beginning with its lowest coroutine.
func (s *Snapshot) ring(path []int, seen []bool) {
	rotated := func(by int) []int { return append(path[by:len(path):len(path)], path[:by]...) }
	before := len(s.Chains)
	for k, m := range path {
		if slices.ContainsFunc(s.Frames[m].Waiters, func(w int) bool { return !slices.Contains(path, w) }) {
			s.climb(rotated((k+1)%len(path)), seen, before+maxChains)
		}
	}
	if len(s.Chains) == before {
		s.climb(rotated(slices.Index(path, slices.Min(path))), seen, before+maxChains)
	}
	for k := range s.Chains[before:] {
		s.Chains[before+k].Ring = len(path)
	}
}

// climb adds the chains that continue a path with who waits for its last coroutine.
func (s *Snapshot) climb(path []int, seen []bool, limit int) {
	for _, k := range path {
		seen[k] = true
	}
	more := false
	for _, m := range s.Frames[path[len(path)-1]].Waiters {
		if !slices.Contains(path, m) && len(s.Chains) < limit {
			more = true
			s.climb(append(path[:len(path):len(path)], m), seen, limit)
		}
	}
	if !more {
		s.Chains = append(s.Chains, Chain{Frames: path})
	}
}

// Function is the name of a coroutine as its source spells it.
func (f *Frame) Function() string { return diag.Clean(explain.Readable(f.Coroutine.Function)) }

// Place is the place of a coroutine's suspend: file:line, or its number without debug info.
func (f *Frame) Place() string {
	switch {
	case f.Suspend == nil:
		return "no known suspend"
	case len(f.Suspend.At) == 0:
		return fmt.Sprintf("suspend %d", f.Suspend.Index)
	}
	p := f.Suspend.At[len(f.Suspend.At)-1]
	return fmt.Sprintf("%s:%d", diag.Clean(filepath.Base(p.File)), p.Line)
}

// State says where a coroutine is suspended, or that it is not.
func (f *Frame) State() string {
	switch {
	case f.Running:
		return "running, last at " + f.Place()
	case f.Done:
		return "done, at " + f.Place()
	}
	return "at " + f.Place()
}
