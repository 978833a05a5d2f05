// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

import (
	"cmp"
	"encoding/binary"
	"strings"
)

// The exception classes of the C++ library. An object has the pointer to its virtual functions and,
// if it has a text, a pointer to it. The table of virtual functions is the module's global if it
// declares one, else one table for all classes:
//
//	{ 0, typeinfo, complete destructor, deleting destructor, what }

// textClasses are the classes that are constructed from a text, by mangled name.
var textClasses = []string{"11logic_error", "13runtime_error", "16invalid_argument", "12out_of_range", "12length_error",
	"12domain_error", "11range_error", "14overflow_error", "15underflow_error"}

// fixedTexts are the texts of classes whose objects have none, by the name of the class's table.
var fixedTexts = map[string]string{"_ZTVSt9exception": "std::exception", "_ZTVSt9bad_alloc": "std::bad_alloc",
	"_ZTVSt20bad_array_new_length": "std::bad_array_new_length", "_ZTVSt8bad_cast": "std::bad_cast",
	"_ZTVSt13bad_exception": "std::bad_exception", "_ZTVSt10bad_typeid": "std::bad_typeid"}

// addExceptions adds the constructors and destructors of the exception classes to the library.
func addExceptions(library map[string]libFunc) {
	const str = "RKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE"
	for _, class := range textClasses {
		table := "_ZTVSt" + class
		for _, k := range []string{"1", "2"} {
			library["_ZNSt"+class+"C"+k+"EPKc"] = errorFromText(table, false)
			library["_ZNSt"+class+"C"+k+"E"+str] = errorFromText(table, true)
			library["_ZNSt"+class+"C"+k+"ERKS_"] = copyError
			library["_ZNSt"+class+"C"+k+"EOS_"] = copyError
			library["_ZNSt"+class+"D"+k+"Ev"] = nop
		}
		library["_ZNSt"+class+"D0Ev"] = release(fromNew)
	}
}

// tableSlots are the functions in a table after the typeinfo.
var tableSlots = [...]libFunc{nop, release(fromNew), what}

// tableSize is the size of a table in bytes.
const tableSize = 8 * (2 + len(tableSlots))

// addTables fills the tables of virtual functions of the library's exceptions.
func (p *Program) addTables() {
	var slots []uint64
	for _, lib := range tableSlots {
		slots = append(slots, p.addLibFunc(lib))
	}
	fill := func(o *object, typ uint64) {
		binary.LittleEndian.PutUint64(o.data[8:], typ)
		for k, at := range slots {
			binary.LittleEndian.PutUint64(o.data[8*(2+k):], at)
		}
	}
	for _, g := range p.globals {
		class, ok := strings.CutPrefix(g.Name, "_ZTV")
		if _, known := stdBases["_ZTI"+class]; ok && g.Declared && (known || class == "St9exception") {
			fill(p.first[p.ids[g]], p.named["_ZTI"+class])
		}
	}
	o := &object{id: uint32(len(p.first)), kind: objGlobal, base: firstByte, size: uint64(tableSize),
		whole: uint64(tableSize), frozen: true, data: make([]byte, tableSize)}
	fill(o, 0)
	p.first = append(p.first, o)
	p.table = o.addr()
}

// setTable stores the pointer to the virtual functions of a class in an object.
func (t *Thread) setTable(obj uint64, table string) {
	at := t.m.prog.named[table]
	at = cmp.Or(at, t.m.prog.table)
	t.m.mem.store(obj, 8, val{v: at + 16})
}

// errorFromText returns the constructor of a class from a C string or a std::string.
func errorFromText(table string, fromString bool) libFunc {
	return func(t *Thread, a []val) val {
		from := t.arg(a, 1)
		if fromString {
			x := t.m.mem.load(from, 8)
			t.needDefined(x, "the constructor of an exception")
			from = x.v
		}
		s := t.m.mem.text(from)
		o := t.newObject(fromMalloc, uint64(len(s)+1), 1)
		t.m.mem.write(o.addr(), append([]byte(s), 0))
		t.setTable(t.arg(a, 0), table)
		t.m.mem.store(a[0].v+8, 8, val{v: o.addr()})
		return val{}
	}
}

func copyError(t *Thread, a []val) val {
	t.m.mem.copy(t.arg(a, 0), t.arg(a, 1), 16)
	return val{}
}

// what returns the text of an exception.
func what(t *Thread, a []val) val {
	o, off := t.m.mem.object(t.arg(a, 0))
	text := fixedTexts["_ZTVSt9exception"]
	if o != nil && off+8 <= o.size {
		if vt := t.m.mem.load(a[0].v, 8); vt.u == 0 && fixedTexts[t.symbol(vt.v)] != "" {
			text, o = fixedTexts[t.symbol(vt.v)], nil
		}
	}
	if o != nil && off+16 <= o.size {
		if p := t.m.mem.load(a[0].v+8, 8); p.u == 0 && p.v != 0 {
			return p
		}
	}
	r := t.newObject(fromMalloc, uint64(len(text)+1), 1)
	t.m.mem.write(r.addr(), append([]byte(text), 0))
	return val{v: r.addr()}
}
