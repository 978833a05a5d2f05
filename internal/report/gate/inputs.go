// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package gate

// This file finds the input files of a command line: files, directories and globs.

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
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
	pattern = filepath.ToSlash(pattern)
	dir := "."
	rest := pattern
	for strings.Contains(rest, "/") {
		head, tail, _ := strings.Cut(rest, "/")
		if strings.ContainsAny(head, "*?[") {
			break
		}
		if dir, rest = path.Join(dir, head), tail; head == "" {
			dir = "/"
		}
	}
	if _, err := path.Match(rest, ""); err != nil {
		return nil, fmt.Errorf("'%s' is not a pattern: %w", pattern, err)
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

// Match is path.Match with `**` for any number of directories, including none.
func Match(pattern, name string) bool {
	head, rest, more := strings.Cut(pattern, "/")
	if head == "**" {
		if !more {
			return true
		}
		for {
			if Match(rest, name) {
				return true
			}
			_, tail, ok := strings.Cut(name, "/")
			if !ok {
				return false
			}
			name = tail
		}
	}
	first, tail, deeper := strings.Cut(name, "/")
	if ok, err := path.Match(head, first); err != nil || !ok || more != deeper {
		return false
	}
	return !more || Match(rest, tail)
}
