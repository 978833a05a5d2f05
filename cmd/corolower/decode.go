// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"debug/elf"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/corolower/corolower/framemap"
	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/report/explain"
	"github.com/corolower/corolower/internal/report/snapshot"
)

// This file is `corolower gdb-script`, `lldb-script` and `decode`: suspended coroutines in a
// debugger, in a process and in a core file, by the maps of --frame-map.

// Each script is the common part, followed by the part for the debugger.
var (
	//go:embed coroutines.py
	commonScript string
	//go:embed coroutines_gdb.py
	gdbPart string
	//go:embed coroutines_lldb.py
	lldbPart string
)

func (a *app) gdbScriptCommand() *cobra.Command {
	return &cobra.Command{
		Use: "gdb-script", Short: "print a script that shows suspended coroutines in gdb",
		Long: `gdb-script prints a Python script for gdb, with the commands 'coro list', 'coro locals HANDLE', 'coro bt [HANDLE]'
and 'coro map FILE', and a printer for std::coroutine_handle. It needs a program that was lowered with
--frame-map. See docs/debugging.md.`,
		Example: "  corolower gdb-script > coro.py\n  gdb -x coro.py ./server", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return a.script(gdbPart) },
	}
}

func (a *app) lldbScriptCommand() *cobra.Command {
	return &cobra.Command{
		Use: "lldb-script", Short: "print a script that shows suspended coroutines in lldb",
		Long: `lldb-script prints a Python script for lldb, with the commands 'coro list', 'coro locals HANDLE', 'coro bt
[HANDLE]' and 'coro map FILE', and a summary for std::coroutine_handle. It needs a program that was lowered
with --frame-map. See docs/debugging.md.`,
		Example: "  corolower lldb-script > coro.py\n  lldb -o 'command script import coro.py' ./server",
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return a.script(lldbPart) },
	}
}

func (a *app) script(part string) error {
	_, err := io.WriteString(a.stdout, commonScript+"\n\n"+part)
	return err
}

type decodeFlags struct {
	core, frameMap string
	pid            int
	locals, bt     bool
	folded, diff   bool
	format, weight string
	every, total   time.Duration
	continuations  []string
	trace, seen    string
}

const decodeLong = `decode prints the suspended coroutines of a running process (--pid) or a core file (--core): where each
is suspended, what its frame holds, who waits for whom, and who holds those that wait for no coroutine. FILE is
an executable or a library of the process that was lowered with --frame-map=section. Of a running process, it
finds these files itself; FILE restricts it to some. With --map, the map comes from a JSON file, and FILE must
have its symbols.

A running process is never stopped; this needs Linux and the permission to trace the process. Coroutines that run
while their frames are read are shown as running.

Exit codes: 0 success; 2 wrong command line, a process or file that cannot be read, or that has no map.`

// formats are the values of --format of decode.
var formats = []string{"text", "folded", "pprof", "trace"}

func (a *app) decodeCommand() *cobra.Command {
	fl := &decodeFlags{}
	cmd := &cobra.Command{
		Use:   "decode --pid=PID|--core=CORE [options] [FILE...]",
		Short: "print the suspended coroutines of a process or core file",
		Long:  decodeLong, Example: "  corolower decode --core=core ./server\n" +
			"  corolower decode --pid=1234 --bt\n" +
			"  corolower decode --pid=1234 --every=100ms --for=10s --format=pprof > waiting.pb.gz\n" +
			"  corolower decode --core=core --map=map.json --bt ./server",
		Args: cobra.ArbitraryArgs, DisableFlagsInUseLine: true,
		RunE: func(_ *cobra.Command, files []string) error { return a.decode(fl, files) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.IntVar(&fl.pid, "pid", 0, "the running `process`")
	f.StringVar(&fl.core, "core", "", "the core `file`")
	f.StringVar(&fl.frameMap, "map", "", "read the map from this `file`, which --frame-map=FILE wrote (default: from "+
		"the section of each FILE)")
	f.BoolVar(&fl.locals, "locals", false, "print what each frame holds at its suspend")
	f.BoolVar(&fl.bt, "bt", false, "print who waits for whom instead of a list, and who holds the first and the last")
	f.StringArrayVar(&fl.continuations, "continuation", nil,
		"in promises of this type, this `TYPE::member` is "+
			"the handle of the coroutine that continues, or a pointer to its promise; TYPE+OFFSET without debug info")
	group(f, "Coroutines")
	f.StringVar(&fl.format, "format", "text", "text; folded: collapsed stacks, one line each; pprof: a profile of "+
		"pprof; or trace: when each was suspended, for Perfetto and Chrome")
	f.BoolVar(&fl.folded, "folded", false, "the same as --format=folded")
	f.StringVar(&fl.weight, "weight", "count", "what collapsed stacks count: count: coroutines; bytes: of frames; or "+
		"age: milliseconds between the snapshots in which they were suspended there")
	f.DurationVar(&fl.every, "every", 0, "take a snapshot of the process at this `interval`, and sum up")
	f.DurationVar(&fl.total, "for", 10*time.Second, "with --every: take snapshots for this `time`")
	f.BoolVar(&fl.diff, "diff", false, "compare two files of collapsed stacks instead: what piled up is first")
	group(f, "Stacks")
	f.StringVar(&fl.trace, "trace", "", "print this `file` with a stack trace of running functions, and the coroutines whose code is in it")
	f.StringVar(&fl.seen, "snapshots", "", "with --trace: collapsed stacks in this `file` say who awaits the coroutines (default: the process or core file)")
	group(f, "Stack traces")
	return cmd
}

// check returns an error if options contradict each other.
func (fl *decodeFlags) check(files []string) error {
	if fl.folded {
		fl.format = "folded"
	}
	switch {
	case fl.diff && len(files) != 2:
		return usagef("--diff needs two files of collapsed stacks")
	case fl.diff:
		return nil
	case fl.seen != "" && fl.trace == "":
		return usagef("--snapshots needs --trace")
	case fl.trace != "" && (fl.bt || fl.locals || fl.every > 0 || fl.format != "text"):
		return usagef("--trace excludes --bt, --locals, --every and --format")
	case fl.trace != "" && len(files) > 0 && fl.core == "" && fl.pid == 0:
		return nil
	case fl.core == "" && fl.pid == 0:
		return usagef("decode needs a process or a core file: --pid=PID or --core=CORE")
	case fl.core != "" && fl.pid != 0:
		return usagef("decode reads a process or a core file: --pid or --core")
	case fl.core != "" && len(files) == 0:
		return usagef("decode needs the executable of the process")
	case !slices.Contains(formats, fl.format):
		return usagef("--format=%s: none of %s", fl.format, strings.Join(formats, ", "))
	case !slices.Contains(snapshot.Weights[:], fl.weight):
		return usagef("--weight=%s: none of %s", fl.weight, strings.Join(snapshot.Weights[:], ", "))
	case fl.every < 0 || fl.total < fl.every:
		return usagef("--every=%v is not between 0 and --for=%v", fl.every, fl.total)
	case fl.every > 0 && fl.pid == 0:
		return usagef("--every needs --pid")
	case (fl.every > 0 || fl.format != "text") && (fl.bt || fl.locals):
		return usagef("--bt and --locals need the text of one snapshot")
	}
	return nil
}

func (a *app) decode(fl *decodeFlags, files []string) error {
	if err := fl.check(files); err != nil {
		return err
	}
	var text string
	var err error
	switch {
	case fl.diff:
		text, err = fl.compare(files)
	case fl.trace != "":
		text, err = fl.traced(files)
	case fl.every == 0 && fl.format == "text":
		text, err = fl.list(files)
	default:
		return a.stacks(fl, files)
	}
	if err == nil {
		_, err = io.WriteString(a.stdout, text)
	}
	return err
}

// reader is what decode reads.
type reader struct {
	core    *framemap.Core
	all     *framemap.Map
	maps    []string // the files with maps
	options []*snapshot.Continuation
}

// open reads the maps of a process.
func (fl *decodeFlags) open(files []string) (*reader, error) {
	r := &reader{all: &framemap.Map{Version: framemap.Version}}
	var err error
	if fl.pid != 0 {
		r.core, err = framemap.OpenProcess(fl.pid)
	} else {
		r.core, err = framemap.OpenCore(fl.core)
	}
	if err != nil {
		return nil, &usageError{msg: err.Error()}
	}
	found := len(files) == 0
	if found {
		files = r.core.Modules()
	}
	for _, name := range files {
		m, err := fl.read(r.core, name)
		if found && (errors.Is(err, framemap.ErrNoSection) || errors.Is(err, elf.ErrNoSymbols)) {
			continue
		}
		if err != nil {
			return nil, &usageError{msg: err.Error()}
		}
		r.all.Coroutines = append(r.all.Coroutines, m.Coroutines...)
		r.maps = append(r.maps, name)
	}
	if len(r.all.Coroutines) == 0 && found {
		return nil, usagef("process %d has no frame map: none of its files has the section %s, which --frame-map=section writes; "+
			"--map=FILE reads a map from a file", fl.pid, framemap.SectionName)
	}
	for _, text := range fl.continuations {
		c, err := snapshot.ParseContinuation(text, r.all)
		if err != nil {
			return nil, &usageError{msg: err.Error()}
		}
		r.options = append(r.options, c)
	}
	return r, nil
}

// read reads the map of one file of the process.
func (fl *decodeFlags) read(core *framemap.Core, name string) (*framemap.Map, error) {
	if fl.frameMap == "" {
		m, err := core.Map(name)
		if errors.Is(err, framemap.ErrNoSection) {
			err = fmt.Errorf("%w; --map=FILE reads a map from a file", err)
		}
		return m, err
	}
	f, err := os.Open(fl.frameMap)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	m, err := framemap.Read(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", fl.frameMap, err)
	}
	return m, core.Place(m, name)
}

// list is the text about one snapshot.
func (fl *decodeFlags) list(files []string) (string, error) {
	r, err := fl.open(files)
	if err != nil {
		return "", err
	}
	d := &decoder{core: r.core, snapshot: snapshot.Take(r.core, r.all, r.options), withLocals: fl.locals}
	if fl.bt {
		d.traces()
	} else {
		for k := range d.snapshot.Frames {
			d.line("", k)
		}
	}
	d.summary()
	return d.out.String(), nil
}

// stacks writes one or several snapshots as stacks.
func (a *app) stacks(fl *decodeFlags, files []string) error {
	r, err := fl.open(files)
	if err != nil {
		return err
	}
	series := &snapshot.Series{}
	begin := time.Now()
	for next := time.Duration(0); ; next += fl.every {
		if at := time.Since(begin); at < next {
			time.Sleep(next - at)
		}
		if next > 0 {
			if err := r.core.Refresh(); err != nil {
				fmt.Fprintf(a.stderr, "corolower: %v; %s\n", err, explain.Count(series.Snapshots, "snapshot"))
				break
			}
		}
		series.Add(snapshot.Take(r.core, r.all, r.options), next)
		if fl.every == 0 || next+fl.every > fl.total {
			break
		}
	}
	weight := snapshot.Weight(slices.Index(snapshot.Weights[:], fl.weight))
	switch fl.format {
	case "pprof":
		return series.Profile(a.stdout)
	case "trace":
		_, err = io.WriteString(a.stdout, series.Trace())
	case "folded":
		_, err = io.WriteString(a.stdout, series.Sums(weight).String())
	default:
		_, err = io.WriteString(a.stdout, series.Text())
	}
	return err
}

// compare is --diff.
func (fl *decodeFlags) compare(files []string) (string, error) {
	before, err := readFolded(files[0])
	if err != nil {
		return "", err
	}
	after, err := readFolded(files[1])
	return snapshot.Diff(before, after, fl.format == "folded"), err
}

// readFolded reads a file with collapsed stacks; none if name is "".
func readFolded(name string) (snapshot.Folded, error) {
	if name == "" {
		return nil, nil
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, usagef("%v", err)
	}
	f, err := snapshot.ReadFolded(string(text))
	if err != nil {
		return nil, usagef("%s: %v", name, err)
	}
	return f, nil
}

// traced is --trace.
func (fl *decodeFlags) traced(files []string) (string, error) {
	text, err := os.ReadFile(fl.trace)
	if err != nil {
		return "", usagef("%v", err)
	}
	seen, err := readFolded(fl.seen)
	if err != nil {
		return "", err
	}
	core := &framemap.Core{}
	if fl.core != "" || fl.pid != 0 {
		r, err := fl.open(files)
		if err != nil {
			return "", err
		}
		core = r.core
		if seen == nil {
			series := &snapshot.Series{}
			series.Add(snapshot.Take(r.core, r.all, r.options), 0)
			seen = series.Sums(snapshot.Count)
		}
		if len(files) == 0 {
			files = r.maps
		}
	}
	p, err := snapshot.NewPrograms(core, files, seen)
	if err != nil {
		return "", &usageError{msg: err.Error()}
	}
	return p.Trace(string(text)), nil
}

const perfScriptLong = `perf-script turns what 'perf script' prints into collapsed stacks for flamegraph.pl, inferno and speedscope, and
names the coroutines that ran: function file:line. Record with stacks: perf record --call-graph=fp or dwarf.

A stack has only the coroutine that runs and whoever resumed it. --snapshots adds the coroutines that were
suspended above it, from snapshots of the same program under the same load, as 'decode --every --folded' prints them:
(suspended), or (perhaps suspended) if there were several chains. Then each gets its part of the samples.

FILE is the output of perf script; without it, stdin. Exit codes: 0 success; 2 wrong command line or input.`

func (a *app) perfScriptCommand() *cobra.Command {
	var programs []string
	var seen string
	cmd := &cobra.Command{
		Use: "perf-script [options] [FILE]", Short: "name the coroutines in stacks of perf", Long: perfScriptLong,
		Example: "  corolower decode --pid=1234 --every=100ms --for=10s --folded > waiting.folded\n" +
			"  perf record --call-graph=fp --pid=1234 -- sleep 10\n" +
			"  perf script | corolower perf-script --snapshots=waiting.folded > running.folded",
		Args: cobra.MaximumNArgs(1), DisableFlagsInUseLine: true,
		RunE: func(_ *cobra.Command, files []string) error {
			in, name := a.stdin, "<stdin>"
			if len(files) > 0 && files[0] != "-" {
				f, err := os.Open(files[0])
				if err != nil {
					return usagef("%v", err)
				}
				defer f.Close()
				in, name = f, files[0]
			}
			waiting, err := readFolded(seen)
			if err != nil {
				return err
			}
			p, err := snapshot.NewPrograms(&framemap.Core{}, programs, waiting)
			if err != nil {
				return &usageError{msg: err.Error()}
			}
			stacks, err := p.Perf(in, name)
			if err != nil {
				return &usageError{msg: err.Error()}
			}
			_, err = io.WriteString(a.stdout, stacks.String())
			return err
		},
	}
	cmd.Flags().StringVar(&seen, "snapshots", "", "collapsed stacks in this `file` say who awaits the coroutines")
	cmd.Flags().StringArrayVar(&programs, "program", nil, "read the map and the debug info from this `file`, instead of the "+
		"file of the same name that perf names")
	return cmd
}

// decoder prints the coroutines of a snapshot.
type decoder struct {
	core       *framemap.Core
	snapshot   *snapshot.Snapshot
	withLocals bool
	out        strings.Builder
}

func (d *decoder) line(front string, k int) {
	f := &d.snapshot.Frames[k]
	note := ""
	if f.Doubtful {
		note = ", perhaps destroyed"
	} else if f.Lost {
		note = ", nothing refers to it"
	}
	fmt.Fprintf(&d.out, "%s%#x  %s  %s%s\n", front, f.Handle, f.Function(), f.State(), note)
	if d.withLocals {
		d.locals(&f.Suspended)
	}
}

// traces prints, for each coroutine that waits for no other, the chain of coroutines that wait for
// it, and the rings.
func (d *decoder) traces() {
	for _, c := range d.snapshot.Chains {
		for n, k := range c.Frames {
			d.line(fmt.Sprintf("#%-2d ", n), k)
		}
		last := len(c.Frames) - 1
		if c.Ring > 0 {
			fmt.Fprintf(&d.out, "    #%d awaits #0: none of these %d ever continues\n", c.Ring-1, c.Ring)
		}
		for _, n := range slices.Compact([]int{0, last}) {
			if f := &d.snapshot.Frames[c.Frames[n]]; f.Owner != "" && !slices.Contains(c.Frames, f.Holder) {
				fmt.Fprintf(&d.out, "    #%d is held by %s\n", n, f.Owner)
			}
		}
	}
}

// summary prints how many coroutines there are, and those that may be mistakes.
func (d *decoder) summary() {
	lost, doubtful, inRings := 0, 0, map[int]bool{}
	for k := range d.snapshot.Frames {
		if f := &d.snapshot.Frames[k]; f.Lost {
			lost++
		} else if f.Doubtful {
			doubtful++
		}
	}
	for _, c := range d.snapshot.Chains {
		for _, k := range c.Frames[:c.Ring] {
			inRings[k] = true
		}
	}
	if lost > 0 {
		fmt.Fprintf(&d.out, "nothing refers to %s: leaked, held by the kernel only, or freed memory\n", explain.Count(lost, "coroutine"))
	}
	if doubtful > 0 {
		fmt.Fprintf(&d.out, "only heap memory of no known owner refers to %s, which may be destroyed: jemalloc leaves freed memory as it was\n",
			explain.Count(doubtful, "coroutine"))
	}
	if len(inRings) > 0 {
		fmt.Fprintf(&d.out, "deadlock: %s in rings\n", explain.Count(len(inRings), "coroutine"))
	}
	fmt.Fprintf(&d.out, "%s\n", explain.Count(len(d.snapshot.Frames), "suspended coroutine"))
}

// locals prints the live slots of a frame, but for the fields of the ABI.
func (d *decoder) locals(s *framemap.Suspended) {
	if s.Suspend == nil {
		return
	}
	for _, n := range s.Suspend.Live {
		slot := &s.Coroutine.Slots[n]
		if slot.Kind == framemap.Field {
			continue
		}
		if slot.Kind == framemap.Frame {
			fmt.Fprintf(&d.out, "  (frame of %s) = %#x\n", diag.Clean(explain.Readable(slot.FrameOf)),
				s.Handle+uint64(slot.Offset))
			continue
		}
		name, typ := slot.Name, slot.Type
		var notes []string
		if s.Suspend.Awaiter != nil && *s.Suspend.Awaiter == n {
			notes = append(notes, "the awaiter")
		}
		if v := slot.Variable; v != nil {
			name = v.Name
			if v.Type != "" {
				typ = v.Type
			}
			notes = append(notes, about(v)...)
		}
		switch {
		case slot.Kind == framemap.Promise:
			name = "(promise)"
		case name == "":
			name = fmt.Sprintf("(+%d)", slot.Offset)
		}
		text := ""
		if len(notes) > 0 {
			text = "  (" + strings.Join(notes, ", ") + ")"
		}
		fmt.Fprintf(&d.out, "  %s = %s  [%s]%s\n", diag.Clean(name), d.value(s, slot), diag.Clean(typ),
			diag.Clean(text))
	}
}

// about returns further notes on a variable.
func about(v *framemap.Variable) (notes []string) {
	if v.Of != "" {
		notes = append(notes, "of "+v.Of)
	}
	if v.Address {
		notes = append(notes, "its address")
	}
	if v.OneOf {
		notes = append(notes, "perhaps an earlier value")
	}
	if v.To > 0 {
		notes = append(notes, fmt.Sprintf("bytes %d to %d", v.From, v.To))
	}
	return notes
}

// value is the content of a slot, by its type in IR.
func (d *decoder) value(s *framemap.Suspended, slot *framemap.Slot) string {
	b := s.Bytes[slot.Offset:][:slot.Size]
	source := ""
	if slot.Variable != nil {
		source = slot.Variable.Type
	}
	switch slot.Type {
	case "ptr":
		if len(b) <= 8 {
			return fmt.Sprintf("%#x", d.core.Number(b))
		}
	case "double":
		return strconv.FormatFloat(math.Float64frombits(d.core.Number(b)), 'g', -1, 64)
	case "float":
		return strconv.FormatFloat(float64(math.Float32frombits(uint32(d.core.Number(b)))), 'g', -1, 32)
	case "i8", "i16", "i32", "i64":
		n := d.core.Number(b)
		if strings.HasPrefix(source, "unsigned") || strings.HasPrefix(source, "bool") {
			return strconv.FormatUint(n, 10)
		}
		shift := 64 - 8*len(b)
		return strconv.FormatInt(int64(n<<shift)>>shift, 10)
	}
	more := ""
	if len(b) > 32 {
		b, more = b[:32], " ..."
	}
	return fmt.Sprintf("{% x%s}", b, more)
}
