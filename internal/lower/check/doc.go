// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package check finds errors in coroutines before any pass rewrites them. Package coro describes
// the coroutine and package rule holds the table of rules. Package check edits nothing, prints
// nothing, and does not decide which findings a command reports.
package check
