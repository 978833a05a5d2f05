// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// This file parses reports from JSON. It validates what the comparison and the budgets rely on, and
// accepts the rest unchecked.

// maxSize bounds sizes of frames, in bytes, so that their sums do not overflow. No memory is that
// large.
const maxSize = 1 << 40

// writeAgain is the hint for most errors in a report.
const writeAgain = "write it again: corolower project --format=json"

// oldKeys maps keys of reports before version 0.2 to the current ones. Inside a JSON string a
// backslash precedes a quotation mark, so `"mend":` can only be a key.
var oldKeys = [][2][]byte{
	{[]byte(`"mend":`), []byte(`"fix" :`)},
	{[]byte(`"no_mend":`), []byte(`"no_fix" :`)},
}

// Read parses a report. An error is an *ir.Error with a position in the text and a hint.
func Read(text []byte) (*Report, error) {
	body := bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	for _, key := range oldKeys { // of equal length, so that errors keep their positions
		body = bytes.ReplaceAll(body, key[0], key[1])
	}
	skipped := len(text) - len(body)
	refuse := func(offset int64, format string, args ...any) error {
		e := ir.Errorf(ir.PosAt(skipped+int(min(max(offset, 0), int64(len(body))))), format, args...)
		e.Hint = writeAgain
		return e
	}
	if first := bytes.TrimLeft(body, " \t\r\n"); len(first) == 0 {
		return nil, refuse(0, "the report is empty")
	} else if first[0] == '[' {
		e := refuse(int64(len(body)-len(first)), "expected a report, which is an object, but found an array, as "+
			"explain and check write").(*ir.Error)
		e.Hint = "write a report with corolower project --format=json"
		return nil, e
	}
	var head struct {
		Version    *json.Number    `json:"version"`
		Units      json.RawMessage `json:"units"`
		Coroutines json.RawMessage `json:"coroutines"`
		Old        json.RawMessage `json:"old"`
	}
	if err := json.Unmarshal(body, &head); err != nil {
		return nil, wrong(body, err, refuse)
	}
	at := int64(max(0, bytes.Index(body, []byte(`"version"`))))
	switch v := head.Version; {
	case v == nil:
		return nil, refuse(0, "the report has no version")
	case v.String() != strconv.Itoa(Version):
		e := refuse(at, "the report has version %s, but this program reads version %d", v, Version).(*ir.Error)
		if n, err := strconv.Atoi(v.String()); err == nil && n > Version {
			e.Hint = "use the corolower that wrote it, or a newer one"
		}
		return nil, e
	}
	switch { // other files of this program have a version too
	case head.Old != nil:
		return nil, refuse(0, "this is a comparison of two reports, not a report")
	case head.Units == nil || head.Coroutines == nil:
		return nil, refuse(0, "this is not a report: it has no units, or no coroutines")
	}
	r := &Report{}
	if err := json.Unmarshal(body, r); err != nil {
		return nil, wrong(body, err, refuse)
	}
	if p := r.check(); p != nil {
		return nil, refuse(elementAt(body, p.list, p.index), "%s %d of the report: %s", strings.TrimSuffix(p.list, "s"),
			p.index, p.why)
	}
	return r, nil
}

// wrong converts an error of encoding/json.
func wrong(body []byte, err error, refuse func(int64, string, ...any) error) error {
	var se *json.SyntaxError
	var te *json.UnmarshalTypeError
	switch {
	case errors.As(err, &se) && strings.Contains(se.Error(), "unexpected end"):
		return refuse(int64(len(body)), "the report ends unexpectedly: it is incomplete")
	case errors.As(err, &se):
		return refuse(se.Offset-1, "this is not JSON: %s", se.Error())
	case errors.As(err, &te):
		return refuse(te.Offset-1, "%s", strings.TrimPrefix(te.Field+": the type "+te.Value+" is wrong here", ": "))
	}
	return refuse(0, "%v", err)
}

// problem is an invalid element of one of the report's lists.
type problem struct {
	list  string
	index int
	why   string
}

// check validates what readers of a report use as indices and in sums.
func (r *Report) check() *problem {
	var found *problem
	refuse := func(list string, k int, why string) {
		if found == nil && why != "" {
			found = &problem{list, k, why}
		}
	}
	units := func(list []int) string {
		for _, u := range list {
			if u < 0 || u >= len(r.Units) {
				return fmt.Sprintf("unit %d does not exist", u)
			}
		}
		return ""
	}
	for k := range r.Coroutines {
		c := &r.Coroutines[k]
		why := units(c.Units)
		switch {
		case why != "":
		case c.Sizes != nil && len(c.Sizes) != len(c.Units):
			why = fmt.Sprintf("it has %d frames in %d units", len(c.Sizes), len(c.Units))
		case c.Function == "":
			why = "it has no function"
		default:
			for _, n := range append([]int64{c.Size}, c.Sizes...) {
				if n < 0 || n > maxSize {
					why = fmt.Sprintf("a frame cannot have %d bytes", n)
				}
			}
			for n := range c.Rows {
				if row := &c.Rows[n]; why == "" && (row.Size < 0 || row.Size > maxSize || row.Offset < 0 ||
					row.Offset > maxSize) {
					why = fmt.Sprintf("a row of a frame cannot have %d bytes at %d", row.Size, row.Offset)
				}
			}
		}
		refuse("coroutines", k, why)
	}
	for k := range r.Creations {
		refuse("creations", k, units(r.Creations[k].Units))
	}
	for k := range r.Findings {
		refuse("findings", k, units(r.Findings[k].Units))
	}
	return found
}

// elementAt returns the offset of an element of one of the report's lists. The text must be JSON,
// and the list must exist.
func elementAt(body []byte, list string, index int) int64 {
	dec := json.NewDecoder(bytes.NewReader(body))
	if _, err := dec.Token(); err != nil {
		return 0
	}
	at := int64(0)
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return at
		}
		if !strings.EqualFold(fmt.Sprint(name), list) {
			var skip json.RawMessage
			if dec.Decode(&skip) != nil {
				return at
			}
			continue
		}
		if _, err := dec.Token(); err != nil {
			return at
		}
		for k := 0; dec.More(); k++ {
			from := dec.InputOffset()
			var skip json.RawMessage
			if dec.Decode(&skip) != nil {
				return at
			}
			if k == index {
				at = from + int64(bytes.IndexByte(body[from:], '{'))
			}
		}
		_, _ = dec.Token() // the list's end; errors were reported before
	}
	return at
}
