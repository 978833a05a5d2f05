// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package clang finds the installed clang and its version.
package clang
