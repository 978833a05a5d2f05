// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package report is the model of a project's coroutines: `corolower project` fills it, and its JSON
// form, comparison with an earlier report, budgets and HTML page share it.
//
// It runs no compiler and no pass, does not know the terminal, and reads and writes only the files
// that a caller provides.
package report

import (
	"github.com/corolower/corolower/internal/report/explain"
)

// Version is the version of the JSON form. It increases when a key is removed or changes its
// meaning.
const Version = 1

// Report describes all units of a project, or some files.
type Report struct {
	Version int `json:"version"`
	// the one for which the figures hold; if units differ, all of them, separated by blanks
	Pipeline   string      `json:"pipeline"`
	Compiler   string      `json:"compiler,omitempty"` // its version line, if all units have the same
	Units      []Unit      `json:"units"`              // by path
	Coroutines []Coroutine `json:"coroutines"`         // the largest frame first
	// missed elisions first, and of these the most frequently reached first
	Creations []Creation `json:"creations"`
	Findings  []Finding  `json:"findings"`          // of check, by position
	Sources   []Source   `json:"sources,omitempty"` // text around coroutines, if the report includes it
}

// Unit is a translation unit, or a file of IR.
type Unit struct {
	File string `json:"file"` // the source, relative to the project's root if it lies below it
	// the output of the compile command, which distinguishes several units of one source
	Object   string `json:"object,omitempty"`
	Pipeline string `json:"pipeline,omitempty"` // if units differ
	Compiler string `json:"compiler,omitempty"` // if units differ
	Failed   string `json:"failed,omitempty"`   // the error of the compiler or of corolower; "" if there was none
}

// Coroutine is a coroutine that was split. A coroutine in a header is listed once.
type Coroutine struct {
	explain.Frame
	Ways  []explain.Way `json:"ways"`
	More  bool          `json:"more,omitempty"`    // there are more paths than listed
	Units []int         `json:"units"`             // the units that have it, as indices of Report.Units
	Sizes []int64       `json:"frames,omitempty"`  // of the frame in each of Units, if they differ
	Hits  *uint64       `json:"entries,omitempty"` // how often it is entered, according to the profile
	IR    *Text         `json:"ir_text,omitempty"` // of the function before the pipeline, if the report includes it
}

// Creation is a place that creates a coroutine. A place in a header is listed once.
type Creation struct {
	explain.Creation
	Units []int   `json:"units"`
	Hits  *uint64 `json:"entries,omitempty"` // how often it is reached, according to the profile
}

// Finding is a finding of check.
type Finding struct {
	File    string          `json:"file"` // of the IR
	Line    int             `json:"line,omitempty"`
	Column  int             `json:"column,omitempty"`
	Source  *explain.Source `json:"source,omitempty"`
	Level   string          `json:"level"` // error, warning
	Rule    string          `json:"rule,omitempty"`
	Message string          `json:"message"`
	Hint    string          `json:"hint,omitempty"`
	Units   []int           `json:"units"`
}

// Source is a range of lines of a file.
type Source struct {
	File string `json:"file"`
	Text
}

// Text is a range of consecutive lines.
type Text struct {
	First int      `json:"first"` // number of the first line
	Lines []string `json:"lines"`
}
