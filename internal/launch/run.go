// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package launch

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/corolower/corolower/internal/pattern"
	"github.com/corolower/corolower/internal/words"
)

// This file runs a command, as written or in two stages.

// Unit is the IR of one source, to be lowered.
type Unit struct {
	Source, Object string
	Level          string // "O2"
	Text           []byte
	Frontend       time.Duration // processor time of the first stage
	Command        *Command
}

// Lowered is the result of lowering.
type Lowered struct {
	Text       []byte // nil: there is nothing to lower
	Coroutines int
	Elided     int
	Created    int    // places that create coroutines, with those that are elided
	Plain      bool   // the pipeline elides nothing, as at -O0
	Excluded   bool   // the settings of the project leave the unit to clang
	Remarks    string // lines for stderr
}

// Refused is the error of a unit that breaks a rule that its command sets.
type Refused struct{ Messages string }

func (e *Refused) Error() string { return e.Messages }

// Options configure how commands run.
type Options struct {
	Strict       bool // a unit that cannot be lowered is an error
	Quiet        bool // print no warnings
	ElideErrors  bool // as with -Werror=coro-elide in the command
	Instrumented bool // also accept commands with profiles and coverage
	Verbose      bool // print the commands
	Terminal     bool // the messages are for a terminal
	// Lower lowers a unit. If it fails, clang lowers the unit itself.
	Lower func(*Unit) (*Lowered, error)
	// Oldest is the oldest version of clang that the launcher accepts. Version returns the
	// version of a program, or 0 if it is not clang.
	Oldest  int
	Version func(path string) int
	Count   func(*Outcome) // called once
	// Show completes messages about IR with what clang knows of the source; nil: they stay as they are.
	Show func(c *Command, said string) string
	// Flags spells the options of this run as $COROLOWER_FLAGS does, for the runs that a
	// compiler cache starts. Settings returns a text of everything that lowering a source
	// depends on, except the program itself, for the cache's hash. Links is the folder for
	// links to this program that caches call; "" for none.
	Flags    string
	Settings func(source, level string) string
	Links    string
	Clock    func() time.Duration // processor time of this program
}

// Outcome describes how a command ran.
type Outcome struct {
	Source   string
	Object   string
	Lowered  *Lowered         // nil: no coroutines, or not lowered
	Written  string           // the reason why the command ran as written; "" if it did not
	Fallback string           // the reason of a failure; "" for none
	Excluded bool             // by the settings of the project
	Bypassed bool             // ccache ran this program, and caches nothing
	Devices  int              // GPUs for which the device part was compiled
	Repeated bool             // clang crashed, and generated code again without assignment tracking
	Failed   bool             // the compiler refused the source
	Times    [3]time.Duration // processor time of the frontend, of lowering, and of code generation
}

// End describes how a program ends: with an exit code, or by a signal.
type End struct {
	Code   int
	Signal os.Signal
}

// runner is the state of one command.
type runner struct {
	*Options
	path    string // of the compiler
	argv    []string
	cmd     *Command
	stdin   []byte // the source, if the command reads it from standard input
	piped   bool
	stays   bool // no program may replace this process
	signals *signals
	said    string       // messages of the first stage that are not printed yet
	wrote   bytes.Buffer // standard output of the second stage, which may run again
	out     Outcome
}

// Run runs a command. It may not return: if a command runs as written, the compiler may replace
// this process.
func Run(argv []string, o *Options) End {
	return (&runner{Options: o, argv: argv}).command()
}

// command runs the command.
func (r *runner) command() End {
	argv, o := r.argv, r.Options
	list, err := words.Files{}.Expand(argv)
	if err != nil {
		return r.written("response file", "", false)
	}
	r.cmd = Parse(list)
	r.cmd.elideErrors = o.ElideErrors
	if r.argv = own(argv); len(own(list))-len(r.argv) != len(list)-len(argv) {
		r.argv = own(list) // a response file has options of this program
	}
	u, why, warn := plan(r.cmd, o)
	var p *parts
	if why == severalInputs || why == noCompile {
		p, why, warn = apart(r.cmd, o)
	}
	switch {
	case u == nil && p == nil:
		return r.written(why, "", warn)
	case p != nil && p.missing():
		return r.written("no such file", "", false)
	case len(r.cmd.Launchers) > 0 && r.settingsOnly():
		return (&runner{Options: o, argv: argv[len(r.cmd.Launchers):], stays: r.stays}).command()
	case len(r.cmd.Launchers) > 0 && u != nil:
		return r.launcher(u)
	case len(r.cmd.Launchers) > 0: // caches run such a command without looking into it
		return r.launcher(&compile{Command: r.cmd, source: p.list[0].source})
	case os.Getenv("CCC_OVERRIDE_OPTIONS") != "":
		return r.written("CCC_OVERRIDE_OPTIONS", "", false)
	}
	if r.path, err = exec.LookPath(r.cmd.Compiler); err != nil {
		return r.written("no compiler", "", false)
	}
	if v := o.Version(r.path); v == 0 {
		return r.written("compiled by "+ProgramName(r.cmd.Compiler)+", which is not clang", "", false)
	} else if v < o.Oldest {
		return r.written(fmt.Sprintf("compiled by clang %d, which is older than %d", v, o.Oldest), "", false)
	}
	if p != nil {
		return r.inParts(p)
	}
	r.out.Source, r.out.Object = u.source, u.object
	if r.out.Bypassed = bypassed(r.cmd.Compiler); r.out.Bypassed {
		r.warn(u.source, "if ccache runs corolower, it caches nothing, because the compiler has a folder; write \"corolower cc ccache %s\", "+
			"in CMake CMAKE_CXX_COMPILER_LAUNCHER=\"corolower;cc;ccache\"", ProgramName(r.cmd.Compiler))
	}
	if u.trace = u.traceFile(); u.trace != "" && !hasDescriptors() {
		return r.written("-ftime-trace", "", false)
	}
	if u.source == "-" {
		if r.stdin, err = io.ReadAll(os.Stdin); err != nil {
			return r.written("standard input", u.source, true)
		}
		r.piped = true
	}
	r.signals = catch()
	defer r.signals.stop()
	if u.cuda {
		dir, err := os.MkdirTemp("", "corolower-cuda-")
		if err != nil {
			return r.written(err.Error(), u.source, true)
		}
		defer os.RemoveAll(dir)
		if why, end := r.device(u, dir); end != (End{}) {
			return r.fail(u, end)
		} else if why != "" {
			return r.written(why, u.source, true)
		}
	}
	return r.stages(u)
}

// own removes the options that clang does not know.
func own(argv []string) []string {
	var out []string
	for k, a := range argv {
		if k > 0 && (a == "-fcorolower" || a == "-fno-corolower" || a == elideError || a == noElideError ||
			strings.HasPrefix(a, reportOption)) {
			continue
		}
		out = append(out, a)
	}
	return out
}

// reportOption names the file to which the unit's report is appended.
const reportOption = "-fcorolower-report="

// Options that make a call marked coro_elide_safe an error if its coroutine stays on the heap, and
// not.
const (
	elideError   = "-Werror=coro-elide"
	noElideError = "-Wno-error=coro-elide"
)

// ElideErrors reports whether such a call is an error.
func (c *Command) ElideErrors() bool {
	on := c.elideErrors
	for k := range c.Words {
		switch c.Words[k].Name() {
		case elideError:
			on = true
		case noElideError:
			on = false
		}
	}
	return on
}

// Report returns the file to which the unit's report is appended; "" for none.
func (c *Command) Report() string { return c.last(reportOption) }

// traceFile returns the file of -ftime-trace, with the name that clang's driver chooses.
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

// warn prints a warning, unless warnings are off.
func (r *runner) warn(source, format string, args ...any) {
	if source == "" {
		source = r.cmd.Compiler
	}
	if !r.Quiet {
		fmt.Fprintf(os.Stderr, "corolower: %s: warning: %s\n", source, fmt.Sprintf(format, args...))
	}
}

// written runs the command as written. warn makes the reason a warning, or an error if Strict is
// set.
func (r *runner) written(why, source string, warn bool) End {
	r.out.Written = why
	if warn {
		r.out.Fallback = why
		if r.Strict {
			fmt.Fprintf(os.Stderr, "corolower: error: %s\n", why)
			r.Count(&r.out)
			return End{Code: 1}
		}
		r.stays = true
	}
	r.Count(&r.out)
	end := r.plain()
	if warn && end == (End{}) { // otherwise the compiler's messages are enough
		r.warn(source, "%s: compiled as written", reason(why))
	}
	return end
}

// plain runs the command as written. If possible, the compiler replaces this process.
func (r *runner) plain() End {
	path, err := exec.LookPath(r.argv[0])
	if errors.Is(err, exec.ErrNotFound) {
		fmt.Fprintf(os.Stderr, "corolower: error: %s: no such program\n", r.argv[0])
		return End{Code: 127}
	} else if err != nil {
		fmt.Fprintf(os.Stderr, "corolower: error: %v\n", err)
		return End{Code: 127}
	}
	if !r.piped && !r.stays && r.signals == nil {
		if r.Verbose {
			fmt.Fprintln(os.Stderr, "corolower:", strings.Join(r.argv, " "))
		}
		err = replace(path, r.argv)
		if err != nil && !errors.Is(err, errors.ErrUnsupported) && !errors.Is(err, syscall.E2BIG) {
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

// input returns the standard input of the compiler.
func (r *runner) input() io.Reader {
	if r.piped {
		return bytes.NewReader(r.stdin)
	}
	return os.Stdin
}

// run runs a program and returns how it ended. It calls started when the program runs.
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
	if cmd.ProcessState != nil { // the program succeeded without reading all its input
		return endOf(cmd.ProcessState)
	}
	fmt.Fprintf(os.Stderr, "corolower: error: %v\n", err)
	return End{Code: 126}
}

// stages runs both stages and lowers the IR between them.
func (r *runner) stages(u *compile) End {
	text, events, end, took := r.frontend(u)
	defer func() { r.print("") }()
	r.out.Times[0] = took
	if end != (End{}) {
		return r.fail(u, end)
	}
	if len(text) == 0 {
		r.said = ""
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
	var refused *Refused
	switch {
	case errors.As(err, &refused):
		r.print(refused.Messages)
		return r.fail(u, End{Code: 1})
	case err != nil:
		r.out.Fallback = firstLine(err.Error())
		if r.Strict || u.ElideErrors() {
			r.print("")
			fmt.Fprintf(os.Stderr, "corolower: %s: error: not lowered: %v\n", u.source, err)
			r.Count(&r.out)
			return End{Code: 1}
		}
	case low.Excluded:
		r.out.Excluded = true
	case low.Text != nil:
		r.out.Lowered, input = low, low.Text
	}
	said, end, more, took := r.backend(u, input)
	if r.out.Lowered != nil && end.crash() && bytes.Contains(input, []byte("!DILocalVariable(")) {
		var second time.Duration
		r.out.Repeated = true
		said, end, more, second = r.backend(u, input, noTracking...)
		took += second
	}
	r.out.Times[2] = took
	if end.Signal != nil && (slices.Contains(ending, end.Signal) || r.signals.caught() != (End{})) {
		return end // the signal may be on its way to this program, too
	}
	said, cites := split(said)
	serial := u.has("--serialize-diagnostics") || u.has("-serialize-diagnostics")
	if end != (End{}) || said != "" && serial {
		return r.again(u, end != (End{}))
	}
	if cites {
		r.said = cmp.Or(r.messages(u), r.said)
	}
	if r.out.Lowered != nil {
		said = r.out.Lowered.Remarks + said
	}
	r.print(said)
	if r.out.Fallback != "" {
		r.warn(u.source, "lowered by clang: %s", r.out.Fallback)
	}
	if u.trace != "" {
		if err := joinTraces(u.trace, events, more); err != nil {
			r.warn(u.source, "%v", err)
		}
	}
	r.Count(&r.out)
	if _, err := r.wrote.WriteTo(os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "corolower: error: %v\n", err)
		return End{Code: 1}
	}
	return End{}
}

// fail ends a command whose source has errors.
func (r *runner) fail(u *compile, end End) End {
	if st, err := os.Lstat(u.object); err == nil && st.Mode().IsRegular() {
		os.Remove(u.object) // as clang's driver does
	}
	r.out.Failed = true
	r.Count(&r.out)
	return end
}

// print prints the messages of the first stage that wait for it, and more.
func (r *runner) print(more string) {
	fmt.Fprint(os.Stderr, join(r.said, more))
	r.said = ""
}

// noTracking are the options for a second try if clang crashes in code generation of a unit with
// debug info. In modules with assignment tracking, which clang -O2 -g requests, LLVM 19 and 22 take
// other paths for debug records, and have crashed on some that are valid. No record of lowering is
// known to need this, so such units are counted, and fail the project's own tests.
var noTracking = []string{"-Xclang", "-fexperimental-assignment-tracking=disabled"}

// crash reports whether a program ended by a fault of its own. clang's driver passes the signal of
// the compiler on as an exit code above 128.
func (e End) crash() bool {
	faults := []syscall.Signal{syscall.SIGSEGV, syscall.SIGABRT, syscall.SIGBUS, syscall.SIGILL, syscall.SIGTRAP}
	return slices.ContainsFunc(faults, func(s syscall.Signal) bool { return e.Signal == s || e.Code == 128+int(s) })
}

// again runs the command as written, because code generation failed, or printed messages that only
// the whole command can write to a file. If the source is at fault, the compiler's own messages
// explain it; otherwise lowering is at fault.
func (r *runner) again(u *compile, failed bool) End {
	lowered := r.out.Lowered != nil
	r.out.Lowered, r.said = nil, "" // the whole command prints all messages
	r.out.Written = "messages of code generation"
	end := r.plain()
	if failed && lowered && end == (End{}) {
		r.out.Fallback = "code generation of the lowered text failed"
		if r.Strict || u.ElideErrors() {
			fmt.Fprintf(os.Stderr, "corolower: %s: error: %s\n", u.source, r.out.Fallback)
			os.Remove(u.object)
			end = End{Code: 1}
		} else {
			r.warn(u.source, "compiled as written: %s", r.out.Fallback)
		}
	} else if r.out.Fallback != "" {
		r.warn(u.source, "lowered by clang: %s", r.out.Fallback)
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

// start starts to read. The program that writes must be running.
func (p *pipe) start() {
	p.write.Close()
	p.wg.Go(func() {
		var b bytes.Buffer
		_, _ = b.ReadFrom(p.read)
		p.text = b.Bytes()
		p.read.Close()
	})
}

// frontend runs the first stage, and returns the IR and the trace events that it wrote. Its messages
// wait for those of the second stage.
func (r *runner) frontend(u *compile) (text, events []byte, end End, took time.Duration) {
	out, name := r.pipes(u, "-")
	defer closePipes(out)
	if out == nil {
		return nil, nil, End{}, 0
	}
	cmd := &exec.Cmd{Path: r.path, Stdin: r.input(), Stdout: os.Stdout, Stderr: os.Stderr}
	var said strings.Builder
	cmd.Stderr = &said
	if name[0] == "-" {
		cmd.Stdout = out[0].write
	} else {
		for _, p := range out {
			cmd.ExtraFiles = append(cmd.ExtraFiles, p.write)
		}
	}
	cmd.Args = append([]string{r.cmd.Compiler}, u.frontend(name[0], name[len(name)-1])...)
	cmd.Args = append(cmd.Args, r.terminal()...)
	end = r.run(cmd, func() {
		for _, p := range out {
			p.start()
		}
	})
	for _, p := range out {
		p.wg.Wait()
	}
	r.said = said.String()
	return out[0].text, out[len(out)-1].text, end, cpu(cmd)
}

// pipes creates the pipe for the IR and, if the command needs it, the pipe for trace events. It
// also returns the names that the writing program uses for them.
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

// hasDescriptors reports whether open files have names in /dev/fd.
var hasDescriptors = sync.OnceValue(func() bool { return isDir("/dev/fd") })

// backend runs the second stage with more options, and returns its messages and trace events.
func (r *runner) backend(u *compile, text []byte, options ...string) (said string, end End, events []byte, took time.Duration) {
	r.wrote.Reset()
	cmd := &exec.Cmd{Path: r.path, Stdin: bytes.NewReader(text), Stdout: &r.wrote}
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
	if bytes.Contains(text, []byte(".inc")) {
		options = append(options, u.folders()...)
	}
	if u.splitDwarf() && !bytes.Contains(text, []byte("splitDebugFilename: ")) {
		options = append(options, "-gno-split-dwarf") // with IR, clang writes the file even if it has no debug info
	}
	cmd.Args = slices.Concat([]string{r.cmd.Compiler}, u.backend(overlay, name), options, r.terminal())
	end = r.run(cmd, func() {
		if p != nil {
			p.start()
		}
	})
	if p != nil {
		p.wg.Wait()
		events = p.text
	}
	said = place(b.String(), u.source)
	if r.Show != nil {
		said = r.Show(r.cmd, said)
	}
	return said, end, events, cpu(cmd)
}

// maxPipe is the number of bytes that a pipe holds without a reader, on every system.
const maxPipe = 4096

// cpu returns the processor time of a program that ended.
func cpu(cmd *exec.Cmd) time.Duration {
	if cmd.ProcessState == nil {
		return 0
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

// Clang's messages about IR. The kind of the message precedes the position, and the position of a
// unit without debug info is unknown. For example:
//
//	warning: <unknown>:0:0: TEXT
var (
	unplaced = pattern.Lazy(`(?m)^((?:\x1b\[[0-9;]*m)*)(warning|error|remark|note): ((?:\x1b\[[0-9;]*m)*)<unknown>:0:0: `)
	placed   = pattern.Lazy(`(?m)^((?:\x1b\[[0-9;]*m)*)(warning|error|remark|note): ((?:\x1b\[[0-9;]*m)*)([^\n:]+:[0-9]+:[0-9]+): `)
)

// place rewrites messages about IR so that they cite the user's file as clang's own messages do.
func place(said, source string) string {
	said = unplaced().ReplaceAllString(said, quoteTemplate(source)+": $1$2: $3")
	return placed().ReplaceAllString(said, "$4: $1$2: $3")
}

func quoteTemplate(s string) string { return strings.ReplaceAll(s, "$", "$$") }
