// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package llircoro

import (
	llir "github.com/llir/llvm/ir"

	"github.com/corolower/corolower/internal/driver"
)

// Check reports everything that is wrong with the coroutines of a module, as `corolower check`
// does, and lowers nothing. The error is nil, or an Errors with the findings in the order of the
// module's text. The Hint of each finding is its fix. Warnings go to Options.Warn. Of the other
// options, Check uses Name, Triple, DataLayout, Jobs and SkipVerify.
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

// moduleName returns the name of a module for messages.
func (o *Options) moduleName(m *llir.Module) string {
	switch {
	case o.Name != "":
		return o.Name
	case m != nil && m.SourceFilename != "":
		return m.SourceFilename
	}
	return "module"
}
