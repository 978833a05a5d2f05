package check

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/pass"
)

// CheckCrossing gives the checker's answer to "does this use lie behind a suspend" for the tests of package lower_test.
func CheckCrossing(c *pass.Unit, f *ir.Func) func(def *ir.Instr, u *ir.Use) bool {
	k := &checker{c: c, m: f.Module(), f: f, calls: map[ir.Intrinsic][]*ir.Instr{}, reported: map[reportKey]*ir.Error{}, again: map[*ir.Error]int{}}
	k.gather()
	return k.newCheckFlow().crosses
}
