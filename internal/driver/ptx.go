package driver

// This file is the way out of a run as PTX. The writer needs the module as one, with every body:
// the text that a run leaves is read again.

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

// PTXOptions say for which machine PTX is written.
type PTXOptions = ptx.Options

// DefaultPTXCPU is the machine that PTX is written for when none is named.
const DefaultPTXCPU = ptx.DefaultCPU

// CheckPTXCPU tells what is wrong with the name of a machine, if anything.
func CheckPTXCPU(name string) error {
	_, _, err := ptx.ParseCPU(name)
	return err
}

// ParsePTXVersion reads a version of PTX, such as 7.8, and gives it times ten.
func ParsePTXVersion(s string) (int, error) { return ptx.ParseVersion(s) }

// ParsePTXPragma reads where the pragma of coroutines goes.
func ParsePTXPragma(s string) (ptx.Pragma, error) {
	for k, name := range ptx.PragmaNames {
		if s == name {
			return ptx.Pragma(k), nil
		}
	}
	return 0, fmt.Errorf("'%s' is not one of %s", s, strings.Join(ptx.PragmaNames[:], ", "))
}

// Lowered is the IR that PTX was written of, and that errors about it have their places in.
type Lowered struct {
	Name string // of the input, or of the input lowered where the run changed it
	Text []byte
}

// PTX writes the module that the run left as PTX. The error is an ir.ErrorList.
func (r *Result) PTX(o PTXOptions) (out []byte, low Lowered, err error) {
	low = r.lowered()
	defer func() {
		if e := asInternal(recover(), "writing PTX"); e != nil {
			out, err = nil, e
		}
	}()
	m, err := readBack(low)
	if err != nil {
		return nil, low, err
	}
	spec := m.DataLayout
	if spec == "" {
		spec = target.DefaultLayout(m.Triple)
	}
	lay, err := target.ParseLayout(spec)
	if err != nil {
		return nil, low, ir.AsList(err)
	}
	out, err = ptx.Write(m, lay, o)
	if err != nil {
		return nil, low, ir.AsList(err)
	}
	return out, low, nil
}

// lowered is the text that the run leaves.
func (r *Result) lowered() Lowered {
	low := Lowered{r.File.Name, r.Bytes()}
	if !bytes.Equal(low.Text, r.File.Text) {
		low.Name += " (lowered)"
	}
	return low
}

// readBack makes a module of the text that a run left, and verifies it. The error is an
// ir.ErrorList.
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

// asInternal makes the error of what was recovered from a panic; nil where there was none.
func asInternal(p any, what string) error {
	if p == nil {
		return nil
	}
	e := internalError(0, "%s: %v", what, p)
	e.Notes = []ir.Note{{Msg: panicPlace(debug.Stack())}}
	return ir.ErrorList{e}
}
