// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

// What ptxas says of each kernel: ours beside stock opt's, in Markdown.

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/corolower/corolower/internal/cuda"
	"github.com/corolower/corolower/test/gpu/device"
)

// columns are the columns of the table: a lowering, and the tool that generates PTX from its
// output.
var columns = []struct {
	l    device.Lowering
	ptx  func(*device.Tools, string) (string, error)
	name string
}{
	{device.OursOpt, (*device.Tools).PTX, "corolower, opt -O2, llc"},
	{device.Stock, (*device.Tools).PTX, "opt -O2, llc"},
	{device.Ours, (*device.Tools).PTX, "corolower, llc"},
	{device.Whole, (*device.Tools).OurPTX, "corolower --emit=ptx"},
}

// row holds the figures of a kernel for one lowering.
type row struct {
	cuda.Usage
	device.Left
	err error
}

func (r *row) String() string {
	if r.err != nil {
		return "ptxas: " + strings.TrimPrefix(lastLine(r.err), "ptxas fatal   : ")
	}
	unknown := ""
	if r.Unknown {
		unknown = " + ?"
	}
	return fmt.Sprintf("%d%s / %d / %d / %d / %d", r.Stack, unknown, r.SpillStores+r.SpillLoads, r.Registers,
		r.Allocations, r.Indirect)
}

func (r *row) add(x *row) {
	r.Stack += x.Stack
	r.SpillStores += x.SpillStores
	r.SpillLoads += x.SpillLoads
	r.Registers += x.Registers
	r.Allocations += x.Allocations
	r.Indirect += x.Indirect
}

func lastLine(err error) string {
	lines := strings.Split(strings.TrimSpace(err.Error()), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
}

// table writes the figures of all programs by one ptxas.
func table(w io.Writer, t *device.Tools, p *device.Ptxas) error {
	programs, err := device.Load("test/gpu/programs")
	if err != nil {
		return err
	}
	version, err := exec.Command(p.Path, "--version").Output()
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "## %s, %s\n\n", lastLine(fmt.Errorf("%s", version)), p.For(t.SM))
	fmt.Fprintf(w, "| kernel |")
	for _, c := range columns {
		fmt.Fprintf(w, " %s |", c.name)
	}
	fmt.Fprintf(w, "\n|---|%s\n", strings.Repeat("---|", len(columns)))
	sums := make([]row, len(columns)) // over the programs that work in all columns
	counted := 0
	for _, program := range programs {
		ir, err := t.Source(program, "-O2")
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "| %s |", program.Name)
		rows := make([]*row, len(columns))
		all := true
		for k, c := range columns {
			rows[k] = figures(t, p, ir, c.l, c.ptx)
			all = all && rows[k].err == nil
			fmt.Fprintf(w, " %s |", rows[k])
		}
		fmt.Fprintln(w)
		if !all {
			continue
		}
		counted++
		for k, r := range rows {
			sums[k].add(r)
		}
	}
	fmt.Fprintf(w, "| sum of the %d that all bring through |", counted)
	for k := range sums {
		fmt.Fprintf(w, " %s |", &sums[k])
	}
	fmt.Fprintln(w)
	fmt.Fprintln(w)
	return nil
}

// figures takes IR through one lowering, a writer of PTX and ptxas.
func figures(t *device.Tools, p *device.Ptxas, ir string, l device.Lowering, write func(*device.Tools, string) (string,
	error)) *row {
	lowered, err := t.Lower(l, ir)
	if err != nil {
		return &row{err: err}
	}
	path, err := write(t, lowered)
	if err != nil {
		return &row{err: err}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return &row{err: err}
	}
	f, err := p.Assemble(p.For(t.SM), path, filepath.Join(t.Dir, "cubin"))
	if err != nil {
		return &row{err: err}
	}
	return &row{Usage: *f, Left: device.Remains(string(text))}
}

// tables writes the whole document.
func tables(w io.Writer, t *device.Tools) error {
	list, err := device.FindPtxas(".")
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return fmt.Errorf("there is no ptxas: run scripts/install-nvidia.sh, or name some in PTXAS")
	}
	fmt.Fprintf(w, `# Device programs under ptxas

Each cell: bytes of the kernel's stack frame / bytes of spills / registers / calls that allocate / indirect calls. The first three are what
`+"`ptxas -v`"+` says of the kernel; the last two are counted in the PTX of the whole module, with llc in functions that nobody calls too, which
corolower leaves to opt. "+ ?": ptxas cannot compute the stack size, because a call in the kernel has an unknown target or is recursive.

    go run ./bench/gpu -table

`)
	for _, p := range list {
		if err := table(w, t, p); err != nil {
			return err
		}
	}
	return nil
}
