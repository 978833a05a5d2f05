// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver

import (
	"io"
	"os"
	"reflect"
	"strconv"
	"testing"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/pass"
)

// TestReleaseLetsGoOfIR checks that no field of a finished unit refers to its functions: one
// forgotten map would keep the memory of all units.
func TestReleaseLetsGoOfIR(t *testing.T) {
	for _, name := range []string{"tasks.ll", "elision.ll", "generator.ll"} {
		text, err := os.ReadFile("../../examples/" + name)
		if err != nil {
			t.Fatal(err)
		}
		file, err := parse.Scan(name, text)
		if err != nil {
			t.Fatal(err)
		}
		r := &run{o: &Options{Log: io.Discard, Remarks: true, Jobs: 1}, file: file, batch: batchSize}
		if err := r.prepare(); err != nil {
			t.Fatal(err)
		}
		units := r.plan()
		r.prepareElide(units)
		r.functionByFunction(units, &Result{Times: pass.Times{}})
		for _, u := range units {
			if path := wayToIR(reflect.ValueOf(u), map[uintptr]bool{}); path != "" {
				t.Errorf("%s: the unit of @%s still leads to IR by %s", name, u.item.Name, path)
			}
		}
	}
}

// wayToIR returns a path from a value to a function, an instruction, a metadata node or their
// memory; "" if there is none.
func wayToIR(v reflect.Value, seen map[uintptr]bool) string {
	switch v.Type() {
	case reflect.TypeFor[ir.Func](), reflect.TypeFor[ir.Instr](), reflect.TypeFor[ir.Block](),
		reflect.TypeFor[ir.Module](), reflect.TypeFor[ir.Arena](),
		reflect.TypeFor[ir.MDNode]():
		return " to " + v.Type().String()
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() || seen[v.Pointer()] {
			return ""
		}
		seen[v.Pointer()] = true
		return wayToIR(v.Elem(), seen)
	case reflect.Interface:
		if !v.IsNil() {
			return wayToIR(v.Elem(), seen)
		}
	case reflect.Struct:
		for k := range v.NumField() {
			if path := wayToIR(v.Field(k), seen); path != "" {
				return "." + v.Type().Field(k).Name + path
			}
		}
	case reflect.Slice, reflect.Array:
		for k := range v.Len() {
			if path := wayToIR(v.Index(k), seen); path != "" {
				return "[" + strconv.Itoa(k) + "]" + path
			}
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			if path := wayToIR(it.Key(), seen) + wayToIR(it.Value(), seen); path != "" {
				return "[...]" + path
			}
		}
	case reflect.Func:
		if !v.IsNil() {
			return " to a function that may hold anything"
		}
	}
	return ""
}
