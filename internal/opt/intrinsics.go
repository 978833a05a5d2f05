package opt

// Attributes that intrinsics have though the text does not say so. LLVM gives every intrinsic's declaration its attributes when it reads
// it; a declaration written by hand stands here without them.

import (
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// intrinsicFacts are what is assumed of an intrinsic declared without attributes.
type intrinsicFacts struct {
	nounwind, willreturn, noreturn bool
	readonly                       bool // writes nothing
}

var (
	plain  = intrinsicFacts{nounwind: true}
	works  = intrinsicFacts{nounwind: true, willreturn: true}
	reads  = intrinsicFacts{nounwind: true, readonly: true}
	pure   = intrinsicFacts{nounwind: true, willreturn: true, readonly: true}
	throws = intrinsicFacts{}
)

// factsByName is keyed by what follows "llvm.", overload suffixes left out.
var factsByName = func() map[string]intrinsicFacts {
	t := map[string]intrinsicFacts{"trap": {nounwind: true, noreturn: true}, "ubsantrap": {nounwind: true, noreturn: true}}
	for facts, names := range map[intrinsicFacts]string{
		throws: "coro.resume coro.destroy coro.await.suspend.void coro.await.suspend.bool coro.await.suspend.handle",
		plain: "coro.begin coro.begin.custom.abi coro.alloc coro.suspend coro.end coro.end.results coro.save coro.done coro.suspend.retcon " +
			"eh.begincatch eh.endcatch stackrestore",
		reads: "coro.free coro.size coro.align coro.frame coro.noop coro.is_in_ramp coro.promise",
		works: "lifetime.start lifetime.end assume memcpy memcpy.inline memmove memset memset.inline invariant.start invariant.end " +
			"donothing sideeffect prefetch stacksave experimental.noalias.scope.decl var.annotation annotation pseudoprobe",
		pure: "coro.id coro.subfn.addr expect expect.with.probability ctpop ctlz cttz bswap bitreverse fshl fshr abs smax smin umax umin " +
			"sadd.with.overflow uadd.with.overflow ssub.with.overflow usub.with.overflow smul.with.overflow umul.with.overflow " +
			"sadd.sat uadd.sat ssub.sat usub.sat fabs sqrt floor ceil trunc rint nearbyint round roundeven copysign fma fmuladd pow powi " +
			"exp exp2 log log2 log10 sin cos minnum maxnum minimum maximum is.constant objectsize ptrmask threadlocal.address " +
			"eh.typeid.for scmp ucmp vscale frameaddress returnaddress",
	} {
		for _, n := range strings.Fields(names) {
			t[n] = facts
		}
	}
	return t
}()

// factsOf looks an intrinsic up that is declared without attributes; false for any other function.
func factsOf(f *ir.Func) (intrinsicFacts, bool) {
	if f == nil || !f.Attrs.Empty() || !f.Declared {
		return intrinsicFacts{}, false
	}
	name, ok := strings.CutPrefix(f.Name, "llvm.")
	for ok {
		if facts, known := factsByName[name]; known {
			return facts, true
		}
		k := strings.LastIndexByte(name, '.')
		ok = k >= 0
		name = name[:max(k, 0)]
	}
	return intrinsicFacts{}, false
}

func (t intrinsicFacts) has(attr string) bool {
	switch attr {
	case "nounwind":
		return t.nounwind
	case "willreturn":
		return t.willreturn
	case "noreturn":
		return t.noreturn
	case "readonly":
		return t.readonly
	}
	return false
}
