// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package device

import (
	"os"
	"path/filepath"
	"strings"
)

// NVVMArch is the oldest machine for which libNVVM accepts the dialect of IR that --nvvm writes.
const NVVMArch = "compute_100"

// FindNVVM returns the path of NVIDIA's NVVM library, or "" if scripts/install-nvidia.sh has not
// installed it in the root of the project.
func FindNVVM(root string) string {
	path, err := filepath.Abs(filepath.Join(root, installed, "libnvvm.so"))
	if err != nil {
		return ""
	}
	if _, err := os.Stat(path); err != nil {
		return ""
	}
	return path
}

// NVVM lowers clang's IR to NVVM IR and lets the library compile it to PTX.
func (t *Tools) NVVM(library, in string) (string, error) {
	base := strings.TrimSuffix(in, ".ll") + ".nvvm"
	if err := run(t.Corolower, "--nvvm", "-o", base+".ll", in); err != nil {
		return "", err
	}
	if err := run(t.tool("opt"), "-passes=verify", "-disable-output", base+".ll"); err != nil {
		return "", err
	}
	compile := t.file("nvvm-compile")
	if _, err := os.Stat(compile); err != nil {
		if err := run(t.tool("clang"), "-O1", "-Wall", "-Werror", "-o", compile, filepath.Join(t.Include, "..", "nvvm",
			"compile.c")); err != nil {
			return "", err
		}
	}
	return base + ".ptx", run(compile, library, NVVMArch, base+".ll", base+".ptx")
}
