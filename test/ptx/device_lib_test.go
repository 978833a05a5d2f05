// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx_test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/driver"
)

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
