// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver

import "strings"

// optPasses lists the passes of LLVM 22's opt that this program does not have, so that a message
// can distinguish a pass of opt from a typing error.
const optPasses = "" +
	"aa-eval adce add-discriminators aggressive-instcombine alignment-from-assumptions alloc-token " +
	"annotation-remarks annotation2metadata argpromotion asan assign-guid assume-builder assume-simplify " +
	"atomic-expand " +
	"attributor attributor-cgscc attributor-light attributor-light-cgscc bdce bounds-checking break-crit-edges " +
	"callbr-prepare " +
	"called-value-propagation callsite-splitting canon-freeze canonicalize-aliases cfguard cg-profile " +
	"check-debugify chr " +
	"codegenprepare complex-deinterleaving consthoist constmerge constraint-elimination " +
	"count-visits cross-dso-cfi ctx-instr-gen ctx-instr-lower ctx-prof-flatten " +
	"ctx-prof-flatten-prethinlink deadargelim debugify declare-runtime-libcalls declare-to-assign default " +
	"dfa-jump-threading dfsan div-rem-pairs dot-callgraph dot-cfg dot-cfg-only dot-ddg dot-dom dot-dom-only " +
	"dot-post-dom " +
	"dot-post-dom-only drop-unnecessary-assumes dse dwarf-eh-prepare dxil-upgrade ee-instrument elim-avail-extern " +
	"embed-bitcode expand-ir-insts expand-memcmp expand-reductions expand-variadics " +
	"extra-simple-loop-unswitch-passes " +
	"extra-vector-passes extract-blocks fatlto-cleanup fatlto-pre-link fix-irreducible flatten-cfg " +
	"float2int forceattrs " +
	"free-machine-function func-properties-stats function-attrs function-import function-simplification gc-lowering " +
	"global-merge global-merge-func globalopt globalsplit guard-widening gvn gvn-hoist gvn-sink hardware-loops " +
	"helloworld hipstdpar-interpose-alloc hipstdpar-math-fixup hipstdpar-select-accelerator-code hotcoldsplit hwasan " +
	"indirectbr-expand indvars infer-address-spaces infer-alignment inferattrs inject-tli-mappings " +
	"inliner-ml-advisor-release inliner-wrapper inliner-wrapper-no-mandatory-first insert-gcov-profiling instcombine " +
	"instcount instnamer instrprof interleaved-access interleaved-load-combine internalize ipsccp irce " +
	"iroutliner jmc-instrumenter jump-table-to-switch kcfi kernel-info lcssa libcalls-shrinkwrap " +
	"licm lint " +
	"lnicm load-store-vectorizer loop-bound-split loop-data-prefetch loop-deletion loop-distribute loop-extract " +
	"loop-flatten " +
	"loop-fusion loop-idiom loop-idiom-vectorize loop-instsimplify loop-interchange loop-load-elim loop-predication " +
	"loop-reduce loop-rotate loop-simplify loop-simplifycfg loop-sink loop-term-fold loop-unroll loop-unroll-and-jam " +
	"loop-unroll-full loop-vectorize loop-versioning loop-versioning-licm lower-allow-check lower-atomic " +
	"lower-constant-intrinsics lower-emutls lower-expect lower-global-dtors lower-guard-intrinsic lower-ifunc " +
	"lower-invoke " +
	"lower-matrix-intrinsics lower-switch lower-widenable-condition lowertypetests lto lto-pre-link " +
	"make-guards-explicit " +
	"memcpyopt memprof memprof-context-disambiguation memprof-module memprof-remove-attributes memprof-use mergefunc " +
	"mergeicmps mergereturn metarenamer mldst-motion module-inline move-auto-init msan name-anon-globals " +
	"nary-reassociate " +
	"newgvn noinline-nonprevailing norecurse-lto-inference normalize nsan objc-arc objc-arc-contract objc-arc-expand " +
	"openmp-opt openmp-opt-cgscc openmp-opt-postlink pa-eval partial-inliner partially-inline-libcalls " +
	"pgo-force-function-attrs pgo-icall-prom pgo-instr-gen pgo-instr-use pgo-memop-opt place-safepoints " +
	"pre-isel-intrinsic-lowering prof-inject prof-verify pseudo-probe pseudo-probe-update reassociate " +
	"recompute-globalsaa " +
	"redundant-dbg-inst-elim reg2mem rel-lookup-table-converter replace-with-veclib rewrite-statepoints-for-gc " +
	"rewrite-symbols rpo-function-attrs rtsan safe-stack sample-profile sancov-module sandbox-vectorizer " +
	"sanmd-module " +
	"scalarize-masked-mem-intrin scalarizer scc-oz-module-inliner sccp select-optimize " +
	"separate-const-offset-from-gep " +
	"shadow-stack-gc-lowering simple-loop-unswitch simplify-type-tests sink sjlj-eh-prepare slp-vectorizer slsr " +
	"speculative-execution stack-protector strip strip-dead-cg-profile strip-dead-debug-info strip-dead-prototypes " +
	"strip-debug-declare strip-gc-relocates strip-nondebug strip-nonlinetable-debuginfo structurizecfg " +
	"tailcallelim thinlto " +
	"thinlto-pre-link transform-warning trigger-crash-function trigger-crash-module trigger-verifier-error tsan " +
	"tsan-module " +
	"typepromotion tysan unify-loop-exits unreachableblockelim vector-combine view-callgraph view-cfg " +
	"view-cfg-only view-dom " +
	"view-dom-only view-post-dom view-post-dom-only wasm-eh-prepare wholeprogramdevirt win-eh-prepare "

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
