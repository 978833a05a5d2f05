// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver

// This file recognises input that users give by mistake: bitcode, source code of another language,
// or IR that is already split. It only writes hints.

import (
	"bytes"
	"cmp"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

// shellName quotes a file name for a command line; <stdin> becomes a placeholder.
func shellName(name string) string {
	if name == "<stdin>" || name == "" {
		return "FILE"
	}
	if strings.ContainsAny(name, " \t'\"\\$&;|<>()*?`#~") {
		return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
	}
	return name
}

// Parse reads a module, as parse.Module does. If the text is not IR, the error says what it is and how
// to make IR of it.
func Parse(name string, text []byte) (*ir.Module, error) {
	if e := notText(name, text, &Options{}); e != nil {
		return nil, e
	}
	m, err := parse.Module(name, text)
	return m, withHint(name, text, &Options{}, err)
}

// withHint adds a hint to the first error of a file that is a known format other than textual IR.
func withHint(name string, text []byte, o *Options, err error) error {
	if l := ir.AsList(err); len(l) > 0 {
		if h := sourceHint(name, text, o); h != "" {
			l[0].Hint = h
		}
	}
	return err
}

// notText returns an error with a hint if the input is a known format other than textual IR.
func notText(name string, text []byte, o *Options) *ir.Error {
	e := ir.Errorf(0, "the file is LLVM bitcode, not textual IR")
	switch {
	case bytes.HasPrefix(text, []byte("BC\xc0\xde")), bytes.HasPrefix(text, []byte{0xde, 0xc0, 0x17, 0x0b}):
		e.Hint = fmt.Sprintf("convert it to text with `llvm-dis %s -o -`, or compile with clang -S -emit-llvm",
			shellName(name))
	case bytes.HasPrefix(text, []byte{0xff, 0xfe}), bytes.HasPrefix(text, []byte{0xfe, 0xff}):
		e.Msg, e.Hint = "the file is UTF-16", "LLVM IR is ASCII or UTF-8"
	case bytes.HasPrefix(text, []byte("\xef\xbb\xbf")) && sourceHint(name, text, o) == "":
		e.Msg = "the file begins with a byte order mark, which LLVM IR must not have"
		e.Hint = fmt.Sprintf("remove it: `tail -c +4 %s | %s`", shellName(name), o.reader())
	case bytes.HasPrefix(text, []byte{0x1f, 0x8b}):
		e.Msg = "the file is compressed, not textual IR"
		e.Hint = fmt.Sprintf("decompress it: `gzip -dc %s | %s`", shellName(name), o.reader())
	case bytes.HasPrefix(text, []byte("\x7fELF")):
		e.Msg, e.Hint = "the file is an ELF object, not textual IR", "compile to IR with clang -S -emit-llvm"
	default:
		return nil
	}
	return e
}

// reader is the command that reads text from a pipe.
func (o *Options) reader() string { return cmp.Or(o.Reader, "corolower") }

// languages maps file name extensions to the language and its compiler, for source files that users
// give instead of IR.
var languages = map[string]struct{ name, compiler string }{
	".c": {"C", "clang"}, ".cc": {"C++", "clang++ -std=c++20"}, ".cpp": {"C++", "clang++ -std=c++20"},
	".cxx": {"C++", "clang++ -std=c++20"},
	".C":   {"C++", "clang++ -std=c++20"}, ".cppm": {"C++", "clang++ -std=c++20"},
	".h":   {"C++", "clang++ -std=c++20 -x c++"},
	".hpp": {"C++", "clang++ -std=c++20 -x c++"}, ".cu": {"CUDA", "clang++ -std=c++20 --cuda-device-only"},
}

// sourceHint returns a hint how to compile source code to IR; "" if the input does not look like
// source code.
func sourceHint(name string, text []byte, o *Options) string {
	ext := filepath.Ext(name)
	l, ok := languages[ext]
	if !ok {
		head := bytes.TrimLeft(text[:min(len(text), 4096)], " \t\r\n\xef\xbb\xbf")
		if strings.EqualFold(ext, ".s") || bytes.HasPrefix(head, []byte(".")) {
			return "this looks like assembly: with clang -S -emit-llvm -Xclang -disable-llvm-passes it is IR"
		}
		looks := false
		for _, w := range []string{"#include", "#pragma", "#define", "#if", "//", "/*", "import ", "namespace ",
			"template", "using ", "struct ", "class "} {
			looks = looks || bytes.HasPrefix(head, []byte(w))
		}
		if !looks {
			return ""
		}
		l = languages[".h"]
	}
	return fmt.Sprintf("this looks like %s: run `%s -O2 -g -S -emit-llvm -Xclang -disable-llvm-passes -o - %s | %s`",
		l.name, l.compiler, shellName(name), o.reader())
}

// splitAlready returns the first function of the file whose coroutine is already split, which has a
// resume and a destroy function. It returns "" if there is none, or if the file has a coroutine
// that is not split yet.
func splitAlready(f *parse.File) string {
	var first *parse.Item
	for i := range f.Items {
		name, is := strings.CutSuffix(f.Items[i].Name, ".destroy")
		if !is {
			continue
		}
		switch f.Items[i].Kind {
		case parse.ItemGlobal, parse.ItemDeclare, parse.ItemDefine:
			it := f.Item(name)
			if it != nil && it.Kind == parse.ItemDefine && (first == nil || it.Start < first.Start) &&
				f.HasSymbol(name+".resume") {
				first = it
			}
		}
	}
	if first == nil {
		return ""
	}
	for i := range f.Items {
		if it := &f.Items[i]; it.Kind == parse.ItemDefine && f.Presplit(it) {
			return ""
		}
	}
	return first.Name
}
