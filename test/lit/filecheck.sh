#!/bin/sh
# FileCheck on the output without its comment lines.
#
# corolower keeps the comments of its input, so the directives of a test (and its first line, which says what it
# shows) would stand in the output and match themselves. Tests of the comments use rawFileCheck instead.
# $FILECHECK is LLVM's FileCheck; arguments are FileCheck's, of which --input-file=F is understood here.
input=-
n=$#
while [ "$n" -gt 0 ]; do
  arg=$1
  shift
  case $arg in
    --input-file=*) input=${arg#--input-file=} ;;
    *) set -- "$@" "$arg" ;;
  esac
  n=$((n - 1))
done
sed -e '/^[[:space:]]*;/d' "$input" | "$FILECHECK" "$@"
