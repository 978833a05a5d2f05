// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package launch parses a compiler's command line and runs it in two stages. The frontend stage
// writes textual IR, and the code generation stage compiles the lowered IR. A function of the
// caller lowers the IR between the stages. The table Flags defines the stages of each option.
//
// The package does not depend on coroutines and does not read IR. A command that the table does not
// cover runs as written.
package launch
