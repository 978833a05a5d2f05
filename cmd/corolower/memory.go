package main

import (
	"runtime/debug"
	"sync"
)

// This file decides how often the garbage collector runs. The runtime lets the heap grow in proportion to what is alive, and what is
// alive here is mostly the input and the finished text, which only grow: memory would peak at a multiple of them. What is needed besides
// grows less than the file, and so does the room for garbage.

// pacer sets the collector's pace. A run over a small file never collects.
type pacer struct {
	mu    sync.Mutex
	input int64
	held  int64 // at the last setting
}

const (
	smallFile = 256 << 10
	room      = 30 << 20 // for garbage
	baseHeap  = 3 << 20
	// maxPercent bounds the pace where little is alive by the estimate, which does not know what a pipeline needs for IR.
	maxPercent = 400
)

// start is told the size of an input before it is read.
func (p *pacer) start(size int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.input, p.held = size, 0
	if size > smallFile {
		p.set(0)
	}
}

// hold is told how much output is waiting.
func (p *pacer) hold(bytes int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if bytes > p.held+p.held/4+1<<20 {
		p.set(bytes)
	}
}

func (p *pacer) set(held int64) {
	p.held = held
	live := baseHeap + p.input + p.input/8 + held
	// A collection is cheap however large the input is, which holds no pointers: it gives little room of its own.
	percent := 100 * (room + p.input/12 + live/6) / live
	debug.SetGCPercent(int(min(percent, maxPercent)))
}
