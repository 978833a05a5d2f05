package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"sync/atomic"
)

// This file decides when garbage is collected. The runtime lets the heap grow in proportion to what
// is alive, and what is alive here is mostly the input and the finished text, which only grow:
// memory would peak at a multiple of them. What is needed besides grows less than the file, and so
// does the room for garbage.
//
// Nor is the moment left to the runtime, where a run has many functions. A collection that it
// begins gets a quarter of the processors, in turns of ten milliseconds, and as long as it lasts a
// pass that stores a pointer has to tell the collector: 8% of the processor time of 1,000
// coroutines. Between two steps goroutines can wait for it (driver.Options.Rest), which takes one
// millisecond. The runtime's own pace is the bound for what does not come to such a moment.

// pacer sets the collector's pace. A run over a small file never collects.
type pacer struct {
	mu     sync.Mutex // held while garbage is collected
	input  int64
	mapped int64        // the input, if it is not in the heap
	next   atomic.Int64 // size of the heap at which garbage is collected next; 0: not known yet
	space  int64        // how much address space there may be; 0: any
	rests  atomic.Int64
	// lacks ends the program for lack of memory.
	lacks func(what string)
}

const (
	smallFile = 256 << 10
	room      = 30 << 20 // for garbage
	baseHeap  = 3 << 20
	// maxPercent bounds the room where little is alive.
	maxPercent = 400
)

// start is told the size of an input before it is read, and whether it is mapped: then it is none
// of the collector's memory.
func (p *pacer) start(size int64, mapped bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.input, p.mapped = size, 0
	if mapped {
		p.mapped = size
	}
	p.next.Store(0)
	if p.space = addressSpace(); p.space > 0 {
		p.need(tableSpace * size)
	}
	if size > smallFile {
		p.bound(p.firstLive())
	}
}

const (
	tableSpace = 12 // times the size of an input: what is taken for it until goroutines rest
	// what has to be left of the address space: the runtime takes it in pieces of 64 MiB, and ends
	// the program if it gets none
	spareSpace   = 160 << 20
	restsPerLook = 16 // how often a goroutine rests until the address space is looked at again
)

// need ends the program if the address space has no room for some bytes more.
func (p *pacer) need(bytes int64) {
	if used := usedSpace(); used+bytes+spareSpace > p.space && p.lacks != nil {
		p.lacks(fmt.Sprintf("not enough memory: the address space has %d MiB, and may have %d MiB ('ulimit -v')",
			used>>20, p.space>>20))
	}
}

// firstLive is about how much is alive when the input is read.
func (p *pacer) firstLive() int64 { return baseHeap + p.input + p.input/8 - p.mapped }

// room is how much may be allocated until garbage is collected, beside what is alive.
func (p *pacer) room(live int64) int64 {
	// A collection is cheap however large the input is, which holds no pointers: it gives little
	// room of its own.
	return min(room+p.input/12+(live+p.mapped)/6, live*maxPercent/100)
}

// bound lets the runtime collect garbage by itself where there is about half as much again as there
// should be. It is told twice the room, because it begins ahead of what is set.
func (p *pacer) bound(live int64) { debug.SetGCPercent(int(200 * p.room(live) / live)) }

// rest collects garbage if there is enough of it, and waits while another goroutine does.
func (p *pacer) rest() {
	if p.space > 0 && p.rests.Add(1)%restsPerLook == 0 {
		p.need(0)
	}
	if p.input <= smallFile {
		return
	}
	if next := p.next.Load(); next > 0 && metric(heapObjects) < next {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	live := p.firstLive()
	switch next := p.next.Load(); {
	case next == 0: // the first time: the input has been read
	case metric(heapObjects) < next:
		return // collected by another
	default:
		runtime.GC()
		live = max(metric(heapObjects), 1<<20)
		p.bound(live)
	}
	p.next.Store(live + p.room(live))
}

// heapObjects is the metric of the heap's size: what is alive, and what is not known to be garbage.
const heapObjects = "/memory/classes/heap/objects:bytes"

// metric reads one of the runtime's numbers, which takes 200 ns.
func metric(name string) int64 {
	s := [1]metrics.Sample{{Name: name}}
	metrics.Read(s[:])
	return int64(s[0].Value.Uint64())
}
