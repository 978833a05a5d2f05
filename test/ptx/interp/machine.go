// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

import (
	"encoding/binary"
	"fmt"
	"strings"
)

// Windows of the generic address space. A global address is the same in its own space and in the
// generic one. The other spaces begin at 0. The window of a thread's local memory contains the
// thread's number, so that an access by another thread is detected. For example, address 64 of
// thread 2's local memory is localBase + 2<<localShift + 64.
const (
	globalBase = uint64(1) << 40
	sharedBase = uint64(2) << 40
	localBase  = uint64(3) << 40
	constBase  = uint64(4) << 40
	codeBase   = uint64(5) << 40
	paramBase  = uint64(6) << 40
	localShift = 20 // a thread has a window of 1 MiB, of which it can use Config.LocalBytes
	firstLocal = 64 // so that no variable is at 0
	warpSize   = 32
	// Local memory of a call in addition to its variables: the return address and a register or
	// two.
	callBytes = 16
)

// Config configures the runs of kernels.
type Config struct {
	HeapBytes  int // for malloc; 0: 8 MiB
	LocalBytes int // for each thread; 0: 512 KiB
	MaxSteps   int // for a launch; 0: 200 million
	// Loose allows reads of registers that were never written, and of the padding after parameters:
	// llc emits both.
	Loose bool
	// OnCall is called before each call of a function that the module defines, if it is not nil.
	OnCall func(*Call)
}

// Machine is a loaded module with its global memory.
type Machine struct {
	m      *Module
	c      Config
	global []byte
	consts []byte
	alive  []byte         // for each byte of global memory: 1 if it is allocated
	allocs map[uint64]int // address of each malloc block to its size
	heap   int            // bytes that malloc has allocated and free has not released
	code   []*function
	// HeapPeak is the maximum number of bytes that malloc had allocated simultaneously. LocalPeak
	// is the maximum size of a thread's local memory.
	HeapPeak, LocalPeak int
	Output              strings.Builder // of vprintf: only the formats
	Steps               int             // instructions of all threads
	shared              int             // bytes of static shared memory of a block
}

// Load creates a machine.
func Load(m *Module, c Config) (*Machine, error) {
	if c.HeapBytes == 0 {
		c.HeapBytes = 8 << 20
	}
	if c.LocalBytes == 0 {
		c.LocalBytes = 512 << 10
	}
	if c.MaxSteps == 0 {
		c.MaxSteps = 200e6
	}
	x := &Machine{m: m, c: c, allocs: map[uint64]int{}}
	x.consts = make([]byte, 16)
	x.shared = 16
	for _, f := range m.order {
		f.addr = codeBase + uint64(16*(len(x.code)+1))
		x.code = append(x.code, f)
	}
	for _, v := range m.vars {
		switch v.space {
		case "global":
			v.addr = x.Alloc(max(v.size, 1), v.align)
		case "const":
			for len(x.consts)%v.align != 0 {
				x.consts = append(x.consts, 0)
			}
			v.addr = uint64(len(x.consts))
			x.consts = append(x.consts, make([]byte, max(v.size, 1))...)
		case "shared":
			x.shared = (x.shared + v.align - 1) / v.align * v.align
			v.addr = uint64(x.shared)
			x.shared += max(v.size, 1)
		}
	}
	for _, v := range m.vars {
		for k, in := range v.init {
			val := in.val
			if in.sym != "" {
				a, err := x.symbol(in.sym, in.generic)
				if err != nil {
					return nil, err
				}
				val = a + uint64(in.off)
			}
			b, at := x.global, v.addr-globalBase
			if v.space == "const" {
				b, at = x.consts, v.addr
			}
			b = b[at:]
			n := v.elem.bytes()
			if (k+1)*n > v.size {
				return nil, fmt.Errorf("variable %s: too many initial values", v.name)
			}
			put(b[k*n:], n, val)
		}
	}
	return x, nil
}

func b2u(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func put(b []byte, n int, v uint64) {
	var w [8]byte
	binary.LittleEndian.PutUint64(w[:], v)
	copy(b[:n], w[:n])
}

func get(b []byte, n int) uint64 {
	var w [8]byte
	copy(w[:], b[:n])
	return binary.LittleEndian.Uint64(w[:])
}

// symbol returns the address of a function or variable of the module.
func (x *Machine) symbol(name string, generic bool) (uint64, error) {
	if f := x.m.funcs[name]; f != nil {
		return f.addr, nil
	}
	v := x.m.byVar[name]
	if v == nil {
		return 0, fmt.Errorf("no symbol %s", name)
	}
	if !generic {
		return v.addr, nil
	}
	switch v.space {
	case "shared":
		return sharedBase + v.addr, nil
	case "const":
		return constBase + v.addr, nil
	}
	return v.addr, nil
}

// Alloc allocates global memory and returns its address.
func (x *Machine) Alloc(n, align int) uint64 {
	for (len(x.global)+64)%max(align, 16) != 0 {
		x.global = append(x.global, 0)
	}
	x.global = append(x.global, make([]byte, 64)...) // a gap in which accesses are errors
	a := globalBase + uint64(len(x.global))
	x.global = append(x.global, make([]byte, n)...)
	for len(x.alive) < len(x.global) {
		x.alive = append(x.alive, 0)
	}
	for k := range n {
		x.alive[a-globalBase+uint64(k)] = 1
	}
	return a
}

// Bytes returns the global memory at an address.
func (x *Machine) Bytes(a uint64, n int) []byte {
	return x.global[a-globalBase : a-globalBase+uint64(n)]
}

// frame is an active call.
type frame struct {
	f    *function
	pc   int
	regs []uint64
	high []uint64 // the upper halves of registers of 128 bits
	set  []bool
	base uint64 // of its variables in local memory
	ret  *instr // the call instruction
	sp   uint64
}

type waitKind uint8

const (
	running waitKind = iota
	atBarrier
	atWarp
	done
)

type thread struct {
	x       *Machine
	cta     *cta
	id      int // in the block
	serial  int // in the launch
	tid     [3]uint32
	local   []byte
	frames  []*frame
	sp      uint64
	wait    waitKind
	barrier uint64
	count   uint64
	at      *instr // the warp operation at which it waits
	mask    uint32
	carry   uint64
	redPred bool
	redDst  operand
	redKind string
}

type cta struct {
	id      [3]uint32
	grid    [3]uint32
	block   [3]uint32
	shared  []byte
	threads []*thread
	params  []byte
}

type fault struct{ error }

func (t *thread) fail(format string, args ...any) {
	where := ""
	if len(t.frames) > 0 {
		fr := t.frames[len(t.frames)-1]
		pc := min(max(fr.pc-1, 0), len(fr.f.code)-1)
		if pc >= 0 {
			where = fmt.Sprintf("ptx line %d (%s in %s), ", fr.f.code[pc].line, fr.f.code[pc].name, fr.f.name)
		}
	}
	panic(fault{fmt.Errorf("%sthread %d: %s", where, t.id, fmt.Sprintf(format, args...))})
}

// Launch runs a kernel. Arguments are values for scalar parameters, or []byte for others.
func (x *Machine) Launch(name string, grid, block [3]uint32, dynShared int, args ...any) (err error) {
	f := x.m.funcs[name]
	if f == nil || !f.entry || !f.defined {
		return fmt.Errorf("no kernel %s", name)
	}
	if len(args) != len(f.params) {
		return fmt.Errorf("kernel %s takes %d arguments", name, len(f.params))
	}
	var params []byte
	for k, p := range f.params {
		for len(params) < int(p.addr)+p.size {
			params = append(params, 0)
		}
		switch a := args[k].(type) {
		case []byte:
			copy(params[p.addr:], a)
		case uint64:
			put(params[p.addr:], min(p.size, 8), a)
		case int:
			put(params[p.addr:], min(p.size, 8), uint64(a))
		default:
			return fmt.Errorf("argument %d", k)
		}
	}
	defer func() {
		if p := recover(); p != nil {
			fl, ok := p.(fault)
			if !ok {
				panic(p)
			}
			err = fl.error
		}
	}()
	serial := 0
	for z := range grid[2] {
		for y := range grid[1] {
			for xx := range grid[0] {
				c := &cta{id: [3]uint32{xx, y, z}, grid: grid, block: block, params: params,
					shared: make([]byte, x.shared+dynShared)}
				for tz := range block[2] {
					for ty := range block[1] {
						for tx := range block[0] {
							t := &thread{x: x, cta: c, id: len(c.threads), serial: serial, tid: [3]uint32{tx, ty, tz},
								sp: firstLocal}
							serial++
							t.push(f, nil)
							c.threads = append(c.threads, t)
						}
					}
				}
				if err := x.runBlock(c); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// runBlock runs the threads of a block until all are done. It runs each thread until it waits, and
// then releases groups of threads that wait for each other.
func (x *Machine) runBlock(c *cta) error {
	for {
		live, moved := 0, false
		for _, t := range c.threads {
			if t.wait == running {
				t.run()
				moved = true
			}
			if t.wait != done {
				live++
			}
		}
		if live == 0 {
			return nil
		}
		if x.releaseWarps(c) || x.releaseBarrier(c) {
			moved = true
		}
		if !moved {
			return fmt.Errorf("the threads of a block wait for each other for ever (%d left)", live)
		}
	}
}

func (x *Machine) releaseBarrier(c *cta) bool {
	waiting := map[uint64][]*thread{}
	live := 0
	for _, t := range c.threads {
		if t.wait != done {
			live++
		}
		if t.wait == atBarrier {
			waiting[t.barrier] = append(waiting[t.barrier], t)
		}
	}
	any := false
	for _, list := range waiting {
		need := uint64(live)
		if list[0].count != 0 {
			need = list[0].count
		}
		if uint64(len(list)) < need {
			continue
		}
		and, or, pop := true, false, uint64(0)
		for _, t := range list {
			and, or = and && t.redPred, or || t.redPred
			if t.redPred {
				pop++
			}
		}
		for _, t := range list {
			switch t.redKind {
			case "and":
				t.set(t.redDst, b2u(and))
			case "or":
				t.set(t.redDst, b2u(or))
			case "popc":
				t.set(t.redDst, pop)
			}
			t.wait, t.redKind = running, ""
		}
		any = true
	}
	return any
}

// releaseWarps runs the warp operations at which all threads have arrived.
func (x *Machine) releaseWarps(c *cta) bool {
	any := false
	for base := 0; base < len(c.threads); base += warpSize {
		warp := c.threads[base:min(base+warpSize, len(c.threads))]
		for _, t := range warp {
			if t.wait != atWarp {
				continue
			}
			var group [warpSize]*thread
			ready := true
			for k, o := range warp {
				if t.mask>>k&1 == 0 || o.wait == done {
					continue
				}
				if o.wait != atWarp || o.at.op[0] != t.at.op[0] || o.mask != t.mask {
					ready = false
					break
				}
				group[k] = o
			}
			if !ready {
				continue
			}
			warpOp(group[:])
			for _, o := range group {
				if o != nil {
					o.wait = running
				}
			}
			any = true
		}
	}
	return any
}

// push begins a call.
func (t *thread) push(f *function, from *instr) *frame {
	fr := &frame{f: f, regs: make([]uint64, len(f.regTyp)), set: make([]bool, len(f.regTyp)), ret: from, sp: t.sp}
	if f.wide {
		fr.high = make([]uint64, len(f.regTyp))
	}
	t.sp = (t.sp + 15) &^ 15
	fr.base = t.sp
	t.sp += uint64(f.frame)
	if from != nil {
		t.sp += callBytes
	}
	t.grow()
	clear(t.local[fr.base:t.sp])
	t.frames = append(t.frames, fr)
	if t.x.LocalPeak < int(t.sp) {
		t.x.LocalPeak = int(t.sp)
	}
	return fr
}

func (t *thread) grow() {
	if int(t.sp) > t.x.c.LocalBytes {
		t.fail("the stack overflows %d bytes of local memory", t.x.c.LocalBytes)
	}
	for len(t.local) < int(t.sp) {
		t.local = append(t.local, make([]byte, 1024)...)
	}
}

// memory returns n bytes at an address of a space ("" is generic).
func (t *thread) memory(space string, a uint64, n int) []byte {
	if a%uint64(n) != 0 {
		t.fail("address %#x is not aligned to %d bytes", a, n)
	}
	switch space {
	case "":
		switch {
		case a >= paramBase && a < paramBase+1<<40:
			return t.memory("kparam", a-paramBase, n)
		case a >= codeBase:
			t.fail("access to code at %#x", a)
		case a >= constBase:
			return t.memory("const", a-constBase, n)
		case a >= localBase:
			if who := int(a-localBase) >> localShift; who != t.serial {
				t.fail("access to the local memory of thread %d of the launch", who)
			}
			return t.memory("local", (a-localBase)&(1<<localShift-1), n)
		case a >= sharedBase:
			return t.memory("shared", a-sharedBase, n)
		case a >= globalBase:
			return t.memory("global", a, n)
		}
		t.fail("access to generic address %#x", a)
	case "global":
		if a >= globalBase && a+uint64(n) <= globalBase+uint64(len(t.x.global)) {
			for k := range n {
				if t.x.alive[a-globalBase+uint64(k)] == 0 {
					t.fail("access to global address %#x, which is not allocated (any more)", a)
				}
			}
			return t.x.global[a-globalBase : a-globalBase+uint64(n)]
		}
	case "shared":
		if a >= 16 && a+uint64(n) <= uint64(len(t.cta.shared)) {
			return t.cta.shared[a : a+uint64(n)]
		}
	case "const":
		if a+uint64(n) <= uint64(len(t.x.consts)) {
			return t.x.consts[a : a+uint64(n)]
		}
	case "local":
		if a >= firstLocal && a+uint64(n) <= t.sp {
			return t.local[a : a+uint64(n)]
		}
	case "kparam":
		if a+uint64(n) <= uint64(len(t.cta.params)) {
			return t.cta.params[a : a+uint64(n)]
		}
	}
	t.fail("access to address %#x of %s memory", a, space)
	return nil
}

// malloc allocates device memory. It returns 0 if none is left.
func (x *Machine) malloc(n uint64) uint64 {
	if uint64(x.heap)+n > uint64(x.c.HeapBytes) {
		return 0
	}
	a := x.Alloc(int(max(n, 1)), 16)
	x.allocs[a] = int(n)
	x.heap += int(n)
	x.HeapPeak = max(x.HeapPeak, x.heap)
	return a
}

func (t *thread) free(a uint64) {
	if a == 0 {
		return
	}
	n, ok := t.x.allocs[a]
	if !ok {
		t.fail("free of %#x, which malloc did not give or free took back", a)
	}
	delete(t.x.allocs, a)
	t.x.heap -= n
	for k := range max(n, 1) {
		t.x.alive[a-globalBase+uint64(k)] = 0
	}
}
