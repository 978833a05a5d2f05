package llircoro

import (
	llir "github.com/llir/llvm/ir"

	"github.com/corolower/corolower/internal/driver"
)

// Check tells everything that is wrong with the coroutines of a module, as `corolower check` does,
// and lowers nothing. The error is nil, or an Errors with the findings in the order of the module's
// text; each has the fix as its Hint. Warnings go to Options.Warn; of the other options Name,
// Triple, DataLayout, Jobs and SkipVerify count.
func Check(m *llir.Module, opts Options) error {
	name := opts.moduleName(m)
	text, err := printModule(m)
	if err != nil {
		return Errors{{Module: name, Message: err.Error(),
			Hint: "give every block a terminator, and every value a type"}}
	}
	res, err := driver.Run(name, text, &driver.Options{
		CheckOnly: true, Triple: opts.Triple, DataLayout: opts.DataLayout,
		Jobs: opts.Jobs, DisableVerify: opts.SkipVerify,
	})
	if opts.Warn != nil {
		for _, e := range locate(name, text, res.Warnings) {
			opts.Warn(e)
		}
	}
	if err != nil {
		return locate(name, text, asErrors(err))
	}
	return nil
}

// moduleName is what messages call a module.
func (o *Options) moduleName(m *llir.Module) string {
	switch {
	case o.Name != "":
		return o.Name
	case m != nil && m.SourceFilename != "":
		return m.SourceFilename
	}
	return "module"
}
