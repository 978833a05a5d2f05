// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package live

// SetBudget sets the number of blocks that all searches may still visit.
func (lv *Liveness) SetBudget(n int) { lv.budget = n }
