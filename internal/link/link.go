// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package link adds functions of a library to a module, as text. The library is textual IR, for
// example NVIDIA's libdevice after llvm-dis. For example, a module that declares @__nv_sinf gets the
// definition, and everything that the definition needs, as internal symbols at its end.
//
// The package parses no function and changes no byte of the module but declarations that it
// replaces, which become blank, and calls of math intrinsics, whose places stay. So positions in the
// module remain valid. It does not merge types of the same name: if they differ, that is an error.
package link

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

// A Library is textual IR whose functions may be linked into a module.
type Library struct {
	file *parse.File
	name string
}

// Read scans a library. The error is an ir.ErrorList with positions in the library.
func Read(name string, text []byte) (*Library, error) {
	f, err := parse.Scan(name, text)
	if err != nil {
		return nil, ir.AsList(err)
	}
	for i := range f.Items {
		if it := &f.Items[i]; strings.HasPrefix(it.Name, "\x00") {
			e := ir.Unsupportedf(ir.PosAt(it.Head), "a library with symbols or types without names")
			e.Hint = "give them names, for example with opt -passes=name-anon-globals"
			return nil, ir.ErrorList{e}
		}
	}
	return &Library{f, name}, nil
}

// All adds what a module needs of several libraries, which may need each other.
func All(name string, text []byte, libs []*Library) ([]byte, error) {
	for range len(libs) + 1 {
		before := len(text)
		for _, l := range libs {
			var err error
			if text, err = l.into(name, text); err != nil {
				return nil, err
			}
		}
		if len(text) == before {
			break
		}
	}
	return text, nil
}

// linker is the state of linking one library into one module.
type linker struct {
	*Library
	main   *parse.File
	out    []byte
	taken  map[int]string // the copied items of the library, with their names in the module
	order  []int
	groups map[int]bool
	nodes  []int
	noted  map[int]bool
	types  []string
	typed  map[string]bool
	// the named types of the library and of the module
	typeItems, mainTypes map[string]*parse.Item
	group0               int // the module's number for the library's attribute group 0
	node0                int
}

// into adds what a module needs. An error of scanning the module is left to the run.
func (l *Library) into(name string, text []byte) ([]byte, error) {
	main, err := parse.Scan(name, text)
	if err != nil {
		return text, nil
	}
	k := &linker{Library: l, main: main, taken: map[int]string{}, groups: map[int]bool{}, noted: map[int]bool{},
		typed: map[string]bool{}}
	k.out = k.replaceMath()
	for _, it := range main.Items {
		if it.Kind != parse.ItemDeclare {
			continue
		}
		if to := l.file.Index(it.Name); to >= 0 && l.file.Items[to].Kind == parse.ItemDefine {
			blank(k.out[it.Head:it.End])
			k.take(to)
		}
	}
	if len(k.order) == 0 {
		return k.out, nil
	}
	if main.TypedPtrs != l.file.TypedPtrs {
		return nil, fmt.Errorf("%s and the module disagree about typed pointers: write both with the same LLVM", l.name)
	}
	k.typeItems, k.mainTypes = typesOf(l.file), typesOf(main)
	k.group0, k.node0 = main.NextAttrGroup(), main.NextMD()
	if err := k.copy(); err != nil {
		return nil, err
	}
	return k.out, nil
}

// blank replaces text by spaces, and keeps its lines.
func blank(text []byte) {
	for k, c := range text {
		if c != '\n' {
			text[k] = ' '
		}
	}
}

// take marks an item of the library as needed, and gives it a name that the module does not have.
func (k *linker) take(item int) {
	if _, done := k.taken[item]; done {
		return
	}
	it := &k.file.Items[item]
	name := it.Name
	if it.Kind != parse.ItemDeclare && isLocal(k.file, it) {
		for n := 0; k.main.HasSymbol(name); n++ {
			name = it.Name + ".lib" + strconv.Itoa(n)
		}
	}
	k.taken[item] = name
	k.order = append(k.order, item)
}

// needs returns the module's name for a symbol of the library, and takes its item unless the module
// has the symbol.
func (k *linker) needs(name string) string {
	item := k.file.Index(name)
	if item < 0 {
		return name
	}
	it := &k.file.Items[item]
	if _, done := k.taken[item]; !done && k.main.HasSymbol(name) && (it.Kind == parse.ItemDeclare || !isLocal(k.file, it)) {
		main := k.main.Item(name)
		if it.Kind != parse.ItemDefine || main.Kind != parse.ItemDeclare {
			return name
		}
		blank(k.out[main.Head:main.End])
	}
	k.take(item)
	return k.taken[item]
}

// isLocal reports whether a definition is private or internal.
func isLocal(f *parse.File, it *parse.Item) bool {
	text := string(f.Text[it.Head:it.End])
	if it.Kind == parse.ItemGlobal {
		_, text, _ = strings.Cut(text, "=")
	} else {
		text = strings.TrimPrefix(text, "define")
	}
	text = strings.TrimLeft(text, " \t\n")
	return strings.HasPrefix(text, "internal") || strings.HasPrefix(text, "private")
}

// copy appends the needed items, and those that they need.
func (k *linker) copy() error {
	var body, head []byte
	for n := 0; n < len(k.order); n++ {
		it := &k.file.Items[k.order[n]]
		body = append(k.item(append(body, '\n'), it), '\n')
	}
	for n := 0; n < len(k.types); n++ {
		var err error
		if head, err = k.typeDef(head, k.types[n]); err != nil {
			return err
		}
	}
	for i := range k.file.Items {
		if it := &k.file.Items[i]; it.Kind == parse.ItemAttrs && k.groups[it.Num] {
			body = append(k.rewrite(append(body, '\n'), k.text(it)), '\n')
		}
	}
	for n := 0; n < len(k.nodes); n++ {
		start, end, ok := k.file.MDSpan(k.nodes[n])
		if !ok {
			return fmt.Errorf("%s: metadata !%d is not defined", k.name, k.nodes[n])
		}
		text := string(k.file.Text[start:end])
		body = append(k.rewrite(append(body, '\n'), text), '\n')
	}
	k.out = append(append(append(k.out, '\n'), head...), body...)
	return nil
}

func (k *linker) text(it *parse.Item) string {
	return strings.TrimRight(string(k.file.Text[it.Head:it.End]), " \t\n")
}

// linkage are the words before the type of a symbol that internal symbols do not have.
var linkage = map[string]bool{"private": true, "internal": true, "available_externally": true, "linkonce": true,
	"weak": true, "common": true, "appending": true, "extern_weak": true, "linkonce_odr": true, "weak_odr": true,
	"external": true, "dso_local": true, "dso_preemptable": true, "default": true, "hidden": true, "protected": true,
	"dllimport": true, "dllexport": true}

// item copies a symbol. Definitions become internal.
func (k *linker) item(b []byte, it *parse.Item) []byte {
	text := k.text(it)
	switch it.Kind {
	case parse.ItemDefine:
		return k.rewrite(append(b, "define internal "...), afterLinkage(strings.TrimPrefix(text, "define")))
	case parse.ItemGlobal:
		at := strings.IndexByte(text, '=')
		if strings.HasPrefix(text, `@"`) {
			at = 2 + strings.IndexByte(text[2:], '"')
			at += strings.IndexByte(text[at:], '=')
		}
		rest := strings.TrimLeft(text[at+1:], " \t\n")
		b = k.rewrite(b, text[:at])
		if strings.HasPrefix(rest, "external ") || strings.HasPrefix(rest, "extern_weak ") {
			return k.rewrite(append(b, "= "...), rest)
		}
		return k.rewrite(append(b, "= internal "...), afterLinkage(rest))
	}
	return k.rewrite(b, text)
}

// afterLinkage returns the text after the words of linkage.
func afterLinkage(text string) string {
	for {
		text = strings.TrimLeft(text, " \t\n")
		n := wordEnd(text)
		if !linkage[text[:n]] {
			return text
		}
		text = text[n:]
	}
}

// wordEnd returns the length of the name or keyword at the start of a text.
func wordEnd(s string) int {
	for n := range len(s) {
		c := s[n]
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '.' || c == '$' ||
			c == '-' {
			continue
		}
		return n
	}
	return len(s)
}

// typeDef copies the definition of a named type, unless the module has it.
func (k *linker) typeDef(b []byte, name string) ([]byte, error) {
	text := k.text(k.typeItems[name])
	m := k.mainTypes[name]
	if m == nil {
		return append(k.rewrite(b, text), '\n'), nil
	}
	if have := strings.TrimSpace(string(k.main.Text[m.Head:m.End])); have != text {
		return nil, fmt.Errorf("the type %%%s of %s is another one in the module: rename one of them", name, k.name)
	}
	k.rewrite(nil, text) // its types are compared, too
	return b, nil
}

// typesOf returns the named types of a file.
func typesOf(f *parse.File) map[string]*parse.Item {
	types := map[string]*parse.Item{}
	for i := range f.Items {
		if it := &f.Items[i]; it.Kind == parse.ItemType {
			types[it.Name] = it
		}
	}
	return types
}

// replaceMath returns the module's text with calls of the library for math intrinsics that it has.
// Each replacement is shorter, and blanks fill it up.
func (k *linker) replaceMath() []byte {
	out := bytes.Clone(k.main.Text)
	for i := range k.main.Items {
		it := &k.main.Items[i]
		if it.Kind == parse.ItemDefine {
			k.mathCalls(out[it.Body:it.End])
		}
	}
	return out
}
