// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

import (
	"encoding/binary"
	"fmt"

	"github.com/corolower/corolower/internal/ir"
)

// objKind is the kind of an object in memory.
type objKind uint8

// The kinds of objects.
const (
	objGlobal objKind = iota
	objFunc
	objLabel // a block whose address is taken
	objLocal
	objHeap
)

// object is a piece of memory with an identity.
type object struct {
	data   []byte
	undef  []byte // a set bit for each undefined bit of data; nil: all are defined
	size   uint64 // 0 once it is dead, and while it is asleep
	base   uint64 // lower half of the address of its first byte
	id     uint32
	kind   objKind
	how    uint8 // objHeap: the function that allocated it, see fromMalloc
	frozen bool  // must not be written
	dead   bool
	asleep bool        // outside the lifetime that a variable's markers define
	whole  uint64      // its size while it is alive
	fn     *function   // objFunc
	block  *ir.Block   // objLabel
	global *ir.Global  // objGlobal
	act    *activation // the frame of this coroutine
	owner  *activation // a variable of this coroutine
	// a variable of owner that does not die with it, but when the frames that run return
	outlives bool
	moved    uint64      // the address to which the object moved; 0: it did not move
	made     []*ir.Instr // the call stack of its creation, innermost first, at most stackKept
	freed    []*ir.Instr // the call stack of its death
	born     uint64      // the number of objects before it
	touched  [][]touch   // by word: the accesses with which others may race
}

// The functions that allocated a piece of heap memory. A function of another kind must not free it.
const (
	fromMalloc uint8 = iota
	fromNew
	fromNewArray
	fromException
)

var heapKinds = [...]string{"malloc", "operator new", "operator new[]", "__cxa_allocate_exception"}

// firstByte is the offset at which objects start. The space below it lets an address before an
// object still have the object's number.
const firstByte = 1 << 16

// The number of dead objects that wait before their numbers are reused.
const (
	deadLocals = 1 << 12
	deadHeap   = 1 << 16
)

// queue holds the numbers of dead objects in the order of their death.
type queue struct {
	ids  []uint32
	head int
}

func (q *queue) push(id uint32) { q.ids = append(q.ids, id) }
func (q *queue) len() int       { return len(q.ids) - q.head }

func (q *queue) pop() uint32 {
	id := q.ids[q.head]
	q.head++
	if q.head > len(q.ids)/2 && q.head > 1024 {
		q.ids = append(q.ids[:0], q.ids[q.head:]...)
		q.head = 0
	}
	return id
}

// memory holds all objects of a run. Number 0 belongs to no object: it is that of addresses near
// null.
type memory struct {
	objects []*object
	locals  queue // dead
	heap    queue // dead
	bytes   uint64
	limit   uint64   // of live bytes
	born    uint64   // number of objects that were created
	checker *checker // nil: promises are not checked
}

// add creates an object of a size. The caller must allocate its bytes.
func (m *memory) add(kind objKind, size, align uint64) *object {
	q, keep := &m.heap, deadHeap
	if kind == objLocal {
		q, keep = &m.locals, deadLocals
	}
	var o *object
	if q.len() > keep {
		o = m.objects[q.pop()]
		*o = object{id: o.id, made: o.made[:0], freed: o.freed[:0]}
	} else {
		o = &object{id: uint32(len(m.objects))}
		m.objects = append(m.objects, o)
	}
	// No more than the alignment that the object is guaranteed: an access that needs more fails.
	o.kind, o.size, o.whole, o.base = kind, size, size, firstByte+align
	if align >= firstByte {
		o.base = align
	}
	m.born++
	o.born = m.born
	m.bytes += size
	if m.bytes > m.limit || size >= 1<<31 {
		panic(trapf("the program uses more than %d MiB of memory", m.limit>>20))
	}
	return o
}

func (o *object) addr() uint64 { return uint64(o.id)<<32 | o.base }

// kill ends an object's lifetime. Its memory is not reused before its number is.
func (m *memory) kill(o *object) {
	if o.asleep {
		o.size = o.whole
	}
	m.bytes -= o.size
	o.size, o.dead, o.data, o.undef = 0, true, nil, nil
	if o.kind == objLocal {
		m.locals.push(o.id)
	} else {
		m.heap.push(o.id)
	}
}

// object returns the object that an address belongs to, and the offset in it, which may lie outside
// of it; nil if there is none.
func (m *memory) object(addr uint64) (o *object, off uint64) {
	if id := addr >> 32; id > 0 && id < uint64(len(m.objects)) {
		o = m.objects[id]
		return o, uint64(uint32(addr)) - o.base
	}
	if at := m.real(addr); at != addr {
		return m.object(at)
	}
	return nil, 0
}

// at returns the object and offset for an access of n bytes at addr.
func (m *memory) at(addr, n uint64, how string) (o *object, off uint64) {
	if m.checker != nil {
		addr = m.checker.access(addr, n, how == "write")
	}
	if id := addr >> 32; id > 0 && id < uint64(len(m.objects)) {
		o = m.objects[id]
		off = uint64(uint32(addr)) - o.base
		if off <= o.size && n <= o.size-off {
			return o, off
		}
		if o.moved != 0 {
			return m.at(o.moved+off, n, how)
		}
	}
	if n == 0 {
		return &object{}, 0
	}
	panic(m.badAccess(addr, n, how))
}

// writable is at for a write.
func (m *memory) writable(addr, n uint64) (o *object, off uint64) {
	o, off = m.at(addr, n, "write")
	if o.frozen && n > 0 {
		panic(trapf("write of constant memory: %s", o.describe()))
	}
	return o, off
}

// aligned checks the address of an access; mask is the alignment minus one.
func aligned(addr, mask uint64, how string) {
	if addr&mask != 0 {
		panic(trapf("%s of a misaligned address: it is not a multiple of %d", how, mask+1))
	}
}

// load reads up to 8 bytes.
func (m *memory) load(addr uint64, n uint8) val {
	o, off := m.at(addr, uint64(n), "read")
	return o.get(off, n)
}

// get reads up to 8 bytes, which must lie within the object.
func (o *object) get(off uint64, n uint8) val {
	var r val
	switch n {
	case 8:
		r.v = binary.LittleEndian.Uint64(o.data[off:])
		if o.undef != nil {
			r.u = binary.LittleEndian.Uint64(o.undef[off:])
		}
	case 4:
		r.v = uint64(binary.LittleEndian.Uint32(o.data[off:]))
		if o.undef != nil {
			r.u = uint64(binary.LittleEndian.Uint32(o.undef[off:]))
		}
	case 1:
		r.v = uint64(o.data[off])
		if o.undef != nil {
			r.u = uint64(o.undef[off])
		}
	default:
		for k := range uint64(n) {
			r.v |= uint64(o.data[off+k]) << (8 * k)
			if o.undef != nil {
				r.u |= uint64(o.undef[off+k]) << (8 * k)
			}
		}
	}
	r.v &^= r.u
	return r
}

// store writes up to 8 bytes.
func (m *memory) store(addr uint64, n uint8, x val) {
	o, off := m.writable(addr, uint64(n))
	o.put(off, n, x)
}

// put writes up to 8 bytes, which must lie within the object.
func (o *object) put(off uint64, n uint8, x val) {
	if x.u != 0 {
		o.track()
	}
	switch n {
	case 8:
		binary.LittleEndian.PutUint64(o.data[off:], x.v)
		if o.undef != nil {
			binary.LittleEndian.PutUint64(o.undef[off:], x.u)
		}
	case 4:
		binary.LittleEndian.PutUint32(o.data[off:], uint32(x.v))
		if o.undef != nil {
			binary.LittleEndian.PutUint32(o.undef[off:], uint32(x.u))
		}
	default:
		for k := range uint64(n) {
			o.data[off+k] = byte(x.v >> (8 * k))
			if o.undef != nil {
				o.undef[off+k] = byte(x.u >> (8 * k))
			}
		}
	}
}

// track starts to record which bits are undefined; before it all are defined.
func (o *object) track() {
	if o.undef == nil {
		o.undef = make([]byte, len(o.data))
	}
}

// forget makes bytes of an object undefined.
func (o *object) forget(off, n uint64) {
	o.track()
	part := o.undef[off : off+n]
	for k := range part {
		part[k] = 0xff
	}
}

// copy copies bytes together with their undefined bits. The ranges may overlap.
func (m *memory) copy(dst, src, n uint64) {
	if n == 0 {
		return
	}
	from, at := m.at(src, n, "read")
	to, off := m.writable(dst, n)
	copy(to.data[off:off+n], from.data[at:at+n])
	switch {
	case from.undef != nil:
		to.track()
		copy(to.undef[off:off+n], from.undef[at:at+n])
	case to.undef != nil:
		clear(to.undef[off : off+n])
	}
}

// fill sets bytes.
func (m *memory) fill(dst, n uint64, x val) {
	if n == 0 {
		return
	}
	o, off := m.writable(dst, n)
	if x.u != 0 {
		o.track()
	}
	part := o.data[off : off+n]
	for k := range part {
		part[k] = byte(x.v)
	}
	if o.undef != nil {
		part := o.undef[off : off+n]
		for k := range part {
			part[k] = byte(x.u)
		}
	}
}

// read returns bytes for a library function. They must be defined.
func (m *memory) read(addr, n uint64) []byte {
	if n == 0 {
		return nil
	}
	o, off := m.at(addr, n, "read")
	if o.undef != nil {
		for k := range n {
			if o.undef[off+k] != 0 {
				panic(trapf("a library function reads memory that was not written: byte %d of %s", off+k, o.describe()))
			}
		}
	}
	return o.data[off : off+n]
}

// write writes defined bytes for a library function.
func (m *memory) write(addr uint64, b []byte) {
	if len(b) == 0 {
		return
	}
	o, off := m.writable(addr, uint64(len(b)))
	copy(o.data[off:], b)
	if o.undef != nil {
		clear(o.undef[off : off+uint64(len(b))])
	}
}

// text reads a string that ends with a zero byte.
func (m *memory) text(addr uint64) string {
	var b []byte
	for {
		o, off := m.at(addr, 1, "read")
		for ; off < o.size; off++ {
			if o.undef != nil && o.undef[off] != 0 {
				panic(trapf("a library function reads memory that was not written: byte %d of %s", off, o.describe()))
			}
			if o.data[off] == 0 {
				return string(b)
			}
			b = append(b, o.data[off])
			addr++
		}
	}
}

// badAccess returns the error for an access outside of live objects.
func (m *memory) badAccess(addr, n uint64, how string) *trap {
	o, off := m.object(addr)
	switch {
	case addr>>32 == 0 && addr < firstByte:
		return trapf("%s of %d bytes at address %d: the null pointer, or near it", how, n, addr)
	case o == nil:
		return trapf("%s of %d bytes at address %#x, which belongs to no object", how, n, addr)
	case o.dead && o.act != nil:
		return o.act.accessed(how, o)
	case o.dead:
		t := trapf("%s of %d bytes in %s, whose lifetime has ended", how, n, o.describe())
		t.note(o.madeWord(), o.made)
		t.note(o.freedWord(), o.freed)
		return t
	}
	if o.asleep {
		t := trapf("%s of %d bytes in %s outside its lifetime", how, n, o.describe())
		t.note(o.madeWord(), o.made)
		t.note(o.freedWord(), o.freed)
		return t
	}
	t := trapf("%s of %d bytes at offset %d of %s, which has %d bytes", how, n, int64(int32(off)), o.describe(), o.size)
	t.note(o.madeWord(), o.made)
	return t
}

func (o *object) madeWord() string {
	if o.kind == objLocal {
		return "the variable is created here"
	}
	return "the memory is allocated here"
}

func (o *object) freedWord() string {
	if o.kind == objLocal {
		return "its lifetime ends here"
	}
	return "it is freed here"
}

// describe names an object for a message.
func (o *object) describe() string {
	switch o.kind {
	case objGlobal:
		if o.global != nil {
			return "@" + o.global.Name
		}
		return "a global"
	case objFunc:
		return "the function @" + o.fn.ir.Name
	case objLabel:
		return "a label of @" + o.block.Func().Name
	case objLocal:
		if len(o.made) > 0 {
			i := o.made[0]
			if name := i.Name(); name != "" {
				return fmt.Sprintf("the variable %%%s of @%s", name, i.Func().Name)
			}
			return "a variable of @" + i.Func().Name
		}
		return "a variable"
	}
	if o.act != nil {
		return "the frame of " + o.act.name()
	}
	return fmt.Sprintf("memory from %s", heapKinds[o.how])
}
