// Package gate decides what becomes of findings: which rules count and how much, what comments, a
// configuration file and a baseline keep silent, and which inputs a command line means. It makes no
// findings, renders nothing, and writes no files.
package gate

import (
	"fmt"
	"strings"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/rule"
	"github.com/corolower/corolower/internal/pass"
)

// Level is what is made of a rule.
type Level uint8

// The levels.
const (
	Default Level = iota // what the table of rules says
	Off
	Warning
	Error
)

// All stands for every rule.
const All = "all"

// Setting gives a rule a level.
type Setting struct {
	Rule  string
	Level Level
}

// Settings are applied in their order: a later one outweighs an earlier one.
type Settings []Setting

// Add gives the rules of a list, separated by commas, a level; an unknown name is an error that
// tells the nearest one.
func (s *Settings) Add(list string, level Level) error {
	for _, name := range strings.Split(list, ",") {
		name = strings.TrimSpace(name)
		if err := Known(name); err != nil {
			return err
		}
		*s = append(*s, Setting{name, level})
	}
	return nil
}

// Known is nil for the name of a rule, and for All.
func Known(name string) error {
	if name == All || rule.ByName(name).Name != "" {
		return nil
	}
	msg := fmt.Sprintf("unknown rule '%s'", name)
	var names []string
	for _, r := range rule.Rules() {
		names = append(names, r.Name)
	}
	if near := pass.Nearest(name, names); near != "" {
		msg += fmt.Sprintf("; did you mean '%s'?", near)
	}
	return fmt.Errorf("%s", msg)
}

// of is the level of a rule. What breaks no rule of the table is never off.
func (s Settings) of(name string) Level {
	level := Default
	if name == "" {
		return level
	}
	for _, x := range s {
		if x.Rule == name || x.Rule == All {
			level = x.Level
		}
	}
	return level
}

// Weigh gives the weight of a finding of a rule; ok is false where the rule is off.
func (s Settings) Weigh(rule string, sev ir.Severity) (weight ir.Severity, ok bool) {
	switch s.of(rule) {
	case Off:
		return sev, false
	case Warning:
		return ir.SevWarning, true
	case Error:
		return ir.SevError, true
	}
	return sev, true
}

// Apply gives the findings their weights, and leaves out those of rules that are off. The findings
// themselves stay as they are.
func (s Settings) Apply(list []diag.Finding) []diag.Finding {
	var out []diag.Finding
	for _, fd := range list {
		sev, ok := s.Weigh(fd.Err.Rule, fd.Err.Severity)
		if !ok {
			continue
		}
		if sev != fd.Err.Severity {
			fd = weigh(fd, sev)
		}
		out = append(out, fd)
	}
	return out
}

// Strict makes errors of warnings.
func Strict(list []diag.Finding) []diag.Finding {
	var out []diag.Finding
	for _, fd := range list {
		if fd.Err.Severity == ir.SevWarning {
			fd = weigh(fd, ir.SevError)
		}
		out = append(out, fd)
	}
	return out
}

func weigh(fd diag.Finding, sev ir.Severity) diag.Finding {
	e := *fd.Err
	e.Severity = sev
	fd.Err = &e
	return fd
}
