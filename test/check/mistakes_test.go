// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package check_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// mistakes are mistakes that authors of frontends make and LLVM accepts silently: the file that
// has it, and the rule that reports it.
var mistakes = []struct{ file, rule string }{
	{"ramp-frees-null-test", "ramp-frees"},
	{"alloc-inverted", "alloc-inverted"},
	{"suspend-ignored", "suspend-ignored"},
	{"size-reduced", "alloc-too-small"},
	{"size-through-i8", "size-width"},
	{"header-not-allocated", "alloc-too-small"},
	{"header-not-freed", "free-offset"},
	{"alloc-too-small-no-layout", "alloc-too-small"},
	{"begin-on-stack", "frame-on-stack"},
	{"free-missing", "free-missing"},
	{"alloca-returned", "address-returned"},
	{"promise-returned", "not-a-coroutine"},
	{"resume-itself", "resume-running"},
	{"destroy-itself", "resume-running"},
	{"destroy-null", "null-handle"},
	{"resume-null", "null-handle"},
	{"resume-no-coroutine", "not-a-coroutine"},
	{"handle-freed", "handle-freed"},
	{"resume-final", "resume-at-final"},
	{"promise-direction", "promise-direction"},
	{"promise-align-creator", "promise-align"},
	{"use-after-destroy-loop", "use-after-destroy"},
	{"use-after-destroy-arm", "use-after-destroy"},
	{"stack-across-suspend", "stack-across-suspend"},
	{"thread-local-across-suspend", "thread-local-across-suspend"},
	{"outside-across-suspend", "outside-frame-across-suspend"},
	{"kept-before-begin", "kept-before-begin"},
	{"use-after-lifetime", "use-after-lifetime"},
	{"published-before-save", "published-early"},
	{"id-twice", "id-twice"},
	{"alloc-twice", "alloc-twice"},
	{"free-foreign", "foreign-handle"},
	{"end-foreign", "foreign-handle"},
	{"save-foreign", "foreign-handle"},
	{"id-function", "id-function"},
	{"default-continues", "default-edge"},
	{"destroy-continues", "suspend-no-destroy"},
	{"destroy-runs-body", "suspend-no-destroy"},
	{"destroy-traps", "suspend-no-destroy"},
	{"suspend-values", "suspend-values"},
	{"suspend-zero-extended", "suspend-values"},
	{"suspend-truncated", "ramp-frees"},
	{"suspend-of-other", "suspend-ignored"},
	{"await-inverted", "await-inverted"},
	{"wrapper-type", "signature"},
	{"wrapper-void", "signature"},
	{"begin-undefined", "begin-memory"},
	{"begin-null", "begin-memory"},
	{"global-too-small", "alloc-too-small"},
	{"align-as-size", "alloc-too-small"},
	{"frame-in-freed-memory", "use-after-free"},
	{"frame-freed-then-suspends", "use-after-free"},
	{"free-mismatch", "free-mismatch"},
	{"free-sized", "free-mismatch"},
	{"free-variable", "free-offset"},
	{"free-unused", "free-missing"},
	{"frame-copied", "frame-overwritten"},
	{"frame-header-written", "frame-overwritten"},
	{"noop-promise", "no-promise"},
	{"promise-exceeded", "no-promise"},
	{"destroyed-by-callee", "use-after-destroy"},
	{"destroyed-through-slot", "use-after-destroy"},
	{"ended-then-destroyed", "use-after-destroy"},
	{"never-done", "never-done"},
	{"resume-unwritten-slot", "not-a-coroutine"},
	{"resume-inside-frame", "not-a-coroutine"},
	{"frame-in-constant", "begin-memory"},
	{"end-only-unwinding", "end-missing"},
	{"varargs-after-suspend", "varargs-across-suspend"},
	{"sret-after-suspend", "caller-memory-across-suspend"},
	{"call-after-lifetime", "use-after-lifetime"},
	{"borrowed-returned", "borrowed-variable"},
	{"borrowed-in-task", "borrowed-variable"},
	{"thrown-no-final", "destroyed-after-exception"},
	{"thrown-awaiter", "destroyed-after-exception"},
	{"task-memory-order", "task-memory-order"},
	{"task-memory-late", "task-memory-order"},
	{"size-outside", "outside-coroutine"},
	{"suspend-outside", "outside-coroutine"},
	{"save-outside", "outside-coroutine"},
	{"variable-after-free", "use-after-free"},
	{"promise-after-free", "use-after-free"},
	{"free-of-null", "foreign-handle"},
	{"final-shares-default", "final-no-destroy"},
	{"begin-null-phi", "begin-memory"},
	{"done-inverted", "resume-at-final"},
	{"done-tested-late", "resume-at-final"},
	{"handle-unwritten", "not-a-coroutine"},
	{"await-unsaved", "published-early"},
	{"await-saved-late", "published-early"},
	{"await-foreign", "foreign-handle"},
	{"transfer-to-self", "resume-at-final"},
	{"promise-align-await", "promise-align"},
	{"done-while-running", "resume-running"},
	{"resume-of-variable", "not-a-coroutine"},
	{"free-size-other", "free-mismatch"},
}

// TestMistakes prints the table of mistakes: each is found with a second place and a fix.
// TestBroken holds the places and the words.
func TestMistakes(t *testing.T) {
	var table strings.Builder
	for _, m := range mistakes {
		text, err := os.ReadFile(m.file + ".ll")
		if err != nil {
			t.Fatal(err)
		}
		out, _ := inProcess(t, m.file+".ll", text)
		first, rest, _ := strings.Cut(out, "\n")
		if !strings.HasSuffix(first, " ["+m.rule+"]") {
			t.Errorf("%s: want a finding of %s, got %q", m.file, m.rule, out)
		}
		if !strings.Contains(rest, " note: ") || !strings.Contains(rest, "\nhint: ") {
			t.Errorf("%s: no second place or no fix:\n%s", m.file, out)
		}
		what, _, _ := strings.Cut(strings.TrimPrefix(string(text), "; "), "\n")
		_, message, _ := strings.Cut(first, ".ll:")
		fmt.Fprintf(&table, "%s\n    %s\n", what, message)
	}
	t.Logf("%d mistakes\n%s", len(mistakes), table.String())
}
