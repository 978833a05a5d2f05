// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver

// Warnings about unsigned code addresses.

import (
	"bytes"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

// unsigned returns at most one warning per file about coroutines that return the address of their
// continuation unsigned, on a target whose callers expect signed addresses. No operand of the
// coroutine says how to sign. The Swift compiler's fork does not sign either, and its code traps. A
// run that only checks does not warn, because the input is correct.
func (r *run) unsigned() ir.ErrorList {
	if r.o.CheckOnly || !r.splits || !r.tgt.SignsCode() {
		return nil
	}
	call := []byte("@" + ir.CoroIDRetcon.Name())
	for i := range r.file.Items {
		it := &r.file.Items[i]
		if it.Kind != parse.ItemDefine {
			continue
		}
		if at := bytes.Index(r.file.Text[it.Body:it.End], call); at >= 0 {
			e := ir.Warningf(ir.PosAt(it.Body+at), "continuations are returned unsigned, but a caller on this target "+
				"expects signed addresses")
			e.Hint = "call the continuations without authentication, because no operand says how to sign them"
			return ir.ErrorList{e}
		}
	}
	return nil
}
