package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/explain"
	"github.com/corolower/corolower/internal/pass"
	"github.com/corolower/corolower/internal/remark"
	"github.com/spf13/cobra"
)

// This file is `corolower explain elision`: which coroutines need no heap, and why the others do. It runs the pipeline and throws the
// output away; what elision found out comes with the driver's result.

// explainFlags are those of every topic.
type explainFlags struct {
	passes    []string
	functions []string
	format    string
	formats   []string // that there are; nil: text and json
	jobs      int
	triple    string
	layout    string
	elide     elideFlags
}

// register adds the flags that every topic has behind its own. functions says what --function is about.
func (fl *explainFlags) register(cmd *cobra.Command, functions string) {
	if fl.formats == nil {
		fl.formats = []string{"text", "json"}
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringArrayVar(&fl.functions, "function", nil, functions)
	f.StringVar(&fl.format, "format", "text", "`form` of the explanation: "+strings.Join(fl.formats, ", "))
	f.StringArrayVarP(&fl.passes, "passes", "p", nil, "run this pipeline (default: "+driver.DefaultPipeline+")")
	fl.elide.register(f)
	f.IntVarP(&fl.jobs, "j", "j", 0, "functions lowered at a time (default: one a core)")
	f.StringVar(&fl.triple, "mtriple", "", "explain for this target `triple`")
	f.StringVar(&fl.layout, "data-layout", "", "explain for this data `layout`")
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(fl.formats, cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("function", cobra.NoFileCompletions)
}

const explainElisionLong = `explain elision runs the pipeline, writes no IR, and tells of each place where a coroutine is created whether its frame lies in
the function that creates it, or on the heap, and why. For a frame on the heap it shows the instruction that gives the handle away, or
the path on which nothing destroys the coroutine, and the shortest mend.

The explanation goes to stdout, errors in the input to stderr.

Exit codes: 0 explained, elided or not; 1 errors in the input, or no function of that name; 2 wrong command line, or a file that
cannot be read or written.`

const explainElisionExample = `  corolower explain elision f.ll
  corolower explain elision --function=main f.ll
  clang++ -std=c++20 -O2 -g -S -emit-llvm -Xclang -disable-llvm-passes -o - task.cpp | corolower explain elision --format=json`

// explainTopics are the topics of explain, with what each tells.
var explainTopics = [...]struct{ name, tells string }{
	{"elision", "which coroutines need no heap, and why the others do"},
	{"frame", "what a coroutine's frame is made of, byte by byte, and why"},
	{"states", "by which ways a coroutine comes from one suspend to the next"},
}

func (a *app) explainCommand() *cobra.Command {
	long := "explain tells why a pass did what it did, or did not, and what came of it. The topics:\n"
	var names []string
	for _, t := range explainTopics {
		long += fmt.Sprintf("\n  %-7s  %s", t.name, t.tells)
		names = append(names, t.name)
	}
	topics := explain.Enumerate(names)
	explain := &cobra.Command{
		Use: "explain " + strings.Join(names, "|"), Short: "tell why a pass did what it did", DisableFlagsInUseLine: true, Long: long,
		Example: "  corolower explain elision f.ll\n  corolower explain frame f.ll", Args: cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("explain what? There are %s: corolower explain frame FILE", topics)
			}
			return usagef("cannot explain '%s'; there are %s: corolower explain frame FILE", args[0], topics)
		},
	}
	explain.AddCommand(a.explainElisionCommand(), a.explainFrameCommand(), a.explainStatesCommand())
	return explain
}

func (a *app) explainElisionCommand() *cobra.Command {
	fl := &explainFlags{}
	cmd := &cobra.Command{
		Use: "elision [options] [FILE...]", Short: "tell which coroutines need no heap, and why the others do", Long: explainElisionLong,
		Example: explainElisionExample, Args: cobra.ArbitraryArgs, DisableFlagsInUseLine: true,
		RunE: func(_ *cobra.Command, args []string) error { return a.explainElision(fl, args) },
	}
	fl.register(cmd, "only where this `function` creates a coroutine or is one: "+namedBy)
	return cmd
}

// explanation collects what is told about all files.
type explanation struct {
	known explain.Names // of the files
	list  []explain.Created
}

func (a *app) explainElision(fl *explainFlags, names []string) error {
	opts, err := fl.options(func(p *pass.Info) bool { return p.Elides }, "neither coro-elide nor coro-annotation-elide", "elided")
	if err != nil {
		return err
	}
	if len(names) == 0 {
		names = []string{"-"}
	}
	ex := &explanation{known: explain.Names{}}
	for _, name := range names {
		a.explainFile(ex, name, opts)
	}
	if a.code != exitOK && len(ex.list) == 0 {
		return nil // nothing can be told, and why has been
	}
	functions, ok := a.named(fl.functions, ex.known)
	if !ok {
		return nil
	}
	list := ex.of(functions)
	if fl.format == "json" {
		out := make([]explain.Creation, 0, len(list))
		for k := range list {
			out = append(out, list[k].Creation())
		}
		_, err = a.stdout.Write(diag.Encode(out))
	} else {
		_, err = a.stdout.Write(explainText(list, names, functions, a.styleOf(a.stdout)))
	}
	return err
}

// options makes the driver's options. In a pipeline without a pass that does what is explained there is nothing to explain.
func (fl *explainFlags) options(does func(*pass.Info) bool, passes, done string) (*driver.Options, error) {
	if !slices.Contains(fl.formats, fl.format) {
		return nil, usagef("for the --format option: '%s' is none of %s", fl.format, strings.Join(fl.formats, ", "))
	}
	if err := checkNames(fl.functions); err != nil {
		return nil, err
	}
	bounds, err := fl.elide.options()
	if err != nil {
		return nil, err
	}
	if len(fl.passes) > 1 {
		return nil, usagef("for the --passes option: may only occur zero or one times!")
	}
	pl, err := driver.Table.Parse(fl.pipeline())
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(pl.Steps(), func(st pass.Step) bool { return does(st.Pass) }) {
		return nil, usagef("there is %s in the pipeline '%s', so nothing is %s", passes, fl.pipeline(), done)
	}
	return &driver.Options{
		Pipeline: pl, Jobs: fl.jobs, Triple: fl.triple, DataLayout: fl.layout, Elide: bounds,
		Debug: debugging(),
	}, nil
}

// pipeline is the text of the pipeline that is explained.
func (fl *explainFlags) pipeline() string {
	if len(fl.passes) > 0 {
		return fl.passes[0]
	}
	return driver.DefaultPipeline
}

// explainFile adds the creations in one file, in the order of its functions. Its errors are printed.
func (a *app) explainFile(ex *explanation, name string, opts *driver.Options) {
	file, res := a.explained(name, opts)
	if res == nil {
		return
	}
	list := explain.Creations(file, res, ex.known.Add(res))
	for k := range list {
		ex.known[explain.Symbol(list[k].Caller)] = true // which a pass may have made
	}
	ex.list = append(ex.list, list...)
}

// explained runs the pipeline over one file. Its errors are printed; then there is no result.
func (a *app) explained(name string, opts *driver.Options) (*diag.File, *driver.Result) {
	update, stop := a.progress(shownName(name))
	shown, text, err := a.readInput(name)
	if err != nil {
		stop()
		a.unreadable(shown, err)
		return nil, nil
	}
	o := *opts
	o.Progress, o.Held = update, a.gc.hold
	res, err := driver.Run(shown, text, &o)
	stop()
	file := diag.NewFile(shown, text)
	a.noteSplit(shown, res)
	a.printFindings(file, nil, err, a.style())
	if err != nil {
		a.code = max(a.code, exitFindings)
		return nil, nil
	}
	return file, res
}

// of gives the creations in which one of some functions takes part; all of them when no function is named.
func (ex *explanation) of(functions []string) []explain.Created {
	if len(functions) == 0 {
		return ex.list
	}
	var out []explain.Created
	for _, c := range ex.list {
		if slices.Contains(functions, explain.Symbol(c.Callee)) || slices.Contains(functions, explain.Symbol(c.Caller)) {
			out = append(out, c)
		}
	}
	return out
}

// explainText is the explanation for people.
func explainText(list []explain.Created, names, functions []string, st *diag.Style) []byte {
	var b bytes.Buffer
	n := 0
	for i := range list {
		c := &list[i]
		if c.Elided {
			n++
		}
		b.WriteString(creationText(c, st))
	}
	switch {
	case len(list) > 0:
		fmt.Fprintf(&b, "%d of %s elided\n", n, explain.Count(len(list), "allocation"))
	case len(functions) > 0:
		fmt.Fprintf(&b, "%s: no coroutine is created by %s, nor %s created anywhere\n", shownNames(names), diag.Clean(strings.Join(functions, " or ")),
			map[bool]string{true: "is it", false: "is one of them"}[len(functions) == 1])
	default:
		fmt.Fprintf(&b, "%s: no function creates a coroutine that is defined in its file\n", shownNames(names))
	}
	return b.Bytes()
}

func shownNames(names []string) string {
	if len(names) != 1 {
		return explain.Count(len(names), "file")
	}
	if names[0] == "-" {
		return "<stdin>"
	}
	return diag.Clean(names[0])
}

// text tells of one creation in the manner of a finding.
func creationText(c *explain.Created, st *diag.Style) string {
	label, verb := st.Hint("elided:"), "' elided in '"
	if !c.Elided {
		label, verb = st.Warning("missed:"), "' not elided in '"
	}
	size := " (frame_size=unknown, align=unknown)"
	if c.Size >= 0 {
		size = fmt.Sprintf(" (frame_size=%d, align=%d)", c.Size, c.Align)
	}
	msg := "'" + c.Callee + verb + c.Caller + "'" + size
	if c.Annotated {
		msg += ", marked coro_elide_safe"
	}
	s := diag.Passage("", c.File, c.Pos, label, st.Bold(diag.Clean(msg))+atSource(", at ", c.Loc), st)
	m := c.Miss
	if m == nil {
		return s
	}
	if c.LeftAlone != "" {
		s += st.Note("note:") + " " + diag.Clean("the call is marked coro_elide_safe, but "+c.LeftAlone) + "\n"
	}
	why := m.Text
	if m.Var != "" {
		why += ", variable '" + m.Var + "'"
	}
	if !m.Pos.IsValid() && m.Instr != "" {
		why += ", at `" + explain.OneLine(m.Instr) + "`"
	}
	s += diag.Passage("", c.File, m.Pos, st.Note("note:"), diag.Clean(why)+atSource(", at ", m.Loc)+atSource(", inlined at ", m.In), st)
	if len(m.Path) > 0 {
		s += diag.Passage("", c.File, 0, st.Note("note:"), "path without a destroy: "+diag.Clean(explain.PathText(m.Path)), st)
	}
	if m.Mend != "" {
		s += st.Hint("hint:") + " " + diag.Clean(m.Mend) + "\n"
	}
	return s
}

func atSource(lead string, l remark.Loc) string {
	if l.Line == 0 {
		return ""
	}
	return lead + diag.Clean(l.String())
}
