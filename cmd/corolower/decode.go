// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	_ "embed"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/corolower/corolower/framemap"
	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/report/explain"
)

// This file is `corolower gdb-script`, `lldb-script` and `decode`: suspended coroutines in a
// debugger and in a core file, by the maps of --frame-map.

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
	locals, bt     bool
	continuations  []string
}

const decodeLong = `decode prints the suspended coroutines of a core file or a minidump: where each is suspended, what its frame
holds, and who waits for whom. A minidump, as Breakpad and Crashpad write it, may be in hexadecimal. FILE is an executable or a library of the process that was lowered with --frame-map=section.
With --map, the map comes from a JSON file, and FILE must have its symbols.

Exit codes: 0 success; 2 wrong command line, or a file that cannot be read or has no map.`

func (a *app) decodeCommand() *cobra.Command {
	fl := &decodeFlags{}
	cmd := &cobra.Command{
		Use: "decode --core=CORE [options] FILE...", Short: "print the suspended coroutines of a core file or a minidump",
		Long: decodeLong, Example: "  corolower decode --core=core ./server\n" +
			"  corolower decode --core=core --map=map.json --bt ./server",
		Args: cobra.ArbitraryArgs, DisableFlagsInUseLine: true,
		RunE: func(_ *cobra.Command, files []string) error { return a.decode(fl, files) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&fl.core, "core", "", "the core `file`, or a minidump")
	f.StringVar(&fl.frameMap, "map", "", "read the map from this `file`, which --frame-map=FILE wrote (default: from "+
		"the section of each FILE)")
	f.BoolVar(&fl.locals, "locals", false, "print what each frame holds at its suspend")
	f.BoolVar(&fl.bt, "bt", false, "print who waits for whom instead of a list")
	f.StringArrayVar(&fl.continuations, "continuation", nil,
		"for --bt: in promises of this type, this `TYPE::member` is "+
			"the handle of the coroutine that continues, or a pointer to its promise; TYPE+OFFSET without debug info")
	return cmd
}

func (a *app) decode(fl *decodeFlags, files []string) error {
	switch {
	case fl.core == "":
		return usagef("decode needs a core file: --core=CORE")
	case len(files) == 0:
		return usagef("decode needs the executable of the process")
	case len(fl.continuations) > 0 && !fl.bt:
		return usagef("--continuation needs --bt")
	}
	core, err := framemap.OpenCore(fl.core)
	if err != nil {
		return &usageError{msg: err.Error()}
	}
	all := &framemap.Map{Version: framemap.Version}
	for _, name := range files {
		m, err := fl.read(core, name)
		if err != nil {
			return &usageError{msg: err.Error()}
		}
		all.Coroutines = append(all.Coroutines, m.Coroutines...)
	}
	d := &decoder{core: core, frames: core.Frames(all), at: map[uint64]int{}}
	for k := range d.frames {
		d.at[d.frames[k].Handle] = k
	}
	for _, text := range fl.continuations {
		c, err := parseContinuation(text, all)
		if err != nil {
			return err
		}
		d.continuations = append(d.continuations, c)
	}
	if fl.bt {
		d.traces(fl.locals)
	} else {
		for k := range d.frames {
			d.line("", k)
			if fl.locals {
				d.locals(&d.frames[k])
			}
		}
	}
	fmt.Fprintf(&d.out, "%s\n", explain.Count(len(d.frames), "suspended coroutine"))
	_, err = io.WriteString(a.stdout, d.out.String())
	return err
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

// decoder prints the coroutines that are found in a core.
type decoder struct {
	core   *framemap.Core
	frames []framemap.Suspended
	at     map[uint64]int // of each frame in frames, by its handle
	out    strings.Builder

	continuations []*continuation // --continuation
	promises      []promiseRange  // of all frames, by address; nil: not made yet
}

func (d *decoder) line(front string, k int) {
	s := &d.frames[k]
	fmt.Fprintf(&d.out, "%s%#x  %s  %s\n", front, s.Handle, diag.Clean(explain.Readable(s.Coroutine.Function)),
		diag.Clean(state(s)))
}

// state describes the suspend point at which a coroutine is suspended.
func state(s *framemap.Suspended) string {
	text := "at no known suspend"
	if s.Suspend != nil && len(s.Suspend.At) > 0 {
		p := s.Suspend.At[len(s.Suspend.At)-1]
		text = fmt.Sprintf("at %s:%d", filepath.Base(p.File), p.Line)
	} else if s.Suspend != nil {
		text = fmt.Sprintf("at suspend %d", s.Suspend.Index)
	}
	if s.Done {
		text = "done, " + text
	}
	return text
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

// traces prints, for each coroutine that waits for no other, the chain of coroutines that wait for
// it.
func (d *decoder) traces(locals bool) {
	waiters := map[uint64]int{}
	leaf := make([]bool, len(d.frames))
	for k := range d.frames {
		leaf[k] = true
		for _, h := range d.holds(&d.frames[k]) {
			if n, known := d.at[h]; known && n != k {
				leaf[k] = false
				if _, taken := waiters[h]; !taken {
					waiters[h] = k
				}
			}
		}
	}
	for k := range d.frames {
		if n, _ := d.overridden(&d.frames[k]); n >= 0 {
			leaf[n] = false
		}
	}
	for k := range d.frames {
		if !leaf[k] {
			continue
		}
		seen := map[int]bool{}
		for at, n := k, 0; !seen[at]; n++ {
			seen[at] = true
			d.line(fmt.Sprintf("#%-2d ", n), at)
			if locals {
				d.locals(&d.frames[at])
			}
			next, ok := d.continuation(&d.frames[at], seen)
			if !ok {
				next, ok = waiters[d.frames[at].Handle]
			}
			if !ok {
				break
			}
			at = next
		}
	}
}

// continuation is the coroutine whose handle the promise has: the one that continues afterwards.
func (d *decoder) continuation(s *framemap.Suspended, seen map[int]bool) (int, bool) {
	if n, ok := d.overridden(s); ok {
		return n, n >= 0 && !seen[n]
	}
	for k := range s.Coroutine.Slots {
		slot := &s.Coroutine.Slots[k]
		if slot.Kind != framemap.Promise {
			continue
		}
		for _, h := range slot.Handles {
			word, _ := d.core.Word(s, slot.Offset+h)
			if n, ok := d.at[word]; ok && !seen[n] {
				return n, true
			}
		}
	}
	return 0, false
}

// holds are the addresses in live slots, except in the promise: of coroutines that this one waits
// for.
func (d *decoder) holds(s *framemap.Suspended) (list []uint64) {
	if s.Suspend == nil {
		return nil
	}
	size := int64(d.core.Pointer())
	for _, n := range s.Suspend.Live {
		slot := &s.Coroutine.Slots[n]
		switch slot.Kind {
		case framemap.Frame:
			list = append(list, s.Handle+uint64(slot.Offset))
		case framemap.Object, framemap.Value:
			offsets := slot.Handles
			for at := int64(0); len(slot.Handles) == 0 && at+size <= slot.Size; at += size {
				offsets = append(offsets, at)
			}
			for _, at := range offsets {
				if word, ok := d.core.Word(s, slot.Offset+at); ok && (slot.Offset+at)%size == 0 {
					list = append(list, word)
				}
			}
		}
	}
	return list
}
