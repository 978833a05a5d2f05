// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package parse

// This file omits debug info as LLVM does: in a file whose module flag "Debug Info Version" has an
// unsupported value, or whose debug info the verifier rejects. Functions are then read without
// debug info. Text that is copied keeps its debug info, and LLVM drops it when it reads our output.

import (
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// debugVersion is the version of debug info that LLVM writes since 3.5.
const debugVersion = 3

// IgnoreDebug makes units of the file omit debug info if its version is wrong. version is the
// file's debug info version, or 0 if the file has none. Call it before creating the first unit.
func (f *File) IgnoreDebug() (version int, ignored bool) {
	if version = f.debugVersion(); version == debugVersion {
		return version, false
	}
	if _, units := f.namedMD["llvm.dbg.cu"]; !units && !strings.Contains(f.src, "!dbg") {
		return 0, false
	}
	f.ignoreDebug = true
	return version, true
}

// DropDebug makes units of the file omit debug info. Call it before creating the first unit.
func (f *File) DropDebug() { f.ignoreDebug = true }

// debugVersion reads the module flag from the text of its node, for example
//
//	!7 = !{i32 2, !"Debug Info Version", i32 3}
//
// It returns 0 if there is no such flag. It first searches the nodes that !llvm.module.flags lists,
// and then all nodes, of which the first of this form counts. It does not start with all nodes,
// because they are mostly debug info, and searching them takes a hundredth of a run.
func (f *File) debugVersion() int {
	if i, ok := f.namedMD["llvm.module.flags"]; ok {
		it := &f.Items[i]
		_, list, _ := strings.Cut(f.src[it.Head:it.End], "=")
		for {
			if _, list, ok = strings.Cut(list, "!"); !ok {
				break
			}
			n, end := number(list, 0)
			if end == 0 || n < 0 {
				continue
			}
			if from, to, ok := f.MDSpan(n); ok {
				if version, ok := flagVersion(f.src[from:to]); ok {
					return version
				}
			}
		}
	}
	for i := range f.Items {
		if it := &f.Items[i]; it.Kind == ItemMD {
			if version, ok := flagVersion(f.src[it.Head:it.End]); ok {
				return version
			}
		}
	}
	return 0
}

// flagVersion reads the flag from a text of metadata nodes.
func flagVersion(text string) (version int, ok bool) {
	const flag = `!"Debug Info Version"`
	for at := 0; ; at += len(flag) {
		k := strings.Index(text[at:], flag)
		if k < 0 {
			return 0, false
		}
		at += k
		if line := text[strings.LastIndexByte(text[:at], '\n')+1 : at]; !strings.HasPrefix(strings.TrimLeft(line,
			" \t"), "!") {
			continue // a comment or a string
		}
		rest := strings.TrimLeft(text[at+len(flag):], " \t\r\n,")
		rest = strings.TrimLeft(strings.TrimPrefix(rest, "i32"), " \t\r\n")
		if n, end := number(rest, 0); end > 0 {
			return n, true
		}
	}
}

// stripBody removes debug info from a parsed body.
func stripBody(f *ir.Func) {
	for i := range f.Instrs() {
		for len(i.Dbg) > 0 {
			i.EraseDbg(len(i.Dbg) - 1)
		}
		if i.MetaOf("dbg") != nil {
			i.SetMeta("dbg", nil)
		}
	}
}

// withoutDebug returns a header's attachments without debug info.
func withoutDebug(list []ir.Attachment) []ir.Attachment {
	out := list[:0]
	for _, a := range list {
		if a.Kind != "dbg" {
			out = append(out, a)
		}
	}
	return out
}
