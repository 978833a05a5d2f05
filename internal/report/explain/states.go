// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package explain

import (
	"fmt"
	"strings"

	"github.com/corolower/corolower/internal/lower/framereport"
)

// This file describes coroutines as graphs of their suspends.

// State names a suspend, or the beginning of the coroutine if k is negative.
func (c *Coroutine) State(k int) string {
	if k < 0 {
		return "the beginning"
	}
	s := fmt.Sprintf("suspend %d", k)
	if c.Suspends[k].Final {
		s = "the final suspend"
	}
	return s + c.at(", ", c.Suspends[k].Place)
}

// Target names the end of a path.
func (c *Coroutine) Target(w *framereport.Path) string {
	switch w.End {
	case framereport.WayEnds:
		return "the end"
	case framereport.WayUnwinds:
		return "the caller, by an exception"
	}
	return c.State(w.To)
}

// Via lists the lines along a path, in order.
func (c *Coroutine) Via(w *framereport.Path) string {
	if c.lineOf == nil && len(c.Places) > 0 {
		c.lineOf = make([]string, len(c.Places))
		for k := range c.Places {
			c.lineOf[k] = c.Line(c.Places[k])
		}
	}
	lines := make([]string, 0, len(w.Via))
	lead := "lines "
	for _, at := range w.Via {
		l := c.lineOf[at]
		short, ok := strings.CutPrefix(l, "line ")
		if !ok || strings.Contains(short, " ") {
			lead = "" // of another file
		}
		if l != "" && (len(lines) == 0 || lines[len(lines)-1] != l) {
			lines = append(lines, l)
		}
	}
	if len(lines) == 1 {
		return lines[0]
	}
	if len(lines) == 0 {
		return ""
	}
	if n := len(lines) - 2*Shown; n > 0 {
		lines = append(append(lines[:Shown:Shown], "..."), lines[len(lines)-Shown:]...)
	}
	for k := range lines {
		if lead != "" {
			lines[k] = strings.TrimPrefix(lines[k], "line ")
		}
	}
	return lead + strings.Join(lines, " -> ")
}

// States is a coroutine as a graph of its suspends.
type States struct {
	About
	Suspends []Suspend `json:"suspends"`
	Ways     []Way     `json:"ways"`
	More     bool      `json:"more,omitempty"` // the list is incomplete
}

// Way is a path from the beginning or a suspend to the next suspend, or to the end.
type Way struct {
	From *int   `json:"from,omitempty"` // a suspend; absent: the beginning
	When string `json:"when"`
	End  string `json:"end"`
	To   *int   `json:"to,omitempty"` // suspend
	Via  []At   `json:"via"`
	By   string `json:"by,omitempty"` // the lines of via, as text
}

// States returns the graph. pipeline is the text of the pipeline that ran.
func (c *Coroutine) States(pipeline string) States {
	f := c.about(pipeline)
	j := States{About: f.About, Suspends: f.Suspends, Ways: []Way{}, More: !c.AllWays && len(c.Suspends) > 0}
	places := make([]At, len(c.Places))
	for k := range c.Places {
		places[k] = c.place(c.Places[k])
	}
	j.Ways = make([]Way, 0, len(c.Ways))
	for k := range c.Ways {
		w := &c.Ways[k]
		jw := Way{When: w.Kind.String(), End: w.End.String(), Via: make([]At, len(w.Via)), By: c.Via(w)}
		if w.From >= 0 {
			jw.From = &w.From
		}
		if w.End == framereport.WaySuspends {
			jw.To = &w.To
		}
		for n, at := range w.Via {
			jw.Via[n] = places[at]
		}
		j.Ways = append(j.Ways, jw)
	}
	return j
}
