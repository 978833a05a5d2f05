// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lsp

// This file finds the names in textual IR. It reads words and not the grammar, so that it also works
// while a text is being edited and is not valid.

import (
	"bytes"
	"sort"
	"strings"
)

// word is an occurrence of a name.
type word struct {
	start, end int
	name       string // with its sign, without quotes: %x, @f, !7, #0, $c; a label is %x
	scope      int    // the number of the function for a local name; -1 outside of functions
	defines    bool
}

// function is a definition or declaration.
type function struct {
	name       *word
	start, end int
	labels     []int // indices of words
}

// names are the words of a text.
type names struct {
	words     []word // by position
	functions []function
	defined   map[string]map[int]int // by name and scope: index of the word that defines it
}

func isNameByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '.' || c == '-' || c == '$'
}

// reader is the state of the search for names.
type reader struct {
	*names
	b      []byte
	scope  int
	line   int  // start of the line
	header bool // in the first line of a function, whose first global name it defines
	named  bool // that name was read
}

func readNames(b []byte) *names {
	r := &reader{names: &names{defined: map[string]map[int]int{}}, b: b, scope: -1}
	functions := 0
	for i := 0; i < len(b); {
		if i == 0 || b[i-1] == '\n' {
			r.line = i
			rest := b[i:]
			switch {
			case bytes.HasPrefix(rest, []byte("define ")):
				r.header, r.named, r.scope = true, false, functions
				functions++
				r.functions = append(r.functions, function{start: i})
			case bytes.HasPrefix(rest, []byte("declare ")):
				r.header, r.named, r.scope = true, false, -1
				r.functions = append(r.functions, function{start: i})
			case rest[0] == '}' && r.scope >= 0:
				r.functions[len(r.functions)-1].end = i + 1
				r.scope = -1
			}
		}
		i = r.next(i)
	}
	for k := range r.words {
		w := &r.words[k]
		if w.defines {
			if r.defined[w.name] == nil {
				r.defined[w.name] = map[int]int{}
			}
			if _, twice := r.defined[w.name][w.scope]; !twice {
				r.defined[w.name][w.scope] = k
			}
		}
	}
	return r.names
}

// next reads what begins at i, and returns where it ends.
func (r *reader) next(i int) int {
	b := r.b
	switch c := b[i]; {
	case c == ';':
		if k := bytes.IndexByte(b[i:], '\n'); k >= 0 {
			return i + k
		}
		return len(b)
	case c == '\n':
		if r.header {
			r.header = false
			if f := &r.functions[len(r.functions)-1]; r.scope < 0 || f.end == 0 {
				f.end = i
			}
		}
		return i + 1
	case c == '"':
		end := closing(b, i)
		if r.scope >= 0 && i == r.line && end < len(b) && b[end] == ':' {
			r.label(i, end, string(b[i+1:end-1]))
		}
		return end
	case strings.IndexByte("%@!#$", c) >= 0:
		return r.name(i)
	case isNameByte(c):
		end := i
		for end < len(b) && isNameByte(b[end]) {
			end++
		}
		if r.scope >= 0 && i == r.line && end < len(b) && b[end] == ':' {
			r.label(i, end, string(b[i:end]))
		}
		return end
	}
	return i + 1
}

// closing returns the offset behind the string that begins at i.
func closing(b []byte, i int) int {
	for k := i + 1; k < len(b) && b[k] != '\n'; k++ {
		if b[k] == '"' {
			return k + 1
		}
	}
	return i + 1
}

func (r *reader) label(start, end int, name string) {
	f := &r.functions[len(r.functions)-1]
	f.labels = append(f.labels, len(r.words))
	r.words = append(r.words, word{start, end, "%" + name, r.scope, true})
}

// name reads the name whose sign is at i.
func (r *reader) name(i int) int {
	b := r.b
	end := i + 1
	var name string
	if end < len(b) && b[end] == '"' && b[i] != '!' && b[i] != '#' {
		end = closing(b, end)
		name = string(b[i:i+1]) + strings.Trim(string(b[i+1:end]), `"`)
	} else {
		for end < len(b) && isNameByte(b[end]) {
			end++
		}
		name = string(b[i:end])
	}
	if len(name) < 2 {
		return end
	}
	w := word{start: i, end: end, name: name, scope: -1}
	if name[0] == '%' {
		w.scope = r.scope
	}
	switch {
	case r.header && !r.named && name[0] == '@':
		r.named, w.defines = true, true
		r.functions[len(r.functions)-1].name = &word{start: i, end: end, name: name}
	case r.header && r.named && name[0] == '%' && b[i-1] == ' ' && end < len(b) && (b[end] == ',' || b[end] == ')'):
		w.defines = true // a parameter; a type follows a bracket, or its value follows it
	default:
		rest := bytes.TrimLeft(b[end:min(end+3, len(b))], " ")
		w.defines = len(bytes.TrimLeft(b[r.line:i], " \t")) == 0 && len(rest) > 0 && rest[0] == '='
	}
	r.words = append(r.words, w)
	return end
}

// at returns the index of the word at an offset; -1 if there is none.
func (n *names) at(offset int) int {
	k := sort.Search(len(n.words), func(k int) bool { return n.words[k].end >= offset })
	if k < len(n.words) && n.words[k].end == offset && k+1 < len(n.words) && n.words[k+1].start == offset {
		k++
	}
	if k == len(n.words) || n.words[k].start > offset {
		return -1
	}
	return k
}

// definition returns the index of the word that defines the name of a word; -1 if none does. A local
// name that its function does not define is a type of the module.
func (n *names) definition(k int) int {
	of := n.defined[n.words[k].name]
	if d, ok := of[n.words[k].scope]; ok {
		return d
	}
	if d, ok := of[-1]; ok {
		return d
	}
	return -1
}

// references returns the words with the same definition as a word, in their order.
func (n *names) references(k int, definition bool) []*word {
	var list []*word
	d := n.definition(k)
	for j := range n.words {
		w := &n.words[j]
		if w.name == n.words[k].name && n.definition(j) == d && (definition || !w.defines) {
			list = append(list, w)
		}
	}
	return list
}
