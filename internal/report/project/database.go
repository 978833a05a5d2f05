// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package project

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/corolower/corolower/internal/launch"
	"github.com/corolower/corolower/internal/words"
)

// This file reads compile_commands.json.

// DatabaseName is the file name of a compile database.
const DatabaseName = "compile_commands.json"

// Command is the command that compiles a unit.
type Command struct {
	Dir    string   // the command's working directory, absolute
	File   string   // the source, absolute
	Args   []string // including the compiler; response files are not expanded
	Output string   // according to the database; "" if it has none
}

// entry is a command in the format of the database.
type entry struct {
	Directory string   `json:"directory"`
	File      string   `json:"file"`
	Command   *string  `json:"command"`
	Arguments []string `json:"arguments"`
	Output    string   `json:"output"`
}

// ErrNoDatabase is the error of a search that finds no database.
var ErrNoDatabase = errors.New("no " + DatabaseName + " in this directory, its build/, or a parent; name the build directory with -p")

// FindDatabase returns the path of a database. path is the file itself or a build directory. If
// path is "", FindDatabase searches dir, its subdirectory build, and then the parent directories in
// the same way.
//
// A database names programs that are run. So a search accepts only a database that belongs to the
// user, and above dir only one in the same checkout or in the user's home directory.
func FindDatabase(path, dir string) (string, error) {
	if path != "" {
		st, err := os.Stat(path)
		switch {
		case err != nil:
			return "", err
		case st.IsDir():
			path = filepath.Join(path, DatabaseName)
			if _, err := os.Stat(path); err != nil {
				return "", fmt.Errorf("%w; CMake writes it with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, Meson always "+
					"writes it, and bear writes it for other builds", err)
			}
		}
		return path, nil
	}
	for at := dir; ; at = filepath.Dir(at) {
		for _, name := range []string{filepath.Join(at, DatabaseName), filepath.Join(at, "build", DatabaseName)} {
			st, err := os.Stat(name)
			switch {
			case err != nil:
			case !launch.OwnedByUser(st):
				return "", fmt.Errorf("%s belongs to another user, and it names programs to run; if you trust it, "+
					"name it with -p", name)
			case at != dir && !within(at, checkout(dir)) && !within(at, home()):
				return "", fmt.Errorf("%s is outside this checkout and the home directory, and it names programs to "+
					"run; if you trust it, name it with -p", name)
			default:
				return name, nil
			}
		}
		if filepath.Dir(at) == at {
			return "", ErrNoDatabase
		}
	}
}

// checkout returns the nearest of dir and its parents that is the top of a version control
// checkout; "" if there is none.
func checkout(dir string) string {
	for at := dir; ; at = filepath.Dir(at) {
		for _, name := range []string{".git", ".hg", ".jj", ".svn"} {
			if _, err := os.Lstat(filepath.Join(at, name)); err == nil {
				return at
			}
		}
		if filepath.Dir(at) == at {
			return ""
		}
	}
}

// home returns the user's home directory; "" if it is unknown or holds all files.
func home() string {
	dir, err := os.UserHomeDir()
	if err != nil || filepath.Dir(dir) == dir {
		return ""
	}
	return dir
}

// within reports whether path is dir or below it.
func within(path, dir string) bool {
	rel, err := filepath.Rel(dir, path)
	return dir != "" && err == nil && filepath.IsLocal(rel)
}

// maxDatabase bounds the size of a compile database in bytes.
const maxDatabase = 1 << 30

// ReadDatabase parses a compile database. It drops repeated commands. Errors include file, line and
// column.
func ReadDatabase(path string) ([]Command, error) {
	text, err := words.ReadFile(path, maxDatabase)
	if err != nil {
		return nil, err
	}
	base, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	return parseDatabase(path, text, base, words.Native(runtime.GOOS))
}

// parseDatabase parses the text of a database; relative directories in it are relative to base.
func parseDatabase(path string, text []byte, base string, split func([]byte) ([]string, error)) ([]Command, error) {
	at := func(offset int64, format string, args ...any) error {
		offset = min(offset, int64(len(text)))
		line := 1 + bytes.Count(text[:offset], []byte("\n"))
		col := offset - int64(bytes.LastIndexByte(text[:offset], '\n'))
		return fmt.Errorf("%s:%d:%d: %s", path, line, col, fmt.Sprintf(format, args...))
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	if t, err := dec.Token(); err != nil || t != json.Delim('[') {
		return nil, at(0, "not a compile database: expected an array of commands")
	}
	var list []Command
	seen := map[string]bool{}
	for dec.More() {
		start := dec.InputOffset()
		start += int64(len(text[start:]) - len(bytes.TrimLeft(text[start:], ", \t\r\n")))
		var e entry
		if err := dec.Decode(&e); err != nil {
			var wrong *json.UnmarshalTypeError
			var syntax *json.SyntaxError
			var all any
			if errors.As(err, &wrong) {
				return nil, at(start, "'%s' has the wrong type: %s", wrong.Field, wrong.Value)
			}
			// The decoder counts offsets from its last read. Unmarshal reports offsets in the whole
			// file.
			if err := json.Unmarshal(text, &all); errors.As(err, &syntax) && !strings.Contains(syntax.Error(),
				"unexpected end") {
				return nil, at(syntax.Offset-1, "%v", err)
			}
			return nil, at(int64(len(text)), "the file ends in the middle of a command")
		}
		c, err := e.resolve(base, split)
		if err != nil {
			return nil, at(start, "%v", err)
		}
		key := strings.Join(append([]string{c.Dir, c.File}, c.Args...), "\x00")
		if !seen[key] {
			seen[key] = true
			list = append(list, c)
		}
	}
	if _, err := dec.Token(); err != nil {
		return nil, at(int64(len(text)), "the file ends in the middle of the list of commands")
	}
	return list, nil
}

// resolve converts an entry to a command.
func (e *entry) resolve(base string, split func([]byte) ([]string, error)) (Command, error) {
	c := Command{Dir: e.Directory, File: e.File, Args: e.Arguments, Output: e.Output}
	switch {
	case e.File == "":
		return c, errors.New("the command has no 'file'")
	case e.Arguments == nil && e.Command == nil:
		return c, errors.New("the command has neither 'command' nor 'arguments'")
	case e.Arguments == nil:
		var err error
		if c.Args, err = split([]byte(*e.Command)); err != nil {
			return c, fmt.Errorf("'command': %w", err)
		}
	}
	if len(c.Args) == 0 {
		return c, errors.New("the command is empty")
	}
	if !filepath.IsAbs(c.Dir) {
		c.Dir = filepath.Join(base, c.Dir)
	}
	if !filepath.IsAbs(c.File) {
		c.File = filepath.Join(c.Dir, c.File)
	}
	c.Dir, c.File = filepath.Clean(c.Dir), filepath.Clean(c.File)
	return c, nil
}

// OneCommand converts a command given on the command line, to be run in dir. Its source is the last
// word that looks like one.
func OneCommand(dir string, args []string) (Command, error) {
	c := Command{Dir: dir, Args: args}
	full, err := words.Files{Dir: dir}.Expand(args)
	if err != nil {
		return c, err
	}
	for k := len(full) - 1; k > 0; k-- {
		if w := full[k]; !strings.HasPrefix(w, "-") && launch.Language(w) != "" && full[k-1] != "-o" {
			if c.File = w; !filepath.IsAbs(w) {
				c.File = filepath.Join(dir, w)
			}
			return c, nil
		}
	}
	return c, errors.New("the command names no C or C++ source")
}
