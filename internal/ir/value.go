// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

import "unsafe"

// Value is anything that can be an operand: *Instr, *Param, *Block, *Const, *Global, *Func. The set
// is sealed.
type Value interface {
	Type() *Type
	isValue()
}

// Use is one edge from an instruction to a value it uses. Uses of one value form a list, newest
// first, as in LLVM: the list decides the order of predecessors and of spill reloads.
type Use struct {
	val        Value
	user       *Instr
	next, prev *Use
}

// Value returns the used value.
func (u *Use) Value() Value { return u.val }

// User returns the instruction whose operand this is.
func (u *Use) User() *Instr { return u.user }

// Next returns the next older use of the same value, or nil.
func (u *Use) Next() *Use { return u.next }

// Index returns the operand number of the use in its user, in constant time because operands are
// contiguous.
func (u *Use) Index() int {
	if args := u.user.args; len(args) > 0 {
		k := int((uintptr(unsafe.Pointer(u)) - uintptr(unsafe.Pointer(&args[0]))) / unsafe.Sizeof(*u))
		if uint(k) < uint(len(args)) && &args[k] == u {
			return k
		}
	}
	panic("ir: use is not in its user's operands")
}

// Set redirects this use to another value.
func (u *Use) Set(v Value) {
	u.unlink()
	u.val = v
	u.link()
}

// set makes a new use the use of a value, which may be nil, by an instruction.
func (u *Use) set(user *Instr, v Value) {
	u.user, u.val = user, v
	if v != nil {
		u.link()
	}
}

// users holds the two use lists of a local value: uses by instructions, and uses by debug records,
// which never keep a value alive.
type users struct {
	uses, dbg *Use
}

func (u *Use) list() **Use {
	var h *users
	switch v := u.val.(type) {
	case *Instr:
		h = &v.users
	case *Param:
		h = &v.users
	case *Block:
		h = &v.users
	default:
		return nil
	}
	if u.user.Op == OpDbg {
		return &h.dbg
	}
	return &h.uses
}

func (u *Use) link() {
	l := u.list()
	if l == nil {
		noteNaming(u.val)
		return
	}
	u.prev = nil
	u.next = *l
	if *l != nil {
		(*l).prev = u
	}
	*l = u
}

func (u *Use) unlink() {
	if u.val == nil {
		return
	}
	l := u.list()
	if l == nil {
		return
	}
	if u.prev != nil {
		u.prev.next = u.next
	} else {
		*l = u.next
	}
	if u.next != nil {
		u.next.prev = u.prev
	}
	u.next, u.prev = nil, nil
}

// noteNaming counts an operand that is a function, directly or through casts.
func noteNaming(v Value) {
	for {
		switch x := v.(type) {
		case *Func:
			x.namings++
			return
		case *Const:
			if x.Kind == ConstExpr && len(x.Elems) == 1 {
				v = x.Elems[0]
				continue
			}
		}
		return
	}
}

// FirstUse returns the newest use by an instruction, or nil. To iterate, call Use.Next before
// changing the use.
func (h *users) FirstUse() *Use { return h.uses }

// FirstDbgUse returns the newest use by a debug record, or nil.
func (h *users) FirstDbgUse() *Use { return h.dbg }

// HasUses reports whether an instruction uses the value. Debug records do not count.
func (h *users) HasUses() bool { return h.uses != nil }

// HasOneUse reports whether exactly one instruction operand uses the value.
func (h *users) HasOneUse() bool { return h.uses != nil && h.uses.next == nil }

// NumUses counts the uses by instructions, in linear time.
func (h *users) NumUses() int {
	n := 0
	for u := h.uses; u != nil; u = u.next {
		n++
	}
	return n
}

// Users returns a snapshot of the using instructions, newest first, one entry for each use.
func (h *users) Users() []*Instr {
	var out []*Instr
	for u := h.uses; u != nil; u = u.next {
		out = append(out, u.user)
	}
	return out
}

// LocalValue is a value with use lists: *Instr, *Param, *Block.
type LocalValue interface {
	Value
	FirstUse() *Use
	FirstDbgUse() *Use
	HasUses() bool
	HasOneUse() bool
	NumUses() int
	Users() []*Instr
}

// ReplaceUses replaces every use of old, by instructions and by debug records, with the other
// value. It moves uses one by one from the newest, which reverses their order, as LLVM's
// replaceAllUsesWith does. If an instruction is to be replaced with itself, for example after
// folding `%x = add i32 %x, 0`, its code is unreachable, and the uses become Lost.
func ReplaceUses(old LocalValue, with Value) {
	if i, ok := old.(*Instr); ok && with == Value(i) {
		if i.block == nil {
			return
		}
		with = i.block.fn.mod.Lost(i.typ)
	}
	for u := old.FirstUse(); u != nil; u = old.FirstUse() {
		u.Set(with)
	}
	if c, ok := with.(*Const); ok && c.Kind == ConstLost {
		with = internConst(c.typ, ConstPoison)
	}
	for u := old.FirstDbgUse(); u != nil; u = old.FirstDbgUse() {
		u.Set(with)
	}
}

// ReplaceUsesIf redirects the uses by instructions for which cond returns true.
func ReplaceUsesIf(old LocalValue, with Value, cond func(*Use) bool) {
	for u := old.FirstUse(); u != nil; {
		next := u.next
		if cond(u) {
			u.Set(with)
		}
		u = next
	}
}

// Param is a function's parameter.
type Param struct {
	users
	typ   *Type
	Name  string // "" if the parameter is unnamed
	Attrs *AttrSet
	Index int
	Fn    *Func
	Pos   Pos
}

// Type returns the parameter's type.
func (p *Param) Type() *Type { return p.typ }
func (*Param) isValue()      {}
