// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
	"github.com/corolower/corolower/internal/pass"
)

// runFunc runs a pass on one function of a unit. It reports whether it changed anything.
type runFunc func(u *unit, f *ir.Func, st *pass.Step) (bool, error)

// row describes a pass. A pass without a function does not change the module, but for globaldce.
type row struct {
	name, class string // class is LLVM's name of the pass
	scope       pass.Scope
	is          pass.Property
	run         runFunc
	help        string
}

// rows lists all passes in the order of --print-passes.
var rows = [...]row{
	{"coro-early", "CoroEarlyPass", pass.Module, pass.OnFunctions | pass.Lowers | pass.Marks, early, "lower the intrinsics that need no frame: resume, destroy, done, promise, noop"},
	{"coro-split", "CoroSplitPass", pass.CGSCC, pass.Lowers | pass.Splits, splitCoroutine, "build the frame and split each coroutine into ramp, resume, destroy and cleanup"},
	{"coro-elide", "CoroElidePass", pass.Function, pass.Lowers | pass.Elides | pass.Directs, elideCreations, "elide the allocation of a coroutine that is destroyed before its creator returns, and devirtualize its resumes"},
	{"coro-annotation-elide", "CoroAnnotationElidePass", pass.CGSCC, pass.Lowers | pass.Elides | pass.Across | pass.Directs, elideSafeCalls, "elide the allocation at calls marked coro_elide_safe, by calling the .noalloc ramp"},
	{"coro-devirt", "CoroDevirtPass", pass.Function, pass.Follows | pass.Directs, devirtualise, "devirtualize calls of retcon continuations that have one possible target"},
	{"coro-captures", "CoroCapturesPass", pass.Function, pass.Simplifies, captures, "infer which calls do not capture the addresses of a coroutine's variables"},
	{"coro-suspend-weights", "CoroSuspendWeightsPass", pass.Function, 0, scalar(unsized(opt.WeighSuspends)), "keep suspends in loops from looking like unlikely exits of the loops"},
	{"coro-cleanup", "CoroCleanupPass", pass.Module, pass.OnFunctions | pass.Lowers | pass.Joins, cleanup, "lower the coroutine intrinsics that remain after splitting"},
	{"coro-fold-sizes", "CoroFoldSizesPass", pass.Module, pass.OnFunctions | pass.Lowers | pass.Sizes, foldSizes, "fold loads of async context sizes and retcon frame sizes into constants"},
	{"globaldce", "GlobalDCEPass", pass.Module, pass.Prunes, nil, "delete unused globals and functions that coroutine passes added, and unused declarations of coroutine intrinsics; keep everything else"},
	{"inline", "InlinerPass", pass.CGSCC, pass.All | pass.Simplifies | pass.Across, inline, "inline small functions"},
	{"always-inline", "AlwaysInlinerPass", pass.Module, pass.All | pass.Simplifies | pass.Across, alwaysInline, "inline functions marked alwaysinline"},
	{"sroa", "SROAPass", pass.Function, pass.All | pass.Simplifies, settling(opt.SROA), "split aggregates on the stack into scalars, and promote them to SSA values"},
	{"mem2reg", "PromotePass", pass.Function, pass.All | pass.Simplifies, scalar(unsized(opt.Mem2Reg)), "promote allocas to SSA values"},
	{"instsimplify", "InstSimplifyPass", pass.Function, pass.All | pass.Simplifies, settling(opt.InstSimplify), "simplify instructions to existing values and constants"},
	{"early-cse", "EarlyCSEPass", pass.Function, pass.All | pass.Simplifies, earlyCSE, "eliminate common subexpressions in one walk over the dominator tree"},
	{"simplifycfg", "SimplifyCFGPass", pass.Function, pass.All | pass.Simplifies, scalar(unsized(opt.ThreadAndSimplifyCFG)), "simplify the control flow graph, thread jumps; opt's parameters are accepted without effect"},
	{"jump-threading", "JumpThreadingPass", pass.Function, pass.All | pass.Simplifies, threadJumps, "let edges bypass branches that they decide, also at the header of a loop if all its edges do"},
	{"promote-alloca", "PromoteAllocaPass", pass.Function, pass.All | pass.Simplifies, scalar(opt.PromoteMore), "take more variables out of memory: constant tables, addresses of a variable in itself, and variables that a select chooses from"},
	{"loop-unroll", "LoopUnrollPass", pass.Function, pass.All | pass.Simplifies, scalar(opt.UnrollLoops), "copy all iterations of a short loop, or the first one if it decides a branch of the others"},
	{"licm", "LICMPass", pass.Function, pass.All | pass.Simplifies, scalar(opt.HoistInvariants), "move the test of a loop to its end, and what is the same in each iteration before the loop"},
	{"dce", "DCEPass", pass.Function, pass.All | pass.Simplifies, settling(unsized(opt.DCE)), "delete instructions without uses and side effects"},
	{"correlated-propagation", "CorrelatedValuePropagationPass", pass.Function, pass.All | pass.Simplifies, scalar(unsized(opt.Propagate)), "make signed operations on values that are never negative unsigned"},
	{"verify", "VerifierPass", pass.Module, pass.OnFunctions | pass.All | pass.Whole, verify, "verify that the whole module is valid IR"},
	{"print", "PrintModulePass", pass.Module, pass.OnFunctions | pass.Shows, nil, "print the module to stderr"},
	{"no-op-module", "NoOpModulePass", pass.Module, pass.Nop, nil, "do nothing"},
	{"no-op-cgscc", "NoOpCGSCCPass", pass.CGSCC, pass.Nop, nil, "do nothing"},
	{"no-op-function", "NoOpFunctionPass", pass.Function, pass.Nop, nil, "do nothing"},
	{"no-op-loop", "NoOpLoopPass", pass.Loop, pass.Nop, nil, "do nothing"},
}

// The parameters that other code asks for.
const (
	growBuffers    = "grow-buffers"
	dynamicAllocas = "dynamic-allocas"
	continuations  = "continuations"
	ownCallsParam  = "own-calls"
	ownRamp        = "own-ramp"
	onlyLoads      = "loads"
)

// params lists the parameters of passes, and what those do that opt does not have.
var params = [...]struct{ pass, name, help string }{
	{"coro-split", "reuse-storage", "let values with disjoint lifetimes share frame bytes"},
	{"coro-split", growBuffers, "enlarge callers' buffers to fit retcon frames"},
	{"coro-split", dynamicAllocas, "allocate objects of variable size that live across a suspend like the frame"},
	{"coro-split", continuations, "resume small coroutines without a switch, by a function for each suspend"},
	{"coro-elide", "lifetimes", "emit lifetime markers for elided frames"},
	{"coro-elide", ownRamp, "put the frame of a split coroutine that ends in its ramp into a ramp that is not inlined"},
	{"coro-annotation-elide", ownCallsParam, "visit calls in the function instead of calls of it"},
	{"inline", "only-mandatory", ""},
	{"inline", "elision", "inline the calls between creation and destruction of a coroutine if that allows elision"},
	{"sroa", "modify-cfg", ""},
	{"sroa", "preserve-cfg", ""},
	{"early-cse", "memssa", "also fold the addresses of parts that frames hold"},
	{"jump-threading", onlyLoads, ""},
}

// simplifyCFGParams are parameters of opt. They select transformations that this program does not
// have.
var simplifyCFGParams = func() []string {
	out := []string{"bonus-inst-threshold="}
	for _, p := range []string{"forward-switch-cond", "switch-range-to-icmp", "switch-to-lookup", "keep-loops",
		"hoist-common-insts",
		"hoist-loads-stores-with-cond-faulting", "sink-common-insts",
		"speculate-blocks", "simplify-cond-branch", "speculate-unpredictables",
		"switch-to-arithmetic"} {
		out = append(out, p, "no-"+p)
	}
	return out
}()

// The pieces of the built-in pipelines.
const (
	scalars  = "sroa,instsimplify,early-cse,simplifycfg,dce"
	finer    = "sroa,instsimplify,early-cse<memssa>,simplifycfg,dce"
	elisions = "coro-early,coro-cgscc(devirt<4>(inline<elision>,function(" + scalars +
		",coro-elide<lifetimes>,coro-devirt)," +
		"coro-annotation-elide<own-calls>),function(jump-threading<loads>,dce,correlated-propagation,coro-captures,coro-suspend-weights),coro-split<reuse-storage;grow-buffers;dynamic-allocas;continuations>,function(coro-elide<own-ramp>,simplifycfg))"
	loops    = ",promote-alloca,jump-threading,instsimplify,early-cse<memssa>,simplifycfg,dce,loop-unroll,licm"
	cleanups = ",coro-cleanup,coro-fold-sizes,globaldce"
)

// PlainPipeline is default<O0> for a module that clang or opt then processes at -O0. Only if the
// module still declares coroutine intrinsics do they run their own globaldce, which also deletes
// unused functions of the input.
const PlainPipeline = "coro-early,cgscc(coro-split<dynamic-allocas>),coro-cleanup"

var (
	// Levels lists the optimisation levels that have pipelines.
	Levels   = []string{"O0", "O1", "O2", "O3", "Os", "Oz"}
	plainest = map[string]string{"O0": PlainPipeline + ",globaldce"}
)

// Table lists the names that -passes accepts.
var Table = pass.Table{
	Passes: infos(),
	Aliases: []pass.Alias{
		{Name: "default", Params: Levels, Text: elisions + cleanups, Texts: plainest,
			Help: "the whole coroutine pipeline with elision; opt or clang do the rest. O0: no elision, LLVM's " +
				"frame layout"},
		// The inliner runs before cleanup, because a transfer that cleanup has moved to the
		// dispatch loop is no longer a call that could be inlined.
		{Name: "complete", Params: Levels, Text: elisions + ",cgscc(inline,function(" + finer + loops + "))" + cleanups,
			Texts: plainest,
			Help: "default<...>, then inline and simplify all functions of the file; for output that opt does " +
				"not see (--emit=ptx)"},
	},
	Instead: instead,
}

func infos() []*pass.Info {
	var out []*pass.Info
	for _, r := range rows {
		info := &pass.Info{Name: r.name, Class: r.class, Scope: r.scope, Is: r.is, Help: r.help}
		for _, p := range params {
			if p.pass == r.name {
				info.Params = append(info.Params, p.name)
			}
		}
		if r.name == "simplifycfg" {
			info.Idle = simplifyCFGParams
		}
		out = append(out, info)
	}
	return out
}

// runOf returns the function of a step's pass, or nil.
func runOf(st *pass.Step) runFunc {
	if k := slices.Index(Table.Passes, st.Pass); k >= 0 {
		return rows[k].run
	}
	return nil
}

// DefaultPipeline is the pipeline that runs without -passes.
const DefaultPipeline = "default<O2>"

// LevelPipeline returns the pipeline of an optimisation level, for example "O2". The level ""
// selects the level of DefaultPipeline. complete selects the pipeline for output that no optimiser
// processes later.
func LevelPipeline(level string, complete bool) string {
	name := "default"
	if complete {
		name = "complete"
	}
	level = cmp.Or(level, "O2")
	return name + "<" + level + ">"
}

// PrintPasses returns the text of --print-passes: like opt's, sorted by kind of pass, with a line
// for each pass and each of its parameters.
func PrintPasses() string {
	var b strings.Builder
	for _, s := range []pass.Scope{pass.Module, pass.CGSCC, pass.Function, pass.Loop} {
		title := map[pass.Scope]string{pass.Module: "Module", pass.CGSCC: "CGSCC", pass.Function: "Function",
			pass.Loop: "Loop"}[s]
		fmt.Fprintf(&b, "%s passes:\n", title)
		for _, p := range Table.Passes {
			if p.Scope != s {
				continue
			}
			name := p.Name
			if len(p.Params) > 0 {
				name += "<" + strings.Join(p.Params, ";") + ">"
			}
			fmt.Fprintf(&b, "  %-28s %s\n", name, p.Help)
			for _, x := range params {
				if x.pass == p.Name && x.help != "" {
					fmt.Fprintf(&b, "  %-28s   <%s>: %s\n", "", x.name, x.help)
				}
			}
		}
	}
	fmt.Fprintf(&b, "Pipelines:\n")
	for _, a := range Table.Aliases {
		fmt.Fprintf(&b, "  %-28s %s\n", a.Name+"<"+strings.Join(a.Params, "|")+">", a.Help)
	}
	fmt.Fprintf(&b, "  %-28s %s\n", "coro-cond(...)", "run the module passes only if the module has coroutines")
	return b.String()
}
