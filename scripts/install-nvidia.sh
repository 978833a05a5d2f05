#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# install-nvidia.sh installs NVIDIA's ptxas 12.9, and a CUDA toolkit 13.5 with ptxas, nvlink, fatbinary, libNVVM, the runtime library and the headers, into .tools/nvidia of
# this repository, from NVIDIA's wheels for Python. ptxas 12.9 still supports sm_50 to sm_72; 13.5 supports the newest machines. No GPU and no driver are needed.
#
# It prints one line for each link that it makes, and nothing if all are there. .tools/nvidia/cuda is the toolkit; ptxas-12, ptxas-13, libnvvm.so and cuda.h are links to
# files.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
dir=$root/.tools/nvidia

say() { printf 'install-nvidia: %s\n' "$*" >&2; }

# install LINK PATH WHEEL...
install() {
	local link=$1 path=$2
	shift 2
	[ -e "$dir/$link" ] && return
	say "pip install $*"
	mkdir -p "$dir"
	python3 -m pip install --quiet --root-user-action=ignore --disable-pip-version-check --no-deps --upgrade --target "$dir/$link.d" "$@"
	[ -e "$dir/$link.d/$path" ] || { say "error: $* has no $path"; exit 1; }
	ln -sfn "$link.d/$path" "$dir/$link"
}

# inKit LINK PATH makes a link to a file of the toolkit.
inKit() {
	[ -e "$dir/$1" ] && return
	say "$1"
	[ -e "$dir/cuda/$2" ] || { say "error: the toolkit has no $2"; exit 1; }
	ln -sfn "cuda/$2" "$dir/$1"
}

# runs LINK
runs() {
	chmod +x "$(readlink -f "$dir/$1")"
	"$dir/$1" --version >/dev/null || { say "error: $1 does not run here"; exit 1; }
}

install ptxas-12 nvidia/cuda_nvcc/bin/ptxas nvidia-cuda-nvcc-cu12==12.9.86
install cuda nvidia/cu13 nvidia-cuda-nvcc==13.5.37 nvidia-cuda-runtime==13.5.37 nvidia-nvvm==13.5.37 nvidia-cuda-crt==13.5.37 nvidia-cuda-cccl==13.3.5.0.6
inKit ptxas-13 bin/ptxas
inKit libnvvm.so lib/libnvvm.so.4
inKit cuda.h include/cuda.h
# clang's header for CUDA includes this header of cuRAND
[ -e "$dir/cuda/include/curand_mtgp32_kernel.h" ] || : >"$dir/cuda/include/curand_mtgp32_kernel.h"
runs ptxas-12
runs ptxas-13
runs cuda/bin/fatbinary
