// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"strings"

	"github.com/spf13/pflag"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/driver"
)

// This file connects a lowering run to the emitters of PTX (--emit=ptx and its options) and NVVM IR
// (--nvvm).

// The values of --emit.
const (
	emitLL     = "ll"
	emitPTX    = "ptx"
	emitCubin  = "cubin"
	emitFatbin = "fatbin"
)

// ptxFlags are the values of the options for PTX.
type ptxFlags struct {
	cpu, version, pragma   string
	nvvm                   bool
	cudaPath, ptxasOptions string
}

func (fl *ptxFlags) register(f *pflag.FlagSet) {
	f.StringVar(&fl.cpu, "mcpu", "", "target `GPU` for PTX, sm_50 to sm_121 (default "+driver.DefaultPTXCPU+")")
	f.StringVar(&fl.version, "ptx", "", "PTX `version` for --emit=ptx, such as 7.8 (default: the lowest that suffices)")
	f.StringVar(&fl.pragma, "ptx-pragma", "", "where to emit .pragma \"coroutine\" in PTX: header, body, both or "+
		"none (default: header; none for cubin and fatbin)")
	f.StringVar(&fl.cudaPath, "cuda-path", "", "CUDA toolkit whose bin `directory` has ptxas and fatbinary "+
		"(default: search PATH)")
	f.StringVar(&fl.ptxasOptions, "ptxas-options", "", "more options for ptxas, for example '-c -v'")
	f.BoolVar(&fl.nvvm, "nvvm", false, "write IR that NVIDIA's NVVM library reads (data layout, version, kernels)")
}

// options converts the flags to the driver's options.
func (fl *ptxFlags) options(emit string) (driver.PTXOptions, error) {
	o := driver.PTXOptions{CPU: fl.cpu}
	if fl.nvvm && emit != emitLL {
		return o, usagef("--nvvm writes IR, but --emit=%s does not", emit)
	}
	if (fl.cudaPath != "" || fl.ptxasOptions != "") && !assembled(emit) {
		return o, usagef("--cuda-path and --ptxas-options need --emit=cubin or --emit=fatbin")
	}
	switch emit {
	case emitPTX, emitCubin, emitFatbin:
	case emitLL: // -mcpu is an option of opt, and has no effect on passes that are independent of the processor
		if fl.version != "" {
			return o, usagef("--ptx needs --emit=ptx")
		}
		return o, nil
	default:
		return o, usagef("for the --emit option: '%s' is not one of ll, ptx, cubin, fatbin", emit)
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
	pragma := fl.pragma
	switch {
	case pragma != "":
	case assembled(emit): // ptxas ignores the pragma, with a warning
		pragma = "none"
	default:
		pragma = "header"
	}
	if o.Pragma, err = driver.ParsePTXPragma(pragma); err != nil {
		return o, usagef("for the --ptx-pragma option: %v", err)
	}
	return o, nil
}

// writePTX writes the lowered module as PTX, or assembled. It has printed the error if it returns one.
func (s *session) writePTX(res *driver.Result, out string) error {
	// the name was derived from the input's, in an output directory
	if strings.HasSuffix(out, ".ll") && out != s.fl.output {
		out = strings.TrimSuffix(out, ".ll") + "." + s.fl.emit
	}
	text, warnings, err := res.PTX(s.ptx)
	if !s.fl.quiet {
		s.printFindings(diag.NewFile(res.File.Name, res.File.Text), warnings, nil, s.style)
	}
	if err == nil && assembled(s.fl.emit) {
		text, err = s.assemble(res.File.Name, text)
		if err != nil {
			return err
		}
	}
	return s.writeRead(text, driver.Lowered{Name: res.File.Name, Text: res.File.Text}, err, out)
}

// writeNVVM writes the lowered module as NVVM IR.
func (s *session) writeNVVM(res *driver.Result, out string) error {
	text, low, err := res.NVVM()
	return s.writeRead(text, low, err, out)
}

// writeRead writes the text that was generated from the lowered module low, or prints the error
// err.
func (s *session) writeRead(text []byte, low driver.Lowered, err error, out string) error {
	if err != nil {
		s.printFindings(diag.NewFile(low.Name, low.Text), nil, err, s.style)
		return errReported
	}
	if s.fl.noOutput {
		return nil
	}
	return s.save(out, text)
}
