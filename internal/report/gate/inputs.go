// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package gate

// This file finds the input files of a command line: files, directories and globs.

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Inputs returns the files that the words of a command line select. A directory selects all .ll
// files below it. A word with *, ? or [ that does not name a file selects the files that match,
// with `**` for any number of directories. Directories and globs skip the files that the
// configuration excludes. The files are in the order of the words, and sorted by name within each.
// A file appears once. For example, `build/**/task*.ll` selects build/task.ll and
// build/app/x86/task2.ll.
func Inputs(words []string, conf *Finder) ([]string, error) {
	var out []string
	seen := map[string]bool{}
	add := func(name string) {
		if !seen[filepath.Clean(name)] || name == "-" {
			seen[filepath.Clean(name)] = true
			out = append(out, name)
		}
	}
	for _, w := range words {
		st, err := os.Stat(w)
		var found []string
		switch {
		case w == "-" || err == nil && !st.IsDir():
			add(w)
			continue
		case err == nil:
			found, err = walk(w, "**/*.ll")
		case strings.ContainsAny(w, "*?["):
			found, err = glob(w)
		default:
			add(w) // reading it will report the error
			continue
		}
		if err != nil {
			return nil, err
		}
		for _, f := range found {
			c, err := conf.For(f)
			if err != nil {
				return nil, err
			}
			if c.Excluded(f) {
				continue
			}
			add(f)
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("no .ll file matches '%s'", w)
		}
	}
	return out, nil
}

// glob returns the files that match a pattern, sorted by name.
func glob(pattern string) ([]string, error) {
	dir, rest := doublestar.SplitPattern(filepath.ToSlash(pattern))
	if !doublestar.ValidatePattern(braces.Replace(rest)) {
		return nil, fmt.Errorf("'%s' is not a pattern: %w", pattern, doublestar.ErrBadPattern)
	}
	return walk(filepath.FromSlash(dir), rest)
}

// walk returns the files below a directory whose relative path matches a pattern.
func walk(dir, pattern string) ([]string, error) {
	var out []string
	if st, err := os.Lstat(dir); err == nil && st.Mode()&os.ModeSymlink != 0 {
		dir += string(filepath.Separator) // makes WalkDir follow the link
	}
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if p != dir && strings.HasPrefix(d.Name(), ".") {
				return filepath.SkipDir
			}
			return nil
		}
		if rel, err := filepath.Rel(dir, p); err == nil && Match(pattern, filepath.ToSlash(rel)) {
			out = append(out, p)
		}
		return nil
	})
	slices.Sort(out)
	return out, err
}

// braces escapes what doublestar takes for alternatives: names of C++ have braces, such as {lambda()#1}.
var braces = strings.NewReplacer(`\\`, `\\`, `\{`, `\{`, `\}`, `\}`, "{", `\{`, "}", `\}`)

// Match is path.Match with `**` for any number of directories, including none.
func Match(pattern, name string) bool {
	ok, err := doublestar.Match(braces.Replace(pattern), name)
	return ok && err == nil
}
