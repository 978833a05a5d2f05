package driver

import (
	"fmt"
	"strings"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower"
	"github.com/corolower/corolower/internal/pass"
)

// runFunc is a pass on one function of a unit. It reports whether it changed anything.
type runFunc func(c *lower.Context, f *ir.Func, st *pass.Step) (bool, error)

// Table is every pass there is, in the order in which they are listed to people.
var Table = pass.Table{
	Passes: []pass.Info{
		{Name: "coro-early", Class: "CoroEarlyPass", Scope: pass.Module, Scopes: functions, Help: "lower the intrinsics that need no frame: resume, destroy, done, promise, noop"},
		{Name: "coro-split", Class: "CoroSplitPass", Param: "CoroSplitPass", Scope: pass.CGSCC, Params: []string{"reuse-storage"},
			Help: "build the frame; split each coroutine into ramp, resume, destroy and cleanup"},
		{Name: "coro-cleanup", Class: "CoroCleanupPass", Scope: pass.Module, Scopes: functions, Help: "lower the intrinsics that are left when no pass needs them any more"},
		{Name: "globaldce", Class: "GlobalDCEPass", Scope: pass.Module, Help: "drop what coroutine passes added and nothing refers to; code of the input is never dropped"},
		{Name: "verify", Class: "VerifierPass", Scope: pass.Module, Scopes: functions, Help: "check that the whole module is valid IR"},
		{Name: "print", Class: "PrintModulePass", Scope: pass.Module, Scopes: functions, Help: "print the module on stderr"},
		{Name: "no-op-module", Class: "NoOpModulePass", Scope: pass.Module, Nop: true},
		{Name: "no-op-cgscc", Class: "NoOpCGSCCPass", Scope: pass.CGSCC, Nop: true},
		{Name: "no-op-function", Class: "NoOpFunctionPass", Scope: pass.Function, Nop: true},
		{Name: "no-op-loop", Class: "NoOpLoopPass", Scope: pass.Loop, Nop: true},
	},
	Aliases: []pass.Alias{{
		Name: "default", Params: []string{"O0", "O1", "O2", "O3", "Os", "Oz"},
		Text:  "coro-early,cgscc(coro-split<reuse-storage>),coro-cleanup,globaldce",
		Texts: map[string]string{"O0": "coro-early,cgscc(coro-split),coro-cleanup,globaldce"},
		Help:  "the whole coroutine pipeline; other optimisation is left to opt. O0: with LLVM's plain frame layout",
	}},
	Elsewhere: optPasses,
}

var functions = []pass.Scope{pass.Function}

// DefaultPipeline is what runs without -passes.
const DefaultPipeline = "default<O2>"

// runner gives the function of a pass; nil for one that does nothing to a function.
func runner(name string) runFunc {
	switch name {
	case "coro-early":
		return func(c *lower.Context, f *ir.Func, _ *pass.Step) (bool, error) { return lower.Early(c, f) }
	case "coro-split":
		return func(c *lower.Context, f *ir.Func, st *pass.Step) (bool, error) {
			c.Opts.ReuseStorage = st.Has("reuse-storage")
			return lower.Split(c, f)
		}
	case "coro-cleanup":
		return func(c *lower.Context, f *ir.Func, _ *pass.Step) (bool, error) { return lower.Cleanup(c, f) }
	case "verify":
		return func(_ *lower.Context, f *ir.Func, _ *pass.Step) (bool, error) {
			if l := ir.VerifyFunc(f); len(l) > 0 {
				return false, l
			}
			return false, nil
		}
	}
	return nil
}

// order lists what a pass expects to have run before it, and why. The built-in pipelines are held against it by a test; a pipeline of
// the user's is free.
var order = [...]struct{ before, after, why string }{
	{"coro-early", "coro-split", "split expects coro.resume and coro.destroy to be ordinary calls, and coro.id to name its function"},
	{"coro-split", "coro-cleanup", "cleanup removes the coro.id that split reads"},
	{"coro-cleanup", "globaldce", "until cleanup, coro.id refers to the table of the parts, and the table to them"},
}

// CheckOrder gives the first rule of order that a pipeline breaks, or "".
func CheckOrder(pl *pass.Pipeline) string {
	at := map[string]int{}
	for i, st := range pl.Steps() {
		at[st.Pass.Name] = i + 1
	}
	for _, o := range order {
		if b, a := at[o.before], at[o.after]; a > 0 && (b == 0 || b > a) {
			return fmt.Sprintf("%s must run before %s: %s", o.before, o.after, o.why)
		}
	}
	return ""
}

// PrintPasses is the listing of --print-passes, by kind as opt's, with what each is for.
func PrintPasses() string {
	var b strings.Builder
	for _, s := range []pass.Scope{pass.Module, pass.CGSCC, pass.Function, pass.Loop} {
		title := map[pass.Scope]string{pass.Module: "Module", pass.CGSCC: "CGSCC", pass.Function: "Function", pass.Loop: "Loop"}[s]
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
				help = "does nothing"
			}
			fmt.Fprintf(&b, "  %-28s %s\n", name, help)
		}
	}
	fmt.Fprintf(&b, "Pipelines:\n")
	for _, a := range Table.Aliases {
		fmt.Fprintf(&b, "  %-28s %s\n", a.Name+"<"+strings.Join(a.Params, "|")+">", a.Help)
	}
	fmt.Fprintf(&b, "  %-28s %s\n", "coro-cond(...)", "module passes that run only when the module has coroutines")
	return b.String()
}
