package parse

// This file finds the dialect of a file: how it spells pointers, and which versions of LLVM may
// have written it.
//
// Two versions matter. The newest one is imitated where LLVM's output differs between versions. The
// oldest one has to be able to read what passes add, because its tools may be the ones that run
// next. For example, a file of
//
//	declare void @llvm.coro.resume(ptr)
//
// may come from any version since 15, so `nocapture` is added and not `captures(none)`, which 19
// and 20 cannot read. A declaration of coro.end that returns void comes from 22, and nothing needs
// to be older than that.

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// A word that a version of LLVM is the first to read and write.
type evidence struct {
	word  string
	since ir.Version
}

// attrWordsSince are attributes in headers and attribute groups. Only words that frontends write
// often are here: what is missing makes a file look older than it is, and its output plainer than
// it has to be. TestEvidence asks the tools of LLVM on the machine about each.
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

// declaredNames are intrinsics, by the beginning of the name behind "llvm.".
var declaredNames = []evidence{
	{"stacksave.p", 18}, {"stackrestore.p", 18}, {"coro.end.results", 18},
	{"coro.await.suspend.", 19},
	{"fake.use", 20}, {"coro.begin.custom.abi", 20},
	{"coro.is_in_ramp", 22}, {"coro.dead", 22},
}

// The versions of the forms of coro.end, and of lifetime markers without a size.
const (
	newestEnd      ir.Version = 22 // returns void
	endWithResults ir.Version = 18 // returns i1 and has a token
	unsizedMarkers ir.Version = 22
	firstOpaque    ir.Version = 15
	lastTyped      ir.Version = 14
	lastSwift      ir.Version = 21
)

// formSince is the first version that declares an intrinsic as the text does; 0 when all do.
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

// detect finds out the dialect, after all items are known.
func (f *File) detect() {
	end := ""
	dbgDecl, older, newer := false, false, false
	swift := f.Mentions(SwiftCoro, len("s"))
	oldest := firstOpaque
	words := func(header string) {
		f.Swift = f.Swift || swift && hasSwiftWord(header)
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
			f.Triple = f.stringOf(it) // of two lines the last counts, as in LLVM
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
				older = true // they lost the size in LLVM 22
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
		switch f.Version = newestEnd; {
		case strings.Contains(end, " i1 @"):
			f.Version = min(max(oldest, lastOldEnd), newestEnd-1)
		case end == "" && older && !newer:
			f.Version = lastOldEnd
		}
		f.Oldest = min(oldest, f.Version)
	}
	f.DbgRecords = records || !dbgDecl && min(f.Version, f.Oldest).Has(ir.DebugRecords)
}

// lastOldEnd is imitated where coro.end returns i1 and nothing else tells the version.
const lastOldEnd ir.Version = 19

// callOfEnd is the text of a call of coro.end up to its parenthesis and the arguments behind, for
// files that do not declare it; "" without one.
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

// oldestOfHeaders looks through headers and attribute groups for words that no version below some
// has.
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

// hasWord reports a word of a text that is neither in a string or comment nor a part of another
// word.
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

// stringOf is the first string in an item, unescaped.
func (f *File) stringOf(it *Item) string {
	s := f.src[it.Head:it.End]
	if i := strings.IndexByte(s, '"'); i >= 0 {
		if j := strings.IndexByte(s[i+1:], '"'); j >= 0 {
			return ir.Unescape(s[i+1 : i+1+j])
		}
	}
	return ""
}

// readLayout takes the default address spaces that the grammar depends on.
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

// findTyped reports a file that spells all its pointers with a star. LLVM has read `T*` as `ptr`
// since pointers are opaque, so one `ptr` anywhere tells that the stars of the file mean nothing:
// for example
//
//	%list = type { %list*, i32 }
//	define void @f(ptr %p)
//
// The first pointer of most files decides, headers first. Only a file that begins with a star is
// searched for a `ptr`.
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

// mentionsOpaquePtr reports a type `ptr` anywhere in the file. An item is only looked through word
// by word where the letters stand in it.
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

// typesOf is the part of an item in which types may stand: its body, or all else.
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

// pointerSpelling finds the first pointer type in a text: 'p' for ptr, '*' for a star, if that is
// asked for, or 0 for none.
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
			j := i + 1
			for j < len(s) && lexTab[s[j]]&lexName != 0 {
				j++
			}
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
