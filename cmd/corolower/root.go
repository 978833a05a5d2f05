package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// lowerFlags are the options of a lowering run, as given.
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
	timePasses bool
	debugPM    bool
	stats      bool
	statsJSON  bool
	infoFile   string
	elideInfo  string
	elide      elideFlags
	listPasses bool
	printPipe  bool
	remarks    remarkFlags
	emit       string
	ptx        ptxFlags
}

// remarkFlags are the options about remarks.
type remarkFlags struct {
	passed, missed, analysis string
	output, filter, format   string
	hotness                  bool
}

const rootLong = `corolower reads textual LLVM IR (.ll, LLVM 13 to 22), lowers its coroutines (llvm.coro.*) and prints textual LLVM IR.

Without -passes the whole coroutine pipeline runs; a file without coroutines comes out as it went in,
less its comments. Options are opt's, with one dash or two. Text is always written, with or without -S. Messages, remarks and dumps go to stderr.

Exit codes: 0 done, 1 errors in the input (there is no output then), 2 wrong command line, or a file that cannot be read or written.`

const rootExample = `  corolower generator.ll -o lowered.ll
  clang++ -std=c++20 -S -emit-llvm -Xclang -disable-llvm-passes -o - task.cpp | corolower | opt -O2 | llc -o task.s
  corolower -passes='coro-early,cgscc(coro-split<reuse-storage>),coro-cleanup' -S f.ll -pass-remarks=coro
  corolower a.ll b.ll -o lowered/
  corolower check f.ll
  corolower explain elision f.ll
  corolower project -p build/
  corolower report --html=out.html f.ll`

func (a *app) rootCommand() *cobra.Command {
	fl := &lowerFlags{levels: map[string]*bool{}}
	root := &cobra.Command{
		Use: "corolower [options] [FILE...]", Short: "lower LLVM coroutines in textual IR", Long: rootLong, Example: rootExample,
		Args: cobra.ArbitraryArgs, SilenceErrors: true, SilenceUsage: true, DisableSuggestions: true, DisableFlagsInUseLine: true, Version: version(),
		RunE: func(cmd *cobra.Command, args []string) error {
			fl.bisectSet = cmd.Flags().Changed("opt-bisect-limit")
			return a.lower(fl, args)
		},
	}
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	root.SetVersionTemplate("{{.Version}}\n")
	root.CompletionOptions.DisableDefaultCmd = true
	root.PersistentFlags().StringVar(&a.color, "color", "auto", "colour of messages: auto, always or never")
	root.PersistentFlags().Lookup("color").NoOptDefVal = "always"
	fl.register(root.Flags())
	root.PersistentPreRunE = func(*cobra.Command, []string) error {
		if a.color != "auto" && a.color != "always" && a.color != "never" {
			c := a.color
			a.color = "auto"
			return usagef("for the --color option: '%s' is none of auto, always, never", c)
		}
		return nil
	}
	root.PersistentFlags().Bool(hiddenHelp, false, "show all options, rarely used ones too")
	root.SetUsageTemplate(root.UsageTemplate() + withoutEffect())
	root.AddCommand(a.checkCommand(), a.explainCommand(), a.projectCommand(), a.diffCommand(), a.reportCommand(), a.versionCommand(), a.completionCommand(root), a.manCommand(root))
	root.SetHelpCommand(a.helpCommand(root))
	root.ValidArgsFunction = irFiles
	a.commands = root.Commands()
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return flagError(err) })
	return root
}

// flagError turns what pflag says about a value into opt's words.
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
			case strings.Contains(why, "ParseInt"):
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
	f.StringArrayVarP(&fl.passes, "passes", "p", nil, "`pipeline` of passes, as opt's; 'corolower help passes' tells more")
	f.StringVarP(&fl.output, "o", "o", "-", "output `file`; with several inputs a directory, DIR/")
	f.BoolP("S", "S", false, "write text (always so)")
	for _, l := range []string{"O0", "O1", "O2", "O3", "Os", "Oz"} {
		fl.levels[l] = f.Bool(l, false, "the pipeline default<"+l+">")
		f.Lookup(l).Hidden = l != "O0" && l != "O2"
	}
	f.IntVarP(&fl.jobs, "j", "j", 0, "functions lowered at a time (default: one a core)")
	f.IntVar(&fl.llvm, "llvm-version", 0, "write what this major `version` of LLVM writes, 13 to 22 (default: as the input)")
	f.BoolVar(&fl.comments, "keep-comments", false, "keep the comments of the input (default: those that LLVM prints itself)")
	f.StringVar(&fl.triple, "mtriple", "", "replace the target `triple`")
	f.StringVar(&fl.layout, "data-layout", "", "replace the data `layout`")
	f.BoolVar(&fl.reuse, "reuse-storage-in-coroutine-frame", false, "give every coro-split the parameter reuse-storage")
	f.StringVar(&fl.emit, "emit", emitLL, "what is written: ll, or ptx for nvptx64")
	fl.ptx.register(f)
	f.BoolVar(&fl.noOutput, "disable-output", false, "write nothing")
	f.BoolVar(&fl.noVerify, "disable-verify", false, "do not verify the IR, neither before nor after the passes")
	f.BoolVarP(&fl.quiet, "no-warnings", "w", false, "no warnings")

	f.StringVar(&fl.remarks.passed, "pass-remarks", "", "print what passes did, of passes whose name matches the `regex`")
	f.StringVar(&fl.remarks.missed, "pass-remarks-missed", "", "print what passes could not do, of passes that match the `regex`")
	f.StringVar(&fl.remarks.analysis, "pass-remarks-analysis", "", "print why, of passes that match the `regex`")
	f.StringVar(&fl.remarks.output, "pass-remarks-output", "", "write all remarks to a `file`, as LLVM's YAML")
	f.StringVar(&fl.remarks.filter, "pass-remarks-filter", "", "only remarks of passes that match the `regex` go to the file")
	f.StringVar(&fl.remarks.format, "pass-remarks-format", "yaml", "`format` of that file: yaml")
	f.BoolVar(&fl.remarks.hotness, "pass-remarks-with-hotness", false, "show the profile count in printed remarks")

	fl.elide.register(f)
	f.StringVar(&fl.elideInfo, "coro-elide-info-output-file", "", "append 'Elide f in g' to this `file` for each frame off the heap")

	f.BoolVar(&fl.listPasses, "print-passes", false, "list the passes")
	f.BoolVar(&fl.printPipe, "print-pipeline-passes", false, "print the pipeline in full, and run nothing")
	f.BoolVar(&fl.verifyEach, "verify-each", false, "verify after each pass, and name the one that broke the IR")
	f.StringSliceVar(&fl.before, "print-before", nil, "dump the IR in front of these `passes`")
	f.StringSliceVar(&fl.after, "print-after", nil, "dump the IR behind these `passes`")
	f.BoolVar(&fl.beforeAll, "print-before-all", false, "dump the IR in front of each pass")
	f.BoolVar(&fl.afterAll, "print-after-all", false, "dump the IR behind each pass")
	f.StringVar(&fl.changed, "print-changed", "", "dump what a pass changed: full, diff, quiet or diff-quiet")
	f.Lookup("print-changed").NoOptDefVal = "full"
	f.StringSliceVar(&fl.filter, "filter-print-funcs", nil, "dump only these `functions`")
	f.BoolVar(&fl.modScope, "print-module-scope", false, "dump the module, not the function")
	f.BoolVar(&fl.timePasses, "time-passes", false, "tell how long the passes took")
	f.BoolVar(&fl.stats, "stats", false, "count coroutines, suspends, spills and so on")
	f.BoolVar(&fl.statsJSON, "stats-json", false, "the same as JSON")
	f.StringVar(&fl.infoFile, "info-output-file", "", "`file` for -stats and -time-passes; - is stdout")
	f.IntVar(&fl.bisect, "opt-bisect-limit", -1, "run only the first `N` passes; -1 runs all and counts them")
	f.BoolVar(&fl.debugPM, "debug-pass-manager", false, "tell which pass runs on what")
}

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "print the version", Example: "  corolower version", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { _, err := fmt.Fprintln(a.stdout, version()); return err },
	}
}
