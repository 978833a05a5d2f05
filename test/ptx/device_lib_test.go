// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/link"
	"github.com/corolower/corolower/test/ptx/interp"
)

// mathFunctions are the intrinsics for which libdevice has a function.
var mathFunctions = map[string]func(x, y float64) float64{
	"sin":   func(x, _ float64) float64 { return math.Sin(x) },
	"cos":   func(x, _ float64) float64 { return math.Cos(x) },
	"tan":   func(x, _ float64) float64 { return math.Tan(x) },
	"exp":   func(x, _ float64) float64 { return math.Exp(x) },
	"exp2":  func(x, _ float64) float64 { return math.Exp2(x) },
	"log":   func(x, _ float64) float64 { return math.Log(x) },
	"log2":  func(x, _ float64) float64 { return math.Log2(x) },
	"log10": func(x, _ float64) float64 { return math.Log10(x) },
	"tanh":  func(x, _ float64) float64 { return math.Tanh(x) },
	"pow":   math.Pow,
}

// TestDeviceLibrary links NVIDIA's libdevice for each math intrinsic, and compares the results with
// the CPU's.
func TestDeviceLibrary(t *testing.T) {
	dis, err := exec.LookPath("llvm-dis-22")
	files, _ := filepath.Glob("../../.tools/nvidia/libnvvm.so.d/nvidia/cu*/nvvm/libdevice/libdevice.10.bc")
	if err != nil || len(files) == 0 {
		t.Skip("llvm-dis-22 or libdevice is not installed: run scripts/install-nvidia.sh")
	}
	file := filepath.Join(t.TempDir(), "libdevice.ll")
	if out, err := exec.Command(dis, files[0], "-o", file).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lib, err := link.Read("libdevice.ll", text)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range mathFunctions {
		for _, ty := range []string{"float", "double"} {
			t.Run(name+"/"+ty, func(t *testing.T) { mathFunction(t, lib, name, ty, want) })
		}
	}
}

func mathFunction(t *testing.T, lib *link.Library, name, ty string, want func(x, y float64) float64) {
	suffix := map[string]string{"float": "f32", "double": "f64"}[ty]
	params, args := ty, ty+" %x"
	if name == "pow" {
		params, args = ty+", "+ty, args+", "+ty+" %y"
	}
	module := fmt.Sprintf(`target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare %s @llvm.%s.%s(%s)
define ptx_kernel void @main(ptr addrspace(1) %%in, ptr addrspace(1) %%out) {
  %%tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %%p = getelementptr [2 x double], ptr addrspace(1) %%in, i32 %%tid
  %%q = getelementptr [2 x double], ptr addrspace(1) %%in, i32 %%tid, i32 1
  %%x = load %s, ptr addrspace(1) %%p
  %%y = load %s, ptr addrspace(1) %%q
  %%r = call %s @llvm.%s.%s(%s)
  %%o = getelementptr double, ptr addrspace(1) %%out, i32 %%tid
  store %s %%r, ptr addrspace(1) %%o
  ret void
}
`, ty, name, suffix, params, ty, ty, ty, name, suffix, args, ty)
	linked, err := link.All("m.ll", []byte(module), []*link.Library{lib})
	if err != nil {
		t.Fatal(err)
	}
	out, err := ours(t, "m.ll", string(linked), driver.PTXOptions{CPU: "sm_80"})
	if err != nil {
		t.Fatal(err)
	}
	if err := assembleAll(t, out); err != nil {
		t.Error(err)
	}
	ptx, err := interp.Parse(out)
	if err != nil {
		t.Fatal(err)
	}
	m, err := interp.Load(ptx, interp.Config{})
	if err != nil {
		t.Fatal(err)
	}
	xs := []float64{0, 0.5, 1, 1.5, 2, 3.25, 10, 31.4, 0.001, 77, 5e4, 1e6}
	in, res := m.Alloc(16*len(xs), 256), m.Alloc(8*len(xs), 256)
	b := m.Bytes(in, 16*len(xs))
	for k, x := range xs {
		put(b[16*k:], ty, x)
		put(b[16*k+8:], ty, 1.75)
	}
	if err := m.Launch("main", [3]uint32{1, 1, 1}, [3]uint32{uint32(len(xs)), 1, 1}, 0, in, res); err != nil {
		t.Fatal(err)
	}
	b = m.Bytes(res, 8*len(xs))
	for k, x := range xs {
		got, want, most := math.Float64frombits(binary.LittleEndian.Uint64(b[8*k:])), want(x, 1.75), 1e-13
		if ty == "float" {
			got = float64(math.Float32frombits(binary.LittleEndian.Uint32(b[8*k:])))
			x = float64(float32(x))
			want, most = float64(float32(mathFunctions[name](x, 1.75))), 1e-6
		}
		if got != want && math.Abs(got-want) > most*max(math.Abs(want), 1e-3) {
			t.Errorf("%s(%v) is %v, want %v", name, x, got, want)
		}
	}
}

func put(b []byte, ty string, x float64) {
	if ty == "float" {
		binary.LittleEndian.PutUint32(b, math.Float32bits(float32(x)))
		return
	}
	binary.LittleEndian.PutUint64(b, math.Float64bits(x))
}

// TestWholeDeviceLibrary writes all functions of libdevice.
func TestWholeDeviceLibrary(t *testing.T) {
	dis, err := exec.LookPath("llvm-dis-22")
	files, _ := filepath.Glob("../../.tools/nvidia/*.d/nvidia/cu*/nvvm/libdevice/libdevice.10.bc")
	if err != nil || len(files) == 0 {
		t.Skip("llvm-dis-22 or libdevice is not installed: run scripts/install-nvidia.sh")
	}
	text, err := exec.Command(dis, files[0], "-o", "-").Output()
	if err != nil {
		t.Fatal(err)
	}
	module := strings.Replace(string(text), "nvptx64-nvidia-gpulibs", "nvptx64-nvidia-cuda", 1)
	out, err := ours(t, "libdevice.ll", module, driver.PTXOptions{CPU: "sm_80"})
	if err != nil {
		t.Fatal(err)
	}
	if err := assembleAll(t, out); err != nil {
		t.Error(err)
	}
}
