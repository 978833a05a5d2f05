package main

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/spf13/cobra"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/split"
	"github.com/corolower/corolower/internal/pass"
)

// This file is `corolower explain frame`: what the frames of coroutines are made of, and why. It runs the pipeline and throws the output away; what
// splitting knew when it laid each frame out comes with the driver's result. explain_frame_text.go and explain_frame_json.go spell it.

const explainFrameLong = `explain frame runs the pipeline, writes no IR, and tells of each coroutine what lies in its frame, byte by byte: offset, size, alignment,
the variable of the source or the value of the IR, why it lies there, over which suspends it is live, and with what it shares bytes. The
frame of a coroutine that elision put there is opened up. What would make the frame smaller is told where it would.

With debug info (-g) lines are those of the source, else those of the IR.

The explanation goes to stdout, errors in the input to stderr.

Exit codes: 0 explained; 1 errors in the input, or no function of that name; 2 wrong command line, or a file that cannot be read or
written.`

const explainFrameExample = `  corolower explain frame f.ll
  corolower explain frame --function=fibonacci --suspends f.ll
  clang++ -std=c++20 -O2 -g -S -emit-llvm -Xclang -disable-llvm-passes -o - task.cpp | corolower explain frame --sort=size`

type explainFrameFlags struct {
	explainFlags
	sort     string
	suspends bool
}

// frameSorts are the orders of rows.
var frameSorts = []string{"offset", "size"}

func (a *app) explainFrameCommand() *cobra.Command {
	fl := &explainFrameFlags{}
	cmd := &cobra.Command{
		Use: "frame [options] [FILE...]", Short: "tell what coroutine frames are made of, and why", Long: explainFrameLong, Example: explainFrameExample,
		Args: cobra.ArbitraryArgs, DisableFlagsInUseLine: true,
		RunE: func(_ *cobra.Command, args []string) error { return a.explainFrame(fl, args) },
	}
	f := cmd.Flags()
	fl.register(cmd, "only the frame of this coroutine: the name of its `function`, with or without @, or demangled; may be repeated")
	f.StringVar(&fl.sort, "sort", "offset", "`order` of what lies in a frame: offset or size")
	f.BoolVar(&fl.suspends, "suspends", false, "tell for each suspend what is live over it")
	_ = cmd.RegisterFlagCompletionFunc("sort", cobra.FixedCompletions(frameSorts, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// coroFrame is the frame of a coroutine of a file.
type coroFrame struct {
	file *diag.File
	*split.Report
	end    ir.Pos                // behind the coroutine's text
	others map[string]*coroFrame // of the file, by function
}

func (a *app) explainFrame(fl *explainFrameFlags, names []string) error {
	if !slices.Contains(frameSorts, fl.sort) {
		return usagef("for the --sort option: '%s' is none of offset, size", fl.sort)
	}
	list, functions, err := a.coroutines(&fl.explainFlags, names)
	if err != nil || list == nil {
		return err
	}
	if fl.format == "json" {
		_, err = a.stdout.Write(framesJSON(list, fl))
	} else {
		_, err = a.stdout.Write(framesText(list, names, functions, fl, a.styleOf(a.stdout)))
	}
	return err
}

// coroutines runs the pipeline over files, and gives the coroutines that were split: all, or those that the user named, which are functions then. The
// list is nil where nothing can be told, and why has been.
func (a *app) coroutines(fl *explainFlags, names []string) (list []*coroFrame, functions []string, err error) {
	opts, err := fl.options(func(p *pass.Info) bool { return p.Splits }, "no coro-split", "split")
	if err != nil {
		return nil, nil, err
	}
	opts.Frames = true
	if len(names) == 0 {
		names = []string{"-"}
	}
	known := functionNames{}
	list = []*coroFrame{}
	for _, name := range names {
		if file, res := a.explained(name, opts); res != nil {
			list = append(list, framesOf(file, res, known.add(res))...)
		}
	}
	if a.code != exitOK && len(list) == 0 {
		return nil, nil, nil
	}
	functions, ok := a.named(fl.functions, known)
	if !ok {
		return nil, nil, nil
	}
	if len(functions) > 0 {
		list = slices.DeleteFunc(list, func(c *coroFrame) bool { return !slices.Contains(functions, symbol(c.Function)) })
	}
	return list, functions, nil
}

// none tells that no coroutine was split, or none of a name; "" where there is one.
func none(list []*coroFrame, names, functions []string) string {
	switch {
	case len(list) > 0:
		return ""
	case len(functions) > 0:
		return fmt.Sprintf("%s: no coroutine is named %s\n", shownNames(names), diag.Clean(strings.Join(functions, " or ")))
	}
	return fmt.Sprintf("%s: no coroutine was split\n", shownNames(names))
}

// framesOf gives the frames of a file, in the order of its functions.
func framesOf(file *diag.File, res *driver.Result, order map[string]int) []*coroFrame {
	all := map[string]*coroFrame{}
	var list []*coroFrame
	for k := range res.Frames {
		c := &coroFrame{file: file, Report: &res.Frames[k], others: all}
		if c.Pos.IsValid() {
			c.end = c.Pos + ir.Pos(max(0, bytes.Index(file.Text[c.Pos.Offset():], []byte("\n}"))))
		}
		all[c.Function] = c
		list = append(list, c)
	}
	sort.SliceStable(list, func(i, j int) bool { return rank(order, list[i].Function) < rank(order, list[j].Function) })
	return list
}

// defined is the name that the coroutine's text gives what is defined at a place in it, "" for none.
func (c *coroFrame) defined(at ir.Pos) string {
	if at <= c.Pos || at >= c.end {
		return "" // in a function that was inlined
	}
	return c.file.DefinedAt(at)
}

// frameLine is a line of the table: something that lies in the frame, or padding.
type frameLine struct {
	*split.Row              // nil: padding
	offset, size int64      // offset in the outermost frame
	of           *coroFrame // that the row is one of
	at           int        // of its rows; -1: padding
	inside       []frameLine
}

// maxNested bounds how deep frames in frames are opened up. Real ones end before; a frame cannot lie in itself, but names can repeat.
const maxNested = 16

// lines gives what a frame is made of, in the order that was asked for.
func (c *coroFrame) lines(base int64, order string, depth int) []frameLine {
	var out []frameLine
	for k := range c.Rows {
		l := frameLine{Row: &c.Rows[k], offset: base + c.Rows[k].Offset, size: c.Rows[k].Size, of: c, at: k}
		if in := c.others[l.FrameOf]; in != nil && l.FrameOf != "" && depth < maxNested && in.Size <= l.Size {
			l.inside = in.lines(l.offset, order, depth+1)
		}
		out = append(out, l)
	}
	for _, g := range c.Padding {
		out = append(out, frameLine{offset: base + g.Offset, size: g.Size, of: c, at: -1})
	}
	slices.SortStableFunc(out, func(a, b frameLine) int {
		if order == "size" {
			return cmp.Or(cmp.Compare(b.size, a.size), cmp.Compare(a.offset, b.offset))
		}
		return cmp.Compare(a.offset, b.offset)
	})
	return out
}

// count gives how many bytes of the frame are padding, and how many belong to more than one row.
func (c *coroFrame) count() (padding, shared int64) {
	for _, g := range c.Padding {
		padding += g.Size
	}
	end := int64(0)
	for k := range c.Rows {
		r := &c.Rows[k]
		shared += max(0, min(end, r.End())-r.Offset)
		end = max(end, r.End())
	}
	return padding, shared
}

// fieldNames tell what the ABI's own fields are, for people.
var fieldNames = map[string][2]string{
	"__resume_fn":  {"resume function", "who resumes the coroutine calls it"},
	"__destroy_fn": {"destroy function", "who destroys the coroutine calls it"},
	"__coro_index": {"suspend index", "tells at which suspend the coroutine waits"},
}

// total is the last line of the explanation.
func total(list []*coroFrame, pipeline string) string {
	sum := int64(0)
	for _, c := range list {
		sum += c.Size
	}
	return fmt.Sprintf("%s, %d bytes of frames, after -passes='%s'\n", count(len(list), "coroutine"), sum, diag.Clean(pipeline))
}
