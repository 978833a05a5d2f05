// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package device

import (
	"fmt"
	"os"
	"regexp"
	"strings"
)

// retargeted replaces words of device IR that have another name on the host.
var retargeted = strings.NewReplacer(
	"ptx_kernel ", "",
	"@llvm.nvvm.read.ptx.sreg.tid.x", "@lane_of_block",
	"@llvm.nvvm.read.ptx.sreg.ntid.x", "@block_size",
	"@llvm.nvvm.read.ptx.sreg.ctaid.x", "@block_index",
	"@llvm.nvvm.bar.sync", "@device_barrier",
	"@llvm.nvvm.barrier.cta.sync.aligned.all", "@device_barrier",
	"@llvm.nvvm.shfl.sync.bfly.i32", "@device_shuffle_xor",
	"@llvm.nvvm.sqrt.rn.f", "@llvm.sqrt.f32",
	// llc silently drops the marker, so a transfer is a call that needs stack.
	"musttail call", "notail call",
)

var (
	targetLine = regexp.MustCompile(`(?m)^target (datalayout|triple) = .*\n`)
	targetAttr = regexp.MustCompile(`"target-(cpu|features)"="[^"]*" ?`)
	deviceName = regexp.MustCompile(`@llvm\.nvvm\.[a-z0-9.]+`)
)

// Retarget builds a program for this machine from IR that was lowered for the device. It runs
// exactly the instructions that llc prints as PTX, on the fibers of host.cpp. Calls that PTX cannot
// perform as jumps are performed as calls.
func (t *Tools) Retarget(in, level string) (string, error) {
	text, err := os.ReadFile(in)
	if err != nil {
		return "", err
	}
	ir := retargeted.Replace(string(text))
	if name := deviceName.FindString(ir); name != "" {
		return "", fmt.Errorf("%s: %s has no counterpart on the host", in, name)
	}
	ir = targetAttr.ReplaceAllString(targetLine.ReplaceAllString(ir, ""), "")
	base := strings.TrimSuffix(in, ".ll") + ".retarget"
	if err := os.WriteFile(base+".ll", []byte(ir), 0o666); err != nil {
		return "", err
	}
	clang := t.tool("clang++")
	if err := run(clang, "-Wno-override-module", level, "-c", "-o", base+".o", base+".ll"); err != nil {
		return "", err
	}
	return base, t.link(base)
}
