#!/usr/bin/env bash
# install-tools.sh installs what the tests need and this machine lacks: LLVM
# and clang 22, 19 and 14, a C++20 standard library, lit, FileCheck (apt-get)
# and staticcheck (go install, into .tools/bin of this repository).
#
# It prints one line for each thing it installs, nothing when all is there,
# and changes nothing that is already installed. It does not add package
# sources: where the distribution has no llvm-22, add LLVM's own package source
# first. It ends with a non-zero status when anything is still missing.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
tools=$root/.tools
staticcheck_version=v0.8.2

say() { printf 'install-tools: %s\n' "$*" >&2; }
die() { say "error: $*"; exit 1; }
has() { command -v "$1" >/dev/null 2>&1; }

# needs lists "package command...": the package is installed when one of the
# commands is absent, so tools from any other source are left alone.
needs=(
	"llvm-22 opt-22 llc-22 llvm-as-22"
	"llvm-22-tools FileCheck-22 lit-22"
	"clang-22 clang++-22"
	"llvm-19 opt-19"
	"clang-19 clang++-19"
	"llvm-14 opt-14"
	"clang-14 clang++-14"
	"g++ g++"
)

# missing_packages prints the packages one of whose commands is not found.
missing_packages() {
	local need words cmd
	for need in "${needs[@]}"; do
		read -ra words <<<"$need"
		for cmd in "${words[@]:1}"; do
			if ! has "$cmd"; then
				echo "${words[0]}"
				break
			fi
		done
	done
	# clang has no standard library of its own; g++ brings the newest one.
	if has g++ && ! compgen -G '/usr/include/c++/*/coroutine' >/dev/null; then
		echo libstdc++-12-dev
	fi
}

# root_prefix is what goes before a command that needs root.
root_prefix=(env DEBIAN_FRONTEND=noninteractive)
if [ "$(id -u)" -ne 0 ]; then
	root_prefix=(sudo "${root_prefix[@]}")
fi

# quietly runs a command and shows what it said only when it fails.
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
	local missing
	mapfile -t missing < <(missing_packages)
	[ "${#missing[@]}" -eq 0 ] && return
	has apt-get || die "no apt-get; install by hand: ${missing[*]}"
	has "${root_prefix[0]}" || die "neither root nor sudo; install as root: ${missing[*]}"
	say "apt-get install ${missing[*]}"
	quietly "${root_prefix[@]}" apt-get -qq update
	local package
	for package in "${missing[@]}"; do
		apt-cache show "$package" >/dev/null 2>&1 ||
			die "no package $package in this machine's sources; see https://apt.llvm.org"
	done
	quietly "${root_prefix[@]}" apt-get -qq -y --no-install-recommends \
		-o DPkg::Lock::Timeout=300 install "${missing[@]}"
	mapfile -t missing < <(missing_packages)
	[ "${#missing[@]}" -eq 0 ] || die "still missing after the install: ${missing[*]}"
}

# install_staticcheck also rebuilds a binary that an older Go built, which
# could not read the language version in go.mod.
install_staticcheck() {
	local bin=$tools/bin/staticcheck go_version
	has go || die "no go in PATH; see https://go.dev/dl"
	go_version=$(cd "$root" && go env GOVERSION)
	if [ -x "$bin" ]; then
		local built
		built=$(go version -m "$bin" 2>/dev/null || true)
		if [[ $built == *": $go_version"* && $built == *"honnef.co/go/tools"*"$staticcheck_version"* ]]; then
			return
		fi
	fi
	say "go install staticcheck@$staticcheck_version"
	mkdir -p "$tools/bin"
	# The toolchain of go.mod builds it; flags meant for this module do not.
	(cd "$root" && GOFLAGS='' GOTOOLCHAIN="$go_version" GOBIN="$tools/bin" \
		quietly go install "honnef.co/go/tools/cmd/staticcheck@$staticcheck_version")
	[ -x "$bin" ] || die "go install left no $bin"
}

install_packages
install_staticcheck
