// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package elide takes the heap allocation of coroutines away where their creator outlives them: the
// passes coro-elide, coro-annotation-elide and inline<elision>, and the reports about what became
// of each allocation.
//
// Whether a handle may be followed to its end is asked of package lifetime. It splits nothing.
package elide
