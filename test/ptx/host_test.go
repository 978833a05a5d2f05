// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// hostMain runs kernel @main, renamed, for as many threads as its argument says, and prints the
// memory that they write.
const hostMain = `
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
unsigned tid;
void kernel(char *out);
int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  char *out = aligned_alloc(256, n * 256);
  memset(out, 0, n * 256);
  for (tid = 0; tid < (unsigned)n; tid++)
    kernel(out);
  for (int k = 0; k < n * 256; k++)
    printf("%02x", (unsigned char)out[k]);
}
`

// forHost converts a random module to one for this machine: it drops the address spaces, and
// replaces the thread number with a variable.
func forHost(text string) string {
	text = strings.NewReplacer("target triple = \"nvptx64-nvidia-cuda\"\n", "",
		"declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n", "@tid = external global i32\n",
		"call i32 @llvm.nvvm.read.ptx.sreg.tid.x()", "load i32, ptr @tid", "ptx_kernel ", "", "@main(", "@kernel(",
		"addrspacecast (ptr addrspace(3) @shared to ptr)", "@shared",
		"addrspacecast (ptr addrspace(1) @mem to ptr)", "@mem",
		"[64 x i8] undef", "[64 x i8] zeroinitializer", " addrspace(1)", "", " addrspace(3)", "").Replace(text)
	return text
}

// TestInterpreter tests the interpreter itself: llc's PTX in the interpreter must behave as the
// same IR does on this machine.
func TestInterpreter(t *testing.T) {
	clang, err := exec.LookPath("clang-22")
	if err != nil {
		t.Skip("clang-22 is not installed")
	}
	const threads = 4
	dir := t.TempDir()
	c := filepath.Join(dir, "main.c")
	if err := os.WriteFile(c, []byte(hostMain), 0o666); err != nil {
		t.Fatal(err)
	}
	for seed := int64(1000); seed < 1015; seed++ {
		text := randomModule(seed)
		ll, exe := filepath.Join(dir, fmt.Sprint(seed, ".ll")), filepath.Join(dir, fmt.Sprint(seed))
		if err := os.WriteFile(ll, []byte(forHost(text)), 0o666); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command(clang, "-O1", "-w", c, ll, "-o", exe).CombinedOutput(); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, out)
		}
		out, err := exec.Command(exe, fmt.Sprint(threads)).Output()
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		want, err := hex.DecodeString(string(out))
		if err != nil {
			t.Fatal(err)
		}
		ptx, err := llc(t, text, "-mcpu=sm_80", "-O0")
		if err != nil {
			t.Fatal(err)
		}
		got, err := runMain(ptx, threads, true)
		if err != nil {
			t.Errorf("seed %d: %v", seed, err)
			continue
		}
		if !bytes.Equal(got, want) {
			t.Errorf("seed %d: the interpreter leaves other memory than this machine\n%x\n%x", seed, got, want)
		}
	}
}
