#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# install-nvidia.sh installs two versions of NVIDIA's ptxas, libNVVM 13.5 and the driver's header into .tools/nvidia of this repository, from NVIDIA's wheels for
# Python. ptxas 12.9 still supports sm_50 to sm_72; 13.5 supports the newest machines, and nvlink and fatbinary come with it. No GPU and no driver are needed.
#
# It prints one line for each file that it installs, and nothing if all are installed. .tools/nvidia/ptxas-12, ptxas-13, libnvvm.so and cuda.h are links to the files.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
dir=$root/.tools/nvidia

say() { printf 'install-nvidia: %s\n' "$*" >&2; }

# install LINK WHEEL PATH
install() {
	[ -e "$dir/$1" ] && return
	say "pip install $2"
	mkdir -p "$dir"
	python3 -m pip install --quiet --root-user-action=ignore --disable-pip-version-check --no-deps --upgrade --target "$dir/${1}.d" "$2"
	[ -f "$dir/${1}.d/$3" ] || { say "error: $2 has no $3"; exit 1; }
	chmod +x "$dir/${1}.d/$3"
	ln -sfn "${1}.d/$3" "$dir/$1"
}

# runs LINK
runs() {
	"$dir/$1" --version >/dev/null || { say "error: $1 does not run here"; exit 1; }
}

install ptxas-12 nvidia-cuda-nvcc-cu12==12.9.86 nvidia/cuda_nvcc/bin/ptxas
install ptxas-13 nvidia-cuda-nvcc==13.5.37 nvidia/cu13/bin/ptxas
install libnvvm.so nvidia-nvvm==13.5.37 nvidia/cu13/lib/libnvvm.so.4
install cuda.h nvidia-cuda-runtime==13.5.37 nvidia/cu13/include/cuda.h
runs ptxas-12
runs ptxas-13
