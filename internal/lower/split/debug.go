// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// The state of debug info: what describes the variables of the coroutine while its values move.

import (
	"github.com/corolower/corolower/internal/ir"
)

// debugRecords is what the steps know about a coroutine's debug records.
type debugRecords struct {
	pending  map[ir.Value][]pendingRecord // records that need a reload
	resumed  map[*ir.Instr]bool           // records that were repeated after a suspend
	declares declares
}

// pendingRecord is an operand of a value record that needs a reload in its block.
type pendingRecord struct {
	rec, at *ir.Instr // at is the instruction after the record
	arg     int
	words   []string // expression that computes the value from the reload
}

// declares holds the declarations of the original function, collected before parts are copied from
// it.
type declares struct {
	frame []frameDeclare               // of storage in the frame, in order; no longer in the code
	local map[*ir.Instr][]localDeclare // of other objects, by address
}

// frameDeclare is a declaration, the instruction that computes its address, and the offset in the
// frame.
type frameDeclare struct {
	rec, addr *ir.Instr
	off       int64
}

// localDeclare is a declaration and its block.
type localDeclare struct {
	rec   *ir.Instr
	block *ir.Block
}
