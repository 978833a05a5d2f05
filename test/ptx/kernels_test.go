// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/driver"
)

// kernelHead is the beginning of the kernels of testdata/kernels.txt: the address of the thread's
// output, places in it, and operands that differ in each thread.
const kernelHead = `
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @main(ptr %out) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t64 = zext i32 %t to i64
  %off = shl i64 %t64, 8
  %b = getelementptr i8, ptr %out, i64 %off
  %b1 = getelementptr i8, ptr %b, i64 16
  %b2 = getelementptr i8, ptr %b, i64 32
  %b3 = getelementptr i8, ptr %b, i64 64
  %b4 = getelementptr i8, ptr %b, i64 128
  %x32 = mul i32 %t, -1640531535
  %y32a = xor i32 %x32, 1540483477
  %y32 = mul i32 %y32a, -2048144789
  %x64 = mul i64 %t64, -7046029254386353131
  %y64a = xor i64 %x64, 5871781006564002453
  %y64 = mul i64 %y64a, -4417276706812531889
  %x128h = zext i64 %x64 to i128
  %x128s = shl i128 %x128h, 64
  %y128z = zext i64 %y64 to i128
  %x128 = or i128 %x128s, %y128z
  %f = uitofp i32 %t to float
  %d = uitofp i32 %t to double
`

// TestKernels compares the memory that the kernels of testdata/kernels.txt write with what they write
// in llc's PTX.
func TestKernels(t *testing.T) {
	text, err := os.ReadFile("testdata/kernels.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range strings.Split(string(text), "\n== ")[1:] {
		name, body, _ := strings.Cut(part, "\n")
		declarations, body, _ := strings.Cut("\n"+body, "\nmain:\n")
		ir := "target triple = \"nvptx64-nvidia-cuda\"\n" + declarations + kernelHead + body + "\n"
		theirs, err := llc(t, ir, "-mcpu=sm_80", "-mattr=+ptx73", "-O0")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		mine, err := ours(t, "kernel.ll", ir, driver.PTXOptions{CPU: "sm_80"})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if len(assemblers) > 0 {
			if err := assemblers[len(assemblers)-1].assemble(t, "sm_80", mine); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		want, err := runMain(theirs, 64, true)
		if err != nil {
			t.Errorf("%s: llc's: %v", name, err)
			continue
		}
		if got, err := runMain(mine, 64, false); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %v, or other results than llc's\n%s", name, err, mine)
		}
	}
}
