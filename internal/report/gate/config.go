// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package gate

// The configuration file, corolower.toml. It is searched for in each input's directory and in the
// directories above.

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"github.com/corolower/corolower/internal/report"
	"github.com/corolower/corolower/internal/words"
)

// ConfigName is the name of the configuration file.
const ConfigName = "corolower.toml"

// Config holds the settings of a configuration file for check, cc and budgets.
type Config struct {
	Path     string // of the file; "" if there is none
	Settings Settings
	Werror   bool
	Baseline string   // path of the baseline, from the working directory; "" if the file names none
	Exclude  []string // globs of files, relative to the file's directory, that directories and globs skip
	perFile  []fileSettings

	CC      CC
	ccFiles []ccFiles

	Budget         report.Budget
	BudgetBaseline string // path of the report to compare with, from the working directory; "" if none
}

// fileSettings are the check settings of the files that match a glob.
type fileSettings struct {
	glob     string
	settings Settings
}

// tables is the structure of the TOML file.
type tables struct {
	Check struct {
		levels
		Werror   bool
		Baseline string
		Exclude  []string
		Files    map[string]levels
	}
	CC struct {
		CC
		Exclude []string
		Files   map[string]CC
	}
	Budget map[string]any
}

// CC holds the settings for the units of a compiler launcher.
type CC struct {
	Off         bool     // let the compiler lower the unit
	Passes      string   // "": the pipeline of the unit's -O level
	MaxFrame    *int64   `toml:"max-frame"`
	MaxStack    *int64   `toml:"max-stack"`
	BranchRatio *float64 `toml:"branch-ratio"`
}

// ccFiles are the cc settings of the files that match a glob.
type ccFiles struct {
	glob string
	cc   CC
}

// levels are the lists of rules in a table.
type levels struct {
	Disable, Enable, Warn, Error []string
}

// settings merges the lists. Settings for all rules come first, so that `error = ["begin-twice"]`
// overrides `disable = ["all"]`.
func (l *levels) settings() (Settings, error) {
	var all, some Settings
	for _, x := range []struct {
		list  []string
		level Level
	}{{l.Disable, Off}, {l.Enable, Default}, {l.Warn, Warning}, {l.Error, Error}} {
		for _, name := range x.list {
			if err := Known(name); err != nil {
				return nil, err
			}
			if name == All {
				all = append(all, Setting{name, x.level})
			} else {
				some = append(some, Setting{name, x.level})
			}
		}
	}
	return append(all, some...), nil
}

// Limits of a configuration. The TOML package needs time that grows at least with the square of the
// nesting depth.
const (
	maxConfig = 1 << 20 // bytes
	maxDepth  = 32      // parts of a key, or nested brackets
)

// tooDeep returns the first line of a TOML text with a key of too many parts or with brackets
// nested too deeply, or 0 if there is none.
func tooDeep(text []byte) int {
	line, parts, depth := 1, 0, 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '\n':
			line, parts = line+1, 0
		case '#':
			for i+1 < len(text) && text[i+1] != '\n' {
				i++
			}
		case '"', '\'':
			end := i + 1
			if quote := bytes.Repeat([]byte{c}, 3); bytes.HasPrefix(text[i:], quote) { // a string of many lines
				n := bytes.Index(text[i+3:], quote)
				if n < 0 {
					return 0 // an unterminated string, which the TOML package reports
				}
				end = i + 3 + n + 2
			} else {
				for end < len(text) && text[end] != c && text[end] != '\n' {
					if text[end] == '\\' && c == '"' {
						end++
					}
					end++
				}
			}
			end = min(end, len(text)-1)
			line += bytes.Count(text[i:end], []byte("\n"))
			i = end
			if text[i] == '\n' {
				i--
			}
		case '.':
			parts++
		case '=', ',':
			parts = 0
		case '[', '{':
			depth++
		case ']', '}':
			depth = max(depth-1, 0)
		}
		if parts >= maxDepth || depth > maxDepth {
			return line
		}
	}
	return 0
}

// Load reads a configuration file. An error names the file and, if known, the line.
func Load(path string) (*Config, error) {
	text, err := words.ReadFile(path, maxConfig)
	if err != nil {
		return nil, err
	}
	if line := tooDeep(text); line > 0 {
		return nil, fmt.Errorf("%s:%d: keys and values are nested more than %d deep", path, line, maxDepth)
	}
	var t tables
	meta, err := toml.Decode(string(text), &t)
	if err != nil {
		var pe toml.ParseError
		if errors.As(err, &pe) {
			return nil, fmt.Errorf("%s:%d: %s", path, pe.Position.Line, pe.Message)
		}
		// The TOML package names types of Go.
		if m := regexp.MustCompile(`^toml: line (\d+) \(last key "(.*?)"\): .*(?:value has type (\S+); destination has type ` +
			`(\S+)|expected (\S+) but found (\S+))$`).FindStringSubmatch(err.Error()); m != nil {
			types := strings.NewReplacer("slice", "array", "map", "table", "int64", "integer", "float64", "float")
			return nil, fmt.Errorf("%s:%s: %s must be of type %s, not %s", path, m[1], m[2], types.Replace(m[4]+m[5]),
				types.Replace(m[3]+m[6]))
		}
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	// setBudget checks these keys
	left := slices.DeleteFunc(meta.Undecoded(), func(k toml.Key) bool { return k[0] == "budget" })
	if len(left) > 0 {
		return nil, fmt.Errorf("%s: unknown key '%s'; the keys are check.disable, enable, warn, error, werror, "+
			"baseline, exclude, files, cc.off, passes, max-frame, max-stack, branch-ratio, exclude, files, and the "+
			"table budget", path, left[0])
	}
	c := &Config{Path: path, Werror: t.Check.Werror, Exclude: t.Check.Exclude}
	if c.Settings, err = t.Check.settings(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if b := t.Check.Baseline; b != "" {
		c.Baseline = c.beside(b)
	}
	if err := c.setBudget(t.Budget, text); err != nil {
		return nil, err
	}
	c.CC = t.CC.CC
	for _, g := range slices.Sorted(maps.Keys(t.CC.Files)) {
		c.ccFiles = append(c.ccFiles, ccFiles{g, t.CC.Files[g]})
	}
	for _, g := range t.CC.Exclude {
		c.ccFiles = append(c.ccFiles, ccFiles{g, CC{Off: true}})
	}
	var globs []string
	for g := range t.Check.Files {
		globs = append(globs, g)
	}
	slices.Sort(globs)
	for _, g := range globs {
		l := t.Check.Files[g]
		s, err := l.settings()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		c.perFile = append(c.perFile, fileSettings{g, s})
	}
	return c, nil
}

// beside converts a path in the file to one relative to the working directory.
func (c *Config) beside(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(filepath.Dir(c.Path), name)
}

// For returns the settings for a file: the general ones, followed by those of the globs that match.
func (c *Config) For(file string) Settings {
	s := slices.Clone(c.Settings)
	for _, p := range c.perFile {
		if c.matches(p.glob, file) {
			s = append(s, p.settings...)
		}
	}
	return s
}

// CCFor returns the settings for a source: the general ones, overridden by those of the globs that
// match, in their order.
func (c *Config) CCFor(file string) CC {
	cc := c.CC
	for _, f := range c.ccFiles {
		if !c.matches(f.glob, file) {
			continue
		}
		cc.Off = cc.Off || f.cc.Off
		cc.Passes = cmp.Or(f.cc.Passes, cc.Passes)
		cc.MaxFrame, cc.MaxStack, cc.BranchRatio = cmp.Or(f.cc.MaxFrame, cc.MaxFrame),
			cmp.Or(f.cc.MaxStack, cc.MaxStack), cmp.Or(f.cc.BranchRatio, cc.BranchRatio)
	}
	return cc
}

// Excluded reports whether directories and globs skip a file.
func (c *Config) Excluded(file string) bool {
	return slices.ContainsFunc(c.Exclude, func(g string) bool { return c.matches(g, file) })
}

// matches reports whether a glob matches a file's path relative to the configuration's directory. A
// glob without a slash applies to the last part of the path.
func (c *Config) matches(glob, file string) bool {
	dir, err1 := filepath.Abs(filepath.Dir(c.Path))
	abs, err2 := filepath.Abs(file)
	if err1 != nil || err2 != nil {
		return false
	}
	rel, err := filepath.Rel(dir, abs)
	if err != nil {
		return false
	}
	if !strings.Contains(glob, "/") {
		rel = filepath.Base(rel)
	}
	return Match(glob, filepath.ToSlash(rel))
}

// Finder finds the configuration of files and reads each configuration once.
type Finder struct {
	fixed *Config            // for all files, if not nil
	dirs  map[string]*Config // by directory
}

// NewFinder returns a Finder. If path is "", it searches from each file upwards. If path is "-", no
// file has a configuration. Otherwise path is the configuration of all files.
func NewFinder(path string) (*Finder, error) {
	f := &Finder{dirs: map[string]*Config{}}
	if path == "" {
		return f, nil
	}
	f.fixed = &Config{}
	if path == "-" {
		return f, nil
	}
	var err error
	f.fixed, err = Load(path)
	return f, err
}

// For returns the configuration of a file, or an empty one if there is none. For the file "-" it
// searches from the working directory upwards.
func (f *Finder) For(file string) (*Config, error) {
	if f.fixed != nil {
		return f.fixed, nil
	}
	dir := "."
	if file != "-" {
		dir = filepath.Dir(file)
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	return f.in(dir)
}

func (f *Finder) in(dir string) (*Config, error) {
	if c := f.dirs[dir]; c != nil {
		return c, nil
	}
	var c *Config
	var err error
	name := filepath.Join(dir, ConfigName)
	switch _, e := os.Stat(name); {
	case e == nil:
		if wd, e := os.Getwd(); e == nil { // shorter in messages
			if rel, e := filepath.Rel(wd, name); e == nil && !strings.HasPrefix(rel, "..") {
				name = rel
			}
		}
		c, err = Load(name)
	case filepath.Dir(dir) == dir:
		c = &Config{}
	default:
		c, err = f.in(filepath.Dir(dir))
	}
	if err != nil {
		return nil, err
	}
	f.dirs[dir] = c
	return c, nil
}
