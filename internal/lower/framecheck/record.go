package framecheck

// The function as it was: operands of every instruction, in order; and what can be asked of that.

import "github.com/corolower/corolower/internal/ir"

// Original is a function before its values were put into a frame.
type Original struct {
	f     *ir.Func
	begin *ir.Instr
	list  []was
	place []int32            // by number: index in list, -1 for what is no instruction
	boxes map[*ir.Instr]*box // nil: there are none
	s     *scratch
}

// was is an instruction as it was.
type was struct {
	i    *ir.Instr
	args []ir.Value
}

// box is an alloca that holds a pointer and is only stored to, read and marked: what is read from
// it is what was stored.
type box struct {
	closed bool
	stored []ir.Value
}

// Record notes what the instructions of a normalised coroutine read. It numbers the function; what
// is numbered otherwise when Check looks at it counts as added.
func Record(f *ir.Func, begin *ir.Instr) *Original {
	f.Renumber()
	s := pool.Get().(*scratch)
	o := &Original{f: f, begin: begin, s: s}
	n, operands := 0, 0
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			n++
			operands += i.NumArgs()
		}
	}
	s.list, s.operands, s.place = sized(s.list, n), sized(s.operands, operands), sized(s.place, f.NumIDs())
	o.list, o.place = s.list[:0], s.place
	for k := range o.place {
		o.place[k] = -1
	}
	slab := s.operands[:0]
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			from := len(slab)
			for k := range i.NumArgs() {
				slab = append(slab, i.Arg(k))
			}
			o.place[i.ID] = int32(len(o.list))
			o.list = append(o.list, was{i: i, args: slab[from:len(slab):len(slab)]})
			if i.Op == ir.OpAlloca && i.ElemTy.IsPtr() {
				if o.boxes == nil {
					o.boxes = map[*ir.Instr]*box{}
				}
				o.boxes[i] = &box{closed: true}
			}
		}
	}
	o.fillBoxes()
	return o
}

// fillBoxes finds out which allocas of pointers are boxes.
func (o *Original) fillBoxes() {
	for a, bx := range o.boxes {
		for u := a.FirstUse(); u != nil; u = u.Next() {
			switch i := u.User(); {
			case i.Op == ir.OpLoad && i.Type().IsPtr():
			case i.Op == ir.OpStore && u.Index() == 1 && i.Arg(0).Type().IsPtr() && i.Arg(0) != ir.Value(a):
				bx.stored = append(bx.stored, i.Arg(0))
			case ir.LifetimeKind(i) != 0:
			default:
				bx.closed = false
			}
		}
	}
}

// of gives an instruction as it was; nil for one that was added.
func (o *Original) of(i *ir.Instr) *was {
	if i.ID < 0 || i.ID >= len(o.place) || o.place[i.ID] < 0 {
		return nil
	}
	if w := &o.list[o.place[i.ID]]; w.i == i {
		return w
	}
	return nil
}

// canon looks through phis of one entry: they are their operand.
func (o *Original) canon(v ir.Value) ir.Value {
	for {
		i, ok := v.(*ir.Instr)
		if !ok || i.Op != ir.OpPhi {
			return v
		}
		w := o.of(i)
		if w == nil || len(w.args) != 1 || w.args[0] == v {
			return v
		}
		v = w.args[0]
	}
}

// called is the coroutine intrinsic that a value, as it was, is a call of.
func (o *Original) called(v ir.Value) ir.Intrinsic {
	i, ok := v.(*ir.Instr)
	if !ok || i.Op != ir.OpCall {
		return ir.NotCoro
	}
	w := o.of(i)
	if w == nil || len(w.args) == 0 {
		return ir.NotCoro
	}
	f, ok := w.args[len(w.args)-1].(*ir.Func)
	if !ok {
		return ir.NotCoro
	}
	return ir.IntrinsicByName(f.Name)
}

// ref is an object that an address points into.
type ref struct {
	object ir.Value // alloca, or parameter passed by value
	off    int64
	known  bool // the offset is
}

// maxRefs bounds the objects that one address may point into before it counts as any.
const maxRefs = 16

// maxRefSteps bounds the steps of following one address.
const maxRefSteps = 1000

// refs gives the objects of the coroutine that an address, as it was, may point into; any: it may
// point elsewhere too, to whatever escaped.
func (c *checker) refs(v ir.Value) (list []ref, any bool) {
	n := c.num(v)
	if n < 0 {
		return nil, false // a constant is no address of a local
	}
	if r := &c.s.known[n]; r.asked {
		return r.list, r.any
	}
	from := len(c.s.refs)
	w := refWalk{c: c, from: from}
	w.walk(v, 0, true)
	if len(c.s.refs)-from > maxRefs {
		c.s.refs, w.any = c.s.refs[:from], true
	}
	r := refSet{c.s.refs[from:len(c.s.refs):len(c.s.refs)], w.any, true}
	c.s.known[n] = r
	return r.list, r.any
}

type refSet struct {
	list  []ref
	any   bool
	asked bool
}

// refWalk finds the objects of one address and puts them behind those that there are.
type refWalk struct {
	c     *checker
	seen  map[ir.Value]bool
	steps int
	from  int
	any   bool
}

func (w *refWalk) list() []ref { return w.c.s.refs[w.from:] }

func (w *refWalk) add(r ref) {
	list := w.list()
	for k := range list {
		if x := &list[k]; x.object == r.object {
			x.known = x.known && r.known && x.off == r.off
			return
		}
	}
	w.c.s.refs = append(w.c.s.refs, r)
}

func (w *refWalk) see(i *ir.Instr) {
	if w.seen == nil {
		w.seen = map[ir.Value]bool{}
	}
	w.seen[i] = true
}

func (w *refWalk) walk(v ir.Value, off int64, known bool) {
	if w.steps++; len(w.list()) > maxRefs || w.steps > maxRefSteps {
		w.any = true
		return
	}
	if p, ok := v.(*ir.Param); ok {
		if w.c.isByval(p) {
			w.add(ref{p, off, known})
		} else {
			w.any = true
		}
		return
	}
	i, ok := v.(*ir.Instr)
	if !ok {
		return // a constant is no address of a local
	}
	if i.Op == ir.OpAlloca {
		w.add(ref{i, off, known})
		return
	}
	old := w.c.o.of(i)
	if old == nil {
		w.any = true
		return
	}
	if w.seen[i] {
		// Round a loop the offset may be another.
		list := w.list()
		for k := range list {
			list[k].known = false
		}
		return
	}
	switch i.Op {
	case ir.OpBitCast, ir.OpAddrSpaceCast, ir.OpFreeze:
		w.walk(old.args[0], off, known)
	case ir.OpGEP:
		d, ok := w.c.layout.GEPOffset(i.ElemTy, old.args[1:])
		w.walk(old.args[0], off+d, known && ok)
	case ir.OpPhi, ir.OpSelect:
		w.see(i)
		from := 0
		if i.Op == ir.OpSelect {
			from = 1
		}
		for _, a := range old.args[from:] {
			w.walk(a, off, known)
		}
	case ir.OpLoad:
		if a, isInstr := old.args[0].(*ir.Instr); isInstr {
			if bx := w.c.o.boxes[a]; bx != nil && bx.closed {
				w.see(i)
				for _, s := range bx.stored {
					w.walk(s, off, known)
				}
				return
			}
		}
		w.any = true
	case ir.OpCall:
		if ir.IsLaundering(i) {
			w.walk(old.args[0], off, known)
			return
		}
		w.any = true
	default:
		w.any = true
	}
}
