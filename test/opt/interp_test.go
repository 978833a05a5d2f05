// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt_test

// An interpreter of the generated functions. It is stricter than a processor: it tracks poison
// values (undef counts as poison, because no generated function needs it), and it tracks which
// bytes of memory belong to an object and which are written. It reports a fault for a branch on
// poison, for a poison argument to an external function, for an access outside of every object and
// for a false llvm.assume. For example, a processor does not notice if a pass adds an invalid `nsw`
// to an `add`, but the interpreter does:
//
//	%x = add nsw i32 %a, 1                  ; poison for 2147483647
//	call void @out(i64 %y)                  ; a fault if %y depends on %x
//
// It does not use internal/ir or internal/target to compute the result of an instruction or the
// layout of a type. TestPasses compares it with compiled code. compile_test.go translates a
// function to the steps that the interpreter runs, and arith_test.go computes their results.

import (
	"encoding/binary"
	"fmt"
	"math/bits"

	"github.com/corolower/corolower/internal/ir"
)

// word is a value of up to 128 bits, which holds the elements of a vector or the fields of a
// struct.
type word struct {
	lo, hi uint64
	bad    uint16 // a bit for each element that is poison
}

// fault describes behaviour that is undefined, or that the interpreter does not support.
type fault string

func faultf(format string, args ...any) { panic(fault(fmt.Sprintf(format, args...))) }

// The states of a byte of memory.
const (
	written = iota
	poison
	nobody // belongs to no object
)

const (
	// base is the address of the machine's first byte. Smaller numbers are not addresses.
	base = 1 << 16
	// gap is the distance between objects, so that an access past an object hits bytes of no
	// object.
	gap = 16
)

// The globals of gen.Prelude, in the order of their addresses.
const (
	addrG     = base + gap
	addrFuel  = addrG + 32 + gap
	addrTable = addrFuel + 16 + gap
	addrStack = addrTable + 32 + gap
)

var tableValues = []int64{3, 0, -9, 77}

// machine runs functions.
type machine struct {
	mem    []byte
	state  []byte // of each byte of mem
	top    uint64 // address after the last object
	regs   []word
	trace  []int64
	seen   []int64 // volatile accesses, with their values
	steps  int
	thrown []int64 // exceptions; a landing pad returns base plus an index in this list
	flying int     // index of the exception that is propagating
	codes  map[*ir.Func]*code
	compiler
}

// maxSteps is far more than a generated function needs.
const maxSteps = 1 << 20

func newMachine() *machine {
	return &machine{mem: make([]byte, 1<<14), state: make([]byte, 1<<14), regs: make([]word, 1<<12),
		codes: map[*ir.Func]*code{}, compiler: compiler{forms: map[*ir.Type]*form{}}}
}

// result is the observable behaviour of a run.
type result struct {
	trace []int64 // arguments of external calls, the result or exception, and the final memory
	seen  []int64
	fault string
}

// arguments are the same as in testdata/compare.cpp.
var arguments = [...][2]int64{{0, 1}, {-7, 12}, {100000, 3}, {1, 0}, {2, 2}, {6442450944, -1}}

// run calls a function with one pair of arguments. The result is valid until the next run.
func (m *machine) run(c *code, n int) (r result) {
	m.trace, m.seen, m.thrown, m.steps = m.trace[:0], m.seen[:0], m.thrown[:0], 0
	m.top = addrStack
	clear(m.state[:addrStack-base])
	for _, at := range [...]uint64{base, addrG + 32, addrFuel + 4, addrTable + 32} {
		m.mark(at, gap, nobody)
	}
	for j := range int64(4) {
		m.store(addrG+8*uint64(j), 8, uint64(0x0102030405060708*(j+int64(n))))
		m.store(addrTable+8*uint64(j), 8, uint64(tableValues[j]))
	}
	m.store(addrFuel, 4, 60)
	defer func() {
		switch p := recover().(type) {
		case nil:
			r = result{trace: m.trace, seen: m.seen}
		case fault:
			r = result{trace: m.trace, seen: m.seen, fault: string(p)}
		default:
			panic(p)
		}
	}()
	args := [...]word{{lo: uint64(arguments[n][0])}, {lo: uint64(arguments[n][1])}}
	w, threw := m.call(c, args[:], 0)
	if threw {
		m.trace = append(m.trace, m.thrown[m.flying], -1)
	} else {
		m.trace = append(m.trace, int64(whole(w, "result")))
	}
	for j := range uint64(4) {
		m.trace = append(m.trace, int64(m.load(addrG+8*j, 8)))
	}
	m.trace = append(m.trace, sext(m.load(addrFuel, 4), 32))
	return r
}

// whole returns a number, or faults if it is poison.
func whole(w word, what string) uint64 {
	if w.bad != 0 {
		faultf("poison as %s", what)
	}
	return w.lo
}

// mark sets the state of bytes.
func (m *machine) mark(at, n uint64, what byte) {
	b := m.state[at-base : at-base+n]
	for k := range b {
		b[k] = what
	}
}

// object allocates an object with unwritten bytes.
func (m *machine) object(size, align uint64) uint64 {
	at := (m.top + gap + align - 1) &^ (align - 1)
	end := at + max(size, 1) + gap
	for end-base > uint64(len(m.mem)) {
		m.mem = append(m.mem, make([]byte, len(m.mem))...)
		m.state = append(m.state, make([]byte, len(m.state))...)
	}
	m.mark(m.top, at-m.top, nobody)
	m.mark(at, size, poison)
	m.mark(at+size, end-at-size, nobody)
	m.top = at + size
	return at
}

// bytes returns the bytes of an access and their states. It faults unless all belong to objects.
func (m *machine) bytes(at, n uint64) (mem, state []byte) {
	k := at - base
	if at < base || k+n > uint64(len(m.mem)) || k+n < k || at+n > m.top && n > 0 {
		faultf("access of %d bytes outside of all objects", n)
	}
	mem, state = m.mem[k:k+n], m.state[k:k+n]
	for _, s := range state {
		if s == nobody {
			faultf("access of %d bytes outside of its object", n)
		}
	}
	return mem, state
}

// load reads a number of up to eight bytes, all of them written.
func (m *machine) load(at, n uint64) uint64 {
	v, bad := m.read(at, n)
	if bad {
		faultf("read of memory that is poison")
	}
	return v
}

func (m *machine) read(at, n uint64) (v uint64, bad bool) {
	mem, state := m.bytes(at, n)
	for _, s := range state {
		bad = bad || s == poison
	}
	switch n {
	case 8:
		return binary.LittleEndian.Uint64(mem), bad
	case 4:
		return uint64(binary.LittleEndian.Uint32(mem)), bad
	}
	for k, b := range mem {
		v |= uint64(b) << (8 * k)
	}
	return v, bad
}

func (m *machine) throw(v int64) {
	m.flying = len(m.thrown)
	m.thrown = append(m.thrown, v)
}

func (m *machine) store(at, n, v uint64) { m.write(at, n, v, false) }

func (m *machine) write(at, n, v uint64, bad bool) {
	mem, state := m.bytes(at, n)
	for k := range mem {
		mem[k] = byte(v >> (8 * k))
		state[k] = 0
		if bad {
			state[k] = poison
		}
	}
}

// loadValue reads a value of a form.
func (m *machine) loadValue(f *form, at uint64) (w word) {
	for k := range f.fields {
		x := &f.fields[k]
		n := uint64(x.bits+7) / 8
		lo, bad := m.read(at+x.off, min(n, 8))
		hi := uint64(0)
		if n > 8 {
			var b bool
			hi, b = m.read(at+x.off+8, n-8)
			bad = bad || b
		}
		f.put(&w, k, lo, hi, bad)
	}
	return w
}

func (m *machine) storeValue(f *form, at uint64, w word) {
	for k := range f.fields {
		x := &f.fields[k]
		n := uint64(x.bits+7) / 8
		lo, hi, bad := f.take(w, k)
		m.write(at+x.off, min(n, 8), lo, bad)
		if n > 8 {
			m.write(at+x.off+8, n-8, hi, bad)
		}
	}
}

// frame is an activation of a function.
type frame struct {
	c    *code
	regs []word
	next int // the first register after this frame's
}

func (f *frame) get(k int32) word {
	if k < 0 {
		return f.c.consts[^k]
	}
	return f.regs[k]
}

// number returns an operand, or faults if it is poison.
func (f *frame) number(k int32, what string) uint64 { return whole(f.get(k), what) }

// call runs a function whose registers begin at a given index. threw reports whether it ended with
// an exception.
func (m *machine) call(c *code, args []word, at int) (ret word, threw bool) {
	if at > 1<<16 {
		faultf("calls without end")
	}
	for at+c.regs > len(m.regs) {
		m.regs = append(m.regs, make([]word, len(m.regs))...)
	}
	f := &frame{c: c, regs: m.regs[at : at+c.regs], next: at + c.regs}
	copy(f.regs, args)
	top := m.top
	defer func() { m.top = top }()
	for pc := int32(0); ; {
		s := &c.steps[pc]
		if m.steps++; m.steps > maxSteps {
			faultf("it does not end")
		}
		pc++
		switch s.op {
		case ir.OpRet:
			if s.a == none {
				return word{}, false
			}
			return f.get(s.a), false
		case ir.OpBr:
			edge := s.b
			if s.a != none && f.number(s.a, "condition of a branch")&1 == 0 {
				edge = s.c
			}
			pc = f.follow(edge)
		case ir.OpSwitch:
			v := f.number(s.a, "operand of a switch")
			edge := c.ints[s.b+1]
			for k := range c.ints[s.b] {
				if c.consts[^c.ints[s.b+2+2*k]].lo == v {
					edge = c.ints[s.b+3+2*k]
					break
				}
			}
			pc = f.follow(edge)
		case ir.OpCall, ir.OpInvoke:
			w, threw := m.outside(f, s)
			switch {
			case threw && s.op == ir.OpCall:
				return word{}, true
			case threw:
				pc = f.follow(s.c)
			default:
				if s.dst != none {
					f.regs[s.dst] = w
				}
				if s.op == ir.OpInvoke {
					pc = f.follow(s.b)
				}
			}
		case ir.OpResume:
			m.flying = int(f.number(s.a, "exception") - base)
			return word{}, true
		case ir.OpUnreachable:
			faultf("it comes to an unreachable")
		default:
			m.plain(f, s)
		}
	}
}

// follow assigns the values of an edge to the phis, all simultaneously, and returns the next step.
func (f *frame) follow(edge int32) int32 {
	e := f.c.ints[edge:]
	n := int(e[1])
	if n == 1 {
		f.regs[e[2]] = f.get(e[3])
		return e[0]
	}
	var some [16]word
	now := some[:0]
	for k := range n {
		now = append(now, f.get(e[3+2*k]))
	}
	for k, w := range now {
		f.regs[e[2+2*k]] = w
	}
	return e[0]
}

// plain runs a step that does not change the control flow.
func (m *machine) plain(f *frame, s *step) {
	switch s.op {
	case ir.OpAlloca:
		f.regs[s.dst] = word{lo: m.object(uint64(s.imm), uint64(s.n))}
	case ir.OpLoad:
		at := f.number(s.a, "address")
		w := m.loadValue(s.form, at)
		f.regs[s.dst] = w
		if s.flags&ir.FlagVolatile != 0 {
			m.seen = append(m.seen, 1, int64(w.lo))
		}
	case ir.OpStore:
		at, w := f.number(s.b, "address"), f.get(s.a)
		m.storeValue(s.form, at, w)
		if s.flags&ir.FlagVolatile != 0 {
			m.seen = append(m.seen, 2, int64(w.lo))
		}
	case ir.OpCmpXchg:
		at := f.number(s.a, "address")
		old, bad := m.read(at, uint64(s.n/8))
		want, with := f.get(s.b), f.get(s.c)
		if bad || want.bad != 0 {
			faultf("compares poison")
		}
		same := uint64(0)
		if old == want.lo {
			same = 1
			m.write(at, uint64(s.n/8), with.lo, with.bad != 0)
		}
		w := word{}
		s.form.put(&w, 0, old, 0, false)
		s.form.put(&w, 1, same, 0, false)
		f.regs[s.dst] = w
	case ir.OpAtomicRMW:
		at, w := f.number(s.a, "address"), f.get(s.b)
		old, bad := m.read(at, uint64(s.n/8))
		v := rmw(s.sub, int(s.n), old, w.lo)
		badNew := w.bad != 0 || bad && ir.RMWNames[s.sub] != "xchg"
		m.write(at, uint64(s.n/8), v, badNew)
		f.regs[s.dst] = word{lo: old, bad: badness(bad)}
	case ir.OpGEP:
		f.regs[s.dst] = f.address(s)
	case ir.OpFence:
	case ir.OpLandingPad:
		w := word{}
		s.form.put(&w, 0, base+uint64(m.flying), 0, false)
		s.form.put(&w, 1, 1, 0, false)
		f.regs[s.dst] = w
	default:
		f.regs[s.dst] = f.compute(s)
	}
}

func badness(bad bool) uint16 {
	if bad {
		return 1
	}
	return 0
}

// address computes a getelementptr. If it is `nuw`, it checks that the final addition does not
// wrap. It does not check `inbounds`, because the access that follows is checked.
func (f *frame) address(s *step) word {
	w := f.get(s.a)
	at, bad := w.lo, w.bad
	list := f.c.ints[s.b : s.b+2*s.c]
	off := uint64(s.imm)
	for k := 0; k < len(list); k += 2 {
		i := f.get(list[k])
		bad |= i.bad
		off += i.lo * uint64(list[k+1])
	}
	sum, carry := bits.Add64(at, off, 0)
	if s.flags&ir.FlagNUW != 0 && carry != 0 {
		bad = 1
	}
	return word{lo: sum, bad: bad}
}

// outside runs a call: of a generated function, of a function in testdata/compare.cpp, or of an
// intrinsic.
func (m *machine) outside(f *frame, s *step) (ret word, threw bool) {
	list := f.c.ints[s.imm+1 : s.imm+1+int64(f.c.ints[s.imm])]
	if s.callee != nil {
		var some [4]word
		args := some[:0]
		for _, a := range list {
			args = append(args, f.get(a))
		}
		return m.call(m.codeOf(s.callee), args, f.next)
	}
	arg := func(k int) uint64 {
		w := f.get(list[k])
		if w.bad != 0 {
			faultf("poison as an argument of @%s", s.name)
		}
		return w.lo
	}
	switch s.name {
	case "out":
		m.trace = append(m.trace, int64(arg(0)))
	case "peek":
		v := m.load(arg(0), 8)
		m.trace = append(m.trace, int64(v))
		m.store(arg(0), 8, v^0x5500)
	case "may_throw":
		v := int64(arg(0))
		m.trace = append(m.trace, v^1000)
		if v&1 != 0 {
			m.throw(v)
			return word{}, true
		}
		return word{lo: uint64(v / 2)}, false
	case "stop":
		m.throw(int64(arg(0)))
		return word{}, true
	case "pure":
		return word{lo: arg(0)*3 + 1}, false
	case "__cxa_begin_catch":
		return word{lo: arg(0)}, false
	case "__cxa_end_catch":
	case "llvm.assume":
		if arg(0)&1 == 0 {
			faultf("llvm.assume of what does not hold")
		}
	case "llvm.memset":
		at, v, n := arg(0), f.get(list[1]), arg(2)
		mem, state := m.bytes(at, n)
		for k := range mem {
			mem[k], state[k] = byte(v.lo), byte(v.bad&1)*poison
		}
		if arg(3) != 0 {
			m.seen = append(m.seen, 3, int64(n), int64(v.lo))
		}
	case "llvm.memcpy", "llvm.memmove":
		to, from, n := arg(0), arg(1), arg(2)
		dst, ds := m.bytes(to, n)
		src, ss := m.bytes(from, n)
		if s.name == "llvm.memcpy" && to != from && to < from+n && from < to+n {
			faultf("llvm.memcpy of bytes that overlap")
		}
		copy(dst, src)
		copy(ds, ss)
		if arg(3) != 0 {
			m.seen = append(m.seen, 4, int64(n))
		}
	case "llvm.lifetime.start", "llvm.lifetime.end":
		what := byte(poison)
		if s.name == "llvm.lifetime.end" {
			what = nobody
		}
		m.mark(f.number(list[len(list)-1], "object"), uint64(s.n), what)
	case "llvm.umax", "llvm.umin", "llvm.smax", "llvm.smin":
		return choose(s.name, int(s.n), f.get(list[0]), f.get(list[1])), false
	default:
		faultf("the interpreter knows no @%s", s.name)
	}
	return word{}, false
}
