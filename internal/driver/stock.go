// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver

// If the user requests a version of LLVM, this file rewrites output for the Swift compiler's fork
// of LLVM so that stock LLVM can read it. It drops the keywords that only the fork knows, and
// popless returns, which stock LLVM does not have. The rest of the text is unchanged, because
// passes write no syntax of the fork into it (ir.Module.Swift).
//
// Without swiftcoro a parameter is passed like any other. That changes nothing if the fork's code
// generator does the same. On AArch64 the fork has a separate register for it, so code for the fork
// could not call the rewritten functions.

import (
	"bytes"
	"strings"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

// forStock reports whether the run rewrites code for the fork to code for stock LLVM.
func (r *run) forStock() bool { return r.file.Swift && r.o.Version != 0 }

// checkStock returns an error if the file needs syntax that stock LLVM does not have.
func (r *run) checkStock() *ir.Error {
	if !r.forStock() || r.o.CheckOnly || !r.tgt.CoroRegister() {
		return nil
	}
	text := string(r.file.Text)
	for from, end := range parse.Words(text) {
		if text[from:end] == parse.SwiftCoro {
			e := ir.Errorf(ir.PosAt(from), "unsupported: swiftcoro is passed in its own register on %s, but LLVM "+
				"%d cannot express that", r.tgt.Arch, r.version)
			e.Hint = "leave out --llvm-version, and compile with the Swift compiler's own clang"
			return e
		}
	}
	return nil
}

// The name of the popless return intrinsic, and the beginning of a call of it.
const (
	poplessName = "@llvm.ret.popless("
	poplessCall = "musttail call void " + poplessName
)

// stockWarnings returns a warning if popless returns become ordinary ones.
func (r *run) stockWarnings() ir.ErrorList {
	if !r.forStock() {
		return nil
	}
	at := bytes.Index(r.file.Text, []byte(poplessCall))
	text := string(r.file.Text)
	for from, end := range parse.Words(text) {
		if at >= 0 && at < from {
			break
		}
		if text[from:end] == parse.SwiftCoroCC {
			at = from
			break
		}
	}
	if at < 0 {
		return nil
	}
	e := ir.Warningf(ir.PosAt(at), "LLVM %d has no popless returns, so an allocator that takes memory on the stack "+
		"frees it when it returns", r.version)
	e.Hint = "call this file's functions with an allocator that is not null"
	return ir.ErrorList{e}
}

// stock rewrites the output for stock LLVM, if requested.
func (r *run) stock(out pieces) pieces {
	if !r.forStock() {
		return out
	}
	var now pieces
	now.bytes(stockText(out.join()))
	return now
}

// stockText removes from a text the syntax that only the fork reads.
func stockText(text []byte) []byte {
	s := string(text)
	out := make([]byte, 0, len(s))
	at := 0
	for from, end := range parse.Words(s) {
		switch s[from:end] {
		case parse.SwiftCoro:
			out = append(out, strings.TrimSuffix(s[at:from], " ")...)
			at = end
		case parse.SwiftCoroCC:
			out = append(append(out, s[at:from]...), "swiftcc"...)
			at = end
		}
	}
	out = append(out, s[at:]...)
	if !bytes.Contains(out, []byte(poplessName)) {
		return out
	}
	kept := out[:0]
	for line := range bytes.Lines(out) {
		if words := bytes.TrimSpace(line); bytes.HasPrefix(words, []byte(poplessCall)) || bytes.HasPrefix(words,
			[]byte("declare ")) && bytes.Contains(words, []byte(poplessName)) {
			continue
		}
		kept = append(kept, line...)
	}
	return kept
}
