// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver

import (
	"fmt"
	"strings"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower"
	"github.com/corolower/corolower/internal/lower/split"
	"github.com/corolower/corolower/internal/opt"
	"github.com/corolower/corolower/internal/pass"
)

// runFunc runs a pass on one function of a unit. It reports whether it changed anything.
type runFunc func(u *unit, f *ir.Func, st *pass.Step) (bool, error)

// row describes a pass. A pass without run and unit does not change the module.
type row struct {
	pass.Info
	run  runFunc       // on one function
	unit func(u *unit) // on the whole unit
}

// rows lists all passes in the order of --print-passes.
var rows = [...]row{
	{run: func(u *unit, f *ir.Func, _ *pass.Step) (bool, error) { return lower.Early(u.c, f) },
		Info: pass.Info{Name: "coro-early", Class: "CoroEarlyPass", Scope: pass.Module, Scopes: functions, Lowers: true,
			Marks: true,
			Help:  "lower the intrinsics that need no frame: resume, destroy, done, promise, noop"}},
	{run: func(u *unit, f *ir.Func, st *pass.Step) (bool, error) {
		u.split.Opts = split.Options{ReuseStorage: st.Has("reuse-storage"),
			DynamicAllocas: st.Has(dynamicAllocas), Continuations: st.Has(continuations),
			DebugFrame: u.r.o.DebugFrame, Prove: u.r.o.Report.VerifyEach}
		u.split.Callers = nil
		if u.group && st.Has(growBuffers) {
			u.split.Callers = &u.elide
		}
		return u.splitFunc(f)
	},
		Info: pass.Info{Name: "coro-split", Class: "CoroSplitPass", Param: "CoroSplitPass", Scope: pass.CGSCC,
			Params: []string{"reuse-storage", growBuffers, dynamicAllocas, continuations},
			Lowers: true, Splits: true,
			Help: "build the frame and split each coroutine into ramp, resume, destroy and cleanup; " +
				"<reuse-storage>: let values with disjoint lifetimes share frame bytes; " +
				"<grow-buffers>: enlarge callers' buffers to fit retcon frames; " +
				"<dynamic-allocas>: allocate objects of variable size that live across a suspend like the frame; " +
				"<continuations>: resume small coroutines without a switch, by a function for each suspend"}},
	{run: func(u *unit, f *ir.Func, st *pass.Step) (bool, error) { return u.elide.Elide(f, st.Has("lifetimes")) },
		Info: pass.Info{Name: "coro-elide", Class: "CoroElidePass", Param: "CoroElidePass", Scope: pass.Function,
			Params: []string{"lifetimes"},
			Lowers: true, Elides: true, Directs: true,
			Help: "elide the allocation of a coroutine that is destroyed before its creator returns, and " +
				"devirtualize its resumes; " +
				"<lifetimes>: emit lifetime markers for elided frames"}},
	{run: func(u *unit, f *ir.Func, st *pass.Step) (bool, error) {
		if st.Has("own-calls") {
			return u.elide.AnnotationElideOwn(f)
		}
		return u.elide.AnnotationElide(f, u.callers(f))
	},
		Info: pass.Info{Name: "coro-annotation-elide", Class: "CoroAnnotationElidePass",
			Param: "CoroAnnotationElidePass", Scope: pass.CGSCC,
			Params: []string{"own-calls"}, Lowers: true, Elides: true, Across: true, Directs: true,
			Help: "elide the allocation at calls marked coro_elide_safe, by calling the .noalloc ramp; " +
				"<own-calls>: visit calls in the function instead of calls of it"}},
	{run: func(u *unit, f *ir.Func, _ *pass.Step) (bool, error) { return u.elide.Devirtualise(f) },
		Info: pass.Info{Name: "coro-devirt", Class: "CoroDevirtPass", Scope: pass.Function, Follows: true,
			Directs: true,
			Help:    "devirtualize calls of retcon continuations that have one possible target"}},
	{run: func(u *unit, f *ir.Func, _ *pass.Step) (bool, error) { return u.elide.Captures(f) },
		Info: pass.Info{Name: "coro-captures", Class: "CoroCapturesPass", Scope: pass.Function, Simplifies: true,
			Help: "infer which calls do not capture the addresses of a coroutine's variables"}},
	{run: scalar(func(c *pass.Unit, f *ir.Func) bool { return opt.WeighSuspends(c.M, f) }),
		Info: pass.Info{Name: "coro-suspend-weights", Class: "CoroSuspendWeightsPass", Scope: pass.Function,
			Help: "keep suspends in loops from looking like unlikely exits of the loops"}},
	{run: func(u *unit, f *ir.Func, _ *pass.Step) (bool, error) {
		took, err := u.replaced.Take(u.c, f)
		if err != nil {
			return took, err
		}
		cleaned, err := lower.Cleanup(u.c, f)
		if err != nil {
			return took || cleaned, err
		}
		settled := u.elide.DropContinuations(f, u.names)
		dispatched, err := u.dispatch.Dispatch(f)
		return u.r.o.PartPragma && lower.Pragma(u.c, f) || took || cleaned || settled || dispatched, err
	},
		Info: pass.Info{Name: "coro-cleanup", Class: "CoroCleanupPass", Scope: pass.Module, Scopes: functions,
			Lowers: true, Joins: true, KeepsVariants: true,
			Help: "lower the coroutine intrinsics that remain after splitting"}},
	{run: func(u *unit, f *ir.Func, _ *pass.Step) (bool, error) {
		return u.fold.Fold(f)
	},
		Info: pass.Info{Name: "coro-fold-sizes", Class: "CoroFoldSizesPass", Scope: pass.Module, Scopes: functions,
			Lowers: true, Sizes: true,
			Help: "fold loads of async context sizes and retcon frame sizes into constants"}},
	{unit: func(u *unit) { dropUnused(u, true) },
		Info: pass.Info{Name: "globaldce", Class: "GlobalDCEPass", Scope: pass.Module, Prunes: true,
			Help: "delete unused globals and functions that coroutine passes added, and unused declarations of " +
				"coroutine intrinsics; keep everything else"}},
	{run: func(u *unit, f *ir.Func, st *pass.Step) (bool, error) {
		switch {
		case st.Has("elision"):
			return u.elide.LookThrough(f, u.recursive(f))
		case st.Has("only-mandatory"):
			return u.inline.AlwaysInline(f)
		}
		return u.inline.Inline(f)
	},
		Info: pass.Info{Name: "inline", Class: "InlinerPass", Param: "InlinerPass", Scope: pass.CGSCC,
			Params: []string{"only-mandatory", "elision"},
			All:    true, Simplifies: true, Across: true,
			Help: "inline small functions; <elision>: inline the calls between creation and destruction of a " +
				"coroutine if that allows elision"}},
	{run: func(u *unit, f *ir.Func, _ *pass.Step) (bool, error) { return u.inline.AlwaysInline(f) },
		Info: pass.Info{Name: "always-inline", Class: "AlwaysInlinerPass", Scope: pass.Module, All: true,
			Simplifies: true, Across: true,
			Help: "inline functions marked alwaysinline"}},
	{run: settling(func(c *pass.Unit, f *ir.Func) bool { return opt.SROA(c.M, f, c.Layout) }),
		Info: pass.Info{Name: "sroa", Class: "SROAPass", Param: "SROAPass", Scope: pass.Function,
			Params: []string{"modify-cfg", "preserve-cfg"}, All: true, Simplifies: true,
			Help: "split aggregates on the stack into scalars, and promote them to SSA values"}},
	{run: scalar(func(c *pass.Unit, f *ir.Func) bool { return opt.Mem2Reg(c.M, f) }),
		Info: pass.Info{Name: "mem2reg", Class: "PromotePass", Scope: pass.Function, All: true, Simplifies: true,
			Help: "promote allocas to SSA values"}},
	{run: settling(func(c *pass.Unit, f *ir.Func) bool { return opt.InstSimplify(c.M, f, c.Layout) }),
		Info: pass.Info{Name: "instsimplify", Class: "InstSimplifyPass", Scope: pass.Function, All: true,
			Simplifies: true,
			Help:       "simplify instructions to existing values and constants"}},
	{run: func(u *unit, f *ir.Func, st *pass.Step) (bool, error) {
		if st.Has("memssa") {
			return !f.HasAttr("optnone") && opt.EarlyCSEParts(u.c.M, f, u.c.Layout), nil
		}
		return earlyCSE(u, f, st)
	},
		Info: pass.Info{Name: "early-cse", Class: "EarlyCSEPass", Param: "EarlyCSEPass", Scope: pass.Function,
			Params: []string{"memssa"}, All: true, Simplifies: true,
			Help: "eliminate common subexpressions in one walk over the dominator tree; <memssa>: also fold " +
				"the addresses of parts that frames hold"}},
	{run: simplifyCFG,
		Info: pass.Info{Name: "simplifycfg", Class: "SimplifyCFGPass", Param: "SimplifyCFGPass", Scope: pass.Function,
			Params: []string{mergeCases}, Idle: simplifyCFGParams, All: true, Simplifies: true,
			Help: "simplify the control flow graph, thread jumps; <merge-cases>: let cases of a switch that do the same " +
				"share a block; opt's parameters are accepted without effect"}},
	{run: threadJumps,
		Info: pass.Info{Name: "jump-threading", Class: "JumpThreadingPass", Scope: pass.Function, Params: []string{onlyLoads},
			All: true, Simplifies: true,
			Help: "let edges bypass branches that they decide, also at the header of a loop if all its edges do"}},
	{run: scalar(func(c *pass.Unit, f *ir.Func) bool { return opt.PromoteMore(c.M, f, c.Layout) }),
		Info: pass.Info{Name: "promote-alloca", Class: "PromoteAllocaPass", Scope: pass.Function, All: true,
			Simplifies: true,
			Help: "take more variables out of memory: constant tables, addresses of a variable in itself, and " +
				"variables that a select chooses from"}},
	{run: settling(func(c *pass.Unit, f *ir.Func) bool { return opt.DCE(c.M, f) }),
		Info: pass.Info{Name: "dce", Class: "DCEPass", Scope: pass.Function, All: true, Simplifies: true,
			Help: "delete instructions without uses and side effects"}},
	{run: scalar(func(c *pass.Unit, f *ir.Func) bool { return opt.Propagate(c.M, f, c.Layout) }),
		Info: pass.Info{Name: "correlated-propagation", Class: "CorrelatedValuePropagationPass", Scope: pass.Function,
			All: true, Simplifies: true,
			Help: "make signed operations on values that are never negative unsigned"}},
	{run: func(_ *unit, f *ir.Func, _ *pass.Step) (bool, error) {
		if l := ir.VerifyFunc(f); len(l) > 0 {
			return false, l
		}
		return false, nil
	},
		Info: pass.Info{Name: "verify", Class: "VerifierPass", Scope: pass.Module, Scopes: functions, All: true,
			Whole: true,
			Help:  "verify that the whole module is valid IR"}},
	{Info: pass.Info{Name: "print", Class: "PrintModulePass", Scope: pass.Module, Scopes: functions, Shows: true,
		Help: "print the module to stderr"}},
	{Info: pass.Info{Name: "no-op-module", Class: "NoOpModulePass", Scope: pass.Module, Nop: true}},
	{Info: pass.Info{Name: "no-op-cgscc", Class: "NoOpCGSCCPass", Scope: pass.CGSCC, Nop: true}},
	{Info: pass.Info{Name: "no-op-function", Class: "NoOpFunctionPass", Scope: pass.Function, Nop: true}},
	{Info: pass.Info{Name: "no-op-loop", Class: "NoOpLoopPass", Scope: pass.Loop, Nop: true}},
}

// mergeCases is the parameter with which simplifycfg merges the blocks of a switch that do the same.
const mergeCases = "merge-cases"

func simplifyCFG(u *unit, f *ir.Func, st *pass.Step) (bool, error) {
	if f.HasAttr("optnone") {
		return false, nil
	}
	changed := opt.ThreadAndSimplifyCFG(u.c.M, f)
	if st.Has(mergeCases) && opt.MergeCases(u.c.M, f) {
		opt.SimplifyCFG(f)
		changed = true
	}
	return changed, nil
}

// onlyLoads is the parameter with which jump-threading leaves loops as they are, but where memory was
// tested before.
const onlyLoads = "loads"

func threadJumps(u *unit, f *ir.Func, st *pass.Step) (bool, error) {
	threads := opt.ThreadLoops
	if st.Has(onlyLoads) {
		threads = opt.ThreadLoads
	}
	return !f.HasAttr("optnone") && threads(u.c.M, f), nil
}

// growBuffers is the parameter with which coro-split enlarges the buffers of callers.
const growBuffers = "grow-buffers"

// dynamicAllocas is the parameter with which coro-split allocates objects of variable size.
const dynamicAllocas = "dynamic-allocas"

// continuations is the parameter with which coro-split makes a function for each suspend.
const continuations = "continuations"

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

// scalar adapts a pass on single functions that cannot fail. It skips functions with optnone.
func scalar(fn func(c *pass.Unit, f *ir.Func) bool) runFunc {
	return func(u *unit, f *ir.Func, _ *pass.Step) (bool, error) {
		return !f.HasAttr("optnone") && fn(u.c, f), nil
	}
}

// settling adapts a pass that is part of opt.Simplify, as scalar does. It skips functions that
// inline<elision> has left settled. With -verify-each, it panics if the pass changes such a function.
func settling(fn func(c *pass.Unit, f *ir.Func) bool) runFunc {
	run := scalar(fn)
	return func(u *unit, f *ir.Func, st *pass.Step) (bool, error) {
		settled := u.elide.Settled(f)
		if settled && !u.r.o.Report.VerifyEach {
			return false, nil
		}
		changed, err := run(u, f, st)
		if settled && changed {
			panic("the pass changes a settled function")
		}
		return changed, err
	}
}

var earlyCSE = settling(func(c *pass.Unit, f *ir.Func) bool { return opt.EarlyCSE(c.M, f, c.Layout) })

var functions = []pass.Scope{pass.Function}

// The pieces of the built-in pipelines.
const (
	scalars  = "sroa,instsimplify,early-cse,simplifycfg,dce"
	finer    = "sroa,instsimplify,early-cse<memssa>,simplifycfg,dce"
	elisions = "coro-early,coro-cgscc(devirt<4>(inline<elision>,function(" + scalars +
		",coro-elide<lifetimes>,coro-devirt)," +
		"coro-annotation-elide<own-calls>),function(jump-threading<loads>,dce,correlated-propagation,coro-captures,coro-suspend-weights),coro-split<reuse-storage;grow-buffers;dynamic-allocas;continuations>,function(simplifycfg<merge-cases>))"
	loops    = ",promote-alloca,jump-threading,instsimplify,early-cse<memssa>,simplifycfg,dce"
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
		{Name: "complete", Params: Levels, Text: elisions + ",coro-cgscc(inline,function(" + finer + loops + "))" + cleanups,
			Texts: plainest,
			Help: "default<...>, then inline and simplify functions that use coroutines; for output that opt does " +
				"not see (--emit=ptx)"},
	},
	Elsewhere: optPasses,
	Instead:   instead,
}

func infos() []*pass.Info {
	out := make([]*pass.Info, len(rows))
	for i := range rows {
		out[i] = &rows[i].Info
	}
	return out
}

// rowByInfo maps the grammar's pass to its row. A name that only the grammar knows has no row, for
// example require<...>.
var rowByInfo = func() map[*pass.Info]*row {
	m := map[*pass.Info]*row{}
	for i := range rows {
		m[&rows[i].Info] = &rows[i]
	}
	return m
}()

// rowOf returns the row of a step's pass.
func rowOf(st *pass.Step) *row {
	if r := rowByInfo[st.Pass]; r != nil {
		return r
	}
	return &row{Info: *st.Pass}
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
	if level == "" {
		level = "O2"
	}
	return name + "<" + level + ">"
}

// ownCalls is the name in order of coro-annotation-elide when it runs on the callers.
const ownCalls = "coro-annotation-elide<own-calls>"

// order lists the passes that must run before others, and why. An optional pass may be missing, but
// must not run later. A test checks the built-in pipelines against the list. A user's pipeline need
// not follow it.
var order = [...]struct {
	before, after, why string
	optional           bool
}{
	{"coro-early", "coro-split", "split expects coro.resume and coro.destroy to be ordinary calls, and coro.id to " +
		"name its function", false},
	{"coro-split", "coro-cleanup", "cleanup removes the coro.id that split reads", false},
	{"coro-split", "coro-annotation-elide", "there is no .noalloc ramp before", false},
	{ownCalls, "coro-split", "a frame in a coroutine that is split has no place in the coroutine's own", true},
	{"coro-devirt", "coro-split", "a chain that crosses a suspend is followed before it goes through the frame", true},
	{"coro-split", "coro-fold-sizes", "splitting writes the sizes that are loaded", false},
	{"coro-elide", "coro-cleanup", "cleanup removes the coro.id that identifies the frame", true},
	{"coro-cleanup", "globaldce", "until cleanup, coro.id refers to the table of the parts, and the table to them",
		false},
}

// CheckOrder returns the first rule of order that a pipeline breaks, or "".
func CheckOrder(pl *pass.Pipeline) string {
	at := map[string]int{}
	for i, st := range pl.Steps() {
		name := st.Pass.Name
		if st.Has("own-calls") {
			name = ownCalls
		}
		at[name] = i + 1
	}
	for _, o := range order {
		if b, a := at[o.before], at[o.after]; a > 0 && (b == 0 && !o.optional || b > a) {
			return fmt.Sprintf("%s must run before %s: %s", o.before, o.after, o.why)
		}
	}
	return ""
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
			help := p.Help
			if p.Nop {
				help = "do nothing"
			}
			help, params, _ := strings.Cut(help, "; <")
			fmt.Fprintf(&b, "  %-28s %s\n", name, help)
			for _, p := range strings.Split(params, "; <") {
				if p != "" {
					fmt.Fprintf(&b, "  %-28s   <%s\n", "", p)
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
