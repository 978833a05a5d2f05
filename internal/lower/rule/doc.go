// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package rule holds the table of the checker's rules: name, severity, message, reason and fix of
// each, with a bad and a good example.
package rule
