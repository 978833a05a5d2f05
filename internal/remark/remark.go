// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package remark is the model of optimization remarks and their two text formats: LLVM's lines on
// stderr and LLVM's YAML.
//
// It does not decide when to create a remark. Passes add finished remarks to a Sink, and the driver
// filters and prints them in source order.
package remark

import "strconv"

// Kind is the kind of a remark.
type Kind uint8

// The kinds, spelled as in LLVM's YAML: !Passed, !Missed, !Analysis.
const (
	Passed Kind = iota
	Missed
	Analysis
)

// Loc is a source location from debug info. The zero Loc is unknown and prints as <unknown>:0:0.
type Loc struct {
	File      string
	Dir       string // the directory of a relative File; remarks do not print it
	Sum       string // checksum of the file in hexadecimal, or ""; remarks do not print it
	Line, Col int
}

// Arg is one part of a remark's message. An Arg with Key "String" is plain text.
type Arg struct {
	Key, Val string
	Loc      Loc // location of a value that has one (a callee), else zero
}

// Named returns an Arg with a key.
func Named(key, val string) Arg { return Arg{Key: key, Val: val} }

// Number returns an Arg that is a number.
func Number[T int | int64](key string, n T) Arg {
	return Arg{Key: key, Val: strconv.FormatInt(int64(n), 10)}
}

// Words returns the parts of a message. Each part is an Arg or a string, which is plain text. For
// example:
//
//	remark.Words("split '", remark.Named("function", f.Name), "'")
func Words(parts ...any) []Arg {
	args := make([]Arg, len(parts))
	for k, p := range parts {
		switch p := p.(type) {
		case Arg:
			args[k] = p
		case string:
			args[k] = Arg{Key: "String", Val: p}
		default:
			panic("a part of a remark is no text and no Arg")
		}
	}
	return args
}

// Remark is one finding of a pass about one function.
type Remark struct {
	Kind     Kind
	Pass     string // category: coro-split, coro-elide
	Name     string // CoroSplit
	Function string
	Loc      Loc
	Hotness  *uint64 // profile count of the function's entry or block; nil if unknown
	Args     []Arg
}

// Sink collects the remarks of one unit in order.
type Sink struct{ List []Remark }

// Add appends a remark. A nil sink drops it.
func (s *Sink) Add(r Remark) {
	if s != nil {
		s.List = append(s.List, r)
	}
}
