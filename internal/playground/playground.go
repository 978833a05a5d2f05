// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package playground answers the requests of the page in which people try corolower: one input, one
// answer, both JSON. It knows neither the browser nor files.
package playground

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/interp"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/pass"
	"github.com/corolower/corolower/internal/remark"
	"github.com/corolower/corolower/internal/report"
	"github.com/corolower/corolower/internal/report/explain"
	"github.com/corolower/corolower/internal/report/html"
)

// Request is what the page asks.
type Request struct {
	Do     string `json:"do"` // lower, steps, step, report, ptx or run
	Text   string `json:"text"`
	Passes string `json:"passes"` // "": the default pipeline
	Step   int    `json:"step"`   // for step: Step.Number
}

// Answer is what the page shows. The findings of check are in every answer.
type Answer struct {
	Text     string    `json:"text"`             // the output: IR, PTX, a page, or what the program printed
	Before   string    `json:"before,omitempty"` // for step: the module before it
	Steps    []Step    `json:"steps,omitempty"`
	Remarks  []Finding `json:"remarks,omitempty"`
	Findings []Finding `json:"findings"`
}

// Step is a pass that changed the module.
type Step struct {
	Pass   string `json:"pass"`
	Number int    `json:"number"` // as -opt-bisect-limit counts passes
}

// Finding is a message about the input. Line 0 means that it has no place.
type Finding struct {
	Level   string `json:"level"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

const name = "input.ll"

// maxSteps stops a program that does not end.
const maxSteps = 20_000_000

// Do answers a request. A panic is a finding.
func Do(request []byte) (answer []byte) {
	a := &Answer{Findings: []Finding{}}
	defer func() {
		if e := recover(); e != nil {
			a.fail(fmt.Sprintf("internal error: %v; this is a bug in corolower, please report it", e))
		}
		answer, _ = json.Marshal(a) // texts and numbers alone
	}()
	var r Request
	if err := json.Unmarshal(request, &r); err != nil {
		a.fail(err.Error())
		return nil
	}
	a.do(&r)
	return nil
}

func (a *Answer) fail(message string) {
	a.Findings = append(a.Findings, Finding{Level: "error", Message: message})
}

func (a *Answer) do(r *Request) {
	file := diag.NewFile(name, []byte(r.Text))
	res, err := driver.Run(name, file.Text, &driver.Options{CheckOnly: true, Jobs: 1})
	a.add(file, res.Warnings)
	a.add(file, ir.AsList(err))
	if err != nil {
		return
	}
	o := &driver.Options{Jobs: 1, Remarks: true}
	if r.Passes != "" {
		if o.Pipeline, err = driver.Table.Parse(r.Passes); err != nil {
			a.fail(err.Error())
			return
		}
	}
	switch r.Do {
	case "ptx":
		a.ptx(file, o)
	case "report":
		a.report(file, o)
	case "run":
		a.run(file)
	case "steps":
		a.steps(file, o)
	case "step":
		a.Before, a.Text = a.upTo(r.Step-1, file, o), a.upTo(r.Step, file, o)
	default:
		a.lower(file, o)
	}
}

func (a *Answer) add(file *diag.File, list ir.ErrorList) {
	for _, e := range list {
		p := file.Place(e.Pos)
		msg := e.Error()
		if e.Rule != "" {
			msg += " [" + e.Rule + "]"
		}
		f := Finding{e.Severity.String(), p.Line, p.Col, msg, e.Hint}
		a.Findings = append(a.Findings, f)
	}
}

// kinds are the levels of remarks. Their lines are of the source, if debug info names it.
var kinds = map[remark.Kind]string{remark.Passed: "passed", remark.Missed: "missed", remark.Analysis: "analysis"}

func (a *Answer) lower(file *diag.File, o *driver.Options) {
	res, err := driver.Run(name, file.Text, o)
	if err != nil {
		a.add(file, ir.AsList(err))
		return
	}
	a.Text = string(res.Bytes())
	for k := range res.Remarks {
		r := &res.Remarks[k]
		a.Remarks = append(a.Remarks, Finding{kinds[r.Kind], r.Loc.Line, r.Loc.Col, explain.DemangledText(r.Message()), ""})
	}
}

// steps lists the passes that change the module. Their texts would be dozens of modules, so the page
// asks for the one that it shows.
func (a *Answer) steps(file *diag.File, o *driver.Options) {
	var log bytes.Buffer
	o.Log = &log
	o.Report = pass.Options{Changed: "quiet"}
	a.Text = a.upTo(-1, file, o)
	number := 0
	for line := range strings.Lines(log.String()) {
		if strings.HasPrefix(line, "BISECT: running pass") {
			number++
		} else if name, ok := strings.CutPrefix(line, "*** IR Dump After "); ok {
			a.Steps = append(a.Steps, Step{strings.TrimSuffix(name, " ***\n"), number})
		}
	}
}

// upTo returns the module after the first n passes, or after all if n is -1.
func (a *Answer) upTo(n int, file *diag.File, o *driver.Options) string {
	o.Remarks = false
	o.Report.Bisect, o.Report.BisectLimit = true, n
	res, err := driver.Run(name, file.Text, o)
	if err != nil {
		a.add(file, ir.AsList(err))
		return ""
	}
	return string(res.Bytes())
}

func (a *Answer) ptx(file *diag.File, o *driver.Options) {
	o.Module = true
	res, err := driver.Run(name, file.Text, o)
	if err == nil {
		var out []byte
		var warnings ir.ErrorList
		out, warnings, err = res.PTX(driver.PTXOptions{})
		a.Text = string(out)
		a.add(file, warnings)
	}
	a.add(file, ir.AsList(err))
}

// report writes the page of `corolower report`.
func (a *Answer) report(file *diag.File, o *driver.Options) {
	o.Frames, o.Ways = true, true
	res, err := driver.Run(name, file.Text, o)
	if err != nil {
		a.add(file, ir.AsList(err))
		return
	}
	pipeline := driver.DefaultPipeline
	if o.Pipeline != nil {
		pipeline = o.Pipeline.String()
	}
	p := report.Part{Unit: report.Unit{File: name, Pipeline: pipeline}}
	order := explain.Names{}.Add(res)
	p.Add(pipeline, explain.Coroutines(file, res, order), explain.Creations(file, res, order), true)
	var out bytes.Buffer
	_ = html.Write(&out, report.Merge(pipeline, "", []report.Part{p}), html.Options{Title: "Coroutines of the input"})
	a.Text = out.String()
}

// run interprets main.
func (a *Answer) run(file *diag.File) {
	m, err := driver.Parse(name, file.Text)
	var p *interp.Program
	if err == nil {
		p, err = interp.Load(m)
	}
	if err != nil {
		a.add(file, ir.AsList(err))
		return
	}
	var out bytes.Buffer
	code, err := p.New(interp.Options{Stdout: &out, Stderr: &out, MaxSteps: maxSteps, MaxMemory: 256 << 20}).Run("main")
	a.Text = out.String()
	if err != nil {
		a.add(file, ir.AsList(err))
		return
	}
	a.Text += fmt.Sprintf("\nexit code %d\n", code)
}
