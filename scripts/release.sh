#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Makes all forms of a release from one list of systems: archives (the program, its licence and those of its dependencies, README, manual page and
# completion scripts), Python wheels, npm packages, Debian packages, a Homebrew formula, a container image where a tool can build it, a bill of
# materials, and SHA256SUMS. The same commit and the same Go result in the same bytes on any machine.
#   scripts/release.sh [OUT]      the forms go to OUT (default: dist); COROLOWER_SYSTEMS="linux/amd64 ..." makes those of some systems
#   scripts/release.sh --check    only builds for all systems, twice, and compares the bytes
#   scripts/release.sh --notices DIR    only copies the licences of all that is linked to DIR
set -euo pipefail
cd "$(dirname "$0")/.."
# GOOS/GOARCH, the wheel's tag, npm's name, Debian's name; - stands for none.
list="linux/amd64 manylinux2014_x86_64.manylinux_2_17_x86_64.musllinux_1_1_x86_64 linux-x64 amd64
linux/arm64 manylinux2014_aarch64.manylinux_2_17_aarch64.musllinux_1_1_aarch64 linux-arm64 arm64
linux/386 manylinux2014_i686.manylinux_2_17_i686.musllinux_1_1_i686 linux-ia32 i386
darwin/amd64 macosx_11_0_x86_64 darwin-x64 -
darwin/arm64 macosx_11_0_arm64 darwin-arm64 -
windows/amd64 win_amd64 win32-x64 -
windows/arm64 win_arm64 win32-arm64 -
freebsd/amd64 - freebsd-x64 -
freebsd/arm64 - freebsd-arm64 -"
if [ -n "${COROLOWER_SYSTEMS:-}" ]; then
  list=$(for s in $COROLOWER_SYSTEMS; do grep "^$s " <<<"$list"; done)
fi
systems=$(cut -d' ' -f1 <<<"$list")
nfpm=github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.45.2
version=$(sed -n 's/^const versionNumber = "\(.*\)"$/\1/p' cmd/corolower/help.go)
[ -n "$version" ] || { echo "release: no version in cmd/corolower/help.go" >&2; exit 1; }
export CGO_ENABLED=0 TZ=UTC LC_ALL=C
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}

build() { # GOOS/GOARCH FILE
  GOOS=${1%/*} GOARCH=${1#*/} GOFLAGS=-mod=readonly GOAMD64=v1 GOARM64=v8.0 GO386=sse2 \
    go build -trimpath -buildvcs=false -ldflags='-s -w -buildid=' -o "$2" ./cmd/corolower
}

# The licences of Go and of each module that is linked for a system, since their code is in the program.
notices() { # GOOS/GOARCH DIR
  local root path dir found
  root=$(go env GOROOT)
  mkdir -p "$2/go"
  cp "$root/LICENSE" "$2/go/LICENSE"
  GOOS=${1%/*} GOARCH=${1#*/} GOFLAGS=-mod=readonly \
    go list -deps -f '{{with .Module}}{{if not .Main}}{{.Path}} {{.Dir}}{{end}}{{end}}' ./cmd/corolower | sort -u |
    while read -r path dir; do
      [ -n "$path" ] || continue
      mkdir -p "$2/$path"
      found=
      for file in "$dir"/LICENSE* "$dir"/LICENCE* "$dir"/COPYING* "$dir"/NOTICE*; do
        if [ -f "$file" ]; then cp "$file" "$2/$path/"; found=1; fi
      done
      [ -n "$found" ] || { echo "release: no licence in $path" >&2; exit 1; }
    done
}

if [ "${1:-}" = --notices ]; then
  for s in $systems; do notices "$s" "$2"; done
  chmod -R u+w "$2"
  exit 0
fi

if [ "${1:-}" = --check ]; then
  tmp=$(mktemp -d); trap 'rm -rf "$tmp"' EXIT
  for s in $systems; do build "$s" "$tmp/${s/\//-}"; notices "$s" "$tmp/licenses"; echo "builds: $s"; done
  mkdir "$tmp/tree"
  tar --exclude=./.git --exclude=./.tools --exclude=./bin --exclude=./dist -cf - . | tar -xf - -C "$tmp/tree"
  (cd "$tmp/tree" && build linux/amd64 "$tmp/again")
  cmp "$tmp/linux-amd64" "$tmp/again"
  echo "the same bytes from two directories"
  exit 0
fi

case ${1:-} in -*) echo "release: unknown option $1" >&2; exit 2 ;; esac
out=${1:-dist}
rm -rf "$out"; mkdir -p "$out"
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
build "$(go env GOHOSTOS)/$(go env GOHOSTARCH)" "$work/host"
for s in $systems; do
  name=corolower-$version-${s/\//-}
  dir=$work/$name; mkdir -p "$dir/completions"
  exe=corolower; [ "${s%/*}" = windows ] && exe=corolower.exe
  build "$s" "$dir/$exe"
  cp LICENSE README.md CHANGELOG.md "$dir/"
  notices "$s" "$dir/licenses"
  "$work/host" man > "$dir/corolower.1"
  for sh in bash zsh fish powershell; do "$work/host" completion "$sh" > "$dir/completions/corolower.$sh"; done
  find "$dir" -type d -exec chmod 755 {} + ; find "$dir" -type f -exec chmod 644 {} + ; chmod 755 "$dir/$exe"
  tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --format=ustar -C "$work" -cf - "$name" | gzip -9n > "$out/$name.tar.gz"
done
cut -d' ' -f1-3 <<<"$list" | go run -pgo=off ./scripts/package "$version" "$work" "$out"

while read -r s _ _ arch; do
  [ "$arch" != - ] || continue
  dir=$work/corolower-$version-${s/\//-}
  gzip -9n < "$dir/corolower.1" > "$dir/corolower.1.gz"
  cat > "$work/nfpm.yaml" <<EOF
name: corolower
version: $version
arch: $arch
platform: linux
section: devel
maintainer: The corolower authors <corolower@users.noreply.github.com>
description: Compiler launcher and lowering for C++ coroutines
homepage: https://github.com/corolower/corolower
license: Apache-2.0 WITH LLVM-exception
mtime: "$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)"
recommends: [clang]
contents:
  - {src: $dir/corolower, dst: /usr/bin/corolower}
  - {src: $dir/corolower.1.gz, dst: /usr/share/man/man1/corolower.1.gz}
  - {src: $dir/completions/corolower.bash, dst: /usr/share/bash-completion/completions/corolower}
  - {src: $dir/completions/corolower.zsh, dst: /usr/share/zsh/vendor-completions/_corolower}
  - {src: $dir/completions/corolower.fish, dst: /usr/share/fish/vendor_completions.d/corolower.fish}
  - {src: $dir/LICENSE, dst: /usr/share/doc/corolower/copyright}
  - {src: $dir/licenses, dst: /usr/share/doc/corolower/licenses, type: tree}
EOF
  go run "$nfpm" package -f "$work/nfpm.yaml" -p deb -t "$out/" > /dev/null
done <<<"$list"

for tool in podman buildah docker; do # an image needs a tool that works here
  if $tool info > /dev/null 2>&1; then
    [ $tool = buildah ] && build=bud || build=build
    cp "$work/corolower-$version-linux-amd64/corolower" "$work/corolower"
    $tool $build -q -f contrib/Containerfile --target released -t "corolower:$version" "$work" && echo "image: corolower:$version"
    break
  fi
done
(cd "$out" && sha256sum -- * > "$work/sums" && mv "$work/sums" SHA256SUMS)
cat "$out/SHA256SUMS"
