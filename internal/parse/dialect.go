// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package parse

// This file finds the dialect of a file: its spelling of pointers, and the versions of LLVM that
// may have written it.
//
// Two versions matter. Where LLVM's output differs between versions, we follow the newest version.
// The oldest version must be able to read everything that passes add, because its tools may run
// next. For example, any version since 15 may have written a file with
//
//	declare void @llvm.coro.resume(ptr)
//
// so passes add `nocapture` and not `captures(none)`, which 19 and 20 cannot read. A declaration of
// coro.end that returns void comes from 22, and then no older version has to be supported.

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// evidence is a word and the first version of LLVM that reads and writes it.
type evidence struct {
	word  string
	since ir.Version
}

// attrWordsSince lists attributes in headers and attribute groups. It contains only words that
// frontends write often. A missing word makes a file look older than it is, and its output plainer
// than necessary. TestEvidence checks each word with the installed LLVM tools.
var attrWordsSince = []evidence{
	{"presplitcoroutine", 15}, {"allockind(", 15}, {"allocptr", 15}, {"fn_ret_thunk_extern", 15}, {"uwtable(", 15},
	{"memory(", 16}, {"skipprofile", 16},
	{"nofpclass(", 17},
	{"dead_on_unwind", 18}, {"writable", 18}, {"coro_only_destroy_when_complete", 18}, {"optdebug", 18},
	{"range(", 19}, {"initializes(", 19}, {"hybrid_patchable", 19}, {"sanitize_numerical_stability", 19},
	{"coro_elide_safe", 20}, {"noext", 20}, {"sanitize_realtime", 20}, {"sanitize_type", 20},
	{"captures(", 21}, {"dead_on_return", 21},
	{"nocreateundeforpoison", 22}, {"errnomem", 22}, {"target_mem0", 22}, {"sanitize_alloc_token", 22},
}

// declaredNames lists intrinsics by the beginning of the name after "llvm.".
var declaredNames = []evidence{
	{"stacksave.p", 18}, {"stackrestore.p", 18}, {"coro.end.results", 18},
	{"coro.await.suspend.", 19},
	{"fake.use", 20}, {"coro.begin.custom.abi", 20},
	{"coro.is_in_ramp", 22}, {"coro.dead", 23},
}

// These are the first or last versions of the forms of coro.end, of lifetime markers without a
// size, and of the spellings of pointers.
const (
	newestEnd      ir.Version = 22 // returns void
	endWithResults ir.Version = 18 // returns i1 and has a token
	unsizedMarkers ir.Version = 22
	firstOpaque    ir.Version = 15
	lastTyped      ir.Version = 14
	lastSwift      ir.Version = 21
)

// formSince returns the first version that declares an intrinsic as in text, or 0 if all versions
// do.
func formSince(name, text string) (since ir.Version) {
	name = strings.TrimPrefix(name, ir.IntrinsicPrefix)
	switch {
	case name == "coro.end" && !strings.Contains(text, " i1 @"), name == "coro.end.async" && strings.Contains(text,
		" void @"):
		return newestEnd
	case name == "coro.end" && strings.Contains(text, "token"):
		return endWithResults
	case strings.HasPrefix(name, "lifetime.") && !strings.Contains(text, "(i64"):
		return unsizedMarkers
	}
	for _, e := range declaredNames {
		if strings.HasPrefix(name, e.word) {
			since = max(since, e.since)
		}
	}
	return since
}

// detect finds the dialect after all items are known.
func (f *File) detect() {
	end := ""
	dbgDecl, older, newer := false, false, false
	swift := f.Mentions(SwiftCoro, len("s"))
	oldest := firstOpaque
	words := func(header string) {
		f.Swift = f.Swift || swift && (hasWord(header, SwiftCoro) || hasWord(header, SwiftCoroCC))
		if older && newer || !strings.Contains(header, "capture") {
			return
		}
		older = older || strings.Contains(header, "nocapture")
		newer = newer || strings.Contains(header, "captures(")
	}
	for i := range f.Items {
		it := &f.Items[i]
		switch it.Kind {
		case ItemTriple:
			f.Triple = f.stringOf(it) // of two triples the last counts, as in LLVM
		case ItemLayout:
			f.DataLayout = f.stringOf(it)
			f.readLayout()
		case ItemDefine:
			words(f.src[it.Head:it.Body])
		case ItemDeclare:
			text := f.src[it.Head:it.End]
			words(text)
			if !strings.HasPrefix(it.Name, ir.IntrinsicPrefix) {
				continue
			}
			oldest = max(oldest, formSince(it.Name, text))
			if strings.HasPrefix(it.Name, "llvm.lifetime.") && strings.Contains(text, "(i64") {
				older = true // LLVM 22 removed the size
			}
			f.Swift = f.Swift || forkOnly(it.Name, text)
			if strings.HasPrefix(it.Name, "llvm.dbg.") {
				dbgDecl = true
			}
			if it.Name == "llvm.coro.end" {
				end = text
			}
		}
	}
	if end == "" {
		if end = f.callOfEnd(); end != "" {
			oldest = max(oldest, formSince("llvm.coro.end", end))
		}
	}
	f.TypedPtrs = f.findTyped()
	records := bytes.Contains(f.Text, []byte("#dbg_"))
	switch {
	case f.TypedPtrs:
		f.Version, f.Oldest = lastTyped, lastTyped
	case f.Swift:
		f.Version, f.Oldest = lastSwift, lastSwift
	default:
		if records {
			oldest = max(oldest, ir.DebugRecords.Since())
		}
		oldest = f.oldestOfHeaders(oldest)
		switch f.Version = max(newestEnd, oldest); {
		case strings.Contains(end, " i1 @"):
			f.Version = min(max(oldest, lastOldEnd), newestEnd-1)
		case end == "" && older && !newer:
			f.Version = lastOldEnd
		}
		f.Oldest = min(oldest, f.Version)
	}
	f.DbgRecords = records || !dbgDecl && min(f.Version, f.Oldest).Has(ir.DebugRecords)
}

// lastOldEnd is the version to follow if coro.end returns i1 and nothing else shows the version.
const lastOldEnd ir.Version = 19

// callOfEnd returns the text of a call of coro.end: its line up to the parenthesis, and its
// arguments. It serves files that do not declare coro.end, and returns "" if there is no call.
func (f *File) callOfEnd() string {
	const name = "@llvm.coro.end("
	i := strings.Index(f.src, name)
	if i < 0 {
		return ""
	}
	line := f.src[:i]
	line = line[strings.LastIndexByte(line, '\n')+1:]
	args, _, _ := strings.Cut(f.src[i:], ")")
	return line + args
}

// oldestOfHeaders searches headers and attribute groups for words that older versions do not have.
// It returns the first version that has all of them, at least oldest.
func (f *File) oldestOfHeaders(oldest ir.Version) ir.Version {
	for i := 0; i < len(f.Items) && oldest < newestEnd; i++ {
		it := &f.Items[i]
		text := ""
		switch it.Kind {
		case ItemDefine:
			text = f.src[it.Head:it.Body]
		case ItemDeclare, ItemAttrs:
			text = f.src[it.Head:it.End]
		}
		for _, e := range attrWordsSince {
			if e.since > oldest && hasWord(text, e.word) {
				oldest = e.since
			}
		}
	}
	return oldest
}

// hasWord reports whether text contains word outside of strings and comments, and not as a part of
// another word.
func hasWord(text, word string) bool {
	bare := strings.TrimSuffix(word, "(")
	if !strings.Contains(text, word) {
		return false
	}
	for from, end := range Words(text) {
		if text[from:end] == bare {
			return true
		}
	}
	return false
}

// stringOf returns the first string in an item, unescaped.
func (f *File) stringOf(it *Item) string {
	s := f.src[it.Head:it.End]
	if i := strings.IndexByte(s, '"'); i >= 0 {
		if j := strings.IndexByte(s[i+1:], '"'); j >= 0 {
			return ir.Unescape(s[i+1 : i+1+j])
		}
	}
	return ""
}

// readLayout sets the default address spaces that the grammar depends on.
func (f *File) readLayout() {
	f.progAS, f.allocaAS, f.globalAS = 0, 0, 0
	for spec := range strings.SplitSeq(f.DataLayout, "-") {
		if len(spec) < 2 {
			continue
		}
		n, err := strconv.Atoi(spec[1:])
		if err != nil || n < 0 || n > maxAddrSpace {
			continue
		}
		switch spec[0] {
		case 'P':
			f.progAS = n
		case 'A':
			f.allocaAS = n
		case 'G':
			f.globalAS = n
		}
	}
}

// findTyped reports whether a file spells all its pointers with a star. Since LLVM has opaque
// pointers, it reads `T*` as `ptr`. One `ptr` anywhere therefore shows that the stars of the file
// have no meaning, for example in
//
//	%list = type { %list*, i32 }
//	define void @f(ptr %p)
//
// The first pointer of most files decides, headers first. Only a file whose first pointer is a star
// is searched for a `ptr`.
func (f *File) findTyped() bool {
	for _, bodies := range [...]bool{false, true} {
		for i := range f.Items {
			switch pointerSpelling(f.typesOf(&f.Items[i], bodies), true) {
			case '*':
				return !f.mentionsOpaquePtr()
			case 'p':
				return false
			}
		}
	}
	return false
}

// mentionsOpaquePtr reports whether a type `ptr` is anywhere in the file. It scans an item word by
// word only if the item contains these letters.
func (f *File) mentionsOpaquePtr() bool {
	for _, bodies := range [...]bool{false, true} {
		for i := range f.Items {
			if s := f.typesOf(&f.Items[i], bodies); strings.Contains(s, "ptr") && pointerSpelling(s, false) == 'p' {
				return true
			}
		}
	}
	return false
}

// typesOf returns the part of an item that may contain types: its body, or the rest.
func (f *File) typesOf(it *Item, body bool) string {
	switch {
	case it.Kind == ItemDefine && body:
		return f.src[it.Body:it.End]
	case it.Kind == ItemDefine:
		return f.src[it.Head:it.Body]
	case !body && (it.Kind == ItemType || it.Kind == ItemGlobal || it.Kind == ItemDeclare):
		return f.src[it.Head:it.End]
	}
	return ""
}

// pointerSpelling returns the spelling of the first pointer type in a text: 'p' for ptr, '*' for a
// star if star is set, or 0 if there is none.
func pointerSpelling(s string, star bool) byte {
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == '*' && star:
			return '*'
		case c == '"':
			n := strings.IndexByte(s[i+1:], '"')
			if n < 0 {
				return 0
			}
			i += n + 2
		case c == ';':
			i = commentEnd(s, i)
		case lexTab[c]&lexName != 0 || c == '%' || c == '@' || c == '!':
			j := nameEnd(s, i+1)
			if s[i:j] == "ptr" && (j == len(s) || s[j] != ':') { // not a label
				return 'p'
			}
			i = j
		default:
			i++
		}
	}
	return 0
}
