#!/bin/sh
# Removes from FOLDER (dist/ and installed packages) what no process reads: types, sources, source maps, texts. Licences stay.
# Usage: sh docker/slim.sh FOLDER
set -eu
cd "${1:?a folder}"
find node_modules -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.tsbuildinfo' \
  -o -iname '*.md' -o -iname '*.markdown' \) ! -iname '*licen[cs]e*' ! -iname '*notice*' ! -iname '*copying*' -delete
find dist -type f -name '*.map' -delete
# A peer of packages that use it only to compile.
rm -rf node_modules/typescript
