// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package parse

// This file finds frames that a program makes by hand. A library may pass the address of an object
// of its own as a handle, if the object begins with a function pointer, for example
//
//	store ptr @call, ptr %object
//	...
//	call void @llvm.coro.resume(ptr %object)
//
// The parts of coroutines are fastcc, but @call is not.

import "strings"

// HasHandmadeFrames reports whether a function that could stand for a part, other than a fastcc
// one, is an operand of an instruction in some function, or the first pointer of an initializer. It
// may report too much, but never too little.
func (f *File) HasHandmadeFrames() bool {
	f.handmadeOnce.Do(func() {
		f.index()
		part := map[int32]bool{} // by the index of the definition
		for i := range f.Items {
			switch it := &f.Items[i]; it.Kind {
			case ItemDefine:
				f.handmade = f.handmade || f.usesPart(f.src[it.Body:it.End], part, false)
			case ItemGlobal:
				f.handmade = f.handmade || f.usesPart(f.src[it.Head:it.End], part, true)
			}
			if f.handmade {
				return
			}
		}
	})
	return f.handmade
}

// usesPart reports whether a text has the address of a function that could stand for a part. With
// first, only the first pointer after the equals sign counts: a table of virtual functions does not
// begin with a function. part caches the answers about definitions.
func (f *File) usesPart(text string, part map[int32]bool, first bool) bool {
	if first {
		k := strings.IndexByte(text, '=')
		if k < 0 {
			return false
		}
		if text = text[k:]; strings.Contains(text, " alias ") {
			return false
		}
		if n := strings.Index(text, "null"); n >= 0 {
			text = text[:n]
		}
	}
	used := false
	eachName(text, 0, func(name string, at, end int) bool {
		if end < len(text) && text[end] == '(' || strings.HasPrefix(name, "llvm.") {
			return true
		}
		if to, found := f.symbols[name]; found {
			is, known := part[to]
			if !known {
				is = f.standsForPart(&f.Items[to])
				part[to] = is
			}
			used = is && !registers(text, at)
		}
		return !used && !first
	})
	return used
}

// standsForPart reports whether an item defines a function that takes one pointer, returns nothing,
// and is not fastcc, or an alias of such a function. LLVM makes no claim about a call of a function
// that it does not see.
func (f *File) standsForPart(it *Item) bool {
	if it.Kind != ItemDefine {
		return it.Kind == ItemGlobal && strings.Contains(f.src[it.Head:it.End], " alias void (")
	}
	head := f.src[it.Head:it.Body]
	at := strings.IndexByte(head, '@')
	if at < 0 || strings.Contains(head[:at], " fastcc ") || !strings.HasSuffix(strings.TrimSpace(head[:at]), "void") {
		return false
	}
	_, open, ok := symbolName(head, at+1)
	if !ok || open >= len(head) || head[open] != '(' {
		return false
	}
	depth := 0
	for k := open; k < len(head); k++ {
		switch head[k] {
		case '(', '{', '[', '<':
			depth++
		case ')', '}', ']', '>':
			if depth--; depth == 0 {
				param := strings.TrimSpace(head[open+1 : k])
				return strings.HasPrefix(param, "ptr") || strings.Contains(param, "*")
			}
		case ',':
			if depth == 1 {
				return false
			}
		}
	}
	return false
}

// registers reports whether the line at an offset registers a destructor.
func registers(text string, k int) bool {
	line, _, _ := strings.Cut(text[strings.LastIndexByte(text[:k], '\n')+1:], "\n")
	return strings.Contains(line, "@__cxa_throw(") || strings.Contains(line, "@__cxa_atexit(") ||
		strings.Contains(line, "@__cxa_thread_atexit(") || strings.Contains(line, "#dbg_")
}
