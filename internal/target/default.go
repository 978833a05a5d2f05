// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package target

import "strings"

// DefaultLayout returns the data layout that LLVM assigns to a module with this triple and no
// layout of its own. It returns "" if LLVM's general defaults apply. For less common targets the
// string contains only the parts that affect sizes and alignments.
func DefaultLayout(triple string) string {
	parts := strings.SplitN(triple, "-", 3)
	os := parts[len(parts)-1]
	mangle := "e"
	switch {
	case strings.Contains(triple, "-windows"):
		mangle = "w"
	case strings.Contains(triple, "-macosx"), strings.Contains(triple, "-darwin"), strings.Contains(triple, "-ios"),
		strings.Contains(triple, "-watchos"), strings.Contains(triple, "-tvos"), strings.Contains(triple, "-xros"):
		mangle = "o"
	}
	const x86AS = "-p270:32:32-p271:32:32-p272:64:64"
	switch arch := Parse(triple).Arch; arch {
	case "x86_64":
		ptr := ""
		if strings.HasSuffix(os, "x32") {
			ptr = "-p:32:32"
		}
		return "e-m:" + mangle + ptr + x86AS + "-i64:64-i128:128-f80:128-n8:16:32:64-S128"
	case "i386":
		if mangle == "w" {
			return "e-m:x-p:32:32" + x86AS + "-i64:64-i128:128-f80:128-n8:16:32-a:0:32-S32"
		}
		return "e-m:" + mangle + "-p:32:32" + x86AS + "-i128:128-f64:32:64-f80:32-n8:16:32-S128"
	case "aarch64":
		return "e-m:" + mangle + x86AS + "-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
	case "aarch64_32":
		return "e-m:o-p:32:32" + x86AS + "-i64:64-i128:128-n32:64-S128-Fn32"
	case "arm", "thumb":
		return "e-m:" + mangle + "-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64"
	case "riscv64", "loongarch64":
		return "e-m:e-p:64:64-i64:64-i128:128-n32:64-S128"
	case "riscv32":
		return "e-m:e-p:32:32-i64:64-n32-S128"
	case "wasm32":
		return "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
	case "wasm64":
		return "e-m:e-p:64:64-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
	case "powerpc64le":
		return "e-m:e-Fn32-i64:64-i128:128-n32:64-S128-v256:256:256-v512:512:512"
	case "powerpc64":
		return "E-m:e-Fi64-i64:64-i128:128-n32:64-S128-v256:256:256-v512:512:512"
	case "powerpc":
		return "E-m:e-p:32:32-Fn32-i64:64-n32"
	case "s390x":
		return "E-m:e-i1:8:16-i8:8:16-i64:64-f128:64-v128:64-a:8:16-n32:64"
	case "nvptx64":
		return "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
	case "nvptx":
		return "e-p:32:32-p6:32:32-p7:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
	case "amdgcn":
		return "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-" +
			"p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1"
	case "spirv64":
		return "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
	case "spirv32":
		return "e-p:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
	case "mips":
		return "E-m:m-p:32:32-i8:8:32-i16:16:32-i64:64-n32-S64"
	case "mipsel":
		return "e-m:m-p:32:32-i8:8:32-i16:16:32-i64:64-n32-S64"
	case "mips64":
		return "E-m:e-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128"
	case "mips64el":
		return "e-m:e-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128"
	case "sparcv9":
		return "E-m:e-i64:64-i128:128-n32:64-S128"
	}
	return ""
}
