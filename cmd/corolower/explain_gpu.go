// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"errors"
	"io"
	"os/exec"
	"slices"

	"github.com/spf13/cobra"

	"github.com/corolower/corolower/internal/cuda"
	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/pass"
	"github.com/corolower/corolower/internal/report"
	"github.com/corolower/corolower/internal/report/explain"
	"github.com/corolower/corolower/internal/report/text"
)

// This file is `corolower explain gpu`: what the coroutines of each kernel cost. The driver lowers
// the module in memory, as for --emit=ptx, and ptxas reports the registers and the stack of its PTX.

const explainGPULong = `explain gpu runs the pipeline and reports for each kernel what its coroutines cost on a GPU: registers and
stack, as ptxas reports them for the PTX of --emit=ptx; the frames that a thread has, in its own memory or on
the device heap, also for a million threads; what each coroutine holds over each suspend point; and where the
threads of a warp may continue in different states. It writes no IR.

ptxas is found in --cuda-path or PATH. Without it, the report says so, and has the rest.

The result goes to stdout, errors in the input to stderr.

Exit codes: 0 success; 1 errors in the input, a target without kernels, or no kernel of that name; 2 wrong
command line, or a file that cannot be read or written.`

const explainGPUExample = `  corolower explain gpu kernel.ll
  corolower explain gpu --cuda-path=/usr/local/cuda -mcpu=sm_90 kernel.ll
  corolower explain gpu --function=sum --format=json kernel.ll`

type explainGPUFlags struct {
	explainFlags
	cpu, cudaPath string
	ptxas         string // "" if it is missing
	missing       string // why
}

func (a *app) explainGPUCommand() *cobra.Command {
	fl := &explainGPUFlags{}
	fl.ways, fl.complete = true, true
	cmd := &cobra.Command{
		Use: "gpu [options] [FILE...]", Short: "show what the coroutines of each kernel cost on a GPU",
		Long: explainGPULong, Example: explainGPUExample,
		Args: cobra.ArbitraryArgs, DisableFlagsInUseLine: true,
		RunE: func(_ *cobra.Command, args []string) error { return a.explainGPU(fl, args) },
	}
	f := cmd.Flags()
	fl.register(cmd, "show only this `kernel`: "+namedBy)
	f.StringVar(&fl.cpu, "mcpu", "", "target `GPU`, sm_50 to sm_121 (default "+driver.DefaultPTXCPU+")")
	f.StringVar(&fl.cudaPath, "cuda-path", "", "CUDA toolkit whose bin `directory` has ptxas (default: search PATH)")
	group(f, "GPU")
	return cmd
}

func (a *app) explainGPU(fl *explainGPUFlags, names []string) error {
	opts, err := fl.options(func(p *pass.Info) bool { return p.Is.Has(pass.Splits) }, "no coro-split", "split")
	if err != nil {
		return err
	}
	if fl.cpu == "" {
		fl.cpu = driver.DefaultPTXCPU
	}
	if err := driver.CheckPTXCPU(fl.cpu); err != nil {
		return usagef("for the --mcpu option: %v", err)
	}
	if fl.ptxas, err = (cuda.Toolkit{Dir: fl.cudaPath}).Find("ptxas"); err != nil {
		fl.missing = err.Error()
	}
	opts.Frames, opts.Ways, opts.Module = true, true, true
	if len(names) == 0 {
		names = []string{"-"}
	}
	known, list := explain.Names{}, []explain.Kernel{}
	for _, name := range names {
		kernels, err := a.kernels(fl, opts, name, known)
		if err != nil {
			return err
		}
		list = append(list, kernels...)
	}
	if a.code != exitOK && len(list) == 0 {
		return nil
	}
	functions, ok := a.named(fl.functions, known)
	if !ok {
		return nil
	}
	if len(functions) > 0 {
		list = slices.DeleteFunc(list, func(k explain.Kernel) bool {
			return !slices.Contains(functions, explain.Symbol(k.Function))
		})
		if len(list) == 0 {
			a.code = max(a.code, exitFindings)
		}
	}
	switch {
	case fl.format == "json":
		_, err = a.stdout.Write(diag.Encode(list))
	case len(list) == 0:
		_, err = io.WriteString(a.stdout, nothing(names, functions, "no kernel is named", "no kernel"))
	default:
		_, err = io.WriteString(a.stdout, text.Kernels(list, fl.pipeline(), a.styleOf(a.stdout)))
	}
	return err
}

// kernels describes the kernels of one file. It has printed the errors of the input; the error that it
// returns ends the run.
func (a *app) kernels(fl *explainGPUFlags, opts *driver.Options, name string, known explain.Names) ([]explain.Kernel,
	error) {
	file, res := a.explained(name, opts, &fl.has)
	if res == nil {
		return nil, nil
	}
	order := known.Add(res)
	if !res.HasKernels() {
		e := ir.Errorf(0, "the target has no kernels")
		e.Hint = "compile with --target=nvptx64-nvidia-cuda, or replace the triple with -mtriple=nvptx64-nvidia-cuda"
		a.printFindings(file, nil, ir.ErrorList{e}, a.style())
		a.code = max(a.code, exitFindings)
		return nil, nil
	}
	list, err := explain.Kernels(file, res, explain.Coroutines(file, res, order), fl.pipeline())
	if err != nil {
		a.printFindings(file, nil, ir.AsList(err), a.style())
		a.code = max(a.code, exitFindings)
		return nil, nil
	}
	if len(list) == 0 {
		return nil, nil
	}
	usage, relocatable, why, err := fl.assemble(res)
	if err != nil {
		return nil, err
	}
	for k := range list {
		switch u := usage[list[k].Function]; {
		case u != nil:
			list[k].Ptxas = &explain.Assembled{Usage: *u, CPU: fl.cpu, Relocatable: relocatable}
		case why != "":
			list[k].NotAssembled = why
		default:
			list[k].NotAssembled = "ptxas reports nothing for this kernel"
		}
	}
	return list, nil
}

// assemble runs ptxas on the module's PTX. If that is impossible, it says why. The error is about
// temporary files.
func (fl *explainGPUFlags) assemble(res *driver.Result) (usage map[string]*cuda.Usage, relocatable bool, why string,
	err error) {
	if fl.ptxas == "" {
		return nil, false, fl.missing, nil
	}
	pragma, err := driver.ParsePTXPragma("none")
	if err != nil {
		return nil, false, "", err
	}
	text, _, err := res.PTX(driver.PTXOptions{CPU: fl.cpu, Pragma: pragma})
	if err != nil {
		return nil, false, "the module has no PTX: " + ir.AsList(err)[0].Msg, nil
	}
	dir, err := ptxDir(text)
	if err != nil {
		return nil, false, "", err
	}
	defer temps.drop(dir)
	for _, relocatable := range []bool{false, true} {
		options := []string{"-v"}
		if relocatable { // the first run fails if functions of other files are missing
			options = append(options, "-c")
		}
		said, err := runTool(dir, fl.ptxas, (&cuda.Assembly{CPU: fl.cpu, Options: options}).Args())
		var failed *exec.ExitError
		switch {
		case err == nil:
			return cuda.ReadUsage(said), relocatable, "", nil
		case !errors.As(err, &failed):
			return nil, false, "cannot run " + fl.ptxas + ": " + err.Error(), nil
		case why == "":
			why = "ptxas cannot assemble the module: " + report.FirstLine(said)
		}
	}
	return nil, false, why, nil
}
