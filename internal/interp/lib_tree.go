// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

// The trees of std::map and std::set. A node has a colour, and pointers to its parent, left and
// right child. In the header, the parent is the root, and the children are the first and last node;
// the header is red, and the root is black. Trees are not balanced here, because programs cannot
// observe their form.

const (
	treeParent = 8
	treeLeft   = 16
	treeRight  = 24
	treeBlack  = 1
)

// treeInsert is _Rb_tree_insert_and_rebalance(left, node, parent, header).
func treeInsert(t *Thread, a []val) val {
	left, x, p, header := t.arg(a, 0) != 0, t.arg(a, 1), t.arg(a, 2), t.arg(a, 3)
	t.setPtr(x, treeParent, p)
	t.setPtr(x, treeLeft, 0)
	t.setPtr(x, treeRight, 0)
	t.m.mem.store(x, 4, val{v: treeBlack})
	switch {
	case p == header:
		t.setPtr(header, treeParent, x)
		t.setPtr(header, treeLeft, x)
		t.setPtr(header, treeRight, x)
	case left:
		t.setPtr(p, treeLeft, x)
		if t.ptrAt(header, treeLeft) == p {
			t.setPtr(header, treeLeft, x)
		}
	default:
		t.setPtr(p, treeRight, x)
		if t.ptrAt(header, treeRight) == p {
			t.setPtr(header, treeRight, x)
		}
	}
	return val{}
}

// treeEnd returns the last node on one side.
func (t *Thread) treeEnd(x, side uint64) uint64 {
	for y := t.ptrAt(x, side); y != 0; y = t.ptrAt(x, side) {
		x = y
	}
	return x
}

// treeStep returns the neighbour on one side; other is the other side.
func (t *Thread) treeStep(x, side, other uint64) uint64 {
	if y := t.ptrAt(x, side); y != 0 {
		return t.treeEnd(y, other)
	}
	y := t.ptrAt(x, treeParent)
	for x == t.ptrAt(y, side) {
		x, y = y, t.ptrAt(y, treeParent)
	}
	if t.ptrAt(x, side) != y { // the header of a tree of one node points to itself
		x = y
	}
	return x
}

func treeNext(t *Thread, a []val) val {
	return val{v: t.treeStep(t.arg(a, 0), treeRight, treeLeft)}
}

func treePrev(t *Thread, a []val) val {
	x := t.arg(a, 0)
	if t.m.mem.load(x, 4).v != treeBlack && t.ptrAt(t.ptrAt(x, treeParent), treeParent) == x {
		return val{v: t.ptrAt(x, treeRight)} // the header
	}
	return val{v: t.treeStep(x, treeLeft, treeRight)}
}

// treeErase is _Rb_tree_rebalance_for_erase(node, header).
func treeErase(t *Thread, a []val) val {
	z, header := t.arg(a, 0), t.arg(a, 1)
	if t.ptrAt(header, treeLeft) == z {
		t.setPtr(header, treeLeft, t.treeStep(z, treeRight, treeLeft))
	}
	if t.ptrAt(header, treeRight) == z {
		t.setPtr(header, treeRight, t.treeStep(z, treeLeft, treeRight))
	}
	replace := func(old, with uint64) {
		p := t.ptrAt(old, treeParent)
		switch {
		case p == header:
			t.setPtr(header, treeParent, with)
		case t.ptrAt(p, treeLeft) == old:
			t.setPtr(p, treeLeft, with)
		default:
			t.setPtr(p, treeRight, with)
		}
		if with != 0 {
			t.setPtr(with, treeParent, p)
		}
	}
	l, r := t.ptrAt(z, treeLeft), t.ptrAt(z, treeRight)
	switch {
	case l == 0:
		replace(z, r)
	case r == 0:
		replace(z, l)
	default:
		y := t.treeEnd(r, treeLeft)
		if y != r {
			replace(y, t.ptrAt(y, treeRight))
			t.setPtr(y, treeRight, r)
			t.setPtr(r, treeParent, y)
		}
		replace(z, y)
		t.setPtr(y, treeLeft, l)
		t.setPtr(l, treeParent, y)
	}
	if t.ptrAt(header, treeParent) == 0 {
		t.setPtr(header, treeLeft, header)
		t.setPtr(header, treeRight, header)
	}
	return val{v: z}
}
