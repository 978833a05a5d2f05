package lower

// The sizes of asynchronous contexts, and of frames that callers bring: a record's size is written
// like a pointer's. A coroutine's caller reads the size of the context that it allocates from the
// coroutine's async function pointer, a global, into which splitting has to write it;
// llvm.coro.async.size.replace lets the pointer of one function say what that of another says, for
// a function that hands its context on to the other. Functions are lowered one by one and know
// nothing of each other: each notes what it has to say, and when all are done the driver has
// Resolve work out what each global says, and Apply write it.
//
// LLVM lets the last of several coroutines that name one pointer win, and copies sizes in the order
// of the functions, so that a chain of copies may copy what is old; and it changes every global
// that has an equal initializer.

import (
	"maps"
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/pass"
)

// ContextSizes is what functions of a file say of the sizes of contexts.
type ContextSizes struct {
	Contexts []coro.Context
	Replaced []SizeReplace

	looked int    // how many of the unit's functions were looked at for the intrinsic
	last   string // the name of the last of these
	known  bool
}

// SizeReplace is a call of llvm.coro.async.size.replace.
type SizeReplace struct {
	Target, Source string // names of async function pointers
	Pos            ir.Pos
}

// Add joins what others say.
func (c *ContextSizes) Add(o *ContextSizes) {
	c.Contexts = append(c.Contexts, o.Contexts...)
	c.Replaced = append(c.Replaced, o.Replaced...)
}

// Take removes the calls of llvm.coro.async.size.replace from a function, and notes them.
func (c *ContextSizes) Take(u *pass.Unit, f *ir.Func) (bool, error) {
	if !c.called(u.M) {
		return false, u.M.Err
	}
	changed := false
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; {
			next := i.Next()
			if ir.IsCoro(i, ir.CoroAsyncSizeReplace) {
				target, err := pointerArg(i, 0, "target")
				if err != nil {
					return changed, err
				}
				source, err := pointerArg(i, 1, "source")
				if err != nil {
					return changed, err
				}
				c.Replaced = append(c.Replaced, SizeReplace{target.Name, source.Name, i.Pos})
				i.Erase()
				changed = true
			}
			i = next
		}
	}
	if changed {
		f.Changed = true
	}
	return changed, u.M.Err
}

// called reports whether something in the unit may call the intrinsic: whether the unit knows a
// function of its name. Functions are only looked at that were not there when it was asked last.
func (c *ContextSizes) called(m *ir.Module) bool {
	if c.looked > len(m.Funcs) || c.looked > 0 && m.Funcs[c.looked-1].Name != c.last {
		c.looked = 0 // some were dropped
	}
	for ; c.looked < len(m.Funcs) && !c.known; c.looked++ {
		f := m.Funcs[c.looked]
		c.last, c.known = f.Name, f.Intrinsic() == ir.CoroAsyncSizeReplace
	}
	return c.known
}

// pointerArg is an operand that names an async function pointer of this file.
func pointerArg(i *ir.Instr, k int, what string) (*ir.Global, error) {
	g, ok := ir.StripCasts(i.Arg(k)).(*ir.Global)
	if ok && g.GKind == ir.GlobalVar {
		parts, err := pointerParts(g)
		if err != nil {
			return nil, err
		}
		if len(parts) == 2 {
			return g, nil
		}
	}
	e := ir.Errorf(i.Pos, "the %s of llvm.coro.async.size.replace must be an async function pointer with an "+
		"initializer <{ i32, i32 }>", what)
	e.Hint = "name the pointers of two functions that this file defines"
	return nil, e
}

// pointerParts gives the elements of the initializer of a global that callers read a size from, the
// second; nil: it has none of that form. What the size was is ignored; only another file knows it
// where it is no number.
func pointerParts(g *ir.Global) ([]ir.Value, error) {
	init, err := g.Initializer()
	if err != nil {
		return nil, err
	}
	k, ok := init.(*ir.Const)
	if t := g.ValueType; !ok || t.Kind() != ir.Struct || t.IsOpaque() || len(t.Fields()) < 2 || !t.Fields()[1].IsInt() {
		return nil, nil
	}
	m, fields := g.Module(), g.ValueType.Fields()
	var parts []ir.Value
	switch k.Kind {
	case ir.ConstZero:
		for _, f := range fields {
			if f.IsInt() {
				parts = append(parts, m.ConstInt(f, 0))
			} else {
				parts = append(parts, m.ZeroInit(f))
			}
		}
	case ir.ConstStruct:
		parts = slices.Clone(k.Elems)
		if size, ok := parts[1].(*ir.Const); !ok || !size.IsInt() {
			parts[1] = m.ConstInt(fields[1], 0)
		}
	}
	return parts, nil
}

// Shared tells of coroutines that name the same global as another before them: its size is the
// largest.
func (c *ContextSizes) Shared() (list []*ir.Error) {
	first := map[string]*coro.Context{}
	for k := range c.Contexts {
		x := &c.Contexts[k]
		old := first[x.Pointer]
		if old == nil {
			first[x.Pointer] = x
			continue
		}
		e := ir.Errorf(x.Pos, "the %s @%s of @%s also belongs to @%s", x.What, x.Pointer, x.Func, old.Func)
		e.Severity = ir.SevWarning
		e.Notes = []ir.Note{{Pos: old.Pos, Msg: "@" + old.Func + " names it here"}}
		e.Hint = "give each function its own, because a caller reads only one size, the larger"
		list = append(list, e)
	}
	return list
}

// Known are the sizes that splitting gave the globals of the file that callers read sizes from, and
// those copied from others.
type Known struct {
	m     *ir.Module
	sizes map[string]int64
	names []string // of those that have a size of their own, or a copy
}

// Resolve finds the size of each async function pointer and record of which functions say
// something; m is a unit of the file.
func (c *ContextSizes) Resolve(m *ir.Module) (*Known, error) {
	k := &Known{m: m, sizes: map[string]int64{}}
	for _, x := range c.Contexts {
		k.sizes[x.Pointer] = max(k.sizes[x.Pointer], x.Size)
	}
	source := map[string]*SizeReplace{}
	for n := range c.Replaced {
		source[c.Replaced[n].Target] = &c.Replaced[n]
	}
	for name := range k.sizes {
		k.names = append(k.names, name)
	}
	for name := range source {
		if _, ok := k.sizes[name]; !ok {
			k.names = append(k.names, name)
		}
	}
	slices.SortFunc(k.names, strings.Compare)
	copied := map[string]int64{}
	for _, name := range k.names {
		from := name
		for seen := map[string]bool{}; source[from] != nil; from = source[from].Source {
			if seen[from] {
				e := ir.Errorf(source[from].Pos, "llvm.coro.async.size.replace replaces the size of @%s by itself",
					from)
				e.Hint = "use a size that comes from a coroutine"
				return nil, e
			}
			seen[from] = true
		}
		if from != name {
			n, err := k.Size(from)
			if err != nil {
				return nil, err
			}
			copied[name] = n
		}
	}
	maps.Copy(k.sizes, copied)
	return k, m.Err
}

// Size is what a global that the file defines tells its readers: what a coroutine of the file
// wrote, else what stands there.
func (k *Known) Size(name string) (int64, error) {
	if n, ok := k.sizes[name]; ok {
		return n, nil
	}
	v, err := k.m.Lookup(name)
	if err != nil {
		return 0, err
	}
	g, ok := v.(*ir.Global)
	if !ok {
		return 0, nil
	}
	parts, err := pointerParts(g)
	if err != nil || len(parts) < 2 {
		return 0, err
	}
	return parts[1].(*ir.Const).Int64(), nil
}

// Largest is the largest of a number and of what some globals tell.
func (k *Known) Largest(n int64, pointers []string) (int64, error) {
	for _, name := range pointers {
		size, err := k.Size(name)
		if err != nil {
			return 0, err
		}
		n = max(n, size)
	}
	return n, nil
}

// Apply writes the sizes into the globals, in the unit of which the sizes were made.
func (k *Known) Apply() error {
	for _, name := range k.names {
		if err := k.set(name, k.sizes[name]); err != nil {
			return err
		}
	}
	return k.m.Err
}

// set lets a global say a size.
func (k *Known) set(name string, n int64) error {
	v, err := k.m.Lookup(name)
	if err != nil {
		return err
	}
	g := v.(*ir.Global)
	parts, err := pointerParts(g)
	if err != nil {
		return err
	}
	old := parts[1].(*ir.Const)
	if old.Int64() == n {
		return nil
	}
	parts[1] = k.m.ConstInt(old.Type(), n)
	init := k.m.NewConst(ir.ConstStruct, g.ValueType)
	init.Elems = parts
	g.Init, g.Changed = init, true
	return nil
}
