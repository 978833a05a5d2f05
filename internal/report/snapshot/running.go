// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package snapshot

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/corolower/corolower/framemap"
	"github.com/corolower/corolower/internal/diag"
)

// This file is stacks of running coroutines: samples of perf, and printed stack traces. A stack has
// the coroutine that runs, and whoever resumed it, as an event loop. Those that await it are on no stack,
// and their frames are not in the sample. Snapshots say which there were.

// Programs finds coroutines by addresses in files, and who awaited them.
type Programs struct {
	core    *framemap.Core
	files   []string // by base names, these replace the files that stacks name
	codes   map[string]*framemap.Code
	callers map[string][]caller
}

// caller is a chain of coroutines that awaited a coroutine, the outermost first.
type caller struct {
	levels string
	count  int64
}

// NewPrograms reads the maps of files. Others are read when a stack names them. core may be empty.
// seen is collapsed stacks of suspended coroutines.
func NewPrograms(core *framemap.Core, files []string, seen Folded) (*Programs, error) {
	p := &Programs{core: core, files: files, codes: map[string]*framemap.Code{}, callers: map[string][]caller{}}
	for _, name := range files {
		code, err := core.Code(name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		p.codes[name] = code
	}
	p.await(seen)
	return p, nil
}

var levelPlace = regexp.MustCompile(` (\S+:\d+|suspend \d+|no known suspend)$`)

// await collects who awaited each coroutine. It leaves out stacks in which a coroutine runs or is
// done, or that never continue.
func (p *Programs) await(seen Folded) {
	sums := map[string]map[string]int64{}
	for text, n := range seen {
		if strings.HasPrefix(text, "[") {
			continue
		}
		levels := strings.Split(text, ";")
		for k, l := range levels {
			name := levelPlace.ReplaceAllString(l, "")
			if name == l || strings.HasSuffix(name, " (running)") || strings.HasSuffix(name, " (done)") {
				break
			}
			if sums[name] == nil {
				sums[name] = map[string]int64{}
			}
			sums[name][strings.Join(levels[:k], ";")] += n
		}
	}
	for name, chains := range sums {
		for levels, n := range chains {
			p.callers[name] = append(p.callers[name], caller{levels, n})
		}
		slices.SortFunc(p.callers[name], func(a, b caller) int {
			return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.levels, b.levels))
		})
	}
}

// code returns the code of a file, or nil if it has no map.
func (p *Programs) code(name string) *framemap.Code {
	name = strings.TrimSuffix(name, " (deleted)")
	for _, f := range p.files {
		if filepath.Base(f) == filepath.Base(name) {
			name = f
		}
	}
	if c, known := p.codes[name]; known {
		return c
	}
	c, _ := p.core.Code(name) // nil without a map
	p.codes[name] = c
	return c
}

// runs describes code of a coroutine.
func runs(r framemap.Running) level {
	l := level{function: short(r.Coroutine.Function)}
	if r.Part == 1 || r.Part == 2 {
		l.function += " (destroy)"
	}
	if r.At != nil && r.At.Line > 0 {
		l.file, l.line = diag.Clean(filepath.Base(r.At.File)), strconv.Itoa(r.At.Line)
	}
	return l
}

// sample is a stack of perf, the outermost function first. first is the number of the levels before
// the first coroutine, whose name is name; -1 without one.
type sample struct {
	levels []string
	first  int
	name   string
}

var (
	// comm pid/tid [cpu] time: period event: frame, the frame only of a sample without a stack
	perfHeader = regexp.MustCompile(`^(\S.*?)(?:\s+-?\d+(?:/-?\d+)?\s.*?)?(?:\s([A-Za-z]\S*):(\s+[0-9a-f]+ .*)?)?\s*$`)
	// address symbol+offset (file)
	perfFrame = regexp.MustCompile(`^\s+([0-9a-f]+)(?: (.*?)(?:\+0x([0-9a-f]+))?)? \(([^()]*(?: \(deleted\))?)\)$`)
	perfLine  = regexp.MustCompile(`^\s+\S+[:\[]\d+\]?$`) // of -F +srcline
)

// Perf reads what `perf script` prints, and returns the samples as collapsed stacks. The coroutines
// that awaited the outermost one of a stack stand above it.
func (p *Programs) Perf(r io.Reader, file string) (Folded, error) {
	counts, samples := map[string]int64{}, map[string]sample{}
	var comm, event string
	var frames [][]string
	end := func() {
		if comm == "" {
			return
		}
		s := p.sample(comm, frames)
		key := strings.Join(s.levels, ";")
		counts[key]++
		samples[key] = s
		comm, frames = "", nil
	}
	in := bufio.NewScanner(r)
	in.Buffer(nil, 1<<24)
	for n := 1; in.Scan(); n++ {
		line := in.Text()
		switch m := perfFrame.FindStringSubmatch(line); {
		case line == "":
			end()
		case line[0] == '#', perfLine.MatchString(line):
		case m != nil && comm != "":
			frames = append(frames, m[1:])
		case line[0] == ' ' || line[0] == '\t' || !perfHeader.MatchString(line):
			return nil, fmt.Errorf("%s:%d:1: error: no line of `perf script`: %q; record with --call-graph, and print without -F", file, n, line)
		default:
			end()
			h := perfHeader.FindStringSubmatch(line)
			if comm = h[1]; event != "" && event != h[2] {
				return nil, fmt.Errorf("%s:%d:1: error: a sample of the event %s after one of %s; record one event", file, n, h[2], event)
			}
			event = h[2]
			if m := perfFrame.FindStringSubmatch(h[3]); m != nil {
				frames = append(frames, m[1:])
			}
		}
	}
	end()
	if err := in.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if len(samples) == 0 {
		return nil, fmt.Errorf("%s: no sample; perf-script reads what `perf script` prints", file)
	}
	out := Folded{}
	for key, s := range samples {
		p.spread(out, s, counts[key])
	}
	return out, nil
}

// sample makes the stack of the lines of a sample. All addresses but the first are those that functions
// return to, so the call is before them.
func (p *Programs) sample(comm string, frames [][]string) sample {
	s := sample{levels: []string{short(comm)}, first: -1}
	for k, f := range slices.Backward(frames) {
		addr, _ := strconv.ParseUint(f[0], 16, 64)
		offset, _ := strconv.ParseUint(f[2], 16, 64)
		if f[3] == "inlined" {
			s.levels = append(s.levels, short(f[1]))
			continue
		}
		var found []framemap.Running
		if code := p.code(f[3]); code != nil {
			at, ok := code.Offset(addr)
			if !ok {
				at, ok = code.Symbol(f[1], offset)
			}
			if !ok {
				at, ok = code.Address(addr)
			}
			if ok && k > 0 {
				at--
			}
			if ok {
				found = code.At(at)
			}
		}
		if len(found) == 0 || found[0].Inlined {
			s.levels = append(s.levels, cmp.Or(short(f[1]), "[unknown]"))
		}
		for _, r := range found {
			if s.first < 0 && r.Part != 1 && r.Part != 2 {
				s.first, s.name = len(s.levels), short(r.Coroutine.Function)
			}
			s.levels = append(s.levels, runs(r).String())
		}
	}
	return s
}

// spread adds a stack with the coroutines that awaited its first one. If snapshots show different ones,
// each gets its part of the weight.
func (p *Programs) spread(out Folded, s sample, weight int64) {
	chains := p.callers[s.name]
	if s.first < 0 || len(chains) == 0 {
		out[strings.Join(s.levels, ";")] += weight
		return
	}
	mark := " (suspended)"
	if len(chains) > 1 {
		mark = " (perhaps suspended)"
	}
	var total, before int64
	for _, c := range chains {
		total += c.count
	}
	given := int64(0)
	for _, c := range chains {
		before += c.count
		n := weight*before/total - given
		if given += n; n == 0 {
			continue
		}
		levels := slices.Clone(s.levels[:s.first])
		if c.levels != "" {
			for l := range strings.SplitSeq(c.levels, ";") {
				levels = append(levels, l+mark)
			}
		}
		out[strings.Join(append(levels, s.levels[s.first:]...), ";")] += n
	}
}

// The forms of addresses in stack traces, and which groups are the file, the symbol, and the number.
var traceForms = []struct {
	form                 *regexp.Regexp
	file, symbol, number int
}{
	{regexp.MustCompile(`([^\s(]+)\(([^\s()+]*)\+0x([0-9a-f]+)\)`), 1, 2, 3}, // glibc: server(_Z1fv.resume+0x10), server(+0x1c30)
	{regexp.MustCompile(`\(?([^\s(]+/[^\s(+]+)\+0x([0-9a-f]+)`), 1, 0, 2},    // sanitizers: (/usr/bin/server+0x1c30)
	{regexp.MustCompile(`([\w.$]+)\+0x([0-9a-f]+)`), 0, 1, 2},                // _Z1fv.resume+0x10
	{regexp.MustCompile(`0x([0-9a-f]+)`), 0, 0, 1},                           // other debuggers and libraries
}

// Trace adds to each line of printed stack traces, the innermost function first, the coroutines whose
// code its address is in, and to the outermost of each trace those that await it. A trace ends at a line
// without an address.
func (p *Programs) Trace(text string) string {
	lines := strings.SplitAfter(text, "\n")
	found := make([][]framemap.Running, len(lines))
	last := map[int]bool{}
	outermost := -1
	for k, line := range lines {
		if found[k] = p.traced(line); len(found[k]) > 0 {
			outermost = k
		} else if outermost >= 0 && !traceForms[len(traceForms)-1].form.MatchString(line) {
			last[outermost], outermost = true, -1
		}
	}
	last[outermost] = true
	var b strings.Builder
	for k, line := range lines {
		if b.WriteString(line); len(found[k]) > 0 && !strings.HasSuffix(line, "\n") {
			b.WriteByte('\n')
		}
		for _, r := range slices.Backward(found[k]) {
			fmt.Fprintf(&b, "    coroutine %s%s\n", runs(r), suspending(r))
		}
		if last[k] && len(found[k]) > 0 {
			p.awaited(&b, short(found[k][0].Coroutine.Function))
		}
	}
	return b.String()
}

// awaited writes who awaits a coroutine, the innermost first.
func (p *Programs) awaited(b *strings.Builder, name string) {
	chains := p.callers[name]
	var total int64
	for _, c := range chains {
		total += c.count
	}
	const most = 3
	for k, c := range chains {
		front := ""
		if k >= most {
			fmt.Fprintf(b, "    ... and %d other chains\n", len(chains)-k)
			break
		}
		if len(chains) > 1 {
			front = fmt.Sprintf("perhaps (%d of %d) ", c.count, total)
		}
		if c.levels == "" {
			if front != "" {
				fmt.Fprintf(b, "    %sawaited by nobody\n", front)
			}
			continue
		}
		levels := strings.Split(c.levels, ";")
		slices.Reverse(levels)
		fmt.Fprintf(b, "    %sawaited by %s\n", front, strings.Join(levels, ", by "))
	}
}

// suspending says which suspend has the line that runs: the coroutine calls await_suspend there, or
// a function of the awaiter.
func suspending(r framemap.Running) string {
	if r.At == nil {
		return ""
	}
	for k := range r.Coroutine.Suspends {
		s := &r.Coroutine.Suspends[k]
		if n := len(s.At); n > 0 && s.At[n-1].Line == r.At.Line && filepath.Base(s.At[n-1].File) == filepath.Base(r.At.File) {
			return fmt.Sprintf(", suspend %d", s.Index)
		}
	}
	return ""
}

// traced returns the coroutines whose code the address of a line is in. The address is that to which a
// function returns.
func (p *Programs) traced(line string) []framemap.Running {
	for _, form := range traceForms {
		m := form.form.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		n, err := strconv.ParseUint(m[form.number], 16, 64)
		if err != nil {
			continue
		}
		names := slices.Sorted(maps.Keys(p.codes))
		if form.file > 0 {
			names = []string{m[form.file]}
		}
		for _, name := range names {
			code := p.code(name)
			if code == nil {
				continue
			}
			addr, ok := n, form.file > 0
			switch {
			case form.symbol > 0 && m[form.symbol] != "":
				addr, ok = code.Symbol(m[form.symbol], n)
			case form.file == 0:
				addr, ok = code.Address(n)
			}
			if !ok {
				continue
			}
			if found := code.At(addr - 1); len(found) > 0 {
				return found
			}
		}
	}
	return nil
}
