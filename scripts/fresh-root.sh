#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# fresh-root.sh shows that README's commands work on a fresh machine: it makes
# a minimal root of this machine's distribution, puts Go and a clean checkout
# of HEAD into it, and runs them there.
#
#	scripts/fresh-root.sh                            # README's two commands
#	scripts/fresh-root.sh 'make tools check lit'     # something else
#
# The root contains only the prerequisites of a checkout: git, make and the
# certificates of this machine. The project's own scripts must install the
# rest, with the package sources and the Go settings of this machine, which
# are copied unchanged.
#
# Needs root, apt, and room for about 5 GB below TMPDIR; installs mmdebstrap
# if it is missing. The commands run in namespaces of their own. When they end,
# or this script is stopped, their mounts and processes disappear, and then the
# root is removed. With KEEP=1 the root stays.
set -euo pipefail

repo=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
commands=${1:-'go run ./cmd/corolower examples/generator.ll -pass-remarks=coro-split && make test'}

say() { printf 'fresh-root: %s\n' "$*" >&2; }
die() { say "error: $*"; exit 1; }

[ "$(id -u)" -eq 0 ] || die "run this as root"
for tool in go git unshare apt-get; do
	command -v "$tool" >/dev/null || die "no $tool"
done
if ! command -v mmdebstrap >/dev/null; then
	say "apt-get install mmdebstrap"
	apt-get -qq update
	DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends install mmdebstrap >/dev/null
fi
[ -z "$(git -C "$repo" status --porcelain)" ] || say "what is not committed is left out"

work=$(mktemp -d "${TMPDIR:-/tmp}/fresh-root.XXXXXX")
root=$work/root
child=
# cleanup removes nothing while anything is mounted below the root.
cleanup() {
	trap - EXIT INT TERM
	if [ -n "$child" ]; then
		kill -KILL "$child" 2>/dev/null || true
		wait "$child" 2>/dev/null || true
	fi
	if grep -qF " $work/" /proc/self/mountinfo; then
		die "something is mounted below $work; not removed"
	elif [ "${KEEP:-}" = 1 ]; then
		say "the root is left in $root"
	else
		rm -rf --one-file-system "$work"
	fi
}
trap cleanup EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# The distribution's release, this machine's package sources, and how apt reaches them.
codename=$(. /etc/os-release && echo "${VERSION_CODENAME:?}")
sources=()
for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources; do
	[ -s "$file" ] && sources+=("$file")
done
apt-config dump | grep '^Acquire::' | grep -v '^Acquire::Changelogs' >"$work/apt.conf" || true
say "making a root of $codename"
mmdebstrap --quiet --mode=root --variant=apt --include=git,make,ca-certificates --aptopt="$work/apt.conf" \
	"$codename" "$root" "${sources[@]}"

say "$(go env GOVERSION), checkout $(git -C "$repo" rev-parse --short HEAD)"
cp -a "$(go env GOROOT)/." "$root/usr/local/go/"
git clone --quiet --no-hardlinks "$repo" "$root/root/checkout"
# This machine's network settings: name resolution and trusted certificates.
for file in /etc/resolv.conf /etc/hosts; do
	cat "$file" >"$root$file"
done
certificates=/etc/ssl/certs/ca-certificates.crt
cat "${SSL_CERT_FILE:-$certificates}" >"$root$certificates"

env=(
	HOME=/root PATH=/usr/local/go/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
	LANG=C.UTF-8 TMPDIR=/tmp SSL_CERT_FILE="$certificates"
)
for name in GOPROXY GONOPROXY GOPRIVATE GOSUMDB GONOSUMDB GOINSECURE GOTOOLCHAIN GOFLAGS; do
	env+=("$name=$(go env "$name")")
done
for name in http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY; do
	[ -z "${!name:-}" ] || env+=("$name=${!name}")
done

say "running in it: $commands"
# The first process of the namespaces mounts /proc and the like. When it ends, all others end.
unshare --mount --propagation private --pid --fork --kill-child bash -euc '
	mount -t proc proc "$1/proc"
	mount -t sysfs -o ro sysfs "$1/sys"
	mount --rbind /dev "$1/dev"
	exec chroot "$1" env -i "${@:3}" bash -c "cd /root/checkout && $2"
' bash "$root" "$commands" "${env[@]}" </dev/null &
child=$!
status=0
wait "$child" || status=$?
child=
say "ended with status $status"
exit "$status"
