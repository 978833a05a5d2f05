// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt_test

// Errors planted in the scalar passes. The generated functions must find each of them.

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/corolower/corolower/test/hard/run"
)

var (
	planted = flag.Bool("planted", false, "look for the errors of the table")
	skipped = flag.Int("behind", 0, "the first errors of the table that are left out")
)

// plants lists the errors: a text that occurs once in the source, and its replacement.
var plants = []run.Plant{
	{Name: "thread-fold", Does: "thread: a select gives what the block that is copied computes",
		Old: "v == nil || own && x.Block() == b && k[x] == nil {",
		New: "v == nil || own && x.Block() == b && k[x] == nil && false {"},
	{Name: "thread-store", Does: "thread: what is used behind the block keeps its first definition",
		Old: "		t.ssa.define(i, own.of(i), n)\n", New: "		_ = i\n"},
	{Name: "thread-loop", Does: "thread: a block is passed by although it stores",
		Old: "			if k[i] == nil {\n				return false\n			}",
		New: "			if k[i] == nil && i.Op != ir.OpStore {\n				return false\n			}"},
	{Name: "thread-choice", Does: "thread: a switch on a constant goes to its default",
		Old: "		if ir.SameValue(t.CaseValue(k), c) {\n			return t.CaseDest(k)",
		New: "		if ir.SameValue(t.CaseValue(k), c) && k > 0 {\n			return t.CaseDest(k)"},
	{Name: "ssa-order", Does: "SSA repair: a copy's definition does not count",
		Old: "			bld.Before(c.in.Terminator()).Store(c.v, vars[i], 1)\n", New: "			_ = c\n"},
	{Name: "phis", Does: "mem2reg: no phi where a variable is written",
		Old: "				if t.def[j] != s {\n					h.push(j)\n				}",
		New: "				_ = h"},
	{Name: "rename", Does: "mem2reg: what a block wrote is still there in its siblings",
		Old: "			p.cur[u.v] = u.old\n", New: "			_ = u\n"},
	{Name: "atomic", Does: "mem2reg, CSE, threading: atomic accesses are plain ones",
		Old: "	return i.Flags&(ir.FlagVolatile|ir.FlagAtomic) == 0 && i.Order == ir.NotAtomic",
		New: "	return i.Flags&ir.FlagVolatile == 0"},
	{Name: "generation", Does: "early-cse: memory is the same in front of a join and behind it",
		Old: "		if p == nil {\n			c.gen++\n			c.newStretch()",
		New: "		if p == nil {\n			c.newStretch()"},
	{Name: "clobber-call", Does: "early-cse: a call leaves memory as it was",
		Old: "		return\n	}\n	c.gen++\n}\n\n// pureCall", New: "		return\n	}\n}\n\n// pureCall"},
	{Name: "clobber-store", Does: "early-cse: a store to another address writes nothing there",
		Old: "	c.gen++\n	c.t.setMemory(at, v, tag, c.gen)", New: "	c.t.setMemory(at, v, tag, c.gen)"},
	{Name: "truth", Does: "early-cse: an or that holds makes both sides hold",
		Old: "truth == (i.Op == ir.OpAnd) {", New: "truth {"},
	{Name: "flags", Does: "early-cse: an instruction keeps a promise that the one it replaces did not make",
		Old: "	stays.Flags = commonFlags(stays.Flags, goes.Flags)\n", New: ""},
	{Name: "swap", Does: "early-cse: a comparison with its operands exchanged is the same",
		Old: "		k.sub = uint8(ir.Pred(k.sub).Swapped())\n	default:", New: "	default:"},
	{Name: "shift", Does: "instsimplify: x << 1 is x",
		Old: "		if isZero(y) || isZero(x) {", New: "		if isZero(y) || isOne(y) || isZero(x) {"},
	{Name: "selects", Does: "instsimplify: a select of constants is its condition, whichever way round",
		Old: "okA && okB && a.IsTrue() && !b.IsTrue() {", New: "okA && okB && a.IsTrue() != b.IsTrue() {"},
	{Name: "all-ones", Does: "instsimplify: or with 1 gives 1",
		Old: "	case ir.OpOr:\n		if isAllOnes(y) {", New: "	case ir.OpOr:\n" +
			"		if isAllOnes(y) || isOne(y) {"},
	{Name: "trunc", Does: "instsimplify: what was sign-extended and widened again is what it was",
		Old: "i.Op == ir.OpTrunc && (in.Op == ir.OpZExt",
		New: "(i.Op == ir.OpTrunc || i.Op == ir.OpZExt) && (in.Op == ir.OpTrunc || in.Op == ir.OpZExt"},
	{Name: "dead-load", Does: "dce: an atomic operation whose result is not used goes",
		Old: "	case ir.OpStore, ir.OpFence, ir.OpCmpXchg, ir.OpAtomicRMW, ir.OpVAArg:",
		New: "	case ir.OpStore, ir.OpFence, ir.OpCmpXchg, ir.OpVAArg:"},
	{Name: "dead-throw", Does: "dce: a call that may throw goes",
		Old: "		return !ir.OnlyReadsMemory(m, i) || !ir.CallHas(m, i, \"nounwind\") || !willReturn(m, i)",
		New: "		return !ir.OnlyReadsMemory(m, i) && i.CalledFunc().Name != \"may_throw\""},
	{Name: "empty-block", Does: "simplifycfg: an empty block is led past although the phis differ",
		Old: "j < 0 || !ir.SameValue(have, p.Arg(j)) {", New: "j < 0 {"},
	{Name: "triangle", Does: "simplifycfg: a select has its operands exchanged",
		Old: "sel := bld.Select(t.Arg(0), p.IncomingFor(yes), p.IncomingFor(no), \"\")",
		New: "sel := bld.Select(t.Arg(0), p.IncomingFor(no), p.IncomingFor(yes), \"\")"},
	{Name: "implied", Does: "simplifycfg: a condition that was asked before has the other answer",
		Old: "t.SetArg(0, s.m.Bool(pt.Arg(1) == ir.Value(b)))", New: "t.SetArg(0, s.m.Bool(pt.Arg(2) == ir.Value(b)))"},
	{Name: "resume", Does: "simplifycfg: a landing pad that catches passes the exception on",
		Old: "	case v.Op == ir.OpLandingPad && v == b.FirstNonPhi():\n		if onlyMarkers(v.Next(), t) {",
		New: "	case v.Op == ir.OpLandingPad && v == b.FirstNonPhi():\n		if true {"},
	{Name: "fold-br", Does: "unreachable: a branch on false goes where true leads",
		Old: "		if !c.IsTrue() {\n			to, old = no, yes\n		}", New: "		_ = c"},
	{Name: "one-case", Does: "unreachable: a switch with one case compares for unequal",
		Old: "bld.ICmp(ir.PredEQ, t.Arg(0), t.CaseValue(0), \"cond\")",
		New: "bld.ICmp(ir.PredNE, t.Arg(0), t.CaseValue(0), \"cond\")"},
	{Name: "phi-entries", Does: "unreachable: of several edges of a block one entry goes",
		Old: "				RemovePredecessor(m, s, b, countOf(succs[k:], s))",
		New: "				RemovePredecessor(m, s, b, 1)"},
	{Name: "slices", Does: "sroa: a memset fills one byte less",
		Old: "		end := min(p.hi, x.off+n)\n		switch p.state {",
		New: "		end := min(p.hi, x.off+n-1)\n		switch p.state {"},
	{Name: "escape", Does: "sroa, mem2reg: an address that is stored stays known",
		Old: "i.Arg(0) == ir.Value(a) || i.Arg(0).Type() != a.ElemTy", New: "i.Arg(0).Type() != a.ElemTy"},
	{Name: "inline-result", Does: "inline: of several returns the first counts",
		Old: "	case len(rets) == 1:\n		result = rets[0].Arg(0)", New: "	case len(rets) >= 1:\n" +
			"		result = rets[0].Arg(0)"},
}

// TestPlants verifies that each error can be planted. With -planted, it verifies that the generated
// functions find each error.
func TestPlants(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range plants {
		if err := p.Check(root); err != nil {
			t.Error(err)
		}
	}
	if !*planted {
		return
	}
	found := regexp.MustCompile(`modules from (\d+) on: (.*)`)
	for _, p := range plants[*skipped:] {
		overlay, err := p.Overlay(root, t.TempDir())
		if err != nil {
			t.Error(err)
			continue
		}
		bin := filepath.Join(t.TempDir(), "planted.test")
		if out, err := exec.Command("go", "test", "-c", "-overlay", overlay, "-o", bin,
			".").CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", p.Name, err, out)
			continue
		}
		out, _ := exec.Command(bin, "-test.run", "TestPasses$", "-modules", "3000", "-native", "0",
			"-stop").CombinedOutput()
		os.Remove(bin)
		if m := found.FindSubmatch(out); m != nil {
			t.Logf("%-14s found in modules %s to +%d: %s (%s)", p.Name, m[1], perProgram-1,
				bytes.TrimSpace(m[2][:min(len(m[2]), 110)]), p.Does)
		} else {
			t.Errorf("%-14s NOT FOUND (%s)\n%s", p.Name, p.Does, out[:min(len(out), 600)])
		}
	}
}
