// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package gen

import (
	"fmt"
	"math/rand"
)

// PerModule is the number of functions in a module. Every fifth is one of gen's, with more memory
// and less control flow, and the last locals are local's.
const (
	PerModule = 34
	locals    = 4
)

// Functions generates the functions of a seed. Their names contain the seed.
func Functions(seed int64) []string {
	r := rand.New(rand.NewSource(seed))
	var list []string
	var calls []string
	for k := range PerModule {
		name := Name(seed, k)
		if k >= PerModule-locals {
			list = append(list, (&local{r: r}).function(name))
			continue
		}
		if k%5 == 4 {
			list = append(list, (&gen{r: r}).function(name))
			continue
		}
		g := &graph{r: r}
		if len(calls) > 0 && r.Intn(3) == 0 {
			g.calls = calls[max(0, len(calls)-2):]
		}
		list = append(list, g.function(name))
		if len(g.calls) == 0 {
			calls = append(calls, "@"+name)
		}
	}
	return list
}

// Prelude declares what the functions of Functions use.
const Prelude = prelude + `declare i64 @llvm.smax.i64(i64, i64)
@g = external global [4 x i64], align 16
@fuel = external global i32, align 4
declare void @run(ptr, i32, i32)
declare void @stop(i64) noreturn
declare void @llvm.assume(i1)
`

// Name returns the name of a function of a seed.
func Name(seed int64, k int) string { return fmt.Sprintf("m%d_f%d", seed, k) }
