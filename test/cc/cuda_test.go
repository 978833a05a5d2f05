// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package cc_test

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/corolower/corolower/test/ptx/interp"
)

const cudaSource = `#include <new>
#pragma clang force_cuda_host_device begin
#include <coroutine>
struct Squares {
  struct promise_type {
    int value;
    Squares get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int x) { value = x; return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};
static Squares squares(int n) { for (int i = 0; i < n; i++) co_yield i * i; }
static int total(int n) {
  Squares s = squares(n);
  int sum = 0;
  for (s.handle.resume(); !s.handle.done(); s.handle.resume())
    sum += s.handle.promise().value;
  s.handle.destroy();
  return sum;
}
#pragma clang force_cuda_host_device end
extern "C" __global__ void totals(int *out) { out[threadIdx.x] = total(threadIdx.x); }
void launch(int *out) { totals<<<1, 32>>>(out); }
int main() { return total(5); }
`

// toolkit returns the CUDA toolkit that scripts/install-nvidia.sh installs.
func toolkit(t *testing.T) string {
	t.Helper()
	kit, err := filepath.Abs("../../.tools/nvidia/cuda")
	if err == nil {
		_, err = os.Stat(kit)
	}
	if err != nil && os.Getenv("COROLOWER_REQUIRE") != "" {
		t.Fatal("there is no CUDA toolkit: run scripts/install-nvidia.sh")
	} else if err != nil {
		t.Skip("no CUDA toolkit: run scripts/install-nvidia.sh")
	}
	return kit
}

// TestCUDA builds a program with a kernel by one command. Without a GPU, the host part runs on this machine
// and the device part in an interpreter.
func TestCUDA(t *testing.T) {
	need(t)
	kit := toolkit(t)
	dir := place(t)
	put(t, dir, "squares.cu", cudaSource)
	options := []string{"-Wno-unknown-cuda-version", "--cuda-path=" + kit, "-std=c++20", "-O2"}
	command := func(words ...string) []string { return append(append([]string{compiler}, options...), words...) }
	launched := func(words ...string) []string {
		return append([]string{bin(), "cc", "--verbose"}, command(words...)...)
	}

	r := keep(t, dir, env(dir), launched("--cuda-gpu-arch=sm_80", "--offload-arch=sm_90", "squares.cu", "-o", "squares", "-L"+kit+"/lib",
		"-lcudart_static", "-ldl", "-lrt", "-lpthread")...)
	if r.code != 0 || strings.Contains(r.stderr, "warning:") {
		t.Fatalf("exit code %d\n%s", r.code, r.stderr)
	}
	if c := counts(t, dir); c.Devices != 2 || c.Coroutines != 1 || c.Elided != 1 {
		t.Errorf("%d device parts, %d coroutines, %d elided", c.Devices, c.Coroutines, c.Elided)
	}
	if r := keep(t, dir, env(dir), "./squares"); r.code != 0+1+4+9+16 {
		t.Errorf("the host part computes %d", r.code)
	}
	for _, machine := range []string{"sm_80", "sm_90"} {
		if !strings.Contains(r.stderr, "--emit=cubin -mcpu="+machine) {
			t.Errorf("no cubin for %s in\n%s", machine, r.stderr)
		}
	}
	if n := bytes.Count(section(t, filepath.Join(dir, "squares"), ".nv_fatbin"), []byte("\x7fELF")); n != 2 {
		t.Errorf("the program contains code for %d GPUs", n)
	}

	for _, args := range [][]string{
		command("--cuda-device-only", "--cuda-gpu-arch=sm_80", "-Xclang", "-disable-llvm-passes", "-S", "-emit-llvm", "squares.cu", "-o", "device.ll"),
		{bin(), "--emit=ptx", "device.ll", "-o", "device.ptx"},
	} {
		if r := keep(t, dir, env(dir), args...); r.code != 0 {
			t.Fatalf("%q: exit code %d\n%s", args, r.code, r.stderr)
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, "device.ptx"))
	if err != nil {
		t.Fatal(err)
	}
	m, err := interp.Parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	x, err := interp.Load(m, interp.Config{})
	if err != nil {
		t.Fatal(err)
	}
	out := x.Alloc(4*8, 4)
	if err := x.Launch("totals", [3]uint32{1, 1, 1}, [3]uint32{8, 1, 1}, 0, out); err != nil {
		t.Fatal(err)
	}
	for n, want := range []uint32{0, 0, 1, 5, 14, 30, 55, 91} {
		if got := binary.LittleEndian.Uint32(x.Bytes(out+uint64(4*n), 4)); got != want {
			t.Errorf("thread %d computes %d, not %d", n, got, want)
		}
	}

	for _, c := range []struct{ words, say string }{
		{"-fgpu-rdc -c squares.cu", "warning: -fgpu-rdc: device code that nvlink links"},
		{"--cuda-device-only -c squares.cu", "warning: --cuda-device-only: compiled as written"},
		{"-c squares.cu -DWRONG=return -include wrong.h", "use of undeclared identifier 'nothing'"},
	} {
		put(t, dir, "wrong.h", "#ifdef WRONG\nint wrong() { WRONG nothing; }\n#endif\n")
		r := keep(t, dir, env(dir), launched(append(strings.Fields(c.words), "--cuda-gpu-arch=sm_80")...)...)
		if !strings.Contains(r.stderr, c.say) || (r.code != 0) != strings.Contains(c.words, "WRONG") {
			t.Errorf("%s: exit code %d\n%s", c.words, r.code, r.stderr)
		}
	}
}

func section(t *testing.T, file, name string) []byte {
	t.Helper()
	f, err := elf.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := f.Section(name)
	if s == nil {
		t.Fatalf("%s has no section %s", file, name)
	}
	data, err := s.Data()
	if err != nil {
		t.Fatal(err)
	}
	return data
}
