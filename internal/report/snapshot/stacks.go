// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package snapshot

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/pprof/profile"
	"github.com/ianlancetaylor/demangle"

	"github.com/corolower/corolower/framemap"
	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/report/explain"
)

// This file is snapshots as stacks, for flame graphs: who waits is the outer level.

// Weight is a number that each stack has.
type Weight int

// The weights of stacks.
const (
	Count Weight = iota // chains of coroutines
	Bytes               // of the innermost coroutine's frame, without those of elided coroutines in it
	Age                 // nanoseconds for which the innermost coroutine was seen suspended here
	weights
)

// Weights are the names of the weights.
var Weights = [weights]string{"count", "bytes", "age"}

// level is one coroutine of a stack.
type level struct{ function, file, line string }

func (l level) String() string {
	switch {
	case l.file == "":
		return l.function
	case l.line == "":
		return l.function + " " + l.file
	}
	return l.function + " " + l.file + ":" + l.line
}

// stack is one sum for all coroutines with the same place and the same waiters.
type stack struct {
	levels []level // the outermost first
	owner  string
	values [weights]int64
	stuck  int // coroutines that were suspended here at all times
}

// Series is one or several snapshots of a process, as stacks.
type Series struct {
	Snapshots int
	stacks    map[string]*stack
	names     map[*framemap.Coroutine]string
	since     map[suspension]time.Duration // of those in the last snapshot, when each was seen first
	last      time.Duration
	events    []event
}

// suspension identifies that a coroutine is suspended somewhere. If it is resumed and suspends there
// again, its frame most often differs.
type suspension struct {
	handle  uint64
	place   string
	content string
}

// event is a time for which a coroutine was suspended.
type event struct {
	handle   uint64
	name     string
	from, to time.Duration
}

// Add adds a snapshot that was taken at a time since the first.
func (r *Series) Add(s *Snapshot, at time.Duration) {
	if r.stacks == nil {
		r.stacks, r.names = map[string]*stack{}, map[*framemap.Coroutine]string{}
	}
	for _, t := range r.stacks {
		t.stuck = 0
	}
	since := map[suspension]time.Duration{}
	seen := make([]bool, len(s.Frames))
	for _, c := range s.Chains {
		for n, k := range c.Frames {
			if seen[k] && n > 0 {
				break // the rest is in another chain, too
			}
			t := r.stack(s, c, n)
			if n == 0 {
				t.values[Count]++
			}
			if seen[k] {
				continue
			}
			seen[k] = true
			f := &s.Frames[k]
			t.values[Bytes] += f.Own
			if n > 0 || f.Running {
				continue
			}
			id := suspension{f.Handle, t.levels[len(t.levels)-1].String(), string(f.Bytes)}
			first, was := r.since[id]
			if !was {
				first = at
			}
			since[id] = first
			if was {
				t.values[Age] += int64(at - r.last)
			}
			if first == 0 {
				t.stuck++
			}
		}
	}
	r.ended(since)
	r.Snapshots++
	r.since, r.last = since, at
}

// ended makes an event of each suspension that is not in the newest snapshot.
func (r *Series) ended(now map[suspension]time.Duration) {
	for id, from := range r.since {
		if _, still := now[id]; !still {
			r.events = append(r.events, event{id.handle, id.place, from, r.last})
		}
	}
}

// stack returns the sum for a coroutine of a chain.
func (r *Series) stack(s *Snapshot, c Chain, n int) *stack {
	var levels []level
	f := &s.Frames[c.Frames[n]]
	if c.Ring > 0 {
		levels = append(levels, level{function: fmt.Sprintf("[ring of %d]", c.Ring)})
	} else if f.Lost {
		levels = append(levels, level{function: "[nothing refers to it]"})
	} else if f.Doubtful {
		levels = append(levels, level{function: "[perhaps destroyed]"})
	}
	for _, k := range slices.Backward(c.Frames[n:]) {
		w := &s.Frames[k]
		l := level{function: r.name(w.Coroutine)}
		l.file, l.line, _ = strings.Cut(w.Place(), ":")
		switch {
		case w.Done:
			l.function += " (done)"
		case w.Running:
			l.function += " (running)"
		}
		levels = append(levels, l)
	}
	root := &s.Frames[c.Frames[len(c.Frames)-1]]
	owner, _, _ := strings.Cut(cmp.Or(f.Owner, root.Owner), " at 0x")
	key := owner + "\n" + folded(levels)
	t := r.stacks[key]
	if t == nil {
		t = &stack{levels: levels, owner: owner}
		r.stacks[key] = t
	}
	return t
}

// name is the name of a coroutine without parameters and template arguments.
func (r *Series) name(c *framemap.Coroutine) string {
	if r.names[c] == "" {
		r.names[c] = short(c.Function)
	}
	return r.names[c]
}

// short is the name of a function without parameters and template arguments.
func short(symbol string) string {
	name := explain.Demangled(symbol, demangle.NoParams, demangle.NoTemplateParams, demangle.NoClones)
	return diag.Clean(strings.ReplaceAll(name, ";", ":"))
}

func folded(levels []level) string {
	list := make([]string, len(levels))
	for k, l := range levels {
		list[k] = l.String()
	}
	return strings.Join(list, ";")
}

// Sums returns the weights by stack, without the owners. Ages are in milliseconds.
func (r *Series) Sums(w Weight) Folded {
	out := Folded{}
	for _, t := range r.stacks {
		if t.values[w] > 0 {
			out[folded(t.levels)] += t.values[w]
		}
	}
	for key := range out {
		if w == Age {
			out[key] /= int64(time.Millisecond)
		}
	}
	return out
}

// Text lists the stacks, the most frequent first, with the mean over the snapshots and how many
// coroutines stayed there all the time.
func (r *Series) Text() string {
	type row struct{ count, stuck int64 }
	rows := map[string]*row{}
	for _, t := range r.stacks {
		if key := folded(t.levels); t.values[Count] > 0 {
			if rows[key] == nil {
				rows[key] = &row{}
			}
			rows[key].count += t.values[Count]
			rows[key].stuck += int64(t.stuck)
		}
	}
	keys := slices.SortedFunc(maps.Keys(rows), func(a, b string) int {
		return cmp.Or(cmp.Compare(rows[b].count, rows[a].count), cmp.Compare(a, b))
	})
	var b strings.Builder
	for _, key := range keys {
		fmt.Fprintf(&b, "%8.1f  %s\n", float64(rows[key].count)/float64(r.Snapshots), key)
		if n := rows[key].stuck; n > 0 && r.Snapshots > 1 {
			fmt.Fprintf(&b, "          %d suspended at the same place in all %d snapshots\n", n, r.Snapshots)
		}
	}
	return b.String()
}

// Profile writes the stacks as a profile of pprof, in its compressed form.
func (r *Series) Profile(out io.Writer) error {
	p := &profile.Profile{DefaultSampleType: "coroutines"}
	units := [weights]profile.ValueType{{Type: "coroutines", Unit: "count"}, {Type: "frames", Unit: "bytes"}, {Type: "age", Unit: "nanoseconds"}}
	for k := range units {
		p.SampleType = append(p.SampleType, &units[k])
	}
	places := map[level]*profile.Location{}
	functions := map[level]*profile.Function{}
	for _, key := range slices.Sorted(maps.Keys(r.stacks)) {
		t := r.stacks[key]
		sample := &profile.Sample{Value: t.values[:]}
		if t.owner != "" {
			sample.Label = map[string][]string{"owner": {t.owner}}
		}
		for _, l := range slices.Backward(t.levels) {
			if places[l] == nil {
				fn := level{function: l.function, file: l.file}
				if functions[fn] == nil {
					functions[fn] = &profile.Function{ID: uint64(len(functions) + 1), Name: l.function, SystemName: l.function, Filename: l.file}
					p.Function = append(p.Function, functions[fn])
				}
				line, _ := strconv.ParseInt(l.line, 10, 64)
				places[l] = &profile.Location{ID: uint64(len(places) + 1), Line: []profile.Line{{Function: functions[fn], Line: line}}}
				p.Location = append(p.Location, places[l])
			}
			sample.Location = append(sample.Location, places[l])
		}
		p.Sample = append(p.Sample, sample)
	}
	return p.Write(out)
}

// Trace writes when each coroutine was suspended where, in the format of Chrome's tracing, which
// Perfetto reads. Each coroutine is a thread.
func (r *Series) Trace() string {
	r.ended(nil)
	slices.SortFunc(r.events, func(a, b event) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.handle, b.handle), cmp.Compare(a.to, b.to))
	})
	var b bytes.Buffer
	b.WriteString("{\"traceEvents\": [")
	threads := map[uint64]int{}
	for k, e := range r.events {
		if threads[e.handle] == 0 {
			threads[e.handle] = len(threads) + 1
		}
		if k > 0 {
			b.WriteByte(',')
		}
		name, _ := json.Marshal(e.name) // a string has a form in JSON
		fmt.Fprintf(&b, "\n{\"ph\": \"X\", \"pid\": 1, \"tid\": %d, \"name\": %s, \"ts\": %d, \"dur\": %d, \"args\": {\"handle\": \"%#x\"}}",
			threads[e.handle], name, e.from.Microseconds(), (e.to - e.from).Microseconds(), e.handle)
	}
	b.WriteString("\n]}\n")
	return b.String()
}

// Folded is weights by collapsed stack.
type Folded map[string]int64

// String has one line for each stack: its levels and its weight.
func (f Folded) String() string {
	var b strings.Builder
	for _, key := range slices.Sorted(maps.Keys(f)) {
		fmt.Fprintf(&b, "%s %d\n", key, f[key])
	}
	return b.String()
}

// ReadFolded reads collapsed stacks.
func ReadFolded(text string) (Folded, error) {
	out := Folded{}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		k := strings.LastIndexByte(line, ' ')
		n, err := strconv.ParseInt(line[k+1:], 10, 64)
		if k < 0 || err != nil {
			return nil, fmt.Errorf("no collapsed stack: %q", line)
		}
		out[line[:k]] += n
	}
	return out, nil
}

// Diff compares weights. Each line has the change, both weights, and the stack; what grew most is
// first. With lines, it has the stack and both weights, for programs that draw differences.
func Diff(before, after Folded, lines bool) string {
	keys := slices.Collect(maps.Keys(after))
	for key := range before {
		if _, both := after[key]; !both {
			keys = append(keys, key)
		}
	}
	slices.SortFunc(keys, func(a, b string) int {
		if lines {
			return cmp.Compare(a, b)
		}
		return cmp.Or(cmp.Compare(after[b]-before[b], after[a]-before[a]), cmp.Compare(a, b))
	})
	var b strings.Builder
	for _, key := range keys {
		switch old, now := before[key], after[key]; {
		case lines:
			fmt.Fprintf(&b, "%s %d %d\n", key, old, now)
		case old != now:
			fmt.Fprintf(&b, "%+8d  (%d to %d)  %s\n", now-old, old, now, key)
		}
	}
	return b.String()
}
