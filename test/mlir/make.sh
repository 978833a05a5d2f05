#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Makes the .ll files of testdata from the .mlir files, by the tools of the package mlir-22-tools.
set -e
cd "$(dirname "$0")/testdata"
for f in *.mlir; do
  mlir-opt-22 --convert-scf-to-cf --async-func-to-async-runtime --async-to-async-runtime --canonicalize --async-runtime-ref-counting --async-runtime-ref-counting-opt \
    --convert-async-to-llvm --convert-arith-to-llvm --convert-func-to-llvm --convert-cf-to-llvm --finalize-memref-to-llvm \
    --reconcile-unrealized-casts "$f" | mlir-translate-22 --mlir-to-llvmir -o "${f%.mlir}.ll"
done
