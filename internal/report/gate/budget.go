// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package gate

// Budgets as people write them: the table `budget` of the configuration file, and KEY=VALUE on the
// command line.

import (
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/pattern"
	"github.com/corolower/corolower/internal/report"
	"github.com/corolower/corolower/internal/words"
)

// Keys of the table in addition to those of report.Keys.
const (
	budgetFor      = "for"      // limits for some names or paths: an array of tables
	budgetBaseline = "baseline" // the report to compare with
	forName        = "name"
	forPath        = "path"
)

// setBudget reads the table. text is the text of the file, from which it takes line numbers.
func (c *Config) setBudget(table map[string]any, text []byte) error {
	lines := budgetLines(string(text))
	fail := func(line int, err error) error {
		return fmt.Errorf("%s: %w", c.place(line), err)
	}
	for _, key := range slices.Sorted(maps.Keys(table)) {
		v, line := table[key], lines.of(-1, key)
		switch key {
		case budgetFor:
			continue
		case budgetBaseline:
			name, ok := v.(string)
			if !ok || name == "" {
				return fail(line, fmt.Errorf("budget.%s needs a file name", key))
			}
			c.BudgetBaseline = c.beside(name)
			continue
		}
		if err := c.addLimit(key, v, report.Pattern{}, line, []string{budgetFor, budgetBaseline}); err != nil {
			return fail(line, err)
		}
	}
	list, err := tablesOf(table[budgetFor])
	if err != nil {
		return fail(lines.of(-1, budgetFor), err)
	}
	for n, t := range list {
		p, err := c.pattern(t)
		if err != nil {
			return fail(lines.of(n, ""), err)
		}
		limits := len(c.Budget)
		for _, key := range slices.Sorted(maps.Keys(t)) {
			if key == forName || key == forPath {
				continue
			}
			if err := c.addLimit(key, t[key], p, lines.of(n, key), []string{forName, forPath}); err != nil {
				return fail(lines.of(n, key), err)
			}
		}
		if len(c.Budget) == limits {
			return fail(lines.of(n, ""), fmt.Errorf("budget.for has no limit; the limits are %s",
				report.KeyNames(report.Keys)))
		}
	}
	return nil
}

// place formats a line of the file; 0 is unknown.
func (c *Config) place(line int) string {
	if line == 0 {
		return c.Path
	}
	return fmt.Sprintf("%s:%d", c.Path, line)
}

// tablesOf returns the tables of an array, which package toml decodes to one of two types.
func tablesOf(v any) ([]map[string]any, error) {
	switch v := v.(type) {
	case nil:
		return nil, nil
	case []map[string]any:
		return v, nil
	case []any:
		var out []map[string]any
		for _, x := range v {
			t, ok := x.(map[string]any)
			if !ok {
				return nil, fmt.Errorf("budget.for must contain tables, not '%v'", x)
			}
			out = append(out, t)
		}
		return out, nil
	}
	return nil, fmt.Errorf("budget.for is an array of tables: [[budget.for]]")
}

// pattern reads the name and path patterns of a table of budget.for.
func (c *Config) pattern(t map[string]any) (report.Pattern, error) {
	var p report.Pattern
	for key, to := range map[string]*string{forName: &p.Name, forPath: &p.Path} {
		v, there := t[key]
		s, ok := v.(string)
		if there && (!ok || s == "") {
			return p, fmt.Errorf("budget.for: %s needs a pattern", key)
		}
		*to = s
	}
	if p.Name == "" && p.Path == "" {
		return p, fmt.Errorf("budget.for needs name or path")
	}
	err := pathGlob(&p, filepath.Dir(c.Path))
	return p, err
}

// pathGlob sets the match function of a path pattern. It matches paths in the spelling of reports,
// and absolute ones relative to dir.
func pathGlob(p *report.Pattern, dir string) error {
	if p.Path == "" {
		return nil
	}
	glob := p.Path
	if _, err := path.Match(glob, ""); err != nil {
		return fmt.Errorf("'%s' is not a pattern of paths: %w", glob, err)
	}
	p.Glob = func(name string) bool {
		if filepath.IsAbs(name) && !strings.HasPrefix(glob, "/") {
			if abs, err := filepath.Abs(dir); err == nil {
				if rel, err := filepath.Rel(abs, name); err == nil {
					name = rel
				}
			}
		}
		name = filepath.ToSlash(filepath.Clean(name))
		if !strings.Contains(glob, "/") {
			name = path.Base(name)
		}
		return Match(glob, name)
	}
	return nil
}

// addLimit adds a limit of the file. others are the other valid keys of its table, for suggestions.
func (c *Config) addLimit(key string, v any, p report.Pattern, line int, others []string) error {
	value := fmt.Sprint(v)
	switch v.(type) {
	case string, int64, bool:
	default:
		return fmt.Errorf("budget.%s: '%v' is not a budget value", key, v)
	}
	l, err := report.NewLimit(key, value, p, c.place(line))
	if err != nil {
		return nearBudget(key, others, err)
	}
	c.Budget = append(c.Budget, l)
	return nil
}

// nearBudget adds the nearest valid key to an error about an unknown key.
func nearBudget(key string, others []string, err error) error {
	names := slices.Clone(others)
	for _, k := range report.Keys {
		names = append(names, k.Name)
	}
	if slices.Contains(names, key) {
		return err
	}
	if near := words.Nearest(key, names); near != "" {
		return fmt.Errorf("%w; did you mean '%s'?", err, near)
	}
	return err
}

// BudgetOption is the command-line option that sets limits.
const BudgetOption = "--budget"

// ParseLimit reads a limit of the command line: KEY=VALUE, KEY[name:PATTERN]=VALUE or
// KEY[path:PATTERN]=VALUE.
func ParseLimit(s string) (*report.Limit, error) {
	k := strings.LastIndexByte(s, '=')
	if k < 0 {
		return nil, fmt.Errorf("'%s' is not KEY=VALUE; the keys are %s", s, report.KeyNames(report.Keys))
	}
	head, value := s[:k], s[k+1:]
	key, pattern, has := strings.Cut(head, "[")
	var p report.Pattern
	where := BudgetOption
	if has {
		where += " " + s
		inner, closed := strings.CutSuffix(pattern, "]")
		kind, text, _ := strings.Cut(inner, ":")
		switch {
		case closed && kind == forName && text != "":
			p.Name = text
		case closed && kind == forPath && text != "":
			p.Path = text
		default:
			return nil, fmt.Errorf("'%s' is not KEY[name:PATTERN]=VALUE or KEY[path:PATTERN]=VALUE", s)
		}
		if err := pathGlob(&p, "."); err != nil {
			return nil, err
		}
	}
	l, err := report.NewLimit(strings.TrimSpace(key), value, p, where)
	if err != nil {
		return nil, nearBudget(strings.TrimSpace(key), nil, err)
	}
	return l, nil
}

// lineTable holds the line numbers of keys in the table `budget` (-1) and in the tables of
// budget.for, by index.
type lineTable struct {
	heads map[int]int
	keys  map[int]map[string]int
}

// of returns the line of a key. If the key is not on a line of its own, it returns the line of its
// table, or 0 if that is unknown too.
func (t *lineTable) of(table int, key string) int {
	if n := t.keys[table][key]; n > 0 {
		return n
	}
	return t.heads[table]
}

// tableHead matches a line that begins a table.
var tableHead = pattern.Lazy(`^(\[\[?)\s*([^\[\]]*?)\s*\]\]?\s*(#.*)?$`)

// budgetLines finds the lines of keys, because package toml does not report positions. It may
// mistake a line within a multi-line string for a key.
func budgetLines(text string) *lineTable {
	t := &lineTable{map[int]int{}, map[int]map[string]int{-1: {}}}
	const none = -2
	in, tables := none, 0
	for n, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if head := tableHead().FindStringSubmatch(line); head != nil {
			switch in = none; head[1] + head[2] {
			case "[budget":
				in = -1
			case "[[budget." + budgetFor:
				in = tables
				tables++
			}
			if in != none {
				t.heads[in], t.keys[in] = n+1, map[string]int{}
			}
			continue
		}
		key, _, ok := strings.Cut(line, "=")
		if !ok {
			continue
		}
		key = strings.Trim(strings.TrimSpace(key), `"'`)
		if m := t.keys[in]; in != none && m[key] == 0 {
			m[key] = n + 1
		} else if key, ok = strings.CutPrefix(key, "budget."); ok && in == none {
			t.keys[-1][key] = n + 1
		}
	}
	return t
}
