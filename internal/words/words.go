// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package words splits command lines of compile databases and response files as a shell does, and
// replaces @FILE by the words of response files. It also finds the word that a mistyped one means. It
// expands no variables and no globs, and runs nothing.
package words

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// Split splits a text as a shell would: blanks separate words, quotes and backslashes protect
// characters, and nothing is expanded. For example, `a "b c" d\ e` has the words `a`, `b c` and
// `d e`.
func Split(text []byte) ([]string, error) {
	out, open := split(text, false)
	if open != 0 {
		return nil, fmt.Errorf("a %c is not closed", open)
	}
	return out, nil
}

// SplitResponse splits a response file as compilers do. Unlike in a shell, a backslash protects the
// next character in single quotes too, empty words vanish, and the end of the text closes a quote.
// For example, `'-DX="a\\nb"' ”` has the word `-DX="a\nb"`.
func SplitResponse(text []byte) ([]string, error) {
	out, _ := split(text, true)
	return slices.DeleteFunc(out, func(w string) bool { return w == "" }), nil
}

// split splits a text and returns the quote that is not closed, 0 if there is none. escapes reports
// whether a backslash protects characters in single quotes.
func split(text []byte, escapes bool) (out []string, open byte) {
	var word []byte
	in, quote := false, byte(0)
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\\' && (escapes || quote != '\'') && i+1 < len(text):
			i++
			word, in = append(word, text[i]), true
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote, in = c, true
		case quote == 0 && blank(c):
			if in {
				out = append(out, string(word))
			}
			word, in = word[:0], false
		default:
			word, in = append(word, c), true
		}
	}
	if in {
		out = append(out, string(word))
	}
	return out, quote
}

// QuoteResponse quotes words for a response file, one a line. SplitResponse reads them back, except
// empty words.
func QuoteResponse(list ...string) string {
	var b strings.Builder
	for _, w := range list {
		b.WriteByte('"')
		for k := range len(w) {
			if w[k] == '\\' || w[k] == '"' {
				b.WriteByte('\\')
			}
			b.WriteByte(w[k])
		}
		b.WriteString("\"\n")
	}
	return b.String()
}

// Quote quotes words so that Split, like a shell, reads them back. For example, the words `a b` and
// `c` become `'a b' 'c'`.
func Quote(list ...string) string {
	var out []string
	for _, w := range list {
		out = append(out, "'"+strings.ReplaceAll(w, "'", `'\''`)+"'")
	}
	return strings.Join(out, " ")
}

func blank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// SplitWindows splits a text as programs on Windows do: a backslash is an ordinary character except
// before a double quote, and a single quote always is. For example, `C:\dir\file` is one word with
// its backslashes.
func SplitWindows(text []byte) ([]string, error) {
	var out []string
	var word []byte
	in, quoted := false, false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\\':
			n := i
			for n < len(text) && text[n] == '\\' {
				n++
			}
			count := n - i
			i, in = n-1, true
			if n < len(text) && text[n] == '"' {
				word = append(word, bytes.Repeat([]byte{'\\'}, count/2)...)
				if count%2 == 1 {
					word, i = append(word, '"'), n
				}
				continue
			}
			word = append(word, bytes.Repeat([]byte{'\\'}, count)...)
		case c == '"' && quoted && i+1 < len(text) && text[i+1] == '"':
			word, i = append(word, '"'), i+1
		case c == '"':
			quoted, in = !quoted, true
		case !quoted && blank(c):
			if in {
				out = append(out, string(word))
			}
			word, in = word[:0], false
		default:
			word, in = append(word, c), true
		}
	}
	if quoted {
		return nil, fmt.Errorf(`a " is not closed`)
	}
	if in {
		out = append(out, string(word))
	}
	return out, nil
}

// Limits for nested response files: their depth, their number, and their total size. A few short
// files can include each other so often that only the total shows it.
const (
	MaxDepth = 20
	MaxFiles = 1000
	MaxBytes = 64 << 20
)

// Files says how response files are read.
type Files struct {
	Dir    string                         // relative names are relative to Dir; "": to the working directory
	Nested bool                           // names in a response file are relative to its directory, not to Dir
	Split  func([]byte) ([]string, error) // nil: SplitWindows on Windows, and SplitResponse elsewhere
}

// Native returns the function that splits commands of a compile database as programs of a system
// do: SplitWindows for GOOS "windows", and Split for all others. LLVM's tools choose in the same
// way.
func Native(goos string) func([]byte) ([]string, error) {
	if goos == "windows" {
		return SplitWindows
	}
	return Split
}

// Expand replaces @FILE by the words in FILE. It does not change an @name that is no file.
func (f Files) Expand(args []string) ([]string, error) {
	if f.Split == nil {
		f.Split = SplitResponse
		if runtime.GOOS == "windows" {
			f.Split = SplitWindows
		}
	}
	e := &expander{Files: f, files: MaxFiles, bytes: MaxBytes}
	return e.expand(args, f.Dir, 0)
}

// ReadFile reads a file that a user or a tool wrote for this program, up to limit bytes. It always
// returns soon: it rejects a named pipe, which may never have a writer, and an endless device
// exceeds the limit.
func ReadFile(path string, limit int64) ([]byte, error) {
	st, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case st.Mode()&os.ModeNamedPipe != 0 && !strings.HasPrefix(path, "/dev/") && !strings.HasPrefix(path, "/proc/"):
		return nil, fmt.Errorf("%s is a named pipe, not a file", path)
	case st.Size() > limit:
		return nil, fmt.Errorf("%s has more than %d MB", path, limit>>20)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(text)) > limit {
		return nil, fmt.Errorf("%s has more than %d MB", path, limit>>20)
	}
	return text, err
}

// expander counts the response files and bytes that may still be read.
type expander struct {
	Files
	files, bytes int
}

// read reads a response file.
func (e *expander) read(name string) ([]byte, error) {
	text, err := ReadFile(name, MaxBytes)
	if err != nil {
		return nil, err
	}
	if e.files, e.bytes = e.files-1, e.bytes-len(text); e.files < 0 {
		return nil, fmt.Errorf("more than %d response files", MaxFiles)
	}
	if e.bytes < 0 {
		return nil, fmt.Errorf("more than %d MB of response files", MaxBytes>>20)
	}
	return text, nil
}

func (e *expander) expand(args []string, dir string, depth int) ([]string, error) {
	var out []string
	for _, a := range args {
		name, ok := strings.CutPrefix(a, "@")
		if !ok || name == "" {
			out = append(out, a)
			continue
		}
		if dir != "" && !filepath.IsAbs(name) {
			name = filepath.Join(dir, name)
		}
		text, err := e.read(name)
		if err != nil {
			if os.IsNotExist(err) {
				out = append(out, a)
				continue
			}
			return nil, fmt.Errorf("cannot read response file: %w", err)
		}
		if depth >= MaxDepth {
			return nil, fmt.Errorf("response files are nested more than %d deep at '%s'", MaxDepth, a)
		}
		list, err := e.Split(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")))
		if err != nil {
			return nil, fmt.Errorf("response file %s: %w", name, err)
		}
		inside := dir
		if e.Nested {
			inside = filepath.Dir(name)
		}
		inner, err := e.expand(list, inside, depth+1)
		if err != nil {
			return nil, err
		}
		out = append(out, inner...)
	}
	return out, nil
}
