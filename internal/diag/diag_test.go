// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package diag_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/ir"
)

const source = "define void @f() {\n\tcall void @g()\n  ret vöid\n}\n"

func at(t *testing.T, what string) ir.Pos {
	t.Helper()
	k := strings.Index(source, what)
	if k < 0 {
		t.Fatalf("%q is not in the source", what)
	}
	return ir.PosAt(k)
}

func finding(t *testing.T) diag.Finding {
	e := ir.Errorf(at(t, "vöid"), "expected type")
	e.End = at(t, "}") - 1
	e.Rule, e.Hint = "some-rule", "write void"
	e.Notes = []ir.Note{{Pos: at(t, "@g"), Msg: "called here"}}
	return diag.Finding{File: diag.NewFile("dir/f.ll", []byte(source)), Err: e}
}

func TestText(t *testing.T) {
	want := `corolower: dir/f.ll:3:7: error: expected type [some-rule]
  ret vöid
      ^~~~~
corolower: dir/f.ll:2:12: note: called here
	call void @g()
	          ^
hint: write void
`
	if got := diag.Text("corolower", finding(t), diag.Plain()); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestTextPlaces(t *testing.T) {
	f := diag.NewFile("f.ll", []byte(source))
	for _, c := range []struct {
		pos  ir.Pos
		want string
	}{
		{ir.NoPos, "f.ll: error: x\n"},
		{ir.PosAt(0), "f.ll:1:1: error: x\ndefine void @f() {\n^\n"},
		{ir.PosAt(len(source)), "f.ll:5:1: error: x\n\n^\n"},
		{ir.PosAt(len(source) + 10), "f.ll: error: x\n"},
	} {
		if got := diag.Text("", diag.Finding{File: f, Err: ir.Errorf(c.pos, "x")}, diag.Plain()); got != c.want {
			t.Errorf("position %d: got %q, want %q", c.pos, got, c.want)
		}
	}
}

// TestTextLongLine checks that only the part of a long line around the position is shown, and that
// the caret stays under it.
func TestTextLongLine(t *testing.T) {
	text := strings.Repeat("a", 5000) + "X" + strings.Repeat("b", 5000)
	got := diag.Text("", diag.Finding{File: diag.NewFile("f", []byte(text)), Err: ir.Errorf(ir.PosAt(5000), "x")},
		diag.Plain())
	lines := strings.Split(got, "\n")
	if len(lines[1]) > 250 || lines[1][strings.Index(lines[2], "^")] != 'X' {
		t.Errorf("caret is not under X:\n%s", got)
	}
}

func TestJSON(t *testing.T) {
	var list []map[string]any
	if err := json.Unmarshal(diag.JSON([]diag.Finding{finding(t)}), &list); err != nil {
		t.Fatal(err)
	}
	if f := list[0]; f["line"] != 3.0 || f["column"] != 7.0 || f["rule"] != "some-rule" ||
		f["severity"] != "error" || f["hint"] != "write void" {
		t.Errorf("got %v", f)
	}
	if got := string(diag.JSON(nil)); got != "[]\n" {
		t.Errorf("no findings: got %q", got)
	}
}

func TestSARIF(t *testing.T) {
	var log struct {
		Version string
		Runs    []struct {
			Tool struct {
				Driver struct{ Rules []struct{ ID string } }
			}
			Results []struct {
				RuleID    string
				RuleIndex int
				Level     string
				Locations []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           struct{ StartLine, StartColumn, EndColumn int }
					}
				}
				RelatedLocations []any
			}
		}
	}
	other := diag.Finding{File: diag.NewFile("/a b.ll", nil), Err: ir.Errorf(0, "nothing in it")}
	text := diag.SARIF([]diag.Finding{finding(t), other}, []diag.Rule{{Name: "first", Help: "h"},
		{Name: "some-rule", Help: "h"}}, "1", "https://example.org/")
	if err := json.Unmarshal(text, &log); err != nil {
		t.Fatal(err)
	}
	r := log.Runs[0].Results[0]
	if log.Version != "2.1.0" || r.RuleIndex != 1 || len(log.Runs[0].Tool.Driver.Rules) != 3 ||
		len(r.RelatedLocations) != 1 {
		t.Errorf("got %s", text)
	}
	if p := r.Locations[0].PhysicalLocation; p.ArtifactLocation.URI != "dir/f.ll" ||
		p.Region.StartLine != 3 || p.Region.EndColumn != 11 {
		t.Errorf("got %+v", p)
	}
	if p := log.Runs[0].Results[1].Locations[0].PhysicalLocation; p.ArtifactLocation.URI != "file:///a%20b.ll" {
		t.Errorf("got %+v", p)
	}
}

func TestGitHub(t *testing.T) {
	want := "::error file=dir/f.ll,line=3,col=7,title=some-rule::expected type%0Ahint: write void\n"
	if got := string(diag.GitHub([]diag.Finding{finding(t)})); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	many := make([]diag.Finding, 13)
	for k := range many {
		many[k] = finding(t)
	}
	if got := string(diag.GitHub(many)); strings.Count(got, "\n") != 11 || !strings.HasSuffix(got,
		"3 more of severity error are not shown here\n") {
		t.Errorf("got %s", got)
	}
}

// TestControlCharacters checks that names in the input start no line and reach no terminal
// unescaped.
func TestControlCharacters(t *testing.T) {
	const evil = "x\n::error file=evil::pwned\r\x1b[31m\x7f\u009b1m\xff"
	const clean = `x\0A::error file=evil::pwned\0D\1B[31m\7F\C2\9B1m\FF`
	f := diag.NewFile("d\x1b[2Jr.ll", []byte("a \x1b[31m \xffb é\n"))
	e := ir.Errorf(ir.PosAt(9), "@%s is wrong", evil)
	e.Hint = "rename @" + evil
	e.Notes = []ir.Note{{Msg: "see @" + evil}}
	want := `d\1B[2Jr.ll:1:10: error: @` + clean + " is wrong\na .[31m .b é\n         ^\n" +
		`d\1B[2Jr.ll: note: see @` + clean + "\nhint: rename @" + clean + "\n"
	if got := diag.Text("", diag.Finding{File: f, Err: e}, diag.Plain()); got != want {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
	for _, c := range string(diag.GitHub([]diag.Finding{{File: f, Err: e}})) {
		if c < 0x20 && c != '\n' || c == 0x7f {
			t.Errorf("%q in a workflow command", c)
		}
	}
	if n := strings.Count(string(diag.GitHub([]diag.Finding{{File: f, Err: e}})), "\n"); n != 1 {
		t.Errorf("%d lines for one finding", n)
	}
	if s := "plain ö\u00a0"; diag.Clean(s) != s {
		t.Errorf("%q", diag.Clean(s))
	}
}

// aboutSource returns a finding about the frontend's source, with or without its text.
func aboutSource(text string) diag.Finding {
	f := diag.NewFile("src/a.cpp", []byte(text))
	e := ir.Errorf(f.PosOf(2, 1), "frame of 'f' has 640 bytes")
	e.Rule, e.Hint, e.Source = "max-frame", "end its scope", ir.SourceLoc{File: "src/a.cpp", Line: 2, Col: 1}
	e.Notes = []ir.Note{{Msg: "440 bytes: buf", Pos: f.PosOf(3, 3), Source: ir.SourceLoc{File: "src/a.cpp", Line: 3}},
		{Msg: "100 bytes: x", Source: ir.SourceLoc{File: "src/b.h", Line: 9, Col: 4}}}
	return diag.Finding{File: f, Err: e, About: "f"}
}

// TestAboutSource checks that a finding about the source has no position in IR in any format.
func TestAboutSource(t *testing.T) {
	there, gone := aboutSource("#include <x>\ntask f() {\n  char buf[440];\n"), aboutSource("")
	want := "src/a.cpp:2:1: error: frame of 'f' has 640 bytes [max-frame]\n" +
		"src/a.cpp:3: note: 440 bytes: buf\n" +
		"src/b.h:9:4: note: 100 bytes: x\nhint: end its scope\n"
	if got := diag.Text("", gone, diag.Plain()); got != want {
		t.Errorf("without the text:\n%s", got)
	}
	want = strings.Replace(want, "[max-frame]\n", "[max-frame]\ntask f() {\n^\n", 1)
	want = strings.Replace(want, "buf\n", "buf\n  char buf[440];\n  ^\n", 1)
	if got := diag.Text("", there, diag.Plain()); got != want {
		t.Errorf("with the text:\n%s", got)
	}
	for _, fd := range []diag.Finding{there, gone} {
		list := []diag.Finding{fd}
		want := "::error file=src/a.cpp,line=2,col=1,title=max-frame::frame of 'f' has 640 bytes%0A440 bytes: " +
			"buf%0A100 bytes: x%0Ahint: end its scope\n"
		if got := string(diag.GitHub(list)); got != want {
			t.Errorf("got %s", got)
		}
		for form, text := range map[string]string{"json": string(diag.JSON(list)),
			"sarif":  string(diag.SARIF(list, nil, "1", "")),
			"gitlab": string(diag.GitLab(list))} {
			if strings.Contains(text, "in the IR") || strings.Contains(text, `"ir"`) || !strings.Contains(text,
				"src/a.cpp") {
				t.Errorf("%s: %s", form, text)
			}
		}
		if got := diag.Fingerprints(list)[0]; got != diag.Fingerprints([]diag.Finding{there})[0] {
			t.Error("the fingerprint depends on the text")
		}
	}
}

// TestRunnerCommands checks that no quoted source line and no name is a command of a workflow
// runner.
func TestRunnerCommands(t *testing.T) {
	for _, line := range []string{"::error file=x::pwned();", "  \t::add-mask::x", "x(); // ##[error]pwned"} {
		if s := diag.Clean(line); strings.Contains(s, "##[") || strings.HasPrefix(strings.TrimLeft(s, " "), "::") {
			t.Errorf("%q is spelled %q", line, s)
		}
		f := diag.NewFile("::a.cpp", []byte(line+"\n"))
		e := ir.Errorf(f.PosOf(1, 1), "of ##[error]f")
		got := diag.Text("", diag.Finding{File: f, Err: e}, diag.Plain())
		if strings.Contains(got, "##[") {
			t.Errorf("%q:\n%s", line, got)
		}
		for l := range strings.SplitSeq(got, "\n") {
			if strings.HasPrefix(strings.TrimLeft(l, " \t"), "::") {
				t.Errorf("%q:\n%s", line, got)
			}
		}
	}
}
