// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package project

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// This file determines which files the compiler read: from its dependency file, and from its
// options.

// dependencies returns the files after the colon in a dependency file of make's format. Relative
// paths are relative to dir.
func dependencies(text, dir string) []string {
	_, list, ok := strings.Cut(text, ":")
	if !ok {
		return nil
	}
	var out []string
	var word strings.Builder
	flush := func() {
		if word.Len() > 0 {
			name := word.String()
			if !filepath.IsAbs(name) {
				name = filepath.Join(dir, name)
			}
			out = append(out, filepath.Clean(name))
			word.Reset()
		}
	}
	for k := 0; k < len(list); k++ {
		switch c := list[k]; {
		case c == '\\' && k+1 < len(list) && strings.IndexByte(" #\\", list[k+1]) >= 0 && !(list[k+1] == '\\' &&
			!beforeBlank(list[k+1:])):
			k++
			word.WriteByte(list[k])
		case c == '\\' && k+1 < len(list) && (list[k+1] == '\n' || list[k+1] == '\r'):
			flush()
		case c == '$' && k+1 < len(list) && list[k+1] == '$':
			k++
			word.WriteByte('$')
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			flush()
		default:
			word.WriteByte(c)
		}
	}
	flush()
	slices.Sort(out)
	return slices.Compact(out)
}

// beforeBlank reports whether s starts with backslashes followed by a blank or #; make only doubles
// the backslashes before these.
func beforeBlank(s string) bool {
	s = strings.TrimLeft(s, `\`)
	return strings.HasPrefix(s, " ") || strings.HasPrefix(s, "#")
}

// profileName is the file that clang reads if a profile option names a directory, or nothing.
const profileName = "default.profdata"

// named returns the files that options name: profiles, modules, plugins, lists of functions. The
// compiler's dependency file does not include them.
func named(args []string, dir string) []string {
	var out []string
	for _, a := range args {
		if a == "-fprofile-use" || a == "-fprofile-instr-use" {
			out = append(out, filepath.Join(dir, profileName))
		}
		for rest := a; rest != ""; {
			name := rest
			if !filepath.IsAbs(name) {
				name = filepath.Join(dir, name)
			}
			st, err := os.Stat(name)
			switch {
			case err == nil && st.Mode().IsRegular():
				out = append(out, filepath.Clean(name))
			case err == nil && st.IsDir() && strings.HasPrefix(a, "-fprofile"):
				out = append(out, filepath.Join(name, profileName))
			}
			_, rest, _ = strings.Cut(rest, "=")
		}
	}
	return out
}
