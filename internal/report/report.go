// Package report is what is known of the coroutines of a project: the model that `corolower
// project` fills, that its JSON, its comparison with an earlier one, its budgets and its HTML
// share.
//
// It runs no compiler and no pass, knows no terminal, and reads and writes no files but what a
// caller hands to it.
package report

import (
	"github.com/corolower/corolower/internal/explain"
)

// Version is that of the JSON form. It is raised where a key goes or gets another meaning.
const Version = 1

// Report tells of all units of a project, or of some files.
type Report struct {
	Version int `json:"version"`
	// that the figures are from; where units differ all of them, separated by blanks
	Pipeline   string      `json:"pipeline"`
	Compiler   string      `json:"compiler,omitempty"` // its version line, where there is one for all units
	Units      []Unit      `json:"units"`              // by path
	Coroutines []Coroutine `json:"coroutines"`         // the largest frame first
	// misses first, those that are reached most often before the others
	Creations []Creation `json:"creations"`
	Findings  []Finding  `json:"findings"`          // of check, by place
	Sources   []Source   `json:"sources,omitempty"` // text around coroutines, where a report carries it
}

// Unit is a unit of translation, or a file of IR.
type Unit struct {
	File string `json:"file"` // the source, from the project's root where it lies below it
	// what the compile command makes, which tells several units of one source apart
	Object   string `json:"object,omitempty"`
	Pipeline string `json:"pipeline,omitempty"` // where it is not that of all units
	Compiler string `json:"compiler,omitempty"` // where it is not that of all units
	Failed   string `json:"failed,omitempty"`   // the compiler's words, or corolower's; "" where all went well
}

// Coroutine is a coroutine that was split. One of a header is listed once.
type Coroutine struct {
	explain.Frame
	Ways  []explain.Way `json:"ways"`
	More  bool          `json:"more,omitempty"`    // there are more ways
	Units []int         `json:"units"`             // that have it, numbers in Report.Units
	Sizes []int64       `json:"frames,omitempty"`  // of the frame in each of Units, where they differ
	Hits  *uint64       `json:"entries,omitempty"` // how often it is entered, by the profile
	IR    *Text         `json:"ir_text,omitempty"` // of the function before the pipeline, where a report carries it
}

// Creation is a place at which a coroutine is created. One of a header is listed once.
type Creation struct {
	explain.Creation
	Units []int   `json:"units"`
	Hits  *uint64 `json:"entries,omitempty"` // how often it is reached, by the profile
}

// Finding is one of check.
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

// Source is some lines of a file.
type Source struct {
	File string `json:"file"`
	Text
}

// Text is lines that follow each other.
type Text struct {
	First int      `json:"first"` // number of the first
	Lines []string `json:"lines"`
}
