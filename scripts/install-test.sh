#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Installs each form of a release for this machine, each in an empty Debian system without network, and does README's main job with it: a CMake
# project with coroutines, built plainly and with corolower.
#   scripts/install-test.sh DIST [FORM...]      DIST is the output of scripts/release.sh; FORM is archive, wheel, npm, deb or go
# COROLOWER_BASE is the Debian system, with clang, g++, cmake, make, python3-venv and npm. Without it, debootstrap makes one, in some minutes.
# Needs root and Linux. Where overlay file systems cannot be mounted, each form gets a copy.
set -euo pipefail
cd "$(dirname "$0")/.."
[ -n "${1:-}" ] || { echo "install-test: name the folder of scripts/release.sh" >&2; exit 2; }
dist=$(readlink -f "$1") forms=${*:2} top=$PWD arch=$(go env GOHOSTARCH)
work=$(mktemp -d)
trap 'for m in usr/local/go gomod src dist dev proc ""; do umount "$work/root/$m" 2>/dev/null || true; done; rm -rf "$work"' EXIT

base=${COROLOWER_BASE:-}
if [ -z "$base" ]; then
  base=$work/base
  # The first repository of this machine, whatever it is.
  set -- $(apt-get indextargets --format '$(SITE) $(CODENAME)' 'Created-By: Packages' | awk '$2 !~ /-/ {print $2, $1; exit}')
  debootstrap --variant=minbase "$1" "$base" "$2" > "$work/log"
  cp /etc/resolv.conf "$base/etc/"
  cp -r /etc/apt/apt.conf.d "$base/etc/apt/"
  chroot "$base" sh -c 'apt-get -q update && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
    clang g++ cmake make python3-venv npm' >> "$work/log"
fi

mkdir "$work/project"
cat > "$work/project/CMakeLists.txt" <<'EOF'
cmake_minimum_required(VERSION 3.16)
project(sums CXX)
set(CMAKE_CXX_STANDARD 20)
add_executable(sums sums.cpp)
EOF
cat > "$work/project/sums.cpp" <<'EOF'
#include <coroutine>
#include <cstdio>
#include <cstdlib>
volatile int allocations;
void *operator new(std::size_t n) { allocations = allocations + 1; return std::malloc(n); }
void operator delete(void *p) noexcept { std::free(p); }
void operator delete(void *p, std::size_t) noexcept { std::free(p); }
struct task {
  struct promise_type {
    int value = 0;
    std::coroutine_handle<> next = std::noop_coroutine();
    task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    struct to_next {
      bool await_ready() noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept { return h.promise().next; }
      void await_resume() noexcept {}
    };
    to_next final_suspend() noexcept { return {}; }
    void return_value(int n) { value = n; }
    void unhandled_exception() { std::abort(); }
  };
  std::coroutine_handle<promise_type> handle;
  ~task() { handle.destroy(); }
  bool await_ready() { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> h) { handle.promise().next = h; return handle; }
  int await_resume() { return handle.promise().value; }
};
static task square(int n) { co_return n * n; }
static task sum(int n) {
  int s = 0;
  for (int k = 1; k <= n; ++k) s += co_await square(k);
  co_return s;
}
int main() {
  task t = sum(1000);
  t.handle.resume();
  std::printf("sum %d, allocations %d\n", t.handle.promise().value, allocations);
}
EOF
cat > "$work/job.sh" <<'EOF'
set -e
export HOME=/root PATH=/v/bin:/root/go/bin:/opt/corolower:/usr/local/go/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin
corolower --version
cd /project
cmake -B plain -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=clang++ . > log
cmake --build plain >> log
cmake -B build -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_CXX_COMPILER_LAUNCHER="corolower;cc" . >> log
cmake --build build >> log
corolower cc --stats | tee log | head -5
grep -q '[1-9][0-9]*  allocations elided' log
echo "plain:     $(plain/sums)"
echo "corolower: $(build/sums)"
[ "$(build/sums)" = "sum 333833500, allocations 0" ] # plainly, clang 15 and later leave 1000, and clang 14 none
EOF

root() { # mounts a fresh system at $work/root
  mkdir -p "$work/root" "$work/upper" "$work/inner"
  mount -t overlay overlay -o "lowerdir=$base,upperdir=$work/upper,workdir=$work/inner" "$work/root" 2>/dev/null || cp -a "$base/." "$work/root/"
  mkdir -p "$work/root/dist" "$work/root/src" "$work/root/gomod" "$work/root/usr/local/go"
  mount --bind "$dist" "$work/root/dist"
  mount -t proc proc "$work/root/proc"
  mount --bind /dev "$work/root/dev"
  cp -r "$work/project" "$work/root/project"
}

unroot() {
  for m in usr/local/go gomod src dist dev proc ""; do umount "$work/root/$m" 2>/dev/null || true; done
  rm -rf "$work/root" "$work/upper" "$work/inner"
}

failed=0
form() { # NAME COMMAND
  [ -z "$forms" ] || [[ " $forms " = *" ${1%% *} "* ]] || return 0
  echo "== $1"
  echo "\$ $2"
  root
  if [ "$1" = "go install" ]; then
    mount --bind "$(go env GOROOT)" "$work/root/usr/local/go"
    mount --bind "$top" "$work/root/src"
    mount --bind "$(go env GOMODCACHE)" "$work/root/gomod"
  fi
  local begin=$(date +%s.%N)
  if unshare -n chroot "$work/root" bash -c "export HOME=/root PATH=/usr/local/go/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin; set -e; $2" > "$work/log" 2>&1; then
    echo "installed in $(awk "BEGIN{printf \"%.1f\", $(date +%s.%N) - $begin}") s"
    unshare -n chroot "$work/root" bash -s < "$work/job.sh" || { echo "FAILED: $1"; failed=1; }
  else
    tail -20 "$work/log"; echo "FAILED: $1"; failed=1
  fi
  unroot
}

cd "$dist"
form archive "mkdir -p /opt/corolower && tar -xzf /dist/$(echo corolower-*-linux-"$arch".tar.gz) -C /opt/corolower --strip-components=1"
form wheel "python3 -m venv /v && /v/bin/pip install --no-index --find-links /dist corolower"
form npm "npm install --offline -g /dist/corolower-npm-*.tgz /dist/corolower-linux-$([ "$arch" = amd64 ] && echo x64 || echo "$arch")-npm-*.tgz"
form deb "dpkg -i /dist/corolower_*_$arch.deb"
form "go install" "cd /src && GOFLAGS=-mod=readonly GOPROXY=off GOMODCACHE=/gomod GOCACHE=/tmp/gocache CGO_ENABLED=0 go install -pgo=off -buildvcs=false ./cmd/corolower"
sha256sum -c --quiet SHA256SUMS && echo "== checksums: all right"
exit $failed
