// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package html

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/corolower/corolower/internal/report"
	"github.com/corolower/corolower/internal/report/explain"
)

// The data of a report in the page. One index holds the data of all entries for tables and the map;
// it is parsed when the page opens. The details of a single coroutine are an entry, a JSON text of
// its own. Entries are numbered and lie in compressed chunks, which are decompressed when one of
// their entries is needed. So 10,000 coroutines open as fast as their tables do.

// chunkSize is the size after which a new chunk starts. Larger chunks compress little better, and
// take longer to open.
const chunkSize = 192 << 10

// index is the data of all entries. A number called text is an index in Texts.
type index struct {
	Title    string   `json:"title"`
	Pipeline string   `json:"pipeline"`
	Compiler string   `json:"compiler"`
	Clang    string   `json:"clang"` // the clang that the report is compared with, if any
	Texts    []string `json:"texts"`
	Chunks   []int    `json:"chunks"` // the first entry of each chunk
	// Units: file, error, pipeline if units differ (texts).
	Units [][3]int `json:"units"`
	// Coroutines: function, demangled, file (texts), line, size, alignment, padding, suspends,
	// units, entries according to the profile (-1: unknown), entry of its details, entry of its IR
	// (-1: omitted), clang's frame (-1: unknown), bytes that one change could save, bytes that are
	// frames of elided coroutines, instructions of the ramp and all parts.
	Coroutines [][16]int64 `json:"coroutines"`
	// Creations: callee, caller, their demangled names, file (texts), line, elided, annotated,
	// frame size (-1: unknown), times reached (-1: unknown), units, kind of reason, reason, where,
	// path, hint, why an annotated call was not elided, why there is no hint, how the caller's
	// frame grows (texts), whether clang elides (-1: unknown).
	Creations [][20]int64 `json:"creations"`
	// Findings: level, rule, message, hint, file (texts), line, units.
	Findings [][7]int64 `json:"findings"`
	// Sources: file (text), entry of its passages.
	Sources [][2]int `json:"sources"`
	LeftOut int      `json:"left_out"` // number of texts omitted for lack of space
}

// texts numbers texts; "" has number 0.
type texts struct {
	list   []string
	number map[string]int
}

func (t *texts) of(s string) int {
	n, ok := t.number[s]
	if !ok {
		n = len(t.list)
		t.list, t.number[s] = append(t.list, s), n
	}
	return n
}

// detail is a coroutine's entry: the report's data, and the demangled names of other functions in
// it.
type detail struct {
	report.Coroutine
	Names map[string]string `json:"names,omitempty"`
}

// writer writes a report's data.
type writer struct {
	out  io.Writer
	idx  index
	txt  texts
	raw  bytes.Buffer // entries of the current chunk
	next int          // number of the next entry
	size int          // bytes of written texts
}

func writeData(out io.Writer, r *report.Report, o Options) error {
	w := &writer{out: out, txt: texts{number: map[string]int{}}}
	w.txt.of("")
	w.idx = index{Title: o.Title, Pipeline: r.Pipeline, Compiler: r.Compiler, Chunks: []int{}, Units: [][3]int{},
		Coroutines: [][16]int64{},
		Creations:  [][20]int64{}, Findings: [][7]int64{}, Sources: [][2]int{}}
	for _, u := range r.Units {
		w.idx.Units = append(w.idx.Units, [3]int{w.txt.of(u.File), w.txt.of(u.Failed), w.txt.of(u.Pipeline)})
	}
	for k := range r.Coroutines {
		if err := w.coroutine(&r.Coroutines[k]); err != nil {
			return err
		}
	}
	for k := range r.Creations {
		w.creation(&r.Creations[k])
	}
	for k := range r.Findings {
		w.finding(&r.Findings[k])
	}
	if err := w.flush(); err != nil {
		return err
	}
	w.size = 0
	if err := w.texts(r, o.MaxText); err != nil {
		return err
	}
	w.idx.Texts = w.txt.list
	text, err := encode(&w.idx)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "<script type=\"application/json\" id=\"index\">%s</script>\n", text)
	return err
}

// coroutine adds a coroutine's row and its details. The method texts adds its IR.
func (w *writer) coroutine(c *report.Coroutine) error {
	file, line := place(c.Source, c.File, c.Line)
	row := [16]int64{int64(w.txt.of(c.Function)), int64(w.txt.of(explain.Demangled(c.Function))), int64(w.txt.of(file)),
		int64(line), c.Size, c.Align,
		c.Padding, int64(len(c.Suspends)), int64(len(c.Units)), known(c.Hits), int64(w.next), -1, -1,
		c.CouldSave, c.Inside, 0}
	for _, p := range c.Code {
		row[15] += int64(p.Instructions)
	}
	if c.ClangSize != nil {
		row[12] = *c.ClangSize
		w.idx.Clang = c.Clang
	}
	w.idx.Coroutines = append(w.idx.Coroutines, row)
	d := detail{Coroutine: *c, Names: map[string]string{}}
	d.IR = nil
	names(c.Rows, d.Names)
	return w.entry(&d)
}

// names collects the functions that rows name, with their demangled names.
func names(rows []explain.Row, out map[string]string) {
	note := func(f string) {
		if d := explain.Demangled(f); d != f {
			out[f] = d
		}
	}
	for k := range rows {
		note(rows[k].FrameOf)
		for _, x := range rows[k].Keepers {
			note(x.Callee)
		}
		names(rows[k].Rows, out)
	}
}

// maxPath bounds the steps of a path that are shown.
const maxPath = 24

func (w *writer) creation(c *report.Creation) {
	file, line := place(c.Source, c.File, c.Line)
	row := [20]int64{int64(w.txt.of(c.Callee)), int64(w.txt.of(c.Caller)),
		int64(w.txt.of(cmp.Or(c.CalleeIs, c.Callee))), int64(w.txt.of(cmp.Or(c.CallerIs, c.Caller))),
		int64(w.txt.of(file)), int64(line), truth(c.Elided), truth(c.Annotated), -1, known(c.Hits), int64(len(c.Units))}
	if c.FrameSize != nil {
		row[8] = *c.FrameSize
	}
	if m := c.Reason; m != nil {
		message := cmp.Or(m.Demangled, m.Message)
		if m.Variable != "" {
			message += ", variable '" + m.Variable + "'"
		}
		where := ""
		if m.Source != nil || m.Line > 0 {
			f, l := place(m.Source, c.File, m.Line)
			where = fmt.Sprintf("%s:%d", f, l)
			if in := m.Inlined; in != nil {
				where += fmt.Sprintf(", inlined at %s:%d", in.File, in.Line)
			}
		}
		if n := len(c.Copies); n > 0 {
			message += fmt.Sprintf(" (also in %s that it was inlined into)", explain.Count(n, "function"))
		}
		row[11], row[12], row[13] = int64(w.txt.of(m.Kind)), int64(w.txt.of(message)), int64(w.txt.of(where))
		row[14], row[15] = int64(w.txt.of(path(m.Path))), int64(w.txt.of(cmp.Or(m.HintIs, m.Hint)))
		row[17] = int64(w.txt.of(m.NoFix))
	}
	row[16] = int64(w.txt.of(cmp.Or(c.LeftIs, c.LeftAlone)))
	if g := c.Growth; g != nil {
		row[18] = int64(w.txt.of(g.Text(c.Caller)))
	}
	if row[19] = -1; c.ClangDoes != nil {
		row[19] = truth(*c.ClangDoes)
	}
	w.idx.Creations = append(w.idx.Creations, row)
}

// path formats a path by lines, or by blocks if no lines are known. Consecutive steps on one line
// are shown once.
func path(steps []explain.Step) string {
	var parts []string
	file := ""
	for _, s := range steps {
		p := s.Block
		if s.Source != nil {
			p = fmt.Sprintf("line %d", s.Source.Line)
			if s.Source.File != file && file != "" {
				p = fmt.Sprintf("%s:%d", s.Source.File, s.Source.Line)
			}
			file = s.Source.File
		}
		if n := len(parts); n > 0 && parts[n-1] == p {
			continue
		}
		parts = append(parts, p)
	}
	if n := len(parts) - maxPath; n > 0 {
		parts = append(parts[:maxPath:maxPath], fmt.Sprintf("%d more", n))
	}
	return strings.Join(parts, " \u2192 ")
}

func (w *writer) finding(f *report.Finding) {
	file, line := place(f.Source, f.File, f.Line)
	w.idx.Findings = append(w.idx.Findings, [7]int64{int64(w.txt.of(f.Level)), int64(w.txt.of(f.Rule)),
		int64(w.txt.of(f.Message)), int64(w.txt.of(f.Hint)),
		int64(w.txt.of(file)), int64(line), int64(len(f.Units))})
}

// texts adds sources and IR until the limit, those of the largest frames first.
func (w *writer) texts(r *report.Report, limit int) error {
	sources := map[string][]report.Text{} // of files that are not yet added
	for k := range r.Sources {
		sources[r.Sources[k].File] = append(sources[r.Sources[k].File], r.Sources[k].Text)
	}
	add := func(v any) (int, error) {
		if w.size >= limit {
			w.idx.LeftOut++
			return -1, nil
		}
		n := w.next
		return n, w.entry(v)
	}
	for k := range r.Coroutines {
		c := &r.Coroutines[k]
		if c.Source != nil {
			if passages := sources[c.Source.File]; passages != nil {
				n, err := add(passages)
				if err != nil {
					return err
				}
				if n >= 0 {
					w.idx.Sources = append(w.idx.Sources, [2]int{w.txt.of(c.Source.File), n})
				}
				delete(sources, c.Source.File)
			}
		}
		if c.IR == nil {
			continue
		}
		n, err := add(c.IR)
		if err != nil {
			return err
		}
		w.idx.Coroutines[k][11] = int64(n)
	}
	return w.flush()
}

// entry adds an entry to the current chunk.
func (w *writer) entry(v any) error {
	text, err := encode(v)
	if err != nil {
		return err
	}
	if w.raw.Len() == 0 {
		w.idx.Chunks = append(w.idx.Chunks, w.next)
	} else {
		w.raw.WriteByte('\n')
	}
	w.raw.Write(text)
	w.next++
	if w.raw.Len() >= chunkSize {
		return w.flush()
	}
	return nil
}

// flush writes the current chunk.
func (w *writer) flush() error {
	if w.raw.Len() == 0 {
		return nil
	}
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.DefaultCompression)
	if err == nil {
		_, err = z.Write(w.raw.Bytes())
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		return err
	}
	w.raw.Reset()
	text := base64.StdEncoding.EncodeToString(packed.Bytes())
	w.size += len(text)
	_, err = fmt.Fprintf(w.out, "<script type=\"text/plain\" id=\"chunk%d\">%s</script>\n", len(w.idx.Chunks)-1, text)
	return err
}

// encode returns v as JSON on one line that cannot end the element that contains it: the encoder
// escapes <, >, & and the line separators of JavaScript.
func encode(v any) ([]byte, error) { return json.Marshal(v) }

// place returns the source position, or else that in the IR.
func place(s *explain.Source, file string, line int) (string, int) {
	if s != nil {
		return s.File, s.Line
	}
	return file, line
}

// known returns a count of a profile, or -1 if there is none.
func known(n *uint64) int64 {
	if n == nil {
		return -1
	}
	return int64(min(*n, 1<<53)) // the largest integer that JavaScript represents exactly
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
