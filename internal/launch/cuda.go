// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package launch

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/cuda"
	"github.com/corolower/corolower/internal/pattern"
)

// This file compiles a CUDA source as clang's driver does: the device part for each GPU, and then the
// host part with the result. For example:
//
//	clang++ -O2 -c a.cu -o a.o --cuda-gpu-arch=sm_80
//
//	clang++ -O2 --cuda-device-only --cuda-gpu-arch=sm_80 -S -emit-llvm ... -o device.ll a.cu
//	corolower -O2 --emit=cubin -mcpu=sm_80 device.ll -o device.cubin
//	fatbinary -64 --create=device.fatbin --image3=kind=elf,sm=80,file=device.cubin
//
// The host part is compiled in two stages like C++, with these options for the first one:
//
//	--cuda-host-only -Xclang -fcuda-include-gpubinary -Xclang device.fatbin

// Options that select GPUs, and those whose PTX the program contains.
const (
	gpuArch    = "--cuda-gpu-arch="
	offload    = "--offload-arch="
	includePTX = "--cuda-include-ptx="
	excludePTX = "--no-cuda-include-ptx="
	cudaPath   = "--cuda-path="
)

// deviceLanguage returns the language of a command's source if it has device code: "cuda", "hip", or
// "" for none.
func (c *Command) deviceLanguage() string {
	for k := range c.Words {
		for _, lang := range []string{"cuda", "hip"} {
			if w := &c.Words[k]; w.Input && strings.HasPrefix(w.Lang, lang) {
				return lang
			}
		}
	}
	return ""
}

// gpus returns the GPUs of a command, or "" for clang's default.
func (c *Command) gpus() []string {
	var out []string
	for k := range c.Words {
		if w := &c.Words[k]; w.Name() == gpuArch || w.Name() == offload {
			for gpu := range strings.SplitSeq(w.Value, ",") {
				if !slices.Contains(out, gpu) {
					out = append(out, gpu)
				}
			}
		}
	}
	if out == nil {
		return []string{""}
	}
	return out
}

// includesPTX reports whether the program contains the PTX for a GPU.
func (c *Command) includesPTX(gpu string) bool {
	on := false
	for k := range c.Words {
		if w := &c.Words[k]; (w.Name() == includePTX || w.Name() == excludePTX) && (w.Value == gpu || w.Value == "all") {
			on = w.Name() == includePTX
		}
	}
	return on
}

// targetCPU matches the GPU that clang compiled for.
var targetCPU = pattern.Lazy(`"target-cpu"="(sm_[0-9]+[a-z]?)"`)

// device compiles the device code into a folder, and makes u the compile of the host part. why is the
// reason if the command must run as written.
func (r *runner) device(u *compile, dir string) (why string, end End) {
	kit := u.last(cudaPath)
	fatbinary, err := cuda.Toolkit{Dir: kit}.Find("fatbinary")
	if err != nil {
		return fmt.Sprintf("device code needs NVIDIA's fatbinary, but %v", err), End{}
	}
	self, err := os.Executable()
	if err != nil {
		return err.Error(), End{}
	}
	run := func(args ...string) End {
		return r.run(&exec.Cmd{Path: args[0], Args: args, Stdin: r.input(), Stdout: os.Stdout, Stderr: os.Stderr}, nil)
	}
	all := filepath.Join(dir, "device.fatbin")
	images := []string{fatbinary, "-64", "--create=" + all}
	for k, gpu := range u.gpus() {
		base := filepath.Join(dir, fmt.Sprint("device-", k, "."))
		d := &compile{Command: u.Command, source: u.source, object: u.object, part: []string{"--cuda-device-only"}}
		if gpu != "" {
			d.part = append(d.part, gpuArch+gpu)
		}
		if end := run(append([]string{r.path}, d.frontend(base+"ll", "")...)...); end != (End{}) {
			return "", end
		}
		text, err := os.ReadFile(base + "ll")
		m := targetCPU().FindSubmatch(text)
		if err != nil || m == nil {
			return "device code for no GPU of NVIDIA", End{}
		}
		gpu = string(m[1])
		for _, kind := range []string{"cubin", "ptx"} {
			name := "elf"
			if kind == "ptx" {
				if name = kind; !u.includesPTX(gpu) {
					continue
				}
			}
			args := []string{self, "-" + u.Level(), "--emit=" + kind, "-mcpu=" + gpu, base + "ll", "-o", base + kind}
			if kit != "" && kind == "cubin" {
				args = append(args, "--cuda-path="+kit)
			}
			if end := run(args...); end != (End{}) {
				return "device code for " + gpu + " that corolower does not write", End{}
			}
			images = append(images, fmt.Sprintf("--image3=kind=%s,sm=%s,file=%s", name, strings.TrimPrefix(gpu, "sm_"), base+kind))
		}
		r.out.Devices++
	}
	if end := run(images...); end != (End{}) {
		return "fatbinary failed", End{}
	}
	u.part = []string{"--cuda-host-only", "-Xclang", "-fcuda-include-gpubinary", "-Xclang", all}
	return "", End{}
}
