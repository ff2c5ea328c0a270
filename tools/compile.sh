#!/usr/bin/env bash
# Installs cardroom with its hot modules compiled into the folder named, or marks it empty without a compiler.
set -euo pipefail
cd "$(dirname "$0")/.."
target=$1

rm -rf "$target"
mkdir -p "$target"
if ! command -v cc >/dev/null && ! command -v gcc >/dev/null; then
  : >"$target/.ready"
  exit 0
fi
# Where tests/packaging has built a wheel of this very tree, it is compiled already.
from=$(.venv/bin/python -m tests.packaging.wheels --compiled 2>/dev/null) || from=.
log=$(mktemp)
if ! CARDROOM_WITHOUT_CLIENT=1 .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-build-isolation \
  --no-deps --no-index --target "$target" "$from" >"$log" 2>&1; then
  cat "$log" >&2
  exit 1
fi
rm -rf "$log" build/lib* build/temp* build/bdist*
echo compiled >"$target/.ready"
