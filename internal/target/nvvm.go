// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package target

// NVVMLayout is the data layout that NVIDIA's NVVM library requires of a module for nvptx64,
// verbatim.
const NVVMLayout = "e-p:64:64:64-p6:32:32:32-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-f128:128:128-" +
	"v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64-a:8:8"

// NVVMVersion holds the numbers in a module's !nvvmir.version: those of the IR and of its debug
// info.
var NVVMVersion = [4]int{2, 0, 3, 1}
