// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver

import "strings"

// instead maps a pass of opt to the pass of this program that does part of the same.
var instead = func() map[string]string {
	m := map[string]string{}
	for near, names := range map[string]string{
		"early-cse": "gvn newgvn gvn-hoist gvn-sink dse memcpyopt constraint-elimination licm",
		"instsimplify": "instcombine aggressive-instcombine sccp ipsccp reassociate correlated-propagation " +
			"float2int vector-combine",
		"dce":            "adce bdce sink redundant-dbg-inst-elim",
		"jump-threading": "dfa-jump-threading",
		"simplifycfg": "loop-simplifycfg flatten-cfg unreachableblockelim " +
			"tailcallelim speculative-execution lower-switch mergereturn",
		"globaldce":     "globalopt deadargelim strip-dead-prototypes elim-avail-extern internalize",
		"inline":        "module-inline inliner-wrapper partial-inliner scc-oz-module-inliner argpromotion",
		"always-inline": "inliner-wrapper-no-mandatory-first",
		"verify":        "lint",
		"print":         "print-callgraph view-cfg dot-cfg",
	} {
		for name := range strings.FieldsSeq(names) {
			m[name] = near
		}
	}
	return m
}()
