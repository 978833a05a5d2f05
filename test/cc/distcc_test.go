// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package cc_test

import (
	"os"
	"path/filepath"
	"testing"
)

// TestDistcc checks that a server of distcc lowers what it receives, a preprocessed source, and
// that the command's own -fno-corolower counts there. The client starts the server itself, in place
// of ssh, so the test needs no network.
func TestDistcc(t *testing.T) {
	need(t, "distcc", "distccd")
	dir := place(t)
	top := filepath.Dir(dir)
	server := filepath.Join(top, "server")
	program, err := os.ReadFile(bin())
	if err != nil {
		t.Fatal(err)
	}
	shell := filepath.Join(top, "shell")
	text := "#!/bin/sh\ncd /\nexport PATH='" + top + "':\"$PATH\" COROLOWER_CACHE='" + server + "' COROLOWER_FLAGS=\n" +
		"exec distccd --inetd --enable-tcp-insecure --user nobody --log-file '" + server + "/log'\n"
	for _, err := range []error{
		os.Chmod(filepath.Dir(top), 0o755), // started by root, the server becomes the user nobody
		os.Mkdir(server, 0o777),
		os.Chmod(server, 0o777),
		os.WriteFile(shell, []byte(text), 0o777),
		os.WriteFile(filepath.Join(top, "corolower"), program, 0o777),
		os.Symlink("corolower", filepath.Join(top, "corolower-"+compiler)),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	environ := env(dir, "DISTCC_HOSTS=@localhost", "DISTCC_SSH="+shell, "DISTCC_FALLBACK=0", "DISTCC_DIR="+top,
		"PATH="+top+":"+os.Getenv("PATH"))
	for _, more := range []string{"-DLOWERED", "-fno-corolower"} {
		r := run(t, dir, environ, "distcc", "corolower-"+compiler, "-std=c++20", "-O2", more, "-c", "with.cpp", "-o",
			"with.o")
		if r.code != 0 || r.files["with.o"] == "" {
			log, _ := os.ReadFile(filepath.Join(server, "log"))
			t.Fatalf("%s: exit code %d\n%s\n%s", more, r.code, r.stderr, log)
		}
	}
	os.RemoveAll(dir + ".cache") // of the client, which preprocessed
	if err := os.Rename(server, dir+".cache"); err != nil {
		t.Fatal(err)
	}
	if c := counts(t, dir); c.Lowered != 1 || c.Elided != 2 || c.Written["-fno-corolower"] != 1 {
		t.Errorf("the server: %+v", c)
	}
}
