// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package device

import (
	"os"
	"regexp"
	"strings"
)

// A Port rewrites device IR for another GPU than NVIDIA's: clang 22 crashes on coroutines there.
type Port struct {
	Triple string
	CPUs   []string // for llc; "" is the default
	layout string
	local  string // the address space of local variables, " addrspace(5)"; "" is the generic one
	kernel string // calls @shape with an element of an array, and stores the result in another one
}

// Ports are the other GPUs.
var Ports = []Port{{
	Triple: "amdgcn-amd-amdhsa", CPUs: []string{"gfx900", "gfx942", "gfx1100"},
	layout: "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-" +
		"p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-" +
		"n32:64-S32-A5-G1-ni:7:8:9",
	local: "addrspace(5)",
	kernel: `declare i32 @llvm.amdgcn.workitem.id.x()
define amdgpu_kernel void @kernel(ptr addrspace(1) %in, ptr addrspace(1) %out) convergent nounwind {
  %lane = call i32 @llvm.amdgcn.workitem.id.x()
  %t = zext i32 %lane to i64
`}, {
	Triple: "spirv64-unknown-unknown", CPUs: []string{""},
	layout: "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1",
	kernel: `declare spir_func i64 @_Z13get_global_idj(i32)
define spir_kernel void @kernel(ptr addrspace(1) %in, ptr addrspace(1) %out) convergent nounwind {
  %t = call spir_func i64 @_Z13get_global_idj(i32 0)
`}}

const kernelEnd = `  %from = getelementptr i32, ptr addrspace(1) %in, i64 %t
  %seed = load i32, ptr addrspace(1) %from
  %hash = call i32 @shape(i32 %seed)
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %t
  store i32 %hash, ptr addrspace(1) %to
  ret void
}
`

var (
	localVar  = regexp.MustCompile(`(?m)^  %([\w.]+) = alloca (.*?)(, !.*)?$`)
	localMark = regexp.MustCompile(`@llvm\.lifetime\.(start|end)\.p0\(ptr( captures\(none\)| %([\w.]+))\)`)
)

// Port rewrites the IR in a file for another GPU, as clang would write it there, and adds a kernel.
func (t *Tools) Port(p *Port, in string) (string, error) {
	text, err := os.ReadFile(in)
	if err != nil {
		return "", err
	}
	ir := targetAttr.ReplaceAllString(targetLine.ReplaceAllString(string(text), ""), "")
	if p.local != "" {
		ir = localVar.ReplaceAllString(ir, "  %as.$1 = alloca $2, "+p.local+"$3\n  %$1 = addrspacecast ptr "+p.local+" %as.$1 to ptr")
		ir = localMark.ReplaceAllStringFunc(ir, func(s string) string {
			m := localMark.FindStringSubmatch(s)
			arg := m[2]
			if m[3] != "" {
				arg = " %as." + m[3]
			}
			return "@llvm.lifetime." + m[1] + ".p5(ptr " + p.local + arg + ")"
		})
	}
	ir = "target datalayout = \"" + p.layout + "\"\ntarget triple = \"" + p.Triple + "\"\n" + ir + p.kernel + kernelEnd
	arch, _, _ := strings.Cut(p.Triple, "-")
	out := strings.TrimSuffix(in, ".ll") + "." + arch + ".ll"
	return out, os.WriteFile(out, []byte(ir), 0o666)
}
