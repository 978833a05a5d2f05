// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver

// This file writes the module that a run keeps in memory (whole.go) as PTX. For other writers, it
// reads the text of the output.

import (
	"bytes"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/corolower/corolower/internal/emit/ptx"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/target"
)

// PTXOptions configure the PTX writer, for example with the name of the GPU.
type PTXOptions = ptx.Options

// DefaultPTXCPU is the default GPU for PTX.
const DefaultPTXCPU = ptx.DefaultCPU

// CheckPTXCPU returns an error if name is not the name of a GPU.
func CheckPTXCPU(name string) error {
	_, _, err := ptx.ParseCPU(name)
	return err
}

// ParsePTXVersion parses a version of PTX, for example 7.8, and returns it times ten.
func ParsePTXVersion(s string) (int, error) { return ptx.ParseVersion(s) }

// ParsePTXPragma parses the place for the coroutine pragma.
func ParsePTXPragma(s string) (ptx.Pragma, error) {
	for k, name := range ptx.PragmaNames {
		if s == name {
			return ptx.Pragma(k), nil
		}
	}
	return 0, fmt.Errorf("'%s' is not one of %s", s, strings.Join(ptx.PragmaNames[:], ", "))
}

// Lowered is the IR that a writer read. The positions of errors refer to it.
type Lowered struct {
	Name string // of the input, with " (lowered)" if the run changed it
	Text []byte
}

// PTX returns the module that the run kept in memory (Options.Module) as PTX. The error is an
// ir.ErrorList with positions in the file. warnings are about instructions that are written with a
// limit.
func (r *Result) PTX(o PTXOptions) (out []byte, warnings ir.ErrorList, err error) {
	defer func() {
		if e := asInternal(recover(), "writing PTX"); e != nil {
			out, warnings, err = nil, nil, e
		}
	}()
	lay, err := moduleLayout(r.program.Module)
	if err != nil {
		return nil, nil, ir.AsList(err)
	}
	if out, warnings, err = ptx.Write(r.program, lay, o); err != nil {
		return nil, nil, ir.AsList(err)
	}
	return out, warnings, nil
}

// moduleLayout returns the data layout of a module, or that of its target.
func moduleLayout(m *ir.Module) (*target.Layout, error) {
	spec := m.DataLayout
	if spec == "" {
		spec = target.DefaultLayout(m.Triple)
	}
	return target.ParseLayout(spec)
}

// lowered returns the output of the run as text.
func (r *Result) lowered() Lowered {
	low := Lowered{r.File.Name, r.Bytes()}
	if !bytes.Equal(low.Text, r.File.Text) {
		low.Name += " (lowered)"
	}
	return low
}

// readBack parses and verifies the output of a run. The error is an ir.ErrorList.
func readBack(low Lowered) (*ir.Module, error) {
	m, err := parse.Module(low.Name, low.Text)
	if err != nil {
		return nil, ir.AsList(err)
	}
	v := lightly(ir.NewVerifier(m))
	l := v.Symbols()
	for _, f := range m.Funcs {
		l = append(l, v.Func(f)...)
	}
	if len(l) > 0 {
		return nil, sortFindings(l)
	}
	return m, nil
}

// asInternal converts a recovered panic to an internal error; nil stays nil.
func asInternal(p any, what string) error {
	if p == nil {
		return nil
	}
	e := internalError(0, "%s: %v", what, p)
	e.Notes = []ir.Note{{Msg: panicPlace(debug.Stack())}}
	return ir.ErrorList{e}
}
