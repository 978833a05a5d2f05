package driver

// What is written for the Swift compiler's fork of LLVM, made readable for stock LLVM, where a
// version of that is asked for: the words that only the fork knows go, and so do popless returns,
// of which stock LLVM has none. The text is otherwise what it was; passes wrote nothing of the
// fork's into it (ir.Module.Swift).
//
// Without swiftcoro a parameter is passed like any other. Where the fork's code generator does the
// same nothing is lost; on AArch64 it has a register of its own, and code for the fork would not be
// called by what comes out.

import (
	"bytes"
	"strings"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

// forStock reports a run that writes for stock LLVM what was written for the fork.
func (r *run) forStock() bool { return r.file.Swift && r.o.Version != 0 }

// checkStock tells what stock LLVM has no words for.
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

// The names of popless returns, and how a call of one begins.
const (
	poplessName = "@llvm.ret.popless("
	poplessCall = "musttail call void " + poplessName
)

// stockWarnings tells of popless returns that become ordinary ones.
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
	e := ir.Errorf(ir.PosAt(at), "LLVM %d has no popless returns, so an allocator that takes memory on the stack "+
		"frees it when it returns", r.version)
	e.Severity = ir.SevWarning
	e.Hint = "call this file's functions with an allocator that is not null"
	return ir.ErrorList{e}
}

// stock rewrites the output.
func (r *run) stock(out pieces) pieces {
	if !r.forStock() {
		return out
	}
	var now pieces
	now.bytes(stockText(out.join()))
	return now
}

// stockText takes from a text what only the fork reads.
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
