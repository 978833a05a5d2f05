// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package project builds the report of a whole project. It reads a compile database, lets the
// project's own compiler emit IR for each unit, runs the checks and the pipeline on it, and caches
// the results by content.
//
// It prints nothing, writes into no directory of the project, and judges no finding: package gate
// does. Other packages merge and show reports.
package project
