// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package lsp is a language server: in files of IR it shows the findings of check, and explains names;
// in C and C++ it shows the frames of coroutines, what became of their allocations, and attributes that
// improve both.
//
// It decides nothing about coroutines: it asks the driver, and for sources the project's own compiler
// (package project). It writes no files. The analysis of a source needs its command in a compile
// database, runs in the background, and is cancelled when the source is saved again.
package lsp
