// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/corolower/corolower/internal/report/gate"
	"github.com/corolower/corolower/internal/report/project"
)

// This file selects the units of `corolower project`.

// units returns the compile commands that the command line selects.
func units(fl *projectFlags, words, command []string, conf *gate.Finder, wd string) ([]project.Command, error) {
	if command != nil {
		c, err := project.OneCommand(wd, command)
		if err != nil {
			return nil, usagef("%v", err)
		}
		return []project.Command{c}, nil
	}
	path, err := project.FindDatabase(fl.build, wd)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) && fl.build != "" {
			return nil, usagef("for the -p option: %v", err)
		}
		return nil, usagef("%v", err)
	}
	all, err := project.ReadDatabase(path)
	if err != nil {
		return nil, usagef("%v", err)
	}
	keep := make([]bool, len(all))
	for _, w := range words {
		if err := choose(all, keep, w, conf, wd); err != nil {
			return nil, err
		}
	}
	if len(words) == 0 {
		for k := range all {
			out, err := excluded(all[k].File, conf)
			if err != nil {
				return nil, err
			}
			keep[k] = !out
		}
	}
	var list []project.Command
	for k, c := range all {
		for _, glob := range fl.exclude {
			keep[k] = keep[k] && !means(glob, c.File, wd) && !matches(glob, c.File, wd)
		}
		if keep[k] {
			list = append(list, c)
		}
	}
	if list == nil {
		if len(all) == 0 {
			return nil, usagef("%s has no commands", path)
		}
		return nil, usagef("all %d commands in %s are excluded", len(all), path)
	}
	return list, nil
}

// choose marks the units that a word selects. Units that the configuration excludes are marked only
// by their own name.
func choose(all []project.Command, keep []bool, word string, conf *gate.Finder, wd string) error {
	found := false
	_, err := os.Stat(word)
	name := err == nil && !strings.HasSuffix(word, "/")
	for k, c := range all {
		if !means(word, c.File, wd) {
			continue
		}
		found = true
		if !name || !sameFile(word, c.File, wd) {
			out, err := excluded(c.File, conf)
			if err != nil {
				return err
			}
			if out {
				continue
			}
		}
		keep[k] = true
	}
	if found {
		return nil
	}
	e := usagef("no compile command for '%s'", word)
	if ext := filepath.Ext(word); ext == ".h" || ext == ".hpp" || ext == ".hh" || ext == ".hxx" || ext == ".inc" {
		e.hint = "headers are analysed with the units that include them"
	}
	return e
}

// excluded reports whether the configuration excludes a source file.
func excluded(file string, conf *gate.Finder) (bool, error) {
	c, err := conf.For(file)
	if err != nil {
		return false, usagef("%v", err)
	}
	return c.Excluded(file), nil
}

// means reports whether a word on the command line selects a source file: the word is its name, a
// directory that contains it, or a glob.
func means(word, file, wd string) bool {
	if sameFile(word, file, wd) {
		return true
	}
	dir := absolutePath(word, wd)
	for _, d := range []string{dir, resolved(dir)} {
		if rel, err := filepath.Rel(d, file); err == nil && filepath.IsLocal(rel) {
			return true
		}
	}
	return strings.ContainsAny(word, "*?[") && matches(word, file, wd)
}

// matches reports whether a source file matches a glob of paths that are relative to the working
// directory. A glob without a slash matches the last part of the path.
func matches(word, file, wd string) bool {
	word = filepath.ToSlash(word)
	path := filepath.ToSlash(file)
	switch rel, err := filepath.Rel(wd, file); {
	case !strings.Contains(word, "/"):
		path = filepath.Base(file)
	case !filepath.IsAbs(word) && err == nil:
		path = filepath.ToSlash(rel)
	}
	return gate.Match(strings.TrimPrefix(word, "./"), path)
}

func sameFile(word, file, wd string) bool {
	abs := absolutePath(word, wd)
	if filepath.Base(abs) != filepath.Base(file) {
		return false
	}
	return abs == file || resolved(abs) == file || resolved(abs) == resolved(file)
}

func absolutePath(word, wd string) string {
	if !filepath.IsAbs(word) {
		word = filepath.Join(wd, word)
	}
	return filepath.Clean(word)
}

// resolved returns the path without symbolic links if it exists, and path itself otherwise.
func resolved(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// buildID identifies this build of the program, so that it never reuses results of another build.
func buildID() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), nil
}
