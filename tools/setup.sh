#!/usr/bin/env bash
# Makes .venv with exactly what requirements-dev.lock names, and cardroom itself as editable.
set -euo pipefail
cd "$(dirname "$0")/.."
python=${PYTHON:-python3}

fail() {
  echo "cardroom: $1" >&2
  exit 1
}

command -v "$python" >/dev/null || fail "Python is missing: install python3 (3.11 or newer)."
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
  fail "$("$python" --version) is too old: install Python 3.11 or newer, or name one with PYTHON=..."
if [ ! -x .venv/bin/python ]; then
  echo "Making a virtual environment in .venv"
  "$python" -m venv .venv || fail "Python cannot make virtual environments: install python3-venv."
fi

echo "Installing the locked packages"
if [ ! -x .venv/bin/uv ]; then
  awk '/^uv==/ {on = 1} /^[^ ]/ && !/^uv==/ {on = 0} on' requirements-dev.lock >.venv/uv.lock
  .venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes \
    -r .venv/uv.lock 2>/dev/null || echo "uv is not to be had here: pip installs instead"
fi
if [ -x .venv/bin/uv ]; then
  install=(.venv/bin/uv pip install --quiet --python .venv/bin/python)
else
  install=(.venv/bin/python -m pip install --quiet --disable-pip-version-check)
fi
"${install[@]}" --require-hashes -r requirements-dev.lock ||
  fail "The locked packages could not be installed: is the package index within reach?"
"${install[@]}" --no-build-isolation --no-deps -e .
touch .venv/.ready
