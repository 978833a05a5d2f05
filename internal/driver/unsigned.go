package driver

// Addresses of code that nobody signs.

import (
	"bytes"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

// unsigned warns, once a file, of coroutines that return the address of their continuation where
// the caller wants it signed: nothing in the module says how. The Swift compiler's fork does not
// sign it either, and what it makes traps. Nothing is wrong with the input: who only checks it is
// told nothing.
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
			e := ir.Errorf(ir.PosAt(it.Body+at), "continuations are returned unsigned, but a caller on this target "+
				"expects signed addresses")
			e.Severity = ir.SevWarning
			e.Hint = "call the continuations without authentication, because no operand says how to sign them"
			return ir.ErrorList{e}
		}
	}
	return nil
}
