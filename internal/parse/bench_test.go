// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package parse_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/parse"
)

// benchText returns the file that BENCH_LL names, or a few megabytes of generated functions.
func benchText(b *testing.B) []byte {
	if name := os.Getenv("BENCH_LL"); name != "" {
		text, err := os.ReadFile(name)
		if err != nil {
			b.Fatal(err)
		}
		return text
	}
	var sb strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&sb, "%s", strings.ReplaceAll(benchFunc, "@f", fmt.Sprintf("@f%d", i)))
	}
	return []byte(sb.String())
}

const benchFunc = `
define dso_local i32 @f(ptr noundef nonnull %p, i32 noundef %n) {
entry:
  %i.addr = alloca i32, align 4
  store i32 0, ptr %i.addr, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, ptr %i.addr, align 4
  %cmp = icmp slt i32 %0, %n
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %idx = sext i32 %0 to i64
  %arrayidx = getelementptr inbounds [16 x i32], ptr %p, i64 0, i64 %idx
  %1 = load i32, ptr %arrayidx, align 4
  %call = call noundef i32 @f(ptr noundef nonnull %arrayidx, i32 noundef %1)
  %add = add nsw i32 %1, %call
  store i32 %add, ptr %arrayidx, align 4
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %inc = add nsw i32 %0, 1
  store i32 %inc, ptr %i.addr, align 4
  br label %for.cond

for.end:                                          ; preds = %for.cond
  ret i32 0
}
`

func BenchmarkScan(b *testing.B) {
	text := benchText(b)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := parse.Scan("bench", text); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkBodies parses all bodies, each in a unit of its own, like a pipeline.
func BenchmarkBodies(b *testing.B) {
	f, err := parse.Scan("bench", benchText(b))
	if err != nil {
		b.Fatal(err)
	}
	n := 0
	for i := range f.Items {
		if it := &f.Items[i]; it.Kind == parse.ItemDefine {
			n += it.End - it.Head
		}
	}
	b.SetBytes(int64(n))
	b.ReportAllocs()
	for b.Loop() {
		for i := range f.Items {
			it := &f.Items[i]
			if it.Kind != parse.ItemDefine {
				continue
			}
			fn, err := f.NewUnit().Func(it.Name)
			if err != nil {
				b.Fatal(err)
			}
			if err := fn.Load(); err != nil {
				b.Fatal(err)
			}
		}
	}
}
