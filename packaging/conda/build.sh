#!/bin/sh
# Installs the unpacked archive in the current folder into $PREFIX, for conda build.
set -eu
mkdir -p "$PREFIX/bin" "$PREFIX/lib/treeline"
cp -Rp . "$PREFIX/lib/treeline/"
ln -s ../lib/treeline/bin/treeline "$PREFIX/bin/treeline"
