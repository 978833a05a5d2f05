package ptx_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// manyKernels writes a module of n kernels of some forty lines.
func manyKernels(n int) string {
	var b strings.Builder
	b.WriteString(ptxHead)
	for k := range n {
		fmt.Fprintf(&b, `define ptx_kernel void @k%d(ptr addrspace(1) %%in, ptr addrspace(1) %%out, i32 %%n) {
entry:
  %%buf = alloca [8 x float], align 4
  %%i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %%in.range = icmp slt i32 %%i, %%n
  br i1 %%in.range, label %%loop, label %%done
loop:
  %%j = phi i32 [ 0, %%entry ], [ %%j1, %%next ]
  %%acc = phi float [ 0.0, %%entry ], [ %%acc2, %%next ]
  %%idx = add i32 %%i, %%j
  %%p = getelementptr float, ptr addrspace(1) %%in, i32 %%idx
  %%v = load float, ptr addrspace(1) %%p
  %%k = and i32 %%idx, 7
  %%q = getelementptr [8 x float], ptr %%buf, i32 0, i32 %%k
  store float %%v, ptr %%q
  %%even = trunc i32 %%j to i1
  br i1 %%even, label %%a, label %%b
a:
  %%x = fmul float %%v, %d.0
  %%y = fadd float %%acc, %%x
  br label %%next
b:
  %%q0 = getelementptr [8 x float], ptr %%buf, i32 0, i32 3
  %%w = load float, ptr %%q0
  %%z = fsub float %%acc, %%w
  br label %%next
next:
  %%acc2 = phi float [ %%y, %%a ], [ %%z, %%b ]
  %%j1 = add i32 %%j, 1
  %%c = icmp slt i32 %%j1, %d
  br i1 %%c, label %%loop, label %%end
end:
  %%o = getelementptr float, ptr addrspace(1) %%out, i32 %%i
  store float %%acc2, ptr addrspace(1) %%o
  switch i32 %%n, label %%done [ i32 1, label %%s1
    i32 2, label %%s2
    i32 3, label %%s3
    i32 4, label %%s1 ]
s1:
  store float 1.0, ptr addrspace(1) %%out
  br label %%done
s2:
  store float 2.0, ptr addrspace(1) %%out
  br label %%done
s3:
  store float 3.0, ptr addrspace(1) %%out
  br label %%done
done:
  ret void
}
`, k, k, 10+k%7)
	}
	return b.String()
}

// BenchmarkKernels writes a module of 1,000 kernels with corolower, named by COROLOWER_BIN, and with llc -O0, each as a program of its own:
//
//	COROLOWER_BIN=bin/corolower go test -run '^$' -bench Kernels ./test/ptx
func BenchmarkKernels(b *testing.B) {
	bin := os.Getenv("COROLOWER_BIN")
	llc, err := exec.LookPath("llc-22")
	if bin == "" || err != nil {
		b.Skip("COROLOWER_BIN is not set, or llc-22 not installed")
	}
	if bin, err = filepath.Abs(bin); err != nil {
		b.Fatal(err)
	}
	file := filepath.Join(b.TempDir(), "kernels.ll")
	if err := os.WriteFile(file, []byte(manyKernels(1000)), 0o666); err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name string
		args []string
	}{
		{"corolower", []string{bin, "--emit=ptx", "-mcpu=sm_80", file, "-o", os.DevNull}},
		{"llc-O0", []string{llc, "-march=nvptx64", "-mcpu=sm_80", "-O0", file, "-o", os.DevNull}},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				if out, err := exec.Command(c.args[0], c.args[1:]...).CombinedOutput(); err != nil {
					b.Fatalf("%v\n%s", err, out)
				}
			}
		})
	}
}
