// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package report

import (
	"cmp"
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/report/explain"
)

// Budgets: limits for a report, and violations of them. Other files read limits from files and
// command lines, and print violations.

// Kind is the kind of a key's values.
type Kind uint8

// The kinds of values.
const (
	Bytes Kind = iota
	Number
	BytesOrPercent
	Switch
)

// String describes the values to users.
func (k Kind) String() string {
	return [...]string{"bytes", "a number", "bytes or percent", "true or false"}[k]
}

// Key is a quantity that a limit bounds.
type Key struct {
	Name     string
	Value    Kind
	Summary  string // one sentence
	Compares bool   // it needs an earlier report
	Frames   bool   // it concerns only frames
}

// The names of the keys.
const (
	MaxFrame    = "max-frame"
	MaxTotal    = "max-total"
	NoGrowth    = "no-growth"
	NoNewMissed = "no-new-missed"
	MaxMissed   = "max-missed"
	// not a key but a rule: with any budget, a unit that failed violates it, because its coroutines
	// are unknown
	UnitFailed = "unit-failed"
)

// Keys are all keys, in the order in which violations are reported.
var Keys = []Key{
	{Name: MaxFrame, Value: Bytes, Summary: "No frame is larger than this", Frames: true},
	{Name: MaxTotal, Value: Bytes, Summary: "All frames together are no larger than this", Frames: true},
	{Name: NoGrowth, Value: BytesOrPercent, Summary: "No frame grew by more than this since the baseline",
		Compares: true},
	{Name: NoNewMissed, Value: Switch, Summary: "No elision is missed that the baseline has", Compares: true},
	{Name: MaxMissed, Value: Number, Summary: "At most this many elisions are missed"},
}

// UnitFailedSummary describes the rule UnitFailed.
const UnitFailedSummary = "Every unit is compiled and lowered, so that its coroutines can be checked against the budget"

// None is the value that removes a limit.
const None = "none"

// Limit is one rule of a budget. It applies to what its pattern matches, or to everything if it has
// no pattern.
type Limit struct {
	Key   string
	Where string // the position of the rule, for messages: "corolower.toml:7", "--budget"
	none  bool
	value int64 // bytes, or a number; of a percentage, thousandths of a percent
	pct   bool
	text  string // the value as written
	names *regexp.Regexp
	match func(path string) bool
}

// Pattern selects what a limit applies to. At most one of Name and Path is set.
type Pattern struct {
	Name string                 // a glob for demangled names (* and ?), or a regular expression between slashes
	Path string                 // a glob for paths
	Glob func(path string) bool // matches paths; required with Path
}

// NewLimit parses a key and a value. For example, NewLimit("max-frame", "512", Pattern{Name:
// "fetch*"}, "--budget") limits frames to 512 bytes for functions whose names start with fetch.
func NewLimit(key, value string, p Pattern, where string) (*Limit, error) {
	n := slices.IndexFunc(Keys, func(k Key) bool { return k.Name == key })
	if n < 0 {
		return nil, fmt.Errorf("unknown budget '%s'; the budgets are %s", key, KeyNames(Keys))
	}
	l := &Limit{Key: key, Where: where, text: value, match: p.Glob}
	if p.Name != "" && p.Path != "" {
		return nil, errors.New("a budget applies to a name or to a path, not to both")
	}
	var err error
	if l.names, err = namePattern(p.Name); err != nil {
		return nil, err
	}
	if l.setValue(Keys[n], strings.TrimSpace(value)) {
		return l, nil
	}
	return nil, fmt.Errorf("%s needs %s or %s, not '%s'", key, Keys[n].Value, None, value)
}

// FrameKeys returns the keys that concern only frames.
func FrameKeys() []Key {
	return slices.DeleteFunc(slices.Clone(Keys), func(k Key) bool { return !k.Frames })
}

// KeyNames lists the names of keys.
func KeyNames(keys []Key) string {
	var names []string
	for _, k := range keys {
		names = append(names, k.Name)
	}
	return strings.Join(names, ", ")
}

// setValue parses a value, and reports whether it is valid.
func (l *Limit) setValue(k Key, v string) bool {
	number, isPct := strings.CutSuffix(v, "%")
	var err error
	switch {
	case v == None:
		l.none = true
	case k.Value == Switch:
		var on bool
		on, err = strconv.ParseBool(v)
		l.none = !on
	case isPct && k.Value == BytesOrPercent:
		l.pct = true
		l.value, err = thousandths(number)
	default:
		l.value, err = strconv.ParseInt(v, 10, 64)
	}
	return err == nil && l.value >= 0 && l.value <= maxSize
}

// thousandths parses a decimal number with up to three decimals, and returns it times 1000.
func thousandths(s string) (int64, error) {
	whole, part, _ := strings.Cut(strings.TrimSpace(s), ".")
	if whole == "" || len(part) > 3 || len(whole) > 9 || strings.ContainsAny(whole+part, "+-_") {
		return 0, errors.New("too long")
	}
	return strconv.ParseInt(whole+part+strings.Repeat("0", 3-len(part)), 10, 64)
}

// namePattern compiles a pattern; it returns nil if there is none.
func namePattern(s string) (*regexp.Regexp, error) {
	if s == "" {
		return nil, nil
	}
	switch re, err := explain.Pattern(s); {
	case err != nil:
		return nil, fmt.Errorf("%s is not a regular expression: %w", s, err)
	case re != nil:
		return re, nil
	}
	s = regexp.QuoteMeta(s)
	s = strings.ReplaceAll(strings.ReplaceAll(s, `\*`, ".*"), `\?`, ".")
	return regexp.Compile(`(?s)\A` + s + `\z`)
}

// holds reports whether a limit applies to functions with some of these spellings, at a path.
func (l *Limit) holds(names []string, path string) bool {
	switch {
	case l.names != nil:
		return slices.ContainsFunc(names, l.names.MatchString)
	case l.match != nil:
		return l.match(path)
	}
	return true
}

// Budget is a list of limits. If several with one key apply to a function, the last one counts.
type Budget []*Limit

// Compares reports whether a limit needs an earlier report, and returns that limit.
func (b Budget) Compares() (*Limit, bool) {
	for _, l := range b {
		if !l.none && slices.ContainsFunc(Keys, func(k Key) bool { return k.Name == l.Key && k.Compares }) {
			return l, true
		}
	}
	return nil, false
}

// last returns the index of the limit that counts, or -1 if there is none.
func (b Budget) last(key string, names []string, path string) int {
	for k := len(b) - 1; k >= 0; k-- {
		if b[k].Key == key && b[k].holds(names, path) {
			if b[k].none {
				return -1
			}
			return k
		}
	}
	return -1
}

// Note is a position related to a violation.
type Note struct {
	At      explain.Source
	Message string
}

// Violation is a violation of a limit by a report.
type Violation struct {
	Rule    string // the limit's key, or UnitFailed
	At      explain.Source
	About   string // its subject, in words that do not change when the source around it changes
	Message string
	Notes   []Note
	Hint    string // the fix; "" if none is known
}

// notesShown bounds the rows of a frame, or other notes, that are reported with a violation.
const notesShown = 3

// Check returns the violations of the budget by a report, in the order of Keys, the largest first.
// d compares the report with an earlier one. If d is nil, a limit that needs an earlier report is
// an error.
func (b Budget) Check(r *Report, d *Diff) ([]Violation, error) {
	if len(b) == 0 {
		return nil, nil
	}
	if l, ok := b.Compares(); ok && d == nil {
		return nil, fmt.Errorf("%s (%s) compares with an earlier report; name one with --baseline=FILE", l.Key, l.Where)
	}
	c := &checker{b: b, r: r, d: d}
	c.frames()
	if d != nil {
		c.growth()
		c.newMissed()
	}
	c.missed()
	c.units()
	return c.list, nil
}

type checker struct {
	b    Budget
	r    *Report
	d    *Diff
	list []Violation
}

// by returns the position of a limit with a blank before it, or "" if the limit is on the command
// line and applies to everything.
func (l *Limit) by() string {
	switch {
	case l.Where == "":
		return ""
	case l.names == nil && l.match == nil && strings.HasPrefix(l.Where, "--"):
		return ""
	}
	return " (" + l.Where + ")"
}

// frames checks frames against max-frame and max-total.
func (c *checker) frames() {
	sums := make([]int64, len(c.b))
	of := make([][]*Coroutine, len(c.b))
	for k := range c.r.Coroutines {
		x := &c.r.Coroutines[k]
		names, at := explain.Spellings(x.Function), c.r.At(x)
		if n := c.b.last(MaxFrame, names, at.File); n >= 0 && x.Largest() > c.b[n].value {
			v := Violation{Rule: MaxFrame, At: at, About: x.Function, Notes: largest(x),
				Message: fmt.Sprintf("frame of '%s' has %s, but only %d are allowed%s", x.people(),
					explain.Bytes(x.Largest()), c.b[n].value, c.b[n].by())}
			v.Hint = fix(x)
			c.list = append(c.list, v)
		}
		if n := c.b.last(MaxTotal, names, at.File); n >= 0 {
			sums[n] += x.Largest()
			of[n] = append(of[n], x)
		}
	}
	for n, l := range c.b {
		if len(of[n]) == 0 || sums[n] <= l.value {
			continue
		}
		v := Violation{Rule: MaxTotal, At: c.r.At(of[n][0]), About: l.Where,
			Message: fmt.Sprintf("frames of %s have %s together, but only %d are allowed%s", explain.Count(len(of[n]),
				"coroutine"), explain.Bytes(sums[n]), l.value, l.by())}
		for _, x := range of[n][:min(len(of[n]), notesShown)] {
			v.Notes = append(v.Notes, Note{c.r.At(x), fmt.Sprintf("'%s' has %s", x.people(),
				explain.Bytes(x.Largest()))})
		}
		c.list = append(c.list, v)
	}
}

// people returns the coroutine's name for users.
func (c *Coroutine) people() string { return cmp.Or(c.Demangled, c.Function) }

// smallPart is the divisor of a frame's size below which a row is not reported.
const smallPart = 16

// largest describes the largest rows of a frame. It omits the fields that every frame has, and
// small rows.
func largest(c *Coroutine) []Note {
	var list []*explain.Row
	for k := range c.Rows {
		if w := &c.Rows[k]; w.Kind != "field" && w.Kind != "promise" && w.Kind != "padding" {
			list = append(list, w)
		}
	}
	slices.SortStableFunc(list, func(a, b *explain.Row) int { return cmp.Compare(b.Size, a.Size) })
	var out []Note
	for k, w := range list[:min(len(list), notesShown)] {
		if k > 0 && w.Size < c.Size/smallPart {
			break
		}
		n := Note{Message: explain.Bytes(w.Size) + ": " + what(w)}
		if w.Why != "" {
			n.Message += "; " + w.Why
		}
		switch {
		case w.Variable != nil && w.Variable.Source != nil:
			n.At = *w.Variable.Source
		case w.Defined != nil && w.Defined.Source != nil:
			n.At = *w.Defined.Source
		case c.Source != nil:
			n.At = *c.Source
		}
		out = append(out, n)
	}
	return out
}

// fix returns the hint that would save most bytes of a frame, or "" if none is known.
func fix(c *Coroutine) string {
	best, saves := "", int64(0)
	for k := range c.Rows {
		if m := c.Rows[k].Fix; m != nil && m.Saves > saves {
			best, saves = m.Hint, m.Saves
		}
	}
	return best
}

// growth checks frames that grew against no-growth.
func (c *checker) growth() {
	for k := range c.d.Coroutines {
		g := &c.d.Coroutines[k]
		if g.Change != Grew {
			continue
		}
		n := c.b.last(NoGrowth, explain.Spellings(g.Function), g.At.File)
		if n < 0 || c.b[n].allows(*g.OldSize, *g.OldSize+g.Own()) {
			continue
		}
		allowed := "but no growth is allowed"
		if c.b[n].value > 0 {
			allowed = "but only " + c.b[n].text + " is allowed"
			if !c.b[n].pct {
				allowed = "but only " + explain.Bytes(c.b[n].value) + " more are allowed"
			}
		}
		v := Violation{Rule: NoGrowth, At: g.At, About: g.About(), Hint: fix(g.New),
			Message: fmt.Sprintf("%s, %s%s", g.Text(), allowed, c.b[n].by())}
		for _, w := range g.Rows {
			if (w.New > w.Old) != w.Shared && len(v.Notes) < notesShown {
				v.Notes = append(v.Notes, Note{g.At, w.Text()})
			}
		}
		c.list = append(c.list, v)
	}
}

// Text describes a frame that grew.
func (c *CoroutineChange) Text() string {
	s := fmt.Sprintf("frame of '%s' grew from %d to %s (%s)", c.New.people(), *c.OldSize, explain.Bytes(*c.NewSize),
		Percent(*c.OldSize, *c.NewSize))
	if c.Elided > 0 {
		s += fmt.Sprintf(", %d of them from elided frames", c.Elided)
	}
	return s
}

// Text describes a row that changed.
func (w *RowChange) Text() string {
	switch {
	case w.Shared:
		return fmt.Sprintf("%d %s before, %d now", w.Old, w.What, w.New)
	case w.Old == 0:
		return "new: " + explain.Bytes(w.New) + ": " + w.What
	case w.New == 0:
		return "gone: " + explain.Bytes(w.Old) + ": " + w.What
	}
	return fmt.Sprintf("%d bytes before, %d now: %s", w.Old, w.New, w.What)
}

// allows reports whether a frame may have grown from before to now.
func (l *Limit) allows(before, now int64) bool {
	if !l.pct {
		return now-before <= l.value
	}
	// (now - before) / before <= value / 100000
	grown := new(big.Int).Mul(big.NewInt(now-before), big.NewInt(100_000))
	return grown.Cmp(new(big.Int).Mul(big.NewInt(before), big.NewInt(l.value))) <= 0
}

// Percent formats the change of a number with its sign, and with tenths of a percent if it is
// small.
func Percent(old, new int64) string {
	if old == 0 {
		return "was 0"
	}
	p := float64(new-old) * 100 / float64(old)
	if p > -10 && p < 10 {
		return fmt.Sprintf("%+.1f%%", p)
	}
	return fmt.Sprintf("%+.0f%%", p)
}

// newMissed checks allocations against no-new-missed.
func (c *checker) newMissed() {
	for k := range c.d.Creations {
		x := &c.d.Creations[k]
		if !x.Worse() {
			continue
		}
		n := c.b.last(NoNewMissed, explain.Spellings(x.Callee), x.At.File)
		if n < 0 {
			continue
		}
		v := Violation{Rule: NoNewMissed, At: x.At, About: x.About(), Hint: x.Hint, Message: x.Text() + c.b[n].by()}
		if x.Message != "" {
			v.Notes = []Note{{c.why(x.New), x.Message}}
		}
		c.list = append(c.list, v)
	}
}

// why returns the position of the reason why an allocation was not elided.
func (c *checker) why(x *Creation) explain.Source {
	if x.Reason != nil && x.Reason.Source != nil {
		return *x.Reason.Source
	}
	return c.r.At(x)
}

// missed checks the number of allocations against max-missed.
func (c *checker) missed() {
	of := make([][]*Creation, len(c.b))
	for k := range c.r.Creations {
		x := &c.r.Creations[k]
		if x.Elided {
			continue
		}
		if n := c.b.last(MaxMissed, explain.Spellings(x.Callee), c.r.At(x).File); n >= 0 {
			of[n] = append(of[n], x)
		}
	}
	for n, l := range c.b {
		if int64(len(of[n])) <= l.value {
			continue
		}
		v := Violation{Rule: MaxMissed, At: c.r.At(of[n][0]), About: l.Where,
			Message: fmt.Sprintf("%s missed, but only %d allowed%s", are(len(of[n]), "allocation"), l.value, l.by())}
		for _, x := range of[n][:min(len(of[n]), notesShown)] {
			note := Note{At: c.r.At(x), Message: fmt.Sprintf("'%s' is not elided in '%s'",
				explain.Demangled(x.Callee), explain.Demangled(x.Caller))}
			if x.Reason != nil {
				note.Message += ": " + explain.DemangledText(x.Reason.Message)
			}
			v.Notes = append(v.Notes, note)
		}
		c.list = append(c.list, v)
	}
}

func are(n int, what string) string {
	if n == 1 {
		return "1 " + what + " is"
	}
	return fmt.Sprintf("%d %ss are", n, what)
}

// units reports units that failed.
func (c *checker) units() {
	for _, u := range c.r.Units {
		if u.Failed == "" {
			continue
		}
		c.list = append(c.list, Violation{Rule: UnitFailed, At: explain.Source{File: u.File}, About: u.File,
			Message: "this unit failed, so its coroutines are unknown: " + FirstLine(u.Failed)})
	}
}
