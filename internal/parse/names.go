// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package parse

// This file implements the table that maps names to items. A file has tens of thousands of items,
// but a run looks up few of them, so building the table must be fast.

import (
	"hash/maphash"
	"math/bits"
)

// itemTable maps names to items. It is a hash table with open addressing, at most half full. The
// keys are the names stored in the items.
type itemTable []itemSlot

// itemSlot is a slot of the table. It is free if item is 0.
type itemSlot struct {
	hash uint32
	item int32 // 1 + index in File.Items
}

// newItemTable creates a table for up to n items.
func newItemTable(n int) itemTable { return make(itemTable, 1<<bits.Len(uint(2*n))) }

// nameSeed differs in every run, so that no input can be slow because its names collide.
var nameSeed = maphash.MakeSeed()

// hashName returns the hash of a name in this run of the program.
func hashName(name string) uint32 { return uint32(maphash.String(nameSeed, name)) }

// slot returns the slot of a name, or the free slot where it belongs, and the name's hash. It does
// not change the table, because units look up names concurrently.
func (t itemTable) slot(items []Item, name string) (*itemSlot, uint32) {
	h, mask := hashName(name), uint32(len(t)-1)
	for i := h & mask; ; i = (i + 1) & mask {
		if s := &t[i]; s.item == 0 || s.hash == h && items[s.item-1].Name == name {
			return s, h
		}
	}
}

// find returns the index of the item with the given name.
func (t itemTable) find(items []Item, name string) (i int32, ok bool) {
	s, _ := t.slot(items, name)
	return s.item - 1, s.item != 0
}
