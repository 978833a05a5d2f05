// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

// What ptxas says of each kernel: ours beside stock opt's, in Markdown.

import (
	"bytes"
	"debug/elf"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/corolower/corolower/test/gpu/device"
	"github.com/corolower/corolower/test/ptx/interp"
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
	device.Usage
	device.Left
	code      uint64 // instructions of all functions
	executed  int    // PTX instructions that all threads run
	published string // an instruction that stores a local address where other threads read it
	err       error
}

func (r *row) String() string {
	if r.err != nil {
		return "ptxas: " + strings.TrimPrefix(lastLine(r.err), "ptxas fatal   : ")
	}
	unknown := ""
	if r.Unknown {
		unknown = " + ?"
	}
	return fmt.Sprintf("%d%s / %d / %d / %d / %d / %d / %d", r.Stack, unknown, r.SpillStores+r.SpillLoads, r.Registers,
		r.code, r.Allocations, r.Indirect, r.executed)
}

func (r *row) add(x *row) {
	r.Stack += x.Stack
	r.SpillStores += x.SpillStores
	r.SpillLoads += x.SpillLoads
	r.Registers += x.Registers
	r.Allocations += x.Allocations
	r.Indirect += x.Indirect
	r.code += x.code
	r.executed += x.executed
}

// ratio is a geometric mean of ratios.
type ratio struct {
	logs  float64
	count int
}

func (r *ratio) add(x, y int) {
	if x > 0 && y > 0 {
		r.logs += math.Log(float64(x) / float64(y))
		r.count++
	}
}

func (r *ratio) String() string {
	return fmt.Sprintf("%.2f", math.Exp(r.logs/float64(max(r.count, 1))))
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
	executed := make([]ratio, len(columns))
	counted := 0
	var longer, published []string
	for _, program := range programs {
		ir, err := t.Source(program, "-O2")
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "| %s |", program.Name)
		input, err := hostInput(t, program)
		if err != nil {
			return err
		}
		rows := make([]*row, len(columns))
		all := true
		for k, c := range columns {
			rows[k] = figures(t, p, ir, input, c.l, c.ptx)
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
			executed[k].add(r.executed, rows[1].executed)
		}
		if rows[3].published != "" {
			return fmt.Errorf("%s: the PTX of corolower publishes a local address: %s", program.Name, rows[3].published)
		}
		ratio := fmt.Sprintf("%s (%.2f)", program.Name, float64(rows[3].code)/float64(rows[1].code))
		switch {
		case rows[1].published != "":
			published = append(published, fmt.Sprintf("%s: `%s`", ratio, rows[1].published))
		case 4*rows[3].code > 5*rows[1].code:
			longer = append(longer, ratio)
		}
	}
	fmt.Fprintf(w, "| sum of the %d that all bring through |", counted)
	for k := range sums {
		fmt.Fprintf(w, " %s |", &sums[k])
	}
	fmt.Fprintf(w, "\n| executed, against opt and llc (geometric mean) |")
	for k := range executed {
		fmt.Fprintf(w, " %s |", &executed[k])
	}
	if longer == nil {
		longer = []string{"none"}
	}
	fmt.Fprintf(w, "\n\nWith `--emit=ptx`, more than 1.25 times the instructions of opt and llc: %s.\n\n",
		strings.Join(longer, ", "))
	fmt.Fprintf(w, "Not compared, because opt elides a frame although the program stores its handle for other threads. The PTX of opt and llc then\n"+
		"stores the address of local memory, where each thread has its own bytes:\n\n")
	for _, p := range published {
		fmt.Fprintf(w, "- %s\n", p)
	}
	fmt.Fprintln(w)
	return machines(w, t, p, programs[0])
}

// machines writes the figures of the kernels that also exist as a state machine.
func machines(w io.Writer, t *device.Tools, p *device.Ptxas, any *device.Program) error {
	input, err := hostInput(t, any)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "In brackets: executed, against the same kernel as a hand-written state machine, with opt and llc.\n\n| kernel | state machine |")
	for _, c := range columns {
		fmt.Fprintf(w, " %s |", c.name)
	}
	fmt.Fprintf(w, "\n|---|---|%s\n", strings.Repeat("---|", len(columns)))
	for _, v := range variants {
		machine, coroutine, err := pair(v.source)
		if err != nil {
			return err
		}
		ir, err := t.Source(machine, "-O2", v.define)
		if err != nil {
			return err
		}
		hand := figures(t, p, ir, input, device.Stock, (*device.Tools).PTX)
		fmt.Fprintf(w, "| %s | %s |", v.name, hand)
		if ir, err = t.Source(coroutine, "-O2", v.define); err != nil {
			return err
		}
		for _, c := range columns {
			r := figures(t, p, ir, input, c.l, c.ptx)
			fmt.Fprintf(w, " %s (%.2f) |", r, float64(r.executed)/float64(max(hand.executed, 1)))
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintln(w)
	return nil
}

// instructions counts the machine instructions in a cubin: 16 bytes each since sm_70, with padding.
// ptxas 12 writes its own number into the version of the file's format.
func instructions(path string) (n uint64, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	if len(data) < 24 {
		return 0, fmt.Errorf("%s: no ELF file", path)
	}
	copy(data[20:24], []byte{byte(elf.EV_CURRENT), 0, 0, 0})
	f, err := elf.NewFile(bytes.NewReader(data))
	if err != nil {
		return 0, err
	}
	for _, s := range f.Sections {
		if strings.HasPrefix(s.Name, ".text") {
			n += s.Size / 16
		}
	}
	return n, nil
}

// figures takes IR through one lowering, a writer of PTX and ptxas.
func figures(t *device.Tools, p *device.Ptxas, ir string, input []byte, l device.Lowering, write func(*device.Tools, string) (string,
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
	cubin := filepath.Join(t.Dir, "cubin")
	f, err := p.Assemble(p.For(t.SM), path, cubin)
	if err != nil {
		return &row{err: err}
	}
	code, err := instructions(cubin)
	return &row{Usage: *f, Left: device.Remains(string(text)), code: code, executed: execute(string(text), input),
		published: device.Published(string(text)), err: err}
}

// hostInput returns the input that the host's program makes for one block of 32 threads.
func hostInput(t *device.Tools, p *device.Program) ([]byte, error) {
	exe, err := t.Host(p, false)
	if err != nil {
		return nil, err
	}
	in := filepath.Join(t.Dir, "in")
	if msg, err := exec.Command(exe, "1", "32", in, filepath.Join(t.Dir, "want")).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%s: %v\n%s", p.Name, err, msg)
	}
	return os.ReadFile(in)
}

// execute counts the PTX instructions that one block of 32 threads runs. It returns 0 if the run fails, for example
// because a frame was published.
func execute(text string, input []byte) int {
	m, err := interp.Parse(text)
	if err != nil {
		return 0
	}
	x, err := interp.Load(m, interp.Config{Loose: true})
	if err != nil {
		return 0
	}
	n := len(input)
	in, out := x.Alloc(n, 256), x.Alloc(n, 256)
	copy(x.Bytes(in, n), input)
	if x.Launch("run", [3]uint32{1, 1, 1}, [3]uint32{32, 1, 1}, 0, in, out, uint64(n/4)) != nil {
		return 0
	}
	return x.Steps
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

Each cell: bytes of the kernel's stack frame / bytes of spills / registers / machine instructions / calls that allocate / indirect calls / executed instructions. The
first three are what `+"`ptxas -v`"+` says of the kernel. The instructions are those of all functions in the cubin. The calls are counted in the PTX
of the whole module, with llc in functions that nobody calls too, which corolower leaves to opt. The executed
instructions are those of the PTX, in the interpreter of test/ptx, over a block of 32 threads; 0: the run fails. "+ ?": ptxas cannot compute the stack size, because a call in the kernel has an unknown target or is recursive.

    go run ./bench/gpu -table

`)
	for _, p := range list {
		if err := table(w, t, p); err != nil {
			return err
		}
	}
	return nil
}
