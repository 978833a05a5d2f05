package parse

// This file is the table by which items are found by their names. A file has tens of thousands, of
// which a run asks for few: what counts is to make it.

import (
	"hash/maphash"
	"math/bits"
)

// itemTable finds items by name: a hash table with open addressing, at most half full. The names
// are the items'.
type itemTable []itemSlot

// itemSlot is a place in the table. It is free if its item is 0.
type itemSlot struct {
	hash uint32
	item int32 // 1 + index in File.Items
}

// newItemTable makes a table for up to n items.
func newItemTable(n int) itemTable { return make(itemTable, 1<<bits.Len(uint(2*n))) }

// nameSeed is another one each time: no input is slow because its names fall into one place.
var nameSeed = maphash.MakeSeed()

// hashName is the hash of a name in this run of the program.
func hashName(name string) uint32 { return uint32(maphash.String(nameSeed, name)) }

// slot is the place of a name, or the free one where it belongs, and the name's hash. It changes
// nothing: units look for names side by side.
func (t itemTable) slot(items []Item, name string) (*itemSlot, uint32) {
	h, mask := hashName(name), uint32(len(t)-1)
	for i := h & mask; ; i = (i + 1) & mask {
		if s := &t[i]; s.item == 0 || s.hash == h && items[s.item-1].Name == name {
			return s, h
		}
	}
}

// find gives the index of the item of a name.
func (t itemTable) find(items []Item, name string) (i int32, ok bool) {
	s, _ := t.slot(items, name)
	return s.item - 1, s.item != 0
}
