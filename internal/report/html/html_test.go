// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package html_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/report"
	"github.com/corolower/corolower/internal/report/html"
	"github.com/corolower/corolower/test/htmltest"
)

func write(t *testing.T, r *report.Report, o html.Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := html.Write(&b, r, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

var element = regexp.MustCompile(`(?s)<(script|style)([^>]*)>(.*?)</(?:script|style)>`)

// TestHostile checks that, whatever names and texts contain, the file has the same elements as for
// a harmless report, and its title is text.
func TestHostile(t *testing.T) {
	shape := func(page string) []string { return regexp.MustCompile(`<[a-zA-Z/!][^>]*>`).FindAllString(page, -1) }
	o := html.Options{Title: "T"}
	calm, wild := shape(write(t, htmltest.Report(htmltest.Options{Coroutines: 3}), o)),
		shape(write(t, htmltest.Report(htmltest.Options{Coroutines: 3, Name: htmltest.Hostile}), o))
	if strings.Join(calm, "\n") != strings.Join(wild, "\n") {
		t.Errorf("elements\n%s\nand with hostile names\n%s", strings.Join(calm, "\n"), strings.Join(wild, "\n"))
	}
	page := write(t, htmltest.Report(htmltest.Options{Coroutines: 1}), html.Options{Title: htmltest.Hostile})
	if got := shape(page); strings.Join(got,
		"\n") != strings.Join(shape(write(t, htmltest.Report(htmltest.Options{Coroutines: 1}), o)), "\n") {
		t.Errorf("elements with a hostile title\n%s", strings.Join(got, "\n"))
	}
	for _, m := range element.FindAllStringSubmatch(page, -1) {
		if strings.Contains(m[2], "json") && strings.ContainsAny(m[3], "<>&\u2028\u2029") {
			t.Errorf("the data has what could end it:\n%s", m[3])
		}
	}
}

// TestPolicy checks that the page's policy names the hashes of its script and style, that nothing
// else may run, and that nothing is fetched.
func TestPolicy(t *testing.T) {
	page := write(t, htmltest.Report(htmltest.Options{Coroutines: 1}), html.Options{})
	_, policy, _ := strings.Cut(page, `Content-Security-Policy" content="`)
	policy, _, _ = strings.Cut(policy, `"`)
	n := 0
	for _, m := range element.FindAllStringSubmatch(page, -1) {
		if m[2] != "" { // data
			continue
		}
		n++
		sum := sha256.Sum256([]byte(m[3]))
		if want := fmt.Sprintf("%s-src 'sha256-%s';", m[1],
			base64.StdEncoding.EncodeToString(sum[:])); !strings.Contains(policy, want) {
			t.Errorf("%s is not in the policy %s", want, policy)
		}
	}
	if n != 2 || !strings.HasPrefix(policy, "default-src 'none';") || strings.Contains(policy, "unsafe") {
		t.Errorf("%d inline elements, policy %s", n, policy)
	}
}

// TestNothingElse checks that the page's script and style refer to nothing outside, and never turn
// texts into markup or script.
func TestNothingElse(t *testing.T) {
	outside := regexp.MustCompile(`(?i)https?:[^"]*|@import|url\([^#]|innerHTML|outerHTML|insertAdjacent|document\.write|eval\(|new Function|fetch\(|XMLHttp`)
	for _, m := range element.FindAllStringSubmatch(write(t, htmltest.Report(htmltest.Options{}), html.Options{}), -1) {
		for _, found := range outside.FindAllString(m[3], -1) {
			if found != "http://www.w3.org/2000/svg" { // a namespace
				t.Errorf("%s has %q", m[1], found)
			}
		}
	}
}

// TestSameBytes checks that the same report results in the same file.
func TestSameBytes(t *testing.T) {
	o := htmltest.Options{Coroutines: 100, Text: true}
	if a, b := write(t, htmltest.Report(o), html.Options{}), write(t, htmltest.Report(o), html.Options{}); a != b {
		t.Error("two files of one report differ")
	}
}

// TestBound checks that sources and IR take no more space than allowed, that those of the largest
// frames are kept, and that the page states how many are omitted.
func TestBound(t *testing.T) {
	r := htmltest.Report(htmltest.Options{Coroutines: 200, Text: true})
	for _, c := range []struct{ limit, over int }{{-1, 0}, {1 << 10, 60 << 10}, {0, html.DefaultMaxText}} {
		with, without := write(t, r, html.Options{MaxText: c.limit}), write(t, r, html.Options{MaxText: -1})
		var idx struct {
			Coroutines [][]int64
			LeftOut    int `json:"left_out"`
		}
		_, text, _ := strings.Cut(with, `id="index">`)
		text, _, _ = strings.Cut(text, "</script>")
		if err := json.Unmarshal([]byte(text), &idx); err != nil {
			t.Fatal(err)
		}
		kept := 0
		for k, row := range idx.Coroutines {
			if row[11] >= 0 {
				kept++
			} else if k > 0 && idx.Coroutines[k-1][11] < 0 && kept < k-1 && c.limit > 0 && row[11] >= 0 {
				t.Errorf("coroutine %d has its text, larger ones have not", k)
			}
		}
		if extra := len(with) - len(without); extra > c.over {
			t.Errorf("limit %d: texts take %d bytes", c.limit, extra)
		}
		if (kept == len(idx.Coroutines)) != (idx.LeftOut == 0) || c.limit == 0 && kept < len(idx.Coroutines) ||
			c.limit > 0 && (kept == 0 || idx.LeftOut == 0) {
			t.Errorf("limit %d: %d texts, %d left out", c.limit, kept, idx.LeftOut)
		}
	}
}

// TestAssets checks that no script or style ends its element, and that each script is part of the
// page.
func TestAssets(t *testing.T) {
	list, err := os.ReadDir("assets")
	if err != nil {
		t.Fatal(err)
	}
	page := write(t, htmltest.Report(htmltest.Options{}), html.Options{})
	for _, e := range list {
		text, err := os.ReadFile("assets/" + e.Name())
		if err != nil {
			t.Fatal(err)
		}
		if e.Name() == "page.html" {
			continue
		}
		if strings.Contains(string(text), "</") || strings.Contains(string(text), "<!--") {
			t.Errorf("%s has what ends its element", e.Name())
		}
		if !strings.Contains(page, string(text)) {
			t.Errorf("%s is not in the page", e.Name())
		}
	}
}

type broken struct{ left int }

func (b *broken) Write(p []byte) (int, error) {
	if b.left -= len(p); b.left < 0 {
		return 0, errors.New("no room")
	}
	return len(p), nil
}

// TestWriteError checks that an error of the writer is returned, wherever it happens.
func TestWriteError(t *testing.T) {
	r := htmltest.Report(htmltest.Options{Coroutines: 400, Text: true})
	for _, n := range []int{0, 5 << 10, 60 << 10, 85 << 10} {
		if err := html.Write(&broken{n}, r, html.Options{}); err == nil {
			t.Errorf("no error behind %d bytes", n)
		}
	}
}
