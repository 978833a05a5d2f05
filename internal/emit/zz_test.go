package emit_test

import (
	"os"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

func BenchmarkZZ(b *testing.B) {
	text, _ := os.ReadFile("/tmp/corp/o.a22.O2-g.ll")
	b.Run("parse", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			parse.Module("x", text)
		}
	})
	m, err := parse.Module("x", text)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("verify", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		b.ReportAllocs()
		for b.Loop() {
			if e := ir.Verify(m); e != nil {
				b.Fatal(e)
			}
		}
	})
	b.Run("print", func(b *testing.B) {
		for _, f := range m.Funcs {
			f.Changed = true
		}
		n := 0
		for _, x := range emit.Unit(m).Funcs {
			n += len(x.Text)
		}
		b.SetBytes(int64(n))
		b.ReportAllocs()
		for b.Loop() {
			emit.Unit(m)
		}
	})
}
