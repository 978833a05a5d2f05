// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//go:build unix

package project_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// workspace is a workspace for Bazel 4 to 7 that needs no network. Stubs that export built-in rules
// replace the files that the aspect loads from rules_cc, and that Bazel itself loads from rules_cc
// and rules_java.
var workspace = map[string]string{
	"ws/WORKSPACE": "local_repository(name = 'rules_cc', path = '../rules_cc')\n" +
		"local_repository(name = 'rules_java', path = '../rules_java')\n",
	"ws/tools/BUILD": "exports_files(['corolower'])\n",
	"ws/BUILD": "load('//tools:corolower.bzl', 'corolower_report')\n" +
		"corolower_report(name = 'coroutines', targets = ['//app'])\n",
	"rules_cc/WORKSPACE": "", "rules_cc/BUILD": "", "rules_cc/cc/BUILD": "", "rules_cc/cc/common/BUILD": "",
	"rules_java/WORKSPACE": "", "rules_java/BUILD": "", "rules_java/java/BUILD": "",
	"ws/app/BUILD": `package(default_visibility = ["//visibility:public"])
cc_library(name = "evens", srcs = ["evens.cpp"], hdrs = ["numbers.hpp"], copts = ["-std=c++20"], local_defines = ["SIZE=1"])
cc_library(name = "fails", srcs = ["fails.cpp"], deps = [":evens"], copts = ["-std=c++20"])
cc_binary(name = "app", srcs = ["main.cpp"], deps = [":evens", ":fails"], copts = ["-std=c++20"])
`,
	"ws/app/fails.cpp": "#include \"app/numbers.hpp\"\nint size = SIZE;\n",
	"rules_cc/cc/action_names.bzl": "load('@bazel_tools//tools/build_defs/cc:action_names.bzl', _names = " +
		"'ACTION_NAMES')\nACTION_NAMES = _names\n",
	"rules_cc/cc/find_cc_toolchain.bzl": "load('@bazel_tools//tools/cpp:toolchain_utils.bzl', " +
		"'find_cpp_toolchain')\ndef find_cc_toolchain(ctx):\n    return find_cpp_toolchain(ctx)\n",
	"rules_cc/cc/common/builtin.bzl":   "builtin = struct(common = cc_common, info = CcInfo)\n",
	"rules_cc/cc/common/cc_common.bzl": "load(':builtin.bzl', 'builtin')\ncc_common = builtin.common\n",
	"rules_cc/cc/common/cc_info.bzl":   "load(':builtin.bzl', 'builtin')\nCcInfo = builtin.info\n",
	"rules_cc/cc/defs.bzl": natives("cc_library", "cc_binary", "cc_import", "cc_test", "cc_toolchain",
		"cc_toolchain_suite"),
	"rules_java/java/defs.bzl": natives("java_binary", "java_import", "java_library", "java_toolchain",
		"java_runtime", "java_test", "java_plugin"),
}

// natives returns a file that exports built-in rules.
func natives(names ...string) string {
	s := ""
	for _, n := range names {
		s += n + " = native." + n + "\n"
	}
	return s
}

// TestBazel builds the report of a target: one action for each unit, and one that merges their
// reports.
func TestBazel(t *testing.T) {
	bazel, err := exec.LookPath("bazel")
	if err != nil {
		t.Skip(err)
	}
	version, err := exec.Command(bazel, "--version").Output()
	// the distribution's bazel prints no version
	if v := strings.TrimSpace(string(version)); err != nil || v != "bazel no_version" && !strings.HasPrefix(v,
		"bazel 4.") {
		t.Skipf("the workspace is not for %s, %v", v, err)
	}
	p := newPlace(t, "clang++-22")
	p.dir = t.TempDir() // Bazel does not support blanks in paths
	for name, text := range workspace {
		p.put(name, text)
	}
	root := filepath.Join(t.TempDir(), "out")
	t.Cleanup(func() { _ = exec.Command("chmod", "-R", "u+w", root).Run() })
	for from, to := range map[string]string{
		contrib(t, "bazel/corolower.bzl"): "ws/tools/corolower.bzl", tool: "ws/tools/corolower",
		contrib(t, "cmake/example/numbers.hpp"): "ws/app/numbers.hpp",
		contrib(t, "cmake/example/main.cpp"):    "ws/app/main.cpp",
		contrib(t, "cmake/example/evens.cpp"):   "ws/app/evens.cpp",
	} {
		p.must("cp", from, to)
	}
	out, code := p.script("cd ws && CC=clang-22 '"+bazel+"' --batch --output_user_root='"+root+
		"' build -c opt --repo_env=CC=clang-22 //:coroutines", "HOME="+t.TempDir())
	if code != 0 {
		t.Fatalf("exit code %d\n%s", code, out)
	}
	text, err := os.ReadFile(filepath.Join(p.dir, "ws/bazel-bin/coroutines.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"evens(int)  app/evens.cpp:3", "      2  count(int)  app/numbers.hpp:",
		"units that failed (1)\napp/fails.cpp:", "3 units, 2 coroutines, "} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if r := p.report(1, "--merge", "ws/bazel-bin/coroutines.json"); len(r.Units) != 3 || len(r.Sources) == 0 {
		t.Errorf("%d units, %d texts", len(r.Units), len(r.Sources))
	}
}
