// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"sync/atomic"
)

// This file decides when to collect garbage. The runtime lets the heap grow in proportion to the
// live heap. Here the live heap is mostly the input and the finished text, which only grow, so
// memory would peak at a multiple of them. The rest of the memory that a run needs grows more
// slowly than the file, and so does the room for garbage.
//
// In a run with many functions, this file also chooses the moment. A collection that the runtime
// starts takes a quarter of the processors, in slices of ten milliseconds. While it lasts, each
// pass that stores a pointer pays for the write barrier: 8% of the processor time of 1,000
// coroutines. Between two steps goroutines can wait for a collection (driver.Options.Rest), which
// takes one millisecond. The runtime's own pace remains as a bound for code that does not reach
// such a point.

// pacer sets the collector's pace. A run over a small file never collects.
type pacer struct {
	mu    sync.Mutex // held while garbage is collected
	input int64
	next  atomic.Int64 // size of the heap at which garbage is collected next; 0: not known yet
}

const (
	smallFile = 256 << 10
	room      = 20 << 20 // for garbage
	baseHeap  = 3 << 20
	// smallestHeap is the size at which the runtime collects first if the percentage is 100.
	smallestHeap = 4 << 20
	// maxPercent bounds the room as a percentage of the live heap, for a small live heap.
	maxPercent = 400
	// midwayRoom is more room for a unit that the driver still works on. Most units end before they
	// need it, and then a collection has only half as many objects to visit.
	midwayRoom = 8 << 20
	// firstMore is more room before the first collection, when the heap is smallest. With 10 MB more, the
	// runtime's own collection would come first in small files, and cost a tenth of their time. Many runs end
	// before they need it.
	firstMore = 4 << 20
)

// start receives the size of an input before it is read.
func (p *pacer) start(size int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.input = size
	p.next.Store(0)
	if size > smallFile {
		// The runtime knows of no live heap yet: it takes the percentage of its smallest heap.
		live := p.firstLive()
		debug.SetGCPercent(int(100 * (live + 2*p.room(live)) / smallestHeap))
	}
}

// firstLive estimates the size of the live heap after the input is read.
func (p *pacer) firstLive() int64 { return baseHeap + p.input + p.input/8 }

// room returns the number of bytes that may be allocated, beyond the live heap, before the next
// collection.
func (p *pacer) room(live int64) int64 {
	// The input holds no pointers, so a collection takes as long for a large input as for a small
	// one. It therefore adds little room.
	return min(room+p.input/12+live/6, live*maxPercent/100)
}

// bound sets the pace of the runtime's own collections, so that one starts when there is about half
// as much garbage again as room allows. It sets twice the room, because the runtime starts before
// the heap reaches the goal.
func (p *pacer) bound(live int64) { debug.SetGCPercent(int(200 * p.room(live) / live)) }

// rest collects garbage if there is enough of it, and waits while another goroutine collects. It
// implements driver.Options.Rest.
func (p *pacer) rest(midway bool) {
	if p.input <= smallFile {
		return
	}
	var more int64
	if midway {
		more = midwayRoom
	}
	if next := p.next.Load(); next > 0 && metric(heapObjects) < next+more {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	live := p.firstLive()
	switch next := p.next.Load(); {
	case next == 0: // the first call: the input has been read
		more = firstMore
	case metric(heapObjects) < next+more:
		return // another goroutine collected
	default:
		runtime.GC()
		live, more = max(metric(heapObjects), 1<<20), 0
		p.bound(live)
	}
	p.next.Store(live + p.room(live) + more)
}

// heapObjects is the metric of the heap's size: live objects, and dead ones that are not yet swept.
const heapObjects = "/memory/classes/heap/objects:bytes"

// metric reads one of the runtime's metrics, which takes 200 ns.
func metric(name string) int64 {
	s := [1]metrics.Sample{{Name: name}}
	metrics.Read(s[:])
	return int64(s[0].Value.Uint64())
}
