package driver

// This file is the way out of a run as PTX. The writer needs the module as one, with every body: the text that a run leaves is read again.

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
	return 0, fmt.Errorf("'%s' is none of %s", s, strings.Join(ptx.PragmaNames[:], ", "))
}

// Lowered is the IR that PTX was written of, and that errors about it have their places in.
type Lowered struct {
	Name string // of the input, or of the input lowered where the run changed it
	Text []byte
}

// PTX writes the module that the run left as PTX. The error is an ir.ErrorList.
func (r *Result) PTX(o PTXOptions) (out []byte, low Lowered, err error) {
	low = Lowered{r.File.Name, r.Bytes()}
	defer func() {
		if p := recover(); p != nil {
			e := internalError(0, "writing PTX: %v", p)
			e.Notes = []ir.Note{{Msg: panicPlace(debug.Stack())}}
			out, err = nil, ir.ErrorList{e}
		}
	}()
	if !bytes.Equal(low.Text, r.File.Text) {
		low.Name += " (lowered)"
	}
	m, err := parse.Module(low.Name, low.Text)
	if err != nil {
		return nil, low, asList(err)
	}
	v := lightly(ir.NewVerifier(m))
	l := v.Symbols()
	for _, f := range m.Funcs {
		l = append(l, v.Func(f)...)
	}
	if len(l) > 0 {
		return nil, low, sortFindings(l)
	}
	spec := m.DataLayout
	if spec == "" {
		spec = target.DefaultLayout(m.Triple)
	}
	lay, err := target.ParseLayout(spec)
	if err != nil {
		return nil, low, asList(err)
	}
	out, err = ptx.Write(m, lay, o)
	if err != nil {
		return nil, low, asList(err)
	}
	return out, low, nil
}
