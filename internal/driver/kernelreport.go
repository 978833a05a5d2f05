// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver

import (
	"github.com/corolower/corolower/internal/emit/ptx"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

// Kernel describes a kernel of the lowered module, for `explain gpu`.
type Kernel struct {
	Name string
	Item *parse.Item // its definition in the file
	// Locals is the total size in bytes of the variables in its lowered body. They are in local
	// memory unless code generation puts them into registers.
	Locals int64
	// Runs holds the names of the functions that the kernel may run: those of the file and of the
	// lowered module that it references, directly or through other functions and globals.
	Runs map[string]bool
	// Keeps holds the functions of the lowered module among them. For example, it does not have a
	// function that was inlined into the kernel and is not called otherwise.
	Keeps map[string]bool
	// Targets is the number of parts that the dispatch loop calls, if the kernel may run the loop.
	Targets int
}

// HasKernels reports whether the target has kernels.
func (r *Result) HasKernels() bool { return r.target.KernelCC() != "" }

// HeapUnit returns the granularity of allocations in the heap that all threads of the target share.
func (r *Result) HeapUnit() int64 {
	_, unit := r.target.DeviceHeap()
	return max(unit, 1)
}

// Kernels describes the kernels of the module that the run kept in memory (Options.Module), in the
// order of the file.
func (r *Result) Kernels() ([]Kernel, error) {
	kernels, err := r.program.Kernels()
	if err != nil {
		return nil, ir.AsList(err)
	}
	lay, err := moduleLayout(r.program.Module)
	if err != nil {
		return nil, ir.AsList(err)
	}
	var list []Kernel
	for _, f := range r.program.Funcs {
		if !kernels[f] || !f.Loaded() {
			continue
		}
		k := Kernel{Name: f.Name, Item: r.File.Item(f.Name), Locals: localBytes(lay, f), Runs: map[string]bool{},
			Keeps: map[string]bool{}}
		referenced(r.program, f, k.Keeps)
		mentioned(r.File, f.Name, k.Runs)
		for name := range k.Keeps {
			k.Runs[name] = true
		}
		for _, s := range r.steps {
			if k.Keeps[s.Step] {
				k.Targets = len(r.steps)
				break
			}
		}
		list = append(list, k)
	}
	return list, nil
}

// referenced adds the functions that a function of the lowered module references to names, and those
// that they reference. It begins with the function itself.
func referenced(p *ptx.Program, f *ir.Func, names map[string]bool) {
	work := ir.NewWorklist[ir.Value](f)
	for v := range work.All {
		v = p.Actual(v)
		if f, ok := v.(*ir.Func); ok {
			names[f.Name] = true
		}
		ir.AddReferences(&work, v)
	}
}

// mentioned adds the functions that a function's text names to names, and those that they name,
// also through other symbols. It begins with the function itself.
func mentioned(file *parse.File, name string, names map[string]bool) {
	first := file.Index(name)
	if first < 0 {
		return
	}
	work := ir.NewWorklist(first)
	for n := range work.All {
		it := &file.Items[n]
		if it.Kind == parse.ItemDefine {
			names[it.Name] = true
		}
		file.Names(it, func(to int) { work.Add(to) })
	}
}
