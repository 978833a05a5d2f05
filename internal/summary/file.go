// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package summary

// The file format. A file is one JSON object, with one function on each line:
//
//	{"corolower-summaries": 1, "triple": "x86_64-unknown-linux-gnu", "layout": "e-m:e-...", "functions": [
//	{"name": "drive", "type": "void (ptr)", ...},
//	{"name": "log", "type": "void (i32)", ...}],
//	"sum": "..."}
//
// The number is the version of the format: a file of another version is ignored, with a warning.
// The sum is a checksum of all bytes before its line; a file that was changed by hand, or
// truncated, is an error.

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Version is the version of the format.
const Version = 1

// ErrVersion is the error for a file of another version. Such a file is not malformed, but it
// cannot be used.
var ErrVersion = errors.New("summaries of another version of corolower")

// Error is a mistake in a file.
type Error struct {
	Line, Column int // both from 1; 0: the error is about the whole file
	Msg          string
}

func (e *Error) Error() string { return e.Msg }

// file is the JSON object of a file.
type file struct {
	Version   int     `json:"corolower-summaries"`
	Triple    string  `json:"triple"`
	Layout    string  `json:"layout"`
	Functions []*Func `json:"functions"`
	Sum       string  `json:"sum"`
}

// sumOf returns the checksum of a file's text.
func sumOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16])
}

// HashBody returns a hash of the text of a function, for Func.Body.
func HashBody(text []byte) string { return sumOf(text) }

// Write writes the table as a file. Equal tables result in equal bytes.
func (t *Table) Write(w io.Writer) error {
	var b bytes.Buffer
	quote := func(s string) string {
		q, _ := json.Marshal(s) // marshalling a string never fails
		return string(q)
	}
	fmt.Fprintf(&b, "{\"corolower-summaries\": %d, \"triple\": %s, \"layout\": %s, \"functions\": [", Version,
		quote(t.Triple), quote(t.Layout))
	for k, f := range t.Funcs() {
		if k > 0 {
			b.WriteByte(',')
		}
		b.WriteByte('\n')
		line, err := json.Marshal(f)
		if err != nil {
			return err
		}
		b.Write(line)
	}
	b.WriteString("],\n")
	fmt.Fprintf(&b, "\"sum\": %q}\n", sumOf(b.Bytes()))
	_, err := w.Write(b.Bytes())
	return err
}

// Read parses a file. The error is an *Error with the position of the mistake, or ErrVersion.
func Read(text []byte) (*Table, error) {
	var head struct {
		Version *int `json:"corolower-summaries"`
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return nil, located(text, err)
	}
	switch {
	case head.Version == nil:
		return nil, &Error{1, 1, "not a file of summaries: it has no corolower-summaries"}
	case *head.Version != Version:
		return nil, ErrVersion
	}
	var f file
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&f); err != nil {
		return nil, located(text, err)
	}
	last := bytes.LastIndex(text, []byte("\"sum\":"))
	if last < 0 || f.Sum != sumOf(text[:last]) {
		return nil, &Error{0, 0, "the summaries were changed or truncated after they were written: the checksum " +
			"does not match"}
	}
	t := &Table{Triple: f.Triple, Layout: f.Layout}
	for k, g := range f.Functions {
		if msg := g.wrong(); msg != "" {
			return nil, &Error{k + 2, 1, msg} // each function has its own line
		}
		if t.Func(g.Name) != nil || t.Add(g) {
			return nil, &Error{k + 2, 1, "two summaries of @" + g.Name}
		}
	}
	return t, nil
}

// wrong describes the mistake in a summary that was read; it returns "" if there is none.
func (f *Func) wrong() string {
	switch {
	case f == nil || f.Name == "":
		return "a summary without a name"
	case f.Type == "":
		return "a summary of @" + f.Name + " without a type"
	}
	for k, h := range f.Handles {
		if h.Param < 0 || h.Param >= len(f.Params) {
			return fmt.Sprintf("@%s has no parameter %d", f.Name, h.Param)
		}
		if len(h.Path) > MaxPath || slices.ContainsFunc(h.Path, func(off int64) bool {
			return off < 0 ||
				off > maxOffset
		}) {
			return fmt.Sprintf("a path to a handle of @%s is not one of at most %d offsets", f.Name, MaxPath)
		}
		if k > 0 && compareHandles(f.Handles[k-1], h) >= 0 {
			return "the handles of @" + f.Name + " are not in order"
		}
		for _, x := range h.Exits {
			if x.By != ByReturn && x.By != ByUnwind && x.By != ByJump || x.Holder != "" && x.Holder != HoldsHandle &&
				x.Holder != HoldsNull ||
				(x.Holder != "" || x.Result == ResultArgument) && len(h.Path) == 0 ||
				x.Result != "" && x.Result != ResultHandle && x.Result != ResultArgument {
				return "an exit of @" + f.Name + " has an unknown word"
			}
		}
	}
	return ""
}

// maxOffset bounds the offsets of a path. Larger objects do not count as holders of handles.
const maxOffset = 1 << 20

// compareHandles orders handles by parameter and path.
func compareHandles(a, b Handle) int {
	if a.Param != b.Param {
		return a.Param - b.Param
	}
	return slices.Compare(a.Path, b.Path)
}

// SortHandles sorts handles in the order of Func.Handles.
func SortHandles(list []Handle) { slices.SortFunc(list, compareHandles) }

// located converts an error of encoding/json to an *Error with a position.
func located(text []byte, err error) error {
	var syntax *json.SyntaxError
	var typ *json.UnmarshalTypeError
	e := &Error{Line: 1, Column: 1, Msg: strings.TrimPrefix(err.Error(), "json: ")}
	off := int64(-1)
	switch {
	case errors.As(err, &syntax):
		off = syntax.Offset
	case errors.As(err, &typ):
		off, e.Msg = typ.Offset, "the type "+typ.Value+" is wrong here"
	}
	if off >= 0 {
		before := text[:min(max(off-1, 0), int64(len(text)))]
		e.Line = bytes.Count(before, []byte{'\n'}) + 1
		e.Column = len(before) - bytes.LastIndexByte(before, '\n')
	}
	return e
}
