// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

// Cycles numbers the blocks of a function, by their place in reverse post-order, so that no edge
// leads to a lower number. Blocks that may lie on a common cycle share an odd number; every other
// block has an even number of its own. For example, the blocks of
//
//	entry -> head,  head -> body,  body -> head,  head -> exit
//
// have, in the reverse post-order entry, head, body, exit, the numbers 2, 5, 5 and 6.
func (d *DomTree) Cycles() []int32 {
	n := len(d.RPO)
	last := make([]int32, n) // the furthest block with an edge back to this block or beyond it
	for k := range last {
		last[k] = -1
	}
	var buf []*Block
	for k, b := range d.RPO {
		buf = b.Succs(buf[:0])
		for _, s := range buf {
			if at := d.Index(s); at <= k {
				last[at] = int32(k)
			}
		}
	}
	numbers, no, end := make([]int32, n), int32(0), int32(-1)
	for k := range numbers {
		if int32(k) > end { // no cycle continues here
			no = no&^1 + 2
			if end = last[k]; end >= 0 {
				no++
			}
		}
		end = max(end, last[k])
		numbers[k] = no
	}
	return numbers
}
