// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package diff_test

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/target"
)

// transfer is the end of a resume part: a guaranteed tail call of the function to which the next
// frame points.
const transfer = `define fastcc void @f(ptr %h) nounwind {
  %next = load ptr, ptr %h
  %fn = load ptr, ptr %next
  musttail call fastcc void %fn(ptr %next)
  ret void
}
`

// jumps matches an indirect jump in the assembly of all targets that have one.
var jumps = regexp.MustCompile(`(?m)^\s*(rex64 )?(jmp[lq]?|jr|bx|br)\s|\bmov\s+pc,`)

// TestTransferAsLLC checks the table of targets with guaranteed tail calls against llc: a transfer is
// a jump there, and a call or an error elsewhere.
func TestTransferAsLLC(t *testing.T) {
	if _, err := exec.LookPath("llc-22"); err != nil {
		t.Skip("llc-22 is not installed")
	}
	for _, triple := range strings.Fields(`x86_64-linux i686-linux x86_64-windows-msvc aarch64-linux aarch64_be-linux
		aarch64_32-apple-watchos arm64-apple-darwin armv7-linux-gnueabihf armv5-linux armeb-linux thumbv7m-none-eabi
		thumbv6m-none-eabi thumbv6t2-none-eabi thumbv4t-none-eabi thumbv8m.base-none-eabi thumb-linux bpf hexagon lanai
		loongarch32 loongarch64-linux m68k-linux mips-linux mipsel-linux mips64-linux mips64el-linux msp430 ppc32-linux
		powerpc64-linux powerpc64le-linux powerpc-ibm-aix riscv32 riscv64-linux sparc-linux sparcel sparcv9-linux
		s390x-linux ve wasm32 wasm64 xcore xtensa amdgcn-amd-amdhsa r600 spirv64 nvptx64-nvidia-cuda`) {
		for _, level := range []string{"-O0", "-O2"} {
			cmd := exec.Command("llc-22", level, "-mtriple="+triple, "-o", "-")
			cmd.Stdin = strings.NewReader(transfer)
			out, err := cmd.Output()
			jump := err == nil && jumps.Match(out)
			if has := target.Parse(triple).Transfer("") == target.TransferTail; has != jump {
				t.Errorf("%s %s: the table says that a transfer is a jump: %v, but llc: %v, %v\n%s", triple, level, has, jump, err, out)
			}
		}
	}
}
