// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package parse

// This file serves callers that need a whole module: it loads all of a file into one unit.

import (
	"github.com/corolower/corolower/internal/ir"
)

var _ ir.Source = (*File)(nil)

// Module scans a file and loads all symbols, bodies and initializers into one unit, in source
// order. It also checks metadata and attribute groups. It is for tests and for passes that need a
// whole module.
func Module(name string, text []byte) (*ir.Module, error) {
	f, err := Scan(name, text)
	if err != nil {
		return nil, err
	}
	return f.Load()
}

// Load creates a unit and loads the whole file into it.
func (f *File) Load() (*ir.Module, error) {
	m := f.NewUnit()
	if err := f.LoadInto(m, nil); err != nil {
		return nil, err
	}
	return m, nil
}

// LoadInto loads the whole file into a unit, without the bodies of the functions in bodiless.
func (f *File) LoadInto(m *ir.Module, bodiless map[string]bool) error {
	f.index()
	if f.dupErr != nil {
		return f.dupErr
	}
	for i := range f.Items {
		it := &f.Items[i]
		var err error
		switch it.Kind {
		case ItemType:
			err = f.checkType(m, it)
		case ItemGlobal, ItemDeclare, ItemDefine:
			_, err = m.Lookup(it.Name)
		case ItemAttrs:
			_, _, err = f.LoadAttrGroup(m, it.Num)
		case ItemNamedMD:
			_, err = f.LoadNamedMD(m, it.Name)
		default:
			err = f.checkItem(m, it)
		}
		if err != nil {
			return err
		}
	}
	for _, n := range f.MDNumbers() {
		if err := f.checkMD(m, n); err != nil {
			return err
		}
	}
	for _, g := range m.Globals {
		if _, err := g.Initializer(); err != nil {
			return err
		}
	}
	for i := 0; i < len(m.Funcs); i++ {
		if bodiless[m.Funcs[i].Name] {
			continue
		}
		if err := m.Funcs[i].Load(); err != nil {
			return err
		}
	}
	return m.Err
}

func (f *File) checkMD(m *ir.Module, n int) error {
	m.MDNode(m.MDRef(n))
	return m.Err
}

func (f *File) checkType(m *ir.Module, it *Item) error {
	err := f.parse(m, it.Head, it.End, func(p *parser) {
		if p.tok == tLocalNum {
			p.text = numberedName(p.text)
		}
		p.namedType(p.text).Fields()
	})
	if err == nil {
		err = m.Err
	}
	return err
}

// CheckEnd checks the last item of the file if it is one that passes copy without a look. A file
// that was cut off, for example on a full disk, ends within it:
//
//	@text = private constant [4 x i8
func (f *File) CheckEnd() error {
	f.index()
	for k := len(f.Items) - 1; k >= 0; k-- {
		m := f.NewUnit()
		switch it := &f.Items[k]; it.Kind {
		case ItemTail:
			continue
		case ItemGlobal:
			if v, err := m.Lookup(it.Name); err != nil {
				return err
			} else if g, ok := v.(*ir.Global); ok {
				_, err = g.Initializer()
				return err
			}
		case ItemType:
			return f.checkType(m, it)
		case ItemDeclare:
			_, err := m.Lookup(it.Name)
			return err
		case ItemSource, ItemTriple, ItemLayout, ItemAsm, ItemComdat:
			return f.checkItem(m, it)
		}
		break
	}
	return nil
}

// checkItem parses the small items that units do not store.
func (f *File) checkItem(m *ir.Module, it *Item) error {
	return f.parse(m, it.Head, it.End, func(p *parser) {
		switch it.Kind {
		case ItemSource:
			p.expectWord("source_filename", "here")
			p.expect('=', "after source_filename")
			p.str()
		case ItemTriple, ItemLayout:
			p.expectWord("target", "here")
			p.oneOf("target property", "triple", "datalayout")
			p.expect('=', "after target property")
			p.str()
		case ItemAsm:
			p.expectWord("module", "here")
			p.expectWord("asm", "here")
			p.str()
		case ItemComdat:
			p.next()
			p.expect('=', "here")
			p.expectWord("comdat", "here")
			p.oneOf("selection kind", "any", "exactmatch", "largest", "nodeduplicate", "noduplicates", "samesize")
		case ItemUseList:
			if p.acceptWord("uselistorder_bb") {
				p.symbol()
				p.expect(',', "in uselistorder_bb directive")
				if p.tok != tLocal && p.tok != tLocalNum {
					p.failTok("expected basic block name in uselistorder_bb")
				}
				p.next()
			} else {
				p.next()
				p.typedConst()
			}
			p.expect(',', "in uselistorder directive")
			p.useListIndices()
		default:
			return // the summary is copied without parsing
		}
		p.finish()
	})
}
