package gate

// The configuration file, corolower.toml: found upwards from each input.

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"github.com/corolower/corolower/internal/report"
	"github.com/corolower/corolower/internal/words"
)

// ConfigName is the name under which the file is looked for.
const ConfigName = "corolower.toml"

// Config is what a configuration file says about check, and the budget in it.
type Config struct {
	Path     string // of the file; "" when there is none
	Settings Settings
	Werror   bool
	Baseline string   // path of the baseline, from the working directory; "" when none is named
	Exclude  []string // globs of files, from the directory of the file, that directories do not give
	perFile  []fileSettings

	CC      CC
	ccFiles []ccFiles

	Budget         report.Budget
	BudgetBaseline string // path of the report that is compared with, from the working directory; "" when none is named
}

// fileSettings are those of the files that match a glob.
type fileSettings struct {
	glob     string
	settings Settings
}

// tables is the file as TOML has it.
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

// CC is what a configuration says about a launcher's units.
type CC struct {
	Off         bool     // leave the unit to the compiler
	Passes      string   // "" for the pipeline of the unit's level
	MaxFrame    *int64   `toml:"max-frame"`
	MaxStack    *int64   `toml:"max-stack"`
	BranchRatio *float64 `toml:"branch-ratio"`
}

// ccFiles are those of the files that match a glob.
type ccFiles struct {
	glob string
	cc   CC
}

// levels are lists of rules.
type levels struct {
	Disable, Enable, Warn, Error []string
}

// settings joins the lists: the widest come first, so that `disable = ["all"]` with `error =
// ["begin-twice"]` means what it says.
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

// Bounds on a configuration. What the package that reads TOML does with deep nests takes the square
// of their depth, and more.
const (
	maxConfig = 1 << 20 // bytes
	maxDepth  = 32      // parts of a key, or brackets in each other
)

// tooDeep gives the first line of a text in TOML on which a key has too many parts, or brackets are
// in too many others; 0: there is none.
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
					return 0 // it does not end, which is told
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

// Load reads a configuration file. Errors name file and, where they have one, line.
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
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	// setBudget looks at those
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

// beside spells a path of the file from the working directory.
func (c *Config) beside(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(filepath.Dir(c.Path), name)
}

// For gives the settings for a file: those for all, and behind them those of globs that match.
func (c *Config) For(file string) Settings {
	s := slices.Clone(c.Settings)
	for _, p := range c.perFile {
		if c.matches(p.glob, file) {
			s = append(s, p.settings...)
		}
	}
	return s
}

// CCFor gives what holds for a source: what is said for all, and over it what globs say that match,
// in their order.
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

// Excluded reports a file that directories do not give.
func (c *Config) Excluded(file string) bool {
	return slices.ContainsFunc(c.Exclude, func(g string) bool { return c.matches(g, file) })
}

// matches compares a file's path, from the directory of the configuration, with a glob. A glob
// without a slash is about the last part.
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

// Finder finds the configuration of files; each is read once.
type Finder struct {
	fixed *Config            // for all files, if it is given
	dirs  map[string]*Config // by directory
}

// NewFinder looks upwards from each file, unless a file is named; "-" means that there is none.
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

// For gives the configuration of a file, an empty one where there is none; "-" is looked for from
// the working directory.
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
