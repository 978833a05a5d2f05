// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// lowerFlags are the values of a lowering run's options.
type lowerFlags struct {
	passes     []string
	output     string
	jobs       int
	llvm       int
	triple     string
	layout     string
	comments   bool
	levels     map[string]*bool // -O0 ... -Oz
	noOutput   bool
	noVerify   bool
	reuse      bool
	quiet      bool
	bisect     int
	bisectSet  bool
	before     []string
	after      []string
	beforeAll  bool
	afterAll   bool
	changed    string
	filter     []string
	modScope   bool
	verifyEach bool
	execCheck  string
	extern     []string
	timePasses bool
	debugPM    bool
	stats      bool
	statsJSON  bool
	infoFile   string
	elideInfo  string
	elide      elideFlags
	summaries  string
	bound      bool
	frameMap   string // a file, or inSection
	listPasses bool
	printPipe  bool
	remarks    remarkFlags
	emit       string
	ptx        ptxFlags
}

// remarkFlags are the values of the options for remarks.
type remarkFlags struct {
	passed, missed, analysis string
	output, filter, format   string
	hotness                  bool
}

const rootLong = `corolower lowers the coroutines (llvm.coro.*) in textual LLVM IR and prints textual LLVM IR, as opt does.
It reads the IR of LLVM 13 to 22 and needs no LLVM on the machine.

Without -passes, corolower runs the whole coroutine pipeline, default<O2>. Functions without coroutines are
copied byte for byte, without comments. Options follow opt's conventions: one dash or two, -S accepted,
input from stdin by default. Messages, remarks and dumps go to stderr.

Exit codes: 0 success; 1 errors in the input, and no output; 2 wrong command line, or a file that cannot be
read or written.`

const rootExample = `  corolower generator.ll -o lowered.ll
  clang++ -std=c++20 -S -emit-llvm -Xclang -disable-llvm-passes -o - task.cpp |
    corolower | opt -O2 | llc -o task.s
  corolower -passes='coro-early,cgscc(coro-split),coro-cleanup' -S f.ll -pass-remarks=coro
  corolower a.ll b.ll -o lowered/
  corolower cc clang++ -std=c++20 -O2 -c task.cpp
  corolower check f.ll
  corolower explain elision f.ll
  corolower project -p build/
  corolower report --html=out.html f.ll`

func (a *app) rootCommand() *cobra.Command {
	fl := &lowerFlags{levels: map[string]*bool{}}
	root := &cobra.Command{
		Use: "corolower [options] [FILE...]", Short: "lower LLVM coroutines in textual IR",
		Long: rootLong, Example: rootExample,
		Args: cobra.ArbitraryArgs, SilenceErrors: true, SilenceUsage: true, DisableSuggestions: true,
		DisableFlagsInUseLine: true, Version: version(),
		RunE: func(cmd *cobra.Command, args []string) error {
			fl.bisectSet = cmd.Flags().Changed("opt-bisect-limit")
			return a.lower(fl, args)
		},
	}
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	root.SetVersionTemplate("{{.Version}}\n")
	root.CompletionOptions.DisableDefaultCmd = true
	root.PersistentFlags().StringVar(&a.color, "color", "auto", "colour messages: auto, always or never")
	root.PersistentFlags().Lookup("color").NoOptDefVal = "always"
	fl.register(root.Flags())
	root.PersistentPreRunE = func(*cobra.Command, []string) error {
		err := oneOf("--color", a.color, []string{"auto", "always", "never"})
		if err != nil {
			a.color = "auto"
		}
		return err
	}
	root.PersistentFlags().Bool(hiddenHelp, false, "print the help with all options, including rare ones")
	formatHelp(root, a.helpWidth)
	root.AddCommand(a.ccCommand(), a.checkCommand(), a.explainCommand(), a.projectCommand(), a.diffCommand(),
		a.reportCommand(), a.lspCommand(), a.runCommand(), a.reduceCommand(),
		a.gdbScriptCommand(), a.lldbScriptCommand(), a.decodeCommand(), a.perfScriptCommand(),
		a.versionCommand(), a.completionCommand(root), a.manCommand(root))
	root.SetHelpCommand(a.helpCommand(root))
	root.ValidArgsFunction = irFiles
	a.commands = root.Commands()
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return flagError(err) })
	return root
}

// flagError converts pflag's error for an invalid value to opt's message.
func flagError(err error) error {
	s := err.Error()
	if rest, ok := strings.CutPrefix(s, "invalid argument "); ok {
		if val, rest, ok := strings.Cut(rest, " for "); ok {
			flag, why, _ := strings.Cut(rest, " flag: ")
			flag = strings.Trim(flag, `"`)
			flag = flag[strings.LastIndexByte(flag, ' ')+1:]
			flag = spell(strings.TrimLeft(flag, "-"))
			val = strings.Trim(val, `"`)
			switch {
			case strings.Contains(why, "ParseBool"):
				return usagef("for the %s option: '%s' is invalid value for boolean argument! Try 0 or 1", flag, val)
			case strings.Contains(why, "ParseInt"), strings.Contains(why, "Atoi"):
				return usagef("for the %s option: '%s' value invalid for integer argument!", flag, val)
			case strings.Contains(why, "ParseFloat"):
				return usagef("for the %s option: '%s' value invalid for floating point argument!", flag, val)
			}
			return usagef("for the %s option: '%s': %s", flag, val, why)
		}
	}
	return usagef("%s", s)
}

func (fl *lowerFlags) register(f *pflag.FlagSet) {
	f.SortFlags = false
	f.StringArrayVarP(&fl.passes, "passes", "p", nil,
		"run this `pipeline` of passes; 'corolower help passes' lists them")
	for _, l := range []string{"O0", "O1", "O2", "O3", "Os", "Oz"} {
		fl.levels[l] = f.Bool(l, false, "run the pipeline default<"+l+">")
		f.Lookup(l).Hidden = l != "O0" && l != "O2"
	}
	f.BoolVar(&fl.reuse, "reuse-storage-in-coroutine-frame", false, "run every coro-split as coro-split<reuse-storage>")
	f.IntVarP(&fl.jobs, "j", "j", 0, "lower `N` functions at the same time (default: one per core)")
	group(f, "Pipeline")

	f.StringVarP(&fl.output, "o", "o", "-", "write the output to this `file`; with several inputs, to this "+
		"directory (DIR/)")
	f.BoolP("S", "S", false, "write textual IR (always on)")
	f.StringVar(&fl.emit, "emit", emitLL, "output `format`: ll; ptx, cubin or fatbin for nvptx64 modules")
	f.IntVar(&fl.llvm, "llvm-version", 0, "write IR for this major `version` of LLVM, 13 to 23 (default: that "+
		"of the input)")
	f.BoolVar(&fl.comments, "keep-comments", false, "keep all comments (default: only those that LLVM itself prints)")
	f.StringVar(&fl.frameMap, "frame-map", "", "write a map of the coroutines' frames for debuggers to this `file` as "+
		"JSON; 'section': into a section of the output")
	f.BoolVar(&fl.noOutput, "disable-output", false, "run the passes but write no output")
	f.BoolVar(&fl.noVerify, "disable-verify", false, "do not verify the IR before and after the passes")
	f.BoolVarP(&fl.quiet, "no-warnings", "w", false, "suppress warnings")
	group(f, "Output")

	f.StringVar(&fl.triple, "mtriple", "", "replace the target `triple` (also: --target)")
	f.StringVar(&fl.layout, "data-layout", "", "replace the data `layout`")
	fl.ptx.register(f)
	group(f, "Target")

	f.StringVar(&fl.remarks.passed, "pass-remarks", "",
		"print remarks about what a pass did, for passes that match `regex`")
	f.StringVar(&fl.remarks.missed, "pass-remarks-missed", "",
		"print remarks about what a pass could not do, for passes that match `regex`")
	f.StringVar(&fl.remarks.analysis, "pass-remarks-analysis", "",
		"print remarks that explain why, for passes that match `regex`")
	f.StringVar(&fl.remarks.output, "pass-remarks-output", "",
		"write all remarks to this `file`, in LLVM's YAML format")
	f.StringVar(&fl.remarks.filter, "pass-remarks-filter", "",
		"write only remarks of passes that match `regex` to that file")
	f.StringVar(&fl.remarks.format, "pass-remarks-format", "yaml", "`format` of that file: only yaml")
	f.BoolVar(&fl.remarks.hotness, "pass-remarks-with-hotness", false, "print the profile count with each remark")
	group(f, "Remarks")

	fl.elide.register(f)
	f.StringVar(&fl.summaries, "summaries-out", "",
		"write to this `file` what the functions do that other files may call, for --summaries-in there")
	f.BoolVar(&fl.bound, "no-interposition", false,
		"for --summaries-out: this shared library is linked with -Bsymbolic-functions, so no other definition replaces its functions")
	f.StringVar(&fl.elideInfo, "coro-elide-info-output-file", "",
		"append a line 'Elide f in g' to this `file` for each elided allocation")
	group(f, "Elision")

	f.BoolVar(&fl.listPasses, "print-passes", false, "list the passes and exit")
	f.BoolVar(&fl.printPipe, "print-pipeline-passes", false, "print the expanded pipeline and exit")
	f.BoolVar(&fl.verifyEach, "verify-each", false, "verify the IR after each pass, and name the pass that broke it")
	f.StringVar(&fl.execCheck, "exec-check", "",
		"run this `function` of the input and of the output in an interpreter, and report the first difference as "+
			"an error (default: main)")
	f.Lookup("exec-check").NoOptDefVal = "main"
	f.StringArrayVar(&fl.extern, "extern", nil, "for --exec-check: "+externUsage)
	f.StringSliceVar(&fl.before, "print-before", nil, "dump the IR before these `passes`")
	f.StringSliceVar(&fl.after, "print-after", nil, "dump the IR after these `passes`")
	f.BoolVar(&fl.beforeAll, "print-before-all", false, "dump the IR before each pass")
	f.BoolVar(&fl.afterAll, "print-after-all", false, "dump the IR after each pass")
	f.StringVar(&fl.changed, "print-changed", "", "dump the IR after each pass that changed it: full or quiet")
	f.Lookup("print-changed").NoOptDefVal = "full"
	f.StringSliceVar(&fl.filter, "filter-print-funcs", nil, "dump only these `functions`")
	f.BoolVar(&fl.modScope, "print-module-scope", false, "dump whole modules instead of functions")
	f.BoolVar(&fl.timePasses, "time-passes", false, "print the time that each pass took")
	f.BoolVar(&fl.stats, "stats", false, "print statistics: coroutines, suspends, spills, elisions")
	f.BoolVar(&fl.statsJSON, "stats-json", false, "print statistics as JSON")
	f.StringVar(&fl.infoFile, "info-output-file", "",
		"write the output of -stats and -time-passes to this `file` (- is stdout)")
	f.IntVar(&fl.bisect, "opt-bisect-limit", -1, "run only the first `N` passes; -1 runs all and counts them")
	f.BoolVar(&fl.debugPM, "debug-pass-manager", false, "print each pass and the function it runs on")
	group(f, "Debugging")
}

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "print the version", Example: "  corolower version", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { _, err := fmt.Fprintln(a.stdout, version()); return err },
	}
}
