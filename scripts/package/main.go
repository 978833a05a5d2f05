// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Command package makes the forms of a release in which package managers install it, from the folders
// of its archives: Python wheels, npm packages, a Homebrew formula, and a bill of materials.
// scripts/release.sh runs it:
//
//	go run ./scripts/package VERSION WORK OUT < SYSTEMS
//
// WORK has a folder corolower-VERSION-GOOS-GOARCH for each system, and OUT the archives. Each line of
// SYSTEMS is GOOS/GOARCH, the tag of its wheel, and npm's name of the system; "-" stands for none.
package main

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	home        = "https://github.com/corolower/corolower"
	summary     = "Makes C++ coroutines cheaper: a compiler launcher for clang, and a lowering of LLVM's coroutine intrinsics"
	licence     = "Apache-2.0 WITH LLVM-exception"
	maxWheel    = 8 << 20 // bytes
	description = summary + ".\n\n    CXX=\"corolower cc clang++\" make\n    corolower cc --stats\n\nDocumentation: " + home + "\n"
)

// system is one line of the list.
type system struct{ goos, arch, wheel, npm string }

// file is a file of a package.
type file struct {
	name string
	text []byte
	exec bool
}

func main() {
	if err := run(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, "package:", err)
		os.Exit(1)
	}
}

func run(version, work, out string) error {
	var list []system
	for s := bufio.NewScanner(os.Stdin); s.Scan(); {
		if w := strings.Fields(s.Text()); len(w) == 3 {
			goos, arch, _ := strings.Cut(w[0], "/")
			list = append(list, system{goos, arch, w[1], w[2]})
		}
	}
	for _, s := range list {
		dir := filepath.Join(work, fmt.Sprintf("corolower-%s-%s-%s", version, s.goos, s.arch))
		name := "corolower"
		if s.goos == "windows" {
			name += ".exe"
		}
		program, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		licences, err := tree(dir)
		if err != nil {
			return err
		}
		if s.wheel != "-" {
			if err := wheel(out, version, s.wheel, file{name, program, true}, licences); err != nil {
				return err
			}
		}
		if s.npm != "-" {
			if err := npmPlatform(out, version, s.npm, file{name, program, true}, licences); err != nil {
				return err
			}
		}
	}
	if err := npmMain(out, version, list); err != nil {
		return err
	}
	if err := formula(out, version); err != nil {
		return err
	}
	return bill(out, version)
}

// tree returns the licences in the folder of an archive.
func tree(dir string) (list []file, err error) {
	err = filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(dir, name)
		if rel = filepath.ToSlash(rel); err != nil || d.IsDir() || rel != "LICENSE" && !strings.HasPrefix(rel, "licenses/") {
			return err
		}
		text, err := os.ReadFile(name)
		list = append(list, file{rel, text, false})
		return err
	})
	return list, err
}

// wheel writes a Python wheel, whose only content is the program: pip puts it beside python.
func wheel(out, version, tag string, program file, licences []file) error {
	info := "corolower-" + version + ".dist-info/"
	list := []file{{"corolower-" + version + ".data/scripts/" + program.name, program.text, true}}
	metadata := "Metadata-Version: 2.4\nName: corolower\nVersion: " + version + "\nSummary: " + summary + "\nLicense-Expression: " +
		licence + "\nProject-URL: Source, " + home + "\nRequires-Python: >=3.7\nDescription-Content-Type: text/markdown\n"
	for _, l := range licences {
		name := strings.TrimPrefix(l.name, "licenses/")
		list = append(list, file{info + "licenses/" + name, l.text, false})
		metadata += "License-File: " + name + "\n"
	}
	tags := ""
	for _, t := range strings.Split(tag, ".") {
		tags += "Tag: py3-none-" + t + "\n"
	}
	list = append(list, file{info + "METADATA", []byte(metadata + "\n" + description), false},
		file{info + "WHEEL", []byte("Wheel-Version: 1.0\nGenerator: corolower\nRoot-Is-Purelib: false\n" + tags), false})
	record := ""
	for _, f := range list {
		sum := sha256.Sum256(f.text)
		record += fmt.Sprintf("%s,sha256=%s,%d\n", f.name, base64.RawURLEncoding.EncodeToString(sum[:]), len(f.text))
	}
	list = append(list, file{info + "RECORD", []byte(record + info + "RECORD,,\n"), false})
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range list {
		h := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: epoch()}
		h.SetMode(mode(f))
		w, err := z.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := w.Write(f.text); err != nil {
			return err
		}
	}
	if err := z.Close(); err != nil {
		return err
	}
	name := "corolower-" + version + "-py3-none-" + tag + ".whl"
	if b.Len() > maxWheel {
		return fmt.Errorf("%s has %d bytes, more than %d", name, b.Len(), maxWheel)
	}
	return os.WriteFile(filepath.Join(out, name), b.Bytes(), 0o666)
}

func mode(f file) fs.FileMode {
	if f.exec {
		return 0o755
	}
	return 0o644
}

// epoch is the time of all files: that of the commit.
func epoch() time.Time {
	n, _ := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64)
	return time.Unix(max(n, 315532800), 0).UTC() // a zip file has no time before 1980
}

// npmPlatform writes the npm package with the program of one system. The package corolower depends
// on all of them as optional ones, and npm installs the one that fits.
func npmPlatform(out, version, name string, program file, licences []file) error {
	goos, cpu, _ := strings.Cut(name, "-")
	return tarball(out, "corolower-"+name, version, map[string]any{"name": "@corolower/" + name, "os": []string{goos},
		"cpu": []string{cpu}}, append([]file{{"bin/" + program.name, program.text, true}}, licences...))
}

// starter is the program of npm's main package.
const starter = `#!/usr/bin/env node
const { spawnSync } = require("child_process");
const { constants } = require("os");
const name = "@corolower/" + process.platform + "-" + process.arch;
let program;
try {
  program = require.resolve(name + "/bin/corolower" + (process.platform === "win32" ? ".exe" : ""));
} catch {
  console.error("corolower: the package " + name + " is not installed; npm omits it with --omit=optional, and not every system has one");
  process.exit(2);
}
const end = spawnSync(program, process.argv.slice(2), { stdio: "inherit" });
if (end.error) {
  console.error("corolower: " + end.error.message);
  process.exit(2);
}
process.exit(end.signal ? 128 + constants.signals[end.signal] : end.status);
`

func npmMain(out, version string, list []system) error {
	optional := map[string]string{}
	for _, s := range list {
		if s.npm != "-" {
			optional["@corolower/"+s.npm] = version
		}
	}
	text, err := os.ReadFile("LICENSE")
	if err != nil {
		return err
	}
	return tarball(out, "corolower", version, map[string]any{"name": "corolower", "optionalDependencies": optional,
		"bin": map[string]string{"corolower": "bin/corolower.js"}}, []file{{"bin/corolower.js", []byte(starter), true},
		{"LICENSE", text, false}, {"README.md", []byte("# corolower\n\n" + description), false}})
}

// tarball writes an npm package.
func tarball(out, name, version string, manifest map[string]any, list []file) error {
	manifest["version"], manifest["description"], manifest["license"] = version, summary, licence
	manifest["repository"] = map[string]string{"type": "git", "url": "git+" + home + ".git"}
	text, err := json.MarshalIndent(manifest, "", "  ")
	if err != nil {
		return err
	}
	var b bytes.Buffer
	g := gzip.NewWriter(&b)
	t := tar.NewWriter(g)
	for _, f := range append([]file{{"package.json", append(text, '\n'), false}}, list...) {
		h := &tar.Header{Name: path.Join("package", f.name), Size: int64(len(f.text)), Mode: int64(mode(f)), ModTime: epoch()}
		if err := t.WriteHeader(h); err != nil {
			return err
		}
		if _, err := t.Write(f.text); err != nil {
			return err
		}
	}
	if err := t.Close(); err != nil {
		return err
	}
	if err := g.Close(); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, fmt.Sprintf("%s-npm-%s.tgz", name, version)), b.Bytes(), 0o666)
}

// formula writes the Homebrew formula, which installs the archives.
func formula(out, version string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "class Corolower < Formula\n  desc \"Compiler launcher and lowering for C++ coroutines\"\n  homepage %q\n"+
		"  version %q\n  license \"Apache-2.0\" => { with: \"LLVM-exception\" }\n", home, version)
	for _, goos := range [][2]string{{"darwin", "macos"}, {"linux", "linux"}} {
		fmt.Fprintf(&b, "\n  on_%s do\n", goos[1])
		for _, arch := range [][2]string{{"arm64", "arm"}, {"amd64", "intel"}} {
			name := fmt.Sprintf("corolower-%s-%s-%s.tar.gz", version, goos[0], arch[0])
			text, err := os.ReadFile(filepath.Join(out, name))
			if errors.Is(err, fs.ErrNotExist) { // a release of some systems only
				continue
			} else if err != nil {
				return err
			}
			fmt.Fprintf(&b, "    on_%s do\n      url \"%s/releases/download/v%s/%s\"\n      sha256 \"%x\"\n    end\n", arch[1], home,
				version, name, sha256.Sum256(text))
		}
		b.WriteString("  end\n")
	}
	b.WriteString(`
  def install
    bin.install "corolower"
    man1.install "corolower.1"
    bash_completion.install "completions/corolower.bash" => "corolower"
    zsh_completion.install "completions/corolower.zsh" => "_corolower"
    fish_completion.install "completions/corolower.fish"
    pkgshare.install "licenses"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/corolower --version")
  end
end
`)
	return os.WriteFile(filepath.Join(out, "corolower.rb"), []byte(b.String()), 0o666)
}

// bill writes the bill of materials, in the format of CycloneDX: the modules that are in the program.
func bill(out, version string) error {
	type component struct {
		Type    string `json:"type"`
		Name    string `json:"name"`
		Version string `json:"version"`
		PURL    string `json:"purl"`
	}
	text, err := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}",
		"./cmd/corolower").Output()
	if err != nil {
		return err
	}
	goVersion, err := exec.Command("go", "env", "GOVERSION").Output()
	if err != nil {
		return err
	}
	std := strings.TrimPrefix(strings.TrimSpace(string(goVersion)), "go")
	parts := []component{{"library", "std", std, "pkg:golang/std@" + std}}
	lines := strings.Split(string(text), "\n")
	slices.Sort(lines)
	for _, line := range slices.Compact(lines) {
		if name, v, ok := strings.Cut(line, " "); ok {
			parts = append(parts, component{"library", name, v, "pkg:golang/" + name + "@" + v})
		}
	}
	sbom, err := json.MarshalIndent(map[string]any{"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
		"metadata": map[string]any{"component": component{"application", "corolower", version,
			"pkg:golang/github.com/corolower/corolower@v" + version}}, "components": parts}, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "corolower-"+version+".cdx.json"), append(sbom, '\n'), 0o666)
}
