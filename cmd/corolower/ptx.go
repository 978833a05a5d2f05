package main

import (
	"io"
	"strings"

	"github.com/spf13/pflag"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/driver"
)

// This file is the way from a lowering run to PTX: --emit=ptx and its options.

// What --emit takes.
const (
	emitLL  = "ll"
	emitPTX = "ptx"
)

// ptxFlags are the options about PTX, as given.
type ptxFlags struct {
	cpu, version, pragma string
}

func (fl *ptxFlags) register(f *pflag.FlagSet) {
	f.StringVar(&fl.cpu, "mcpu", "", "with --emit=ptx: the `machine`, sm_50 to sm_121 (default "+driver.DefaultPTXCPU+")")
	f.StringVar(&fl.version, "ptx", "", "with --emit=ptx: the `version` of PTX, such as 7.8 (default: the least that is enough)")
	f.StringVar(&fl.pragma, "ptx-pragma", "header", "with --emit=ptx: where functions of coroutines say so: header, body, both or none")
}

// options reads the flags.
func (fl *ptxFlags) options(emit string) (driver.PTXOptions, error) {
	o := driver.PTXOptions{CPU: fl.cpu}
	switch emit {
	case emitPTX:
	case emitLL: // -mcpu is one of opt's options, and says nothing to passes that know no machine
		if fl.version != "" {
			return o, usagef("--ptx is about PTX: add --emit=ptx")
		}
		return o, nil
	default:
		return o, usagef("for the --emit option: '%s' is neither ll nor ptx", emit)
	}
	if fl.cpu != "" {
		if err := driver.CheckPTXCPU(fl.cpu); err != nil {
			return o, usagef("for the --mcpu option: %v", err)
		}
	}
	var err error
	if fl.version != "" {
		if o.PTX, err = driver.ParsePTXVersion(fl.version); err != nil {
			return o, usagef("for the --ptx option: %v", err)
		}
	}
	if o.Pragma, err = driver.ParsePTXPragma(fl.pragma); err != nil {
		return o, usagef("for the --ptx-pragma option: %v", err)
	}
	return o, nil
}

// writePTX writes what a run left as PTX. Errors have been printed when it returns one.
func (s *session) writePTX(res *driver.Result, out string) error {
	text, low, err := res.PTX(s.ptx)
	if err != nil {
		s.printFindings(diag.NewFile(low.Name, low.Text), nil, err, s.style)
		return errReported
	}
	if s.fl.noOutput {
		return nil
	}
	if strings.HasSuffix(out, ".ll") && out != s.fl.output { // named after the input, in a directory
		out = strings.TrimSuffix(out, ".ll") + ".ptx"
	}
	return s.writeOutput(out, func(w io.Writer) error { _, err := w.Write(text); return err })
}
