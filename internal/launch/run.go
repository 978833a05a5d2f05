package launch

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/corolower/corolower/internal/pattern"
	"github.com/corolower/corolower/internal/words"
)

// This file runs a command: as written, or in two stages.

// Unit is a text of IR that is to be lowered.
type Unit struct {
	Source, Object string
	Level          string // "O2"
	Text           []byte
	Frontend       time.Duration // processor time that the first stage took
	Command        *Command
}

// Lowered is what lowering gives.
type Lowered struct {
	Text       []byte // nil: there is nothing to lower
	Coroutines int
	Elided     int
	Remarks    string // lines for stderr
}

// Options say how commands are run.
type Options struct {
	Strict       bool // what cannot be lowered is an error
	Quiet        bool // no warnings
	Instrumented bool // take commands with profiles and coverage, too
	Verbose      bool // print the commands
	// Lower lowers a unit. An error leaves the unit to the compiler's own lowering.
	Lower func(*Unit) (*Lowered, error)
	// Oldest is the first version of clang whose commands are taken; Version gives that of a
	// program, 0 for what is no clang.
	Oldest  int
	Version func(path string) int
	Count   func(*Outcome) // called once
	// Flags are the options of this run as $COROLOWER_FLAGS spells them, for the runs that a
	// compiler cache makes. Settings spells all that lowering a source depends on but the program
	// itself, for the cache's hash. Links is the folder for names of this program that caches call;
	// "" for none.
	Flags    string
	Settings func(source, level string) string
	Links    string
	Clock    func() time.Duration // processor time of this program
}

// Outcome is what became of a command.
type Outcome struct {
	Source   string
	Object   string
	Lowered  *Lowered         // nil: no coroutines, or not lowered
	Written  string           // why the command ran as written; "" if it did not
	Fallback string           // what went wrong; "" for nothing
	Failed   bool             // the compiler refused the source
	Times    [3]time.Duration // processor time of the frontend, of lowering, and of code generation
}

// End is how a program ends: with a code, or by a signal.
type End struct {
	Code   int
	Signal os.Signal
}

// runner is one command.
type runner struct {
	*Options
	path    string // of the compiler
	argv    []string
	cmd     *Command
	stdin   []byte // the source, if it comes from there
	piped   bool
	signals *signals
	out     Outcome
}

// Run runs a command. It may not return: where a command runs as written, the compiler can take
// this program's place.
func Run(argv []string, o *Options) End {
	r := &runner{Options: o, argv: argv}
	list, err := words.Files{}.Expand(argv)
	if err != nil {
		return r.written("response file", "", false)
	}
	r.cmd = Parse(list)
	if r.argv = own(argv); len(own(list))-len(r.argv) != len(list)-len(argv) {
		r.argv = own(list) // a response file has some
	}
	u, why, warn := plan(r.cmd, o)
	switch {
	case u == nil:
		return r.written(why, "", warn)
	case len(r.cmd.Launchers) > 0 && r.settingsOnly():
		return Run(argv[len(r.cmd.Launchers):], o)
	case len(r.cmd.Launchers) > 0:
		return r.launcher(u)
	case os.Getenv("CCC_OVERRIDE_OPTIONS") != "":
		return r.written("CCC_OVERRIDE_OPTIONS", u.source, false)
	}
	r.out.Source, r.out.Object = u.source, u.object
	if r.path, err = exec.LookPath(r.cmd.Compiler); err != nil {
		return r.written("no compiler", u.source, false)
	}
	if v := o.Version(r.path); v < o.Oldest {
		return r.written("another compiler", u.source, false)
	}
	if u.trace = u.traceFile(); u.trace != "" && !hasDescriptors() {
		return r.written("-ftime-trace", u.source, false)
	}
	if u.source == "-" {
		if r.stdin, err = io.ReadAll(os.Stdin); err != nil {
			return r.written("standard input", u.source, true)
		}
		r.piped = true
	}
	r.signals = catch()
	defer r.signals.stop()
	return r.stages(u)
}

// own leaves out options that clang does not know.
func own(argv []string) []string {
	var out []string
	for k, a := range argv {
		if k > 0 && (a == "-fcorolower" || a == "-fno-corolower" || strings.HasPrefix(a, reportOption)) {
			continue
		}
		out = append(out, a)
	}
	return out
}

// reportOption names the file that a unit's report is added to.
const reportOption = "-fcorolower-report="

// Report is the file that the unit's report is added to, "" for none.
func (c *Command) Report() string { return c.last(reportOption) }

// traceFile is the file of -ftime-trace, as clang's driver names it.
func (u *compile) traceFile() string {
	at := ""
	for k := range u.Words {
		switch w := &u.Words[k]; w.Name() {
		case "-ftime-trace":
			at = u.beside(".json")
		case "-ftime-trace=":
			if at = w.Value; isDir(at) {
				at = filepath.Join(at, filepath.Base(u.beside(".json")))
			}
		}
	}
	return at
}

func isDir(name string) bool {
	st, err := os.Stat(name)
	return err == nil && st.IsDir()
}

// warn prints a line, unless there are to be none.
func (r *runner) warn(source, format string, args ...any) {
	if source == "" {
		source = r.cmd.Compiler
	}
	if !r.Quiet {
		fmt.Fprintf(os.Stderr, "corolower: %s: warning: %s\n", source, fmt.Sprintf(format, args...))
	}
}

// written runs the command as it was written.
func (r *runner) written(why, source string, warn bool) End {
	r.out.Written = why
	if warn {
		r.out.Fallback = why
		if r.Strict {
			fmt.Fprintf(os.Stderr, "corolower: error: %s\n", why)
			r.Count(&r.out)
			return End{Code: 1}
		}
		r.warn(source, "%s: compiled as written", why)
	}
	r.Count(&r.out)
	return r.plain()
}

// plain runs the command as it was written, in this program's place where that is possible.
func (r *runner) plain() End {
	if r.Verbose {
		fmt.Fprintln(os.Stderr, "corolower:", strings.Join(r.argv, " "))
	}
	path, err := exec.LookPath(r.argv[0])
	if err != nil {
		fmt.Fprintf(os.Stderr, "corolower: error: %v\n", err)
		return End{Code: 127}
	}
	if !r.piped && r.signals == nil {
		err = replace(path, r.argv)
		if err != nil && !errors.Is(err, errors.ErrUnsupported) {
			fmt.Fprintf(os.Stderr, "corolower: error: %s: %v\n", path, err)
			return End{Code: 126}
		}
	}
	if r.signals == nil {
		r.signals = catch()
		defer r.signals.stop()
	}
	cmd := &exec.Cmd{Path: path, Args: r.argv, Stdin: r.input(), Stdout: os.Stdout, Stderr: os.Stderr}
	return r.run(cmd, nil)
}

// input is what the compiler reads as its standard input.
func (r *runner) input() io.Reader {
	if r.piped {
		return bytes.NewReader(r.stdin)
	}
	return os.Stdin
}

// run runs a program and gives how it ended. started is called when it runs.
func (r *runner) run(cmd *exec.Cmd, started func()) End {
	if r.Verbose {
		fmt.Fprintln(os.Stderr, "corolower:", strings.Join(cmd.Args, " "))
	}
	err := r.signals.during(cmd, started)
	var exit *exec.ExitError
	switch {
	case err == nil:
		return End{}
	case errors.As(err, &exit):
		return endOf(exit.ProcessState)
	}
	if cmd.ProcessState != nil { // the program ended well and did not read all of its input
		return endOf(cmd.ProcessState)
	}
	fmt.Fprintf(os.Stderr, "corolower: error: %v\n", err)
	return End{Code: 126}
}

// stages runs both stages, with lowering between them.
func (r *runner) stages(u *compile) End {
	text, events, end, took := r.frontend(u)
	r.out.Times[0] = took
	if end != (End{}) {
		if st, err := os.Lstat(u.object); err == nil && st.Mode().IsRegular() {
			os.Remove(u.object) // as the driver does
		}
		r.out.Failed = true
		r.Count(&r.out)
		return end
	}
	if len(text) == 0 {
		return r.written("no IR", u.source, true)
	}
	began := r.Clock()
	low, err := r.Lower(&Unit{Source: u.source, Object: u.object, Level: u.Level(), Text: text, Frontend: took,
		Command: u.Command})
	r.out.Times[1] = r.Clock() - began
	if end := r.signals.caught(); end != (End{}) {
		return end
	}
	input := text
	switch {
	case err != nil:
		r.out.Fallback = firstLine(err.Error())
		if r.Strict {
			fmt.Fprintf(os.Stderr, "corolower: %s: error: not lowered: %v\n", u.source, err)
			r.Count(&r.out)
			return End{Code: 1}
		}
		r.warn(u.source, "lowered by clang: %s", r.out.Fallback)
	case low.Text != nil:
		r.out.Lowered, input = low, low.Text
	}
	said, end, more, took := r.backend(u, input)
	r.out.Times[2] = took
	if end.Signal != nil && r.signals.caught() != (End{}) {
		return end
	}
	if end != (End{}) || said != "" && (u.has("--serialize-diagnostics") || u.has("-serialize-diagnostics")) {
		return r.again(u, end != (End{}))
	}
	if r.out.Lowered != nil {
		fmt.Fprint(os.Stderr, r.out.Lowered.Remarks)
	}
	fmt.Fprint(os.Stderr, said)
	if u.trace != "" {
		if err := joinTraces(u.trace, events, more); err != nil {
			r.warn(u.source, "%v", err)
		}
	}
	r.Count(&r.out)
	return End{}
}

// again runs the command as written, because code generation failed, or said what only the whole
// command can write down. If the source is at fault the compiler's own messages are the answer; if
// not, lowering is.
func (r *runner) again(u *compile, failed bool) End {
	lowered := r.out.Lowered != nil
	r.out.Lowered = nil
	r.out.Written = "messages of code generation"
	end := r.plain()
	if failed && lowered && end == (End{}) {
		r.out.Fallback = "code generation of the lowered text failed"
		if r.Strict {
			fmt.Fprintf(os.Stderr, "corolower: %s: error: %s\n", u.source, r.out.Fallback)
			os.Remove(u.object)
			end = End{Code: 1}
		} else {
			r.warn(u.source, "compiled as written: %s", r.out.Fallback)
		}
	}
	r.out.Failed = end != (End{})
	r.Count(&r.out)
	return end
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	return s
}

// pipe is a file that a stage writes and this program reads.
type pipe struct {
	read, write *os.File
	text        []byte
	wg          sync.WaitGroup
}

func newPipe() (*pipe, error) {
	p := &pipe{}
	var err error
	p.read, p.write, err = os.Pipe()
	return p, err
}

// start reads when the program runs that writes.
func (p *pipe) start() {
	p.write.Close()
	p.wg.Go(func() {
		var b bytes.Buffer
		_, _ = b.ReadFrom(p.read)
		p.text = b.Bytes()
		p.read.Close()
	})
}

// frontend runs the first stage, and gives the IR and the events that it wrote.
func (r *runner) frontend(u *compile) (text, events []byte, end End, took time.Duration) {
	out, name := r.pipes(u, "-")
	defer closePipes(out)
	if out == nil {
		return nil, nil, End{}, 0
	}
	cmd := &exec.Cmd{Path: r.path, Stdin: r.input(), Stdout: os.Stdout, Stderr: os.Stderr}
	if name[0] == "-" {
		cmd.Stdout = out[0].write
	} else {
		for _, p := range out {
			cmd.ExtraFiles = append(cmd.ExtraFiles, p.write)
		}
	}
	cmd.Args = append([]string{r.cmd.Compiler}, u.frontend(name[0], name[len(name)-1])...)
	end = r.run(cmd, func() {
		for _, p := range out {
			p.start()
		}
	})
	for _, p := range out {
		p.wg.Wait()
	}
	return out[0].text, out[len(out)-1].text, end, cpu(cmd)
}

// pipes makes those for the IR and for events, if the command asks for them, and gives their names
// in the program that writes.
func (r *runner) pipes(u *compile, alone string) (list []*pipe, names []string) {
	n := 1
	if u.trace != "" {
		n = 2
	}
	for k := range n {
		p, err := newPipe()
		if err != nil {
			return nil, nil
		}
		list = append(list, p)
		if hasDescriptors() {
			alone = fmt.Sprintf("/dev/fd/%d", 3+k)
		}
		names = append(names, alone)
	}
	return list, names
}

func closePipes(list []*pipe) {
	for _, p := range list {
		p.write.Close()
	}
}

// hasDescriptors reports that open files have names.
var hasDescriptors = sync.OnceValue(func() bool { return isDir("/dev/fd") })

// backend runs the second stage, and gives its messages and events.
func (r *runner) backend(u *compile, text []byte) (said string, end End, events []byte, took time.Duration) {
	cmd := &exec.Cmd{Path: r.path, Stdin: bytes.NewReader(text), Stdout: os.Stdout}
	var b bytes.Buffer
	cmd.Stderr = &b
	file := func(f *os.File) string {
		cmd.ExtraFiles = append(cmd.ExtraFiles, f)
		return fmt.Sprintf("/dev/fd/%d", 2+len(cmd.ExtraFiles))
	}
	overlay, name := "", ""
	if fs := u.overlay(); fs != nil && len(fs) < maxPipe && hasDescriptors() {
		if p, err := newPipe(); err == nil {
			defer p.read.Close()
			_, err = p.write.Write(fs)
			if p.write.Close(); err == nil {
				overlay = file(p.read)
			}
		}
	}
	var p *pipe
	if u.trace != "" {
		var err error
		if p, err = newPipe(); err == nil {
			defer p.write.Close()
			name = file(p.write)
		}
	}
	cmd.Args = append([]string{r.cmd.Compiler}, u.backend(overlay, name)...)
	end = r.run(cmd, func() {
		if p != nil {
			p.start()
		}
	})
	if p != nil {
		p.wg.Wait()
		events = p.text
	}
	return place(b.String(), u.source), end, events, cpu(cmd)
}

// maxPipe is how much a pipe takes without a reader, in bytes, on every system.
const maxPipe = 4096

// cpu is the processor time of a program that ended.
func cpu(cmd *exec.Cmd) time.Duration {
	if cmd.ProcessState == nil {
		return 0
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

// What clang says of IR: the kind of the message stands in front of the place, and a unit without
// debug info has none.
var (
	unplaced = pattern.Lazy(`(?m)^((?:\x1b\[[0-9;]*m)*)(warning|error|remark|note): ((?:\x1b\[[0-9;]*m)*)<unknown>:0:0: `)
	placed   = pattern.Lazy(`(?m)^((?:\x1b\[[0-9;]*m)*)(warning|error|remark|note): ((?:\x1b\[[0-9;]*m)*)([^\n:]+:[0-9]+:[0-9]+): `)
)

// place makes messages about IR cite the user's file, where clang's do.
func place(said, source string) string {
	said = unplaced().ReplaceAllString(said, quoteTemplate(source)+": $1$2: $3")
	return placed().ReplaceAllString(said, "$4: $1$2: $3")
}

func quoteTemplate(s string) string { return strings.ReplaceAll(s, "$", "$$") }
