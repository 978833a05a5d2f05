// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package gate filters findings: it applies the configured level of each rule, drops the findings
// that comments, a configuration file and a baseline suppress, and finds the input files of a
// command line. It produces no findings of the rules, renders nothing, and writes no files.
package gate

import (
	"fmt"
	"strings"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/rule"
	"github.com/corolower/corolower/internal/words"
)

// Level is the configured level of a rule.
type Level uint8

// The levels.
const (
	Default Level = iota // the severity in the table of rules
	Off
	Warning
	Error
)

// All selects every rule.
const All = "all"

// Setting sets the level of a rule.
type Setting struct {
	Rule  string
	Level Level
}

// Settings apply in order: a later one overrides an earlier one. For example, {All, Off} followed
// by {"begin-twice", Error} leaves only the rule begin-twice on.
type Settings []Setting

// Add sets the level of the rules in a comma-separated list. For an unknown name it returns an
// error that suggests the nearest one.
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

// Known returns nil for the name of a rule and for All, and otherwise an error that suggests the
// nearest name.
func Known(name string) error {
	if name == All || rule.ByName(name).Name != "" {
		return nil
	}
	msg := fmt.Sprintf("unknown rule '%s'", name)
	var names []string
	for _, r := range rule.Rules() {
		names = append(names, r.Name)
	}
	if near := words.Nearest(name, names); near != "" {
		msg += fmt.Sprintf("; did you mean '%s'?", near)
	}
	return fmt.Errorf("%s", msg)
}

// of returns the level of a rule. A finding that belongs to no rule is never off.
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

// Weigh returns the severity of a finding of a rule. ok is false if the rule is off.
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

// Apply returns the findings with their configured severities, without those of rules that are off.
// It does not change the findings in list.
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

// Strict turns warnings into errors.
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
