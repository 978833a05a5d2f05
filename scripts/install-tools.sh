#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# install-tools.sh installs the missing tools that the tests need: LLVM
# and clang 22, 19 and 14, a C++20 standard library, the sanitizer runtime, lld,
# lit, FileCheck, PyYAML, gdb, lldb, CMake, Ninja, ccache, distcc, Bazel and Chromium, a renderer of
# GitHub's Markdown, the libraries asio and jemalloc, two cross compilers and QEMU, a C compiler for Go's race detector (apt-get), and staticcheck and misspell (go install, into
# .tools/bin of this repository), and lsprotocol (pip, into .tools/python).
#
# With --targets it also installs what runs programs of RISC-V and 32-bit ARM, which
# the nightly run needs. Those of AArch64 and i686 are always installed.
#
# It tests each capability as the tests need it: it compiles, links and runs a
# small program, or uses a tool. A command of the right name proves nothing:
# for example, clang may lack its runtime.
#
# It prints one line for each thing that it installs, and changes nothing that
# already works. It does not add package sources: if the distribution has no
# llvm-22, add LLVM's own package source first. If anything is still missing at
# the end, it prints the output of the compiler or tool, and its exit status is
# not zero.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
tools=$root/.tools

say() { printf 'install-tools: %s\n' "$*" >&2; }
die() { say "error: $*"; exit 1; }
has() { command -v "$1" >/dev/null 2>&1; }

# needs lists "capability package...". The function `can_CAPABILITY` tests it in
# an empty directory; if it fails, the packages are installed.
needs=(
	"cxx22 clang-22 g++" # clang has no standard library of its own: g++ brings the newest
	"cxx19 clang-19 g++"
	"cxx14 clang-14 g++"
	"asan22 libclang-rt-22-dev"
	"lld22 clang-22 g++ lld-22"
	"llvm22 llvm-22"
	"llvm19 llvm-19"
	"llvm14 llvm-14"
	"lit22 llvm-22-tools"
	"yaml python3-yaml"
	"pip python3-pip"
	"race gcc libc6-dev"
	"gdb22 clang-22 g++ gdb"
	"lldb22 clang-22 lldb-22"
	"cmake22 clang-22 g++ cmake ninja-build"
	"ccache ccache"
	"distcc distcc"
	"browser chromium fonts-dejavu-core"
	"markdown cmark-gfm"
	"asio libasio-dev"
	"jemalloc libjemalloc2"
	"neovim neovim"
	"aarch64 clang-22 g++-aarch64-linux-gnu qemu-user"
	"i686 clang-22 g++-i686-linux-gnu"
)
case ${1:-} in
--targets) needs+=("riscv64 clang-22 g++-riscv64-linux-gnu qemu-user" "armv7 clang-22 g++-arm-linux-gnueabihf qemu-user") ;;
"") ;;
*) die "unknown option $1" ;;
esac

# cxx VERSION compiles, links and runs a program with all features that the tests' programs use, through textual IR and directly.
cxx() {
	cat >p.cpp <<-'END'
		#include <coroutine>
		#include <cstdio>
		#include <exception>
		#include <stdexcept>
		#include <string>
		#include <thread>
		struct task {
		  struct promise_type {
		    task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
		    std::suspend_always initial_suspend() noexcept { return {}; }
		    std::suspend_always final_suspend() noexcept { return {}; }
		    void return_void() {}
		    void unhandled_exception() { error = std::current_exception(); }
		    std::exception_ptr error;
		  };
		  std::coroutine_handle<promise_type> handle;
		};
		task work(std::string what) {
		  co_await std::suspend_always{};
		  throw std::runtime_error(what);
		}
		int main() {
		  task t = work("it works");
		  std::thread([&] { t.handle(); }).join();
		  t.handle();
		  try {
		    std::rethrow_exception(t.handle.promise().error);
		  } catch (std::exception &e) {
		    std::puts(e.what());
		  }
		  t.handle.destroy();
		}
	END
	"clang++-$1" -std=c++20 -Wall -Werror -O2 -g -pthread p.cpp -o p
	[ "$(./p)" = "it works" ]
	"clang++-$1" -std=c++20 -S -emit-llvm -Xclang -disable-llvm-passes p.cpp -o p.ll
	"clang++-$1" -O0 -pthread p.ll -o q
	[ "$(./q)" = "it works" ]
	echo 'int main(void) { return 0; }' >c.c
	"clang-$1" -g c.c -o c
	./c
}
can_cxx22() { cxx 22; }
can_cxx19() { cxx 19; }
can_cxx14() { cxx 14; }

# A program under AddressSanitizer runs, and its error is found.
can_asan22() {
	cat >a.cpp <<-'END'
		#include <cstdlib>
		int main(int n, char **) {
		  char *volatile p = static_cast<char *>(std::malloc(1));
		  if (n > 1)
		    std::free(p);
		  p[0] = 1;
		  if (n == 1)
		    std::free(p);
		}
	END
	clang++-22 -g -fsanitize=address a.cpp -o a
	./a
	! ./a fails 2>log
	grep heap-use-after-free log
}

# Clang uses lld if it finds it under the name ld, as in `make test`.
can_lld22() {
	ln -s "$(command -v ld.lld-22)" ld
	echo 'int main() {}' >l.cpp
	COMPILER_PATH=$PWD clang++-22 l.cpp -o l
	./l
	llvm-readelf-22 -p .comment l | grep LLD
}

# llvm VERSION reads, verifies and assembles a module.
llvm() {
	printf 'define i32 @main() {\n  ret i32 0\n}\n' >m.ll
	"opt-$1" -S -passes=verify m.ll -o m2.ll
	"llvm-as-$1" m2.ll -o m.bc
	"llvm-dis-$1" m.bc -o m3.ll
	"llc-$1" -filetype=obj m3.ll -o m.o
}
can_llvm22() {
	llvm 22
	llvm-dwarfdump-22 --verify m.o
	lli-22 m.bc
	printf -- '--- !Passed\nPass: p\nName: n\nFunction: f\n...\n' >r.yaml
	llvm-remarkutil-22 count --parser=yaml r.yaml
}
can_llvm19() { llvm 19; }
can_llvm14() { llvm 14; }

# lit runs a test that needs FileCheck and not.
can_lit22() {
	local tools
	tools=$(llvm-config-22 --bindir)
	mkdir suite
	printf 'import lit.formats\nconfig.name = "x"\nconfig.suffixes = [".t"]\nconfig.test_format = lit.formats.ShTest(True)\n' >suite/lit.cfg.py
	printf 'RUN: echo word | %s/FileCheck %%s\nRUN: echo other | %s/not %s/FileCheck %%s\nCHECK: {{^}}word\n' "$tools" "$tools" "$tools" >suite/a.t
	lit-22 -v suite
}

can_yaml() { [ "$(python3 -c 'import yaml; print(yaml.safe_load("[1, 2]"))')" = "[1, 2]" ]; }

can_pip() { python3 -m pip --version; }

# Go needs a C compiler to link the race detector.
can_race() {
	printf 'package main\n\nfunc main() {}\n' >main.go
	GOFLAGS='' CGO_ENABLED=1 go run -race main.go
}

# gdb runs a program that clang compiled, and a Python script reads a variable at a breakpoint.
can_gdb22() {
	printf 'int main(void) {\n  volatile int n = 41;\n  return n - 41;\n}\n' >g.c
	clang-22 -g g.c -o g
	printf 'gdb.execute("break 3")\ngdb.execute("run")\nprint("n is", int(gdb.newest_frame().read_var("n")))\n' >g.py
	gdb -q -batch -nx -x g.py g >log 2>&1 || { cat log; return 1; }
	grep '^n is 41' log || { cat log; return 1; }
}

# lldb does the same.
can_lldb22() {
	printf 'int main(void) {\n  volatile int n = 41;\n  return n - 41;\n}\n' >l.c
	clang-22 -g l.c -o l
	printf 'import lldb\ndef show(d, _):\n  f = d.GetSelectedTarget().GetProcess().GetSelectedThread().GetFrameAtIndex(0)\n' >l.py
	printf '  print("n is", f.FindVariable("n").GetValueAsUnsigned())\n__lldb_init_module = show\n' >>l.py
	lldb-22 --no-lldbinit --batch -o 'settings set target.disable-aslr false' -o 'breakpoint set -f l.c -l 3' -o run \
		-o 'command script import l.py' l >log 2>&1 || { cat log; return 1; }
	grep '^n is 41' log || { cat log; return 1; }
}

# CMake writes a compile database, and Ninja builds the project.
can_cmake22() {
	printf 'cmake_minimum_required(VERSION 3.16)\nproject(x CXX)\nset(CMAKE_EXPORT_COMPILE_COMMANDS ON)\nadd_executable(x x.cpp)\n' >CMakeLists.txt
	echo 'int main() {}' >x.cpp
	cmake -G Ninja -S . -B b -DCMAKE_CXX_COMPILER=clang++-22
	grep x.cpp b/compile_commands.json
	ninja -C b
	b/x
}

# The second time, ccache takes an object from its cache.
can_ccache() {
	echo 'int x;' >c.c
	export CCACHE_DIR=$PWD/cache CCACHE_CONFIGPATH=/dev/null
	for _ in 1 2; do ccache clang-22 -c c.c -o c.o; done
	ccache --print-stats | grep -E '(direct|preprocessed)_cache_hit.1'
}

can_distcc() { distcc --version && distccd --version; }

# Bazel, for the aspect in contrib/: Debian's package, which needs no network. Other distributions do not have it; then one test is skipped.
if apt-cache show bazel-bootstrap >/dev/null 2>&1; then
	needs+=("bazel4 bazel-bootstrap")
fi
can_bazel4() { bazel --version; }

# A headless browser runs a page's script.
can_browser() {
	local browser=${CHROMIUM:-} sandbox=()
	for browser in $browser chromium chromium-browser google-chrome google-chrome-stable; do
		! has "$browser" || break
	done
	[ "$(id -u)" -ne 0 ] || sandbox=(--no-sandbox)
	echo '<p></p><script>document.querySelector("p").append(6 * 7)</script>' >b.html
	HOME=$PWD timeout 60 "$browser" --headless --disable-gpu "${sandbox[@]}" --user-data-dir="$PWD/profile" --dump-dom "file://$PWD/b.html" >b.out
	grep '<p>42</p>' b.out
}

# The renderer supports tables, as GitHub does.
can_markdown() {
	printf '| a |\n| --- |\n| b |\n' | cmark-gfm -e table | grep -q '<td>b</td>'
}

can_asio() { test -f /usr/include/asio.hpp; }

can_jemalloc() { test -f /usr/lib/x86_64-linux-gnu/libjemalloc.so.2; }

can_neovim() { nvim --headless --clean +'lua vim.cmd(vim.lsp and "qa" or "cq")'; }

# target TRIPLE [EMULATOR] builds a program for another target and runs it. The shared libraries of the cross compiler are not needed.
target() {
	printf '#include <atomic>\n#include <cstdio>\nint main() { std::atomic<long long> n{42}; std::printf("%%lld\\n", n.load()); }\n' >t.cpp
	clang++-22 --target="$1" -std=c++20 -O2 -g -static -pthread t.cpp -latomic -o t
	[ "$(${2:-} ./t)" = 42 ]
	"$1-g++" --version
}
can_aarch64() { target aarch64-linux-gnu qemu-aarch64; }
can_i686() { target i686-linux-gnu; }
can_riscv64() { target riscv64-linux-gnu qemu-riscv64; }
can_armv7() { target arm-linux-gnueabihf qemu-arm; }

# able tests a capability, and writes the output to the file "$scratch/CAPABILITY.log".
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
able() {
	rm -rf "$scratch/$1"
	mkdir "$scratch/$1"
	# In a shell of its own, because -e does nothing in a function that an `if` calls.
	(cd "$scratch/$1" && bash -euc "$(declare -f); can_$1") >"$scratch/$1.log" 2>&1
}

# find_missing sets missing to the missing capabilities, and packages to the packages that provide them.
find_missing() {
	local need words
	missing=() packages=()
	for need in "${needs[@]}"; do # each by itself, as many at a time as there are cores
		while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do wait -n || true; done
		(able "${need%% *}" && touch "$scratch/${need%% *}.good") &
	done
	wait
	for need in "${needs[@]}"; do
		read -ra words <<<"$need"
		if ! [ -e "$scratch/${words[0]}.good" ]; then
			missing+=("${words[0]}")
			packages+=("${words[@]:1}")
		fi
	done
}

# root_prefix is the prefix of a command that needs root, for example sudo.
root_prefix=(env DEBIAN_FRONTEND=noninteractive)
if [ "$(id -u)" -ne 0 ]; then
	root_prefix=(sudo "${root_prefix[@]}")
fi

# quietly runs a command and shows its output only if it fails.
quietly() {
	local log status=0
	log=$(mktemp)
	"$@" >"$log" 2>&1 || status=$?
	if [ "$status" -ne 0 ]; then
		cat "$log" >&2
		rm -f "$log"
		die "failed with status $status: $*"
	fi
	rm -f "$log"
}

install_packages() {
	local missing packages package need
	has go || die "no go in PATH; see https://go.dev/dl"
	find_missing
	[ "${#missing[@]}" -eq 0 ] && return
	mapfile -t packages < <(printf '%s\n' "${packages[@]}" | sort -u)
	has apt-get || die "no apt-get; cannot: ${missing[*]}; install by hand: ${packages[*]}"
	has "${root_prefix[0]}" || die "neither root nor sudo; install as root: ${packages[*]}"
	say "apt-get install ${packages[*]} (for ${missing[*]})"
	quietly "${root_prefix[@]}" apt-get -qq update
	for package in "${packages[@]}"; do
		apt-cache show "$package" >/dev/null 2>&1 ||
			die "no package $package in this machine's sources; see https://apt.llvm.org"
	done
	quietly "${root_prefix[@]}" apt-get -qq -y --no-install-recommends \
		-o DPkg::Lock::Timeout=300 install "${packages[@]}"
	find_missing
	[ "${#missing[@]}" -eq 0 ] && return
	for need in "${missing[@]}"; do
		say "$need does not work:"
		cat "$scratch/$need.log" >&2
	done
	die "still missing after the install: ${missing[*]}"
}

# install_go NAME MODULE PACKAGE VERSION installs a Go program into .tools/bin. It also rebuilds a binary that an older Go built, because
# staticcheck could not read the language version in go.mod then.
install_go() {
	local bin=$tools/bin/$1 go_version
	go_version=$(cd "$root" && go env GOVERSION)
	if [ -x "$bin" ]; then
		local built
		built=$(go version -m "$bin" 2>/dev/null || true)
		if [[ $built == *": $go_version"* && $built == *"$2"*"$4"* ]]; then
			return
		fi
	fi
	say "go install $1@$4"
	mkdir -p "$tools/bin"
	# The toolchain of go.mod builds it; flags meant for this module do not.
	(cd "$root" && GOFLAGS='' GOTOOLCHAIN="$go_version" GOBIN="$tools/bin" quietly go install "$3@$4")
	[ -x "$bin" ] || die "go install left no $bin"
}

# install_python PACKAGE VERSION installs a package of PyPI into .tools/python of this repository.
install_python() {
	if ! [ -d "$tools/python/$1-$2.dist-info" ]; then
		say "pip install $1==$2"
		quietly python3 -m pip install --quiet --target "$tools/python" "$1==$2"
	fi
}

install_packages
install_python lsprotocol 2025.0.0 # the types of the Language Server Protocol
install_go staticcheck honnef.co/go/tools honnef.co/go/tools/cmd/staticcheck v0.8.2
install_go misspell github.com/golangci/misspell github.com/golangci/misspell/cmd/misspell v0.8.0
