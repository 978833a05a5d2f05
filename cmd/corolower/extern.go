// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/interp"
	"github.com/corolower/corolower/internal/ir"
)

// This file implements --extern, which provides functions that a program declares and the
// interpreter's library does not have.

const externUsage = "add the functions and variables of this LLVM `file` to the program, as a linker does; may be repeated"

// program is a program with the files that its errors may refer to; the first is the program's own.
type program struct {
	*interp.Program
	files []*diag.File
}

// file returns the program's own file.
func (p *program) file() *diag.File { return p.files[0] }

// linkProgram parses a program, and links it with what --extern provides. If that fails, it prints
// the errors and returns nil.
func (a *app) linkProgram(name string, text []byte, externs []string) *program {
	p := &program{files: []*diag.File{a.newFile(name, text)}}
	m, err := driver.Parse(name, text)
	if err != nil {
		a.programFailed(p, err)
		return nil
	}
	mods := []*ir.Module{m}
	for _, path := range externs {
		shown, text, err := a.readInput(path)
		if err != nil {
			a.unreadable(path, err)
			return nil
		}
		p.files = append(p.files, diag.NewFile(shown, text))
		m, err := driver.Parse(shown, text)
		if err != nil {
			a.programFailed(&program{files: p.files[len(p.files)-1:]}, err)
			return nil
		}
		mods = append(mods, m)
	}
	if p.Program, err = interp.Link(mods...); err != nil {
		a.programFailed(p, err)
		return nil
	}
	return p
}

// programFailed prints an error in a program.
func (a *app) programFailed(p *program, err error) {
	for _, e := range ir.AsList(err) {
		a.printIn(p, e)
	}
	a.code = exitFindings
}

// printIn prints a finding in a program, or none for nil.
func (a *app) printIn(p *program, e *ir.Error) {
	if e != nil {
		file := p.find(e.File)
		a.printFindings(file, nil, ir.ErrorList{p.relative(e, file)}, a.style())
	}
}

// find returns a file of the program by its name.
func (p *program) find(name string) *diag.File {
	for _, f := range p.files {
		if f.Name == name {
			return f
		}
	}
	return p.files[0]
}

// relative returns an error whose positions are in one file. A note in another file of the program
// gets its line as a position in a source.
func (p *program) relative(e *ir.Error, file *diag.File) *ir.Error {
	c := *e
	c.Notes = nil
	for _, n := range e.Notes {
		if other := p.find(n.File); n.File != "" && other != file {
			if n.Source.Line == 0 {
				at := other.Place(n.Pos)
				n.Source = ir.SourceLoc{File: other.Name, Line: at.Line, Col: at.Col}
			}
			n.Pos = 0
		}
		c.Notes = append(c.Notes, n)
	}
	return &c
}
