// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package gpu_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/corolower/corolower/test/gpu/device"
)

// shapeMain prints the results of a shape for 32 seeds.
const shapeMain = `@format = private constant [4 x i8] c"%u\0A\00"
declare i32 @printf(ptr, ...)
declare i32 @shape(i32)
define i32 @main() {
entry:
  br label %loop
loop:
  %seed = phi i32 [ 0, %entry ], [ %next, %loop ]
  %hash = call i32 @shape(i32 %seed)
  %n = call i32 (ptr, ...) @printf(ptr @format, i32 %hash)
  %next = add i32 %seed, 1
  %more = icmp ult i32 %next, 32
  br i1 %more, label %loop, label %done
done:
  ret i32 0
}
`

// elidedShapes are the shapes that leave no frame on the heap.
var elidedShapes = map[string]bool{"generator": true, "pool": true, "task_chain": true}

// TestPorts lowers the shapes for other GPUs. opt verifies the result, llc generates code from it, and the
// interpreter computes what the host computes.
func TestPorts(t *testing.T) {
	files, err := filepath.Glob("shapes/*.cpp")
	if err != nil || len(files) < 5 {
		t.Fatalf("%d shapes, %v", len(files), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".cpp")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := tools(t, 22)
			run := func(name string, args ...string) string {
				t.Helper()
				out, err := exec.Command(name, args...).CombinedOutput()
				if err != nil {
					t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
				}
				return string(out)
			}
			main, exe := filepath.Join(d.Dir, "main.ll"), filepath.Join(d.Dir, "host")
			if err := os.WriteFile(main, []byte(shapeMain), 0o666); err != nil {
				t.Fatal(err)
			}
			run("clang++-22", "-std=c++20", "-ffreestanding", "-fno-exceptions", "-fno-rtti", "-nostdinc++", "-O1",
				"-Wno-override-module", "-I", d.Include, "-o", exe, file, main)
			want := run(exe)
			source, err := d.Source(&device.Program{Name: name, Path: file}, "-O2")
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range device.Ports {
				in, err := d.Port(&p, source)
				if err != nil {
					t.Fatal(err)
				}
				run("opt-22", "-passes=verify", "-disable-output", in)
				for _, level := range []string{"O0", "O2"} {
					low := strings.TrimSuffix(in, ".ll") + "." + level + ".ll"
					remarks := run(d.Corolower, "-passes=default<"+level+">", "-verify-each", "-pass-remarks-missed=coro-elide", "-pass-remarks-analysis=coro-elide", "-o", low, in)
					run("opt-22", "-O2", "-o", low+".opt", low)
					for k, from := range []string{low, low, low + ".opt"} {
						codegen, cpu := []string{"-O0", "-O2", "-O2"}[k], p.CPUs[k%len(p.CPUs)]
						if out := run("llc-22", codegen, "-mcpu="+cpu, "-o", os.DevNull, from); out != "" {
							t.Errorf("%s: llc %s -mcpu=%s: %s", from, codegen, cpu, out)
						}
					}
					if got := run(d.Corolower, "run", "--extern", main, low); got != want {
						t.Errorf("%s %s: got\n%swant\n%s", p.Triple, level, got, want)
					}
					if level == "O2" && elidedShapes[name] != (remarks == "") {
						t.Errorf("%s: remarks:\n%s", p.Triple, remarks)
					}
				}
			}
		})
	}
}
