// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package emit_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

// The .ll files of testdata are hand-written. The .dis file next to each is the output of LLVM's
// printer (opt -S) of the version in its name, so the tests know LLVM's spelling without LLVM.

// reprint parses a module and prints it. It copies the items that units do not hold, and prints
// everything else from IR.
func reprint(name string, text []byte) ([]byte, error) {
	f, err := parse.Scan(name, text)
	if err != nil {
		return nil, err
	}
	m, err := f.Load()
	if err != nil {
		return nil, err
	}
	if errs := ir.Verify(m); len(errs) > 0 {
		return nil, errs
	}
	var raw []string
	for _, it := range f.Items {
		switch it.Kind {
		case parse.ItemSource, parse.ItemAsm, parse.ItemComdat, parse.ItemNamedMD:
			raw = append(raw, string(text[it.Head:it.End]))
		}
	}
	out := emit.Module(m, raw...)
	return out, m.Err
}

func samples(t testing.TB, pattern string) map[string][]byte {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("testdata", pattern))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no samples %s: %v", pattern, err)
	}
	out := map[string][]byte{}
	for _, p := range paths {
		b, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		out[p] = b
	}
	return out
}

// corpus returns the .ll files of the directories in CORPUS, separated by colons.
func corpus() []string {
	var out []string
	for _, dir := range filepath.SplitList(os.Getenv("CORPUS")) {
		paths, _ := filepath.Glob(filepath.Join(dir, "*.ll"))
		out = append(out, paths...)
	}
	return out
}

func TestFixedPoint(t *testing.T) {
	check := func(t *testing.T, path string, text []byte) {
		once, err := reprint(path, text)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		twice, err := reprint(path, once)
		if err != nil {
			t.Fatalf("%s, printed: %v", path, err)
		}
		if !bytes.Equal(once, twice) {
			t.Errorf("%s: print is no fixed point: %s", path, firstDifference(string(once), string(twice)))
		}
	}
	for path, text := range samples(t, "*.ll") {
		t.Run(filepath.Base(path), func(t *testing.T) { check(t, path, text) })
	}
	for path, text := range samples(t, "*.dis") {
		t.Run(filepath.Base(path), func(t *testing.T) { check(t, path, text) })
	}
	for _, path := range corpus() {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			check(t, path, text)
		})
	}
}

func firstDifference(a, b string) string {
	la, lb := strings.Split(a, "\n"), strings.Split(b, "\n")
	for k := range la {
		if k >= len(lb) {
			return "second text ends after: " + la[k]
		}
		if la[k] != lb[k] {
			return "\n  " + la[k] + "\n  " + lb[k]
		}
	}
	return "second text is longer"
}

// TestExactText compares the printed text of each item of a file that LLVM printed with the file's
// own bytes.
func TestExactText(t *testing.T) {
	for path, text := range samples(t, "*.dis") {
		t.Run(filepath.Base(path), func(t *testing.T) { exactText(t, path, text, true) })
	}
	for _, path := range corpus() {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.HasPrefix(text, []byte("; ModuleID")) {
				t.Skip("not printed by LLVM")
			}
			exactText(t, path, text, false)
		})
	}
}

// sortPreds sorts the predecessors in the comments of blocks. Their order is that of use lists in
// memory, which the text of a module does not contain after a pass has changed it.
func sortPreds(s string) string {
	lines := strings.Split(s, "\n")
	for k, l := range lines {
		if head, list, ok := strings.Cut(l, "; preds = "); ok {
			names := strings.Split(list, ", ")
			sort.Strings(names)
			lines[k] = head + "; preds = " + strings.Join(names, ", ")
		}
	}
	return strings.Join(lines, "\n")
}

// exactText compares print and source item by item. ordered selects whether the order of
// predecessors matters.
func exactText(t *testing.T, path string, text []byte, ordered bool) {
	f, err := parse.Scan(path, text)
	if err != nil {
		t.Fatal(err)
	}
	m, err := f.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, fn := range m.Funcs {
		fn.Changed = true
	}
	for _, g := range m.Globals {
		g.Changed = true
	}
	u := emit.Unit(m)
	printed := map[string][]byte{}
	comments := map[string]string{}
	nums := make([]int, len(u.AttrSets))
	fill := &emit.Fill{Attrs: nums}
	for _, a := range u.Addresses {
		fill.Addresses = append(fill.Addresses, a.Text)
	}
	for _, x := range u.Funcs {
		printed[x.Func.Name] = emit.Apply(x.Chunk, fill, nil)
		comments[x.Func.Name] = x.Comment
	}
	for _, x := range u.Globals {
		printed[x.Global.Name] = emit.Apply(x.Chunk, fill, nil)
	}
	if len(nums) > 0 {
		t.Errorf("%d attribute sets without a group", len(nums))
	}
	bad := 0
	for _, it := range f.Items {
		want := strings.TrimRight(string(text[it.Head:it.End]), "\n")
		var got string
		switch it.Kind {
		case parse.ItemGlobal, parse.ItemDeclare, parse.ItemDefine:
			got = strings.TrimRight(string(printed[it.Name]), "\n")
			if above := string(text[it.Start:it.Head]); !strings.HasSuffix(above, comments[it.Name]) {
				t.Errorf("%s: comment %q, want %q", it.Name, comments[it.Name], above)
			}
		case parse.ItemAttrs:
			_, want, _ = strings.Cut(want, " = ")
			got = emit.CanonicalGroup(m.AttrGroup(it.Num))
		default:
			continue
		}
		if !ordered {
			got, want = sortPreds(got), sortPreds(want)
		}
		if got != want {
			if bad++; bad <= 5 {
				t.Errorf("%s: %s", it.Name, firstDifference(want, got))
			}
		}
	}
	if bad > 5 {
		t.Errorf("and %d more", bad-5)
	}
}

// toolVersion returns the LLVM version that a sample's name contains, or "".
func toolVersion(path string) string {
	for _, v := range []string{"14", "19", "22"} {
		if strings.Contains(filepath.Base(path), v+".") {
			return v
		}
	}
	return ""
}

// TestMeaning compares with LLVM: the canonical text of a file and of our print of it must be
// equal.
func TestMeaning(t *testing.T) {
	for path, text := range samples(t, "*.ll") {
		t.Run(filepath.Base(path), func(t *testing.T) {
			v := toolVersion(path)
			as, err := exec.LookPath("llvm-as-" + v)
			if err != nil {
				t.Skip("no llvm-as-" + v)
			}
			out, err := reprint(path, text)
			if err != nil {
				t.Fatal(err)
			}
			canon := func(text []byte) string {
				var msg, res bytes.Buffer
				dis := exec.Command(strings.Replace(as, "llvm-as", "llvm-dis", 1))
				asm := exec.Command(as, "-o", "-")
				asm.Stdin, asm.Stderr = bytes.NewReader(text), &msg
				bc, err := asm.Output()
				if err != nil {
					t.Fatalf("llvm-as-%s: %v\n%s", v, err, firstLines(msg.String(), 8))
				}
				dis.Stdin, dis.Stdout = bytes.NewReader(bc), &res
				if err := dis.Run(); err != nil {
					t.Fatal(err)
				}
				return res.String()
			}
			if a, b := canon(text), canon(out); a != b {
				t.Errorf("meaning changed: %s", firstDifference(a, b))
			}
		})
	}
}

func firstLines(s string, n int) string {
	l := strings.SplitN(s, "\n", n+1)
	return strings.Join(l[:min(n, len(l))], "\n")
}

// FuzzRoundTrip checks that valid input prints to text that parses to the same print.
func FuzzRoundTrip(f *testing.F) {
	for _, text := range samples(f, "*.ll") {
		f.Add(string(text))
	}
	f.Add("define void @f() {\n  ret void\n}\n")
	f.Fuzz(func(t *testing.T, text string) {
		once, err := reprint("fuzz.ll", []byte(text))
		if err != nil {
			return
		}
		twice, err := reprint("fuzz.ll", once)
		if err != nil {
			t.Fatalf("%v in our own print:\n%s", err, once)
		}
		if !bytes.Equal(once, twice) {
			t.Fatalf("no fixed point: %s", firstDifference(string(once), string(twice)))
		}
	})
}

func BenchmarkPrint(b *testing.B) {
	text := samples(b, "ops22.dis")[filepath.Join("testdata", "ops22.dis")]
	m, err := parse.Module("ops22.dis", text)
	if err != nil {
		b.Fatal(err)
	}
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
}

// TestNodeText compares printed metadata nodes with the lines of a file that LLVM printed.
func TestNodeText(t *testing.T) {
	for path, text := range samples(t, "*.dis") {
		t.Run(filepath.Base(path), func(t *testing.T) {
			out, err := reprint(path, text)
			if err != nil {
				t.Fatal(err)
			}
			lines := map[string]bool{}
			for _, l := range strings.Split(string(text), "\n") {
				lines[l] = true
			}
			for _, l := range strings.Split(string(out), "\n") {
				if strings.HasPrefix(l, "!") && !lines[l] {
					t.Errorf("printed %s", l)
				}
			}
		})
	}
}
