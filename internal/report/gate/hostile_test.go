// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//go:build unix

package gate

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestHostileConfig verifies that Load reads or rejects any configuration in a short time.
func TestHostileConfig(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	fifo := filepath.Join(dir, "fifo")
	if err := syscall.Mkfifo(fifo, 0o666); err != nil {
		t.Skip(err)
	}
	huge := put("huge", "")
	if err := os.Truncate(huge, 8<<30); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		put("keys", "# a\n"+strings.Repeat("a.", 20000)+"a = 1\n"):               ":2: keys and values are nested",
		put("table", "["+strings.Repeat("a.", 20000)+"a]\n"):                     "nested more than",
		put("arrays", "a = "+strings.Repeat("[", 20000)):                         "nested more than",
		put("inline", "a = "+strings.Repeat("{a=", 20000)):                       "nested more than",
		put("string", "a = '''\n.......[[[[\n'''\n\nb"+strings.Repeat(".b", 99)): ":5: keys",
		put("utf8", "[check]\nexclude = [\"\xff\xfe\"]\n"):                       "UTF-8",
		huge: "has more than 1 MB", "/dev/zero": "has more than 1 MB", dir: "directory", fifo: "is a named pipe",
	} {
		if _, err := Load(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
	for _, good := range []string{"", "[check]\nexclude = [\"a.b.c.d/[x]{y}.ll\", '[[[['] # {{{{\n",
		"[check.files.\"" + strings.Repeat("a.", 99) + "\"]\nwarn = []\n"} {
		if _, err := Load(put("good", good)); err != nil {
			t.Errorf("%q: %v", good, err)
		}
	}
}
