// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/words"
)

// TestResponseFilesInSum checks the limits of the number and of the total size of response files.
// Few files that are not nested deeply suffice to exceed them: if each names the next one twice,
// the number of files to read doubles with each.
func TestResponseFilesInSum(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	for k := range 18 {
		write(fmt.Sprintf("r%d", k), fmt.Sprintf("@r%d @r%d", k+1, k+1))
	}
	write("r18", "-S")
	_, err := expandResponseFiles([]string{"@" + filepath.Join(dir, "r0")})
	if err == nil || !strings.Contains(err.Error(), "more than 1000 response files") {
		t.Errorf("%v", err)
	}
	long := write("long", strings.Repeat("-S ", words.MaxBytes/6+1))
	if _, err = expandResponseFiles([]string{"@" + long, "@" + long}); err == nil || !strings.Contains(err.Error(),
		"64 MB of response files") {
		t.Errorf("%v", err)
	}
	got, err := expandResponseFiles([]string{"@" + filepath.Join(dir, "r12"), "@" + write("one", "a 'b c'"),
		"@nowhere"})
	if err != nil || len(got) != 64+3 || got[65] != "b c" || got[66] != "@nowhere" {
		t.Errorf("%d words, %v: %q", len(got), err, got)
	}
}
