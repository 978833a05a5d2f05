// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

import "github.com/corolower/corolower/internal/ir"

// What functions that Program.Extern provides may ask about the memory of a program. The answers
// about coroutines are only for coroutines that are not lowered.

// Object describes the object that an address belongs to.
type Object struct {
	Start  uint64 // the address of its first byte
	Size   uint64
	Live   bool   // it may be accessed
	Handle uint64 // of the coroutine whose variable or frame it is; 0: none
	Frame  bool   // it is the frame of that coroutine
}

// Object returns the object that an address belongs to. It is not live if there is none.
func (m *Machine) Object(addr uint64) Object {
	o, off := m.mem.object(addr)
	for o != nil && o.moved != 0 {
		o, off = m.mem.object(o.moved + off)
	}
	if o == nil {
		return Object{}
	}
	r := Object{Start: o.addr(), Size: o.size, Live: !o.dead && !o.asleep}
	switch {
	case o.act != nil:
		r.Handle, r.Frame = o.act.handle, true
	case o.owner != nil:
		r.Handle = o.owner.handle
	}
	return r
}

// Word reads 8 bytes. It returns false if they cannot be read, or are not all defined.
func (m *Machine) Word(addr uint64) (x uint64, ok bool) {
	o, off := m.mem.object(addr)
	for o != nil && o.moved != 0 {
		o, off = m.mem.object(o.moved + off)
	}
	if o == nil || o.kind == objFunc || o.kind == objLabel || off > o.size || o.size-off < 8 {
		return 0, false
	}
	v := o.get(off, 8)
	return v.v, v.u == 0
}

// Fail ends the run with an error, whose position is that of the call.
func (t *Thread) Fail(format string, args ...any) { panic(trapf(format, args...)) }

// PadsBefore returns the landing pads of the invokes that a longjmp to a buffer would leave, the
// innermost first.
func (t *Thread) PadsBefore(buf uint64) (pads []*ir.Instr) {
	j := t.m.jumps[buf]
	for f := t.top; j != nil && f != nil && f.serial != j.serial; f = f.up {
		if f.call == nil {
			continue
		}
		if c, ok := f.call.x.(*callInfo); ok && c.pad != nil {
			pads = append(pads, c.pad)
		}
	}
	return pads
}

// Depth returns the number of calls that are active.
func (t *Thread) Depth() (n int) {
	for f := t.top; f != nil; f = f.up {
		n++
	}
	return n
}

// Global returns the address of a global variable.
func (p *Program) Global(name string) (addr uint64, ok bool) {
	addr, ok = p.named[name]
	return addr, ok
}

// Ended returns the exit code of the program if it has ended by exit or abort.
func (m *Machine) Ended() (code int, ended bool) {
	if m.exit == nil {
		return 0, false
	}
	return *m.exit, true
}
