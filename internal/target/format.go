// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package target

import (
	"slices"
	"strings"
)

// ObjectFormat is the format of the target's object files, as people call it; "" without a triple.
func (t *Target) ObjectFormat() string {
	_, system, _ := strings.Cut(strings.ToLower(t.Triple), "-")
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(system, w) })
	}
	switch {
	case t.Triple == "":
		return ""
	case t.isNVPTX():
		return "PTX"
	case t.isWasm():
		return "WebAssembly"
	case strings.HasPrefix(t.Arch, "spir"):
		return "SPIR-V"
	case strings.HasPrefix(t.Arch, "dxil"):
		return "DXContainer"
	case strings.HasSuffix(system, "elf"):
		return "ELF"
	case has("macho", "darwin", "macos", "ios", "tvos", "watchos", "xros", "driverkit"):
		return "Mach-O"
	case has("coff", "windows", "win32", "mingw", "cygwin", "uefi"):
		return "COFF"
	case has("aix"):
		return "XCOFF"
	case has("zos"):
		return "GOFF"
	}
	return "ELF"
}
