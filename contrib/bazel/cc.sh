#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A compiler for Bazel that lowers coroutines: clang behind `corolower cc`.
#
#   bazel build --repo_env=CC=$PWD/tools/cc.sh --action_env=COROLOWER=/opt/corolower/bin/corolower //...
#
# In a toolchain of your own, name this file as the tool `gcc`. For remote execution, corolower and clang have to be where the actions run: put them into
# the image, or into the toolchain's compiler_files. Nothing is counted there (corolower cc --stats), because actions may not write outside of their outputs.
exec "${COROLOWER:-corolower}" cc "${COROLOWER_CLANG:-clang}" "$@"
