// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package llircoro

// Read serves the test in which llir is the independent reader.
var Read = read
