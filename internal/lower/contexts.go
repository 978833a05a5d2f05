// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lower

// The sizes of asynchronous contexts, and of frames that callers allocate: a record's size is
// written in the same way as a pointer's. The caller of a coroutine reads the size of the context
// that it must allocate from a global, the coroutine's async function pointer, so splitting has to
// write it there. llvm.coro.async.size.replace copies the size from one function's pointer to
// another's, for a function that forwards its context to the other. Functions are lowered one by
// one, without access to each other: each records its sizes, and after the last the driver calls
// Resolve to compute the size in each global, and Apply to write it. For example, a coroutine with
// a context of 64 bytes changes
//
//	@f.afp = constant <{ i32, i32 }> <{ i32 ..., i32 0 }>    ; before
//	@f.afp = constant <{ i32, i32 }> <{ i32 ..., i32 64 }>   ; after
//
// If several coroutines name one pointer, LLVM uses the size of the last. It copies sizes in the
// order of the functions, so a chain of copies may copy an old size; and it changes every global
// that has an equal initializer.

import (
	"maps"
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/pass"
)

// ContextSizes records the context sizes that the functions of a file state.
type ContextSizes struct {
	Contexts []coro.Context
	Replaced []SizeReplace

	looked int    // number of the unit's functions that were searched for the intrinsic
	last   string // name of the last of these
	known  bool
}

// SizeReplace is a call of llvm.coro.async.size.replace.
type SizeReplace struct {
	Target, Source string // names of async function pointers
	Pos            ir.Pos
}

// Add appends the records of o.
func (c *ContextSizes) Add(o *ContextSizes) {
	c.Contexts = append(c.Contexts, o.Contexts...)
	c.Replaced = append(c.Replaced, o.Replaced...)
}

// Take removes the calls of llvm.coro.async.size.replace from a function, and records them.
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

// called reports whether the unit may call the intrinsic, that is, whether it has a function of
// that name. It only searches the functions that were added since its last call.
func (c *ContextSizes) called(m *ir.Module) bool {
	if c.looked > len(m.Funcs) || c.looked > 0 && m.Funcs[c.looked-1].Name != c.last {
		c.looked = 0 // some functions were removed
	}
	for ; c.looked < len(m.Funcs) && !c.known; c.looked++ {
		f := m.Funcs[c.looked]
		c.last, c.known = f.Name, f.Intrinsic() == ir.CoroAsyncSizeReplace
	}
	return c.known
}

// pointerArg returns an operand that must name an async function pointer of this file.
func pointerArg(i *ir.Instr, k int, what string) (*ir.Global, error) {
	g, ok := ir.StripCasts(i.Arg(k)).(*ir.Global)
	if ok && g.GKind == ir.GlobalVar {
		if parts, err := pointerParts(g); err != nil || len(parts) == 2 {
			return g, err
		}
	}
	e := ir.Errorf(i.Pos, "the %s of llvm.coro.async.size.replace must be an async function pointer with an "+
		"initializer <{ i32, i32 }>", what)
	e.Hint = "name the pointers of two functions that this file defines"
	return nil, e
}

// pointerParts returns the elements of the initializer of a global whose second element is a size;
// nil if it has no initializer of that form. A size that is not a constant number becomes 0,
// because only another file knows it.
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

// Shared returns a warning for each coroutine that names the same global as an earlier one; the
// global then holds the largest size.
func (c *ContextSizes) Shared() (list []*ir.Error) {
	first := map[string]*coro.Context{}
	for k := range c.Contexts {
		x := &c.Contexts[k]
		old := first[x.Pointer]
		if old == nil {
			first[x.Pointer] = x
			continue
		}
		e := ir.Warningf(x.Pos, "the %s @%s of @%s also belongs to @%s", x.What, x.Pointer, x.Func, old.Func)
		e.Notes = []ir.Note{{Pos: old.Pos, Msg: "@" + old.Func + " names it here"}}
		e.Hint = "give each function its own, because a caller reads only one size, the larger"
		list = append(list, e)
	}
	return list
}

// Known holds the sizes that splitting, or a copy from another global, gives the globals from which
// callers read sizes.
type Known struct {
	m     *ir.Module
	sizes map[string]int64
	names []string // of the globals that have a size of their own, or a copy
}

// Resolve computes the size of each async function pointer and record that some function names; m
// is a unit of the file.
func (c *ContextSizes) Resolve(m *ir.Module) (*Known, error) {
	k := &Known{m: m, sizes: map[string]int64{}}
	for _, x := range c.Contexts {
		k.sizes[x.Pointer] = max(k.sizes[x.Pointer], x.Size)
	}
	source := map[string]*SizeReplace{}
	for n := range c.Replaced {
		source[c.Replaced[n].Target] = &c.Replaced[n]
	}
	k.names = slices.AppendSeq(slices.Collect(maps.Keys(k.sizes)), maps.Keys(source))
	slices.Sort(k.names)
	k.names = slices.Compact(k.names)
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

// Size returns the size in a global that the file defines: the one that a coroutine of the file
// wrote, or else the one in its initializer.
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

// Largest returns the maximum of n and the sizes in some globals.
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

// Apply writes the sizes into the globals of the unit with which Resolve was called.
func (k *Known) Apply() error {
	for _, name := range k.names {
		if err := k.set(name, k.sizes[name]); err != nil {
			return err
		}
	}
	return k.m.Err
}

// set writes a size into a global.
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
