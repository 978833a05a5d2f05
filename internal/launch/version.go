// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package launch

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/clang"
	"github.com/corolower/corolower/internal/words"
)

// OldestClang is the oldest clang whose coroutine IR this program is tested with.
const OldestClang = 14

// Version returns the major version of a clang, or 0 if the program is not clang. It caches the
// result by path, size and modification time of the program.
func (s Store) Version(path string) int {
	st, err := os.Stat(path)
	if err != nil {
		return 0
	}
	real := path
	if abs, err := filepath.Abs(path); err == nil {
		real = abs
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d\x00%d", real, st.Size(), st.ModTime().UnixNano()))
	kept := filepath.Join(s.Dir, "clang-"+hex.EncodeToString(sum[:8]))
	if s.Dir != "" {
		if text, err := words.ReadFile(kept, maxLog); err == nil {
			if n, err := strconv.Atoi(strings.TrimSpace(string(text))); err == nil {
				return n
			}
		}
	}
	out, err := exec.Command(path, "--version").CombinedOutput()
	if err != nil {
		return 0
	}
	major, _, _ := strings.Cut(clang.VersionIn(out), ".")
	n, _ := strconv.Atoi(major)
	if s.Dir != "" && os.MkdirAll(s.Dir, 0o777) == nil {
		_ = os.WriteFile(kept, []byte(strconv.Itoa(n)+"\n"), 0o666) // an empty file is not a cached version
	}
	return n
}
