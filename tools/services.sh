#!/usr/bin/env bash
# Makes sure that the programs outside Python which the tests start are installed.
set -euo pipefail

missing=()
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || missing+=(postgresql)
# Several processes find each other by it.
command -v nats-server >/dev/null || [ -x /usr/sbin/nats-server ] || missing+=(nats-server)
# A room with TLS is tested with a certificate of its own.
command -v openssl >/dev/null || missing+=(openssl)
# The test of power loss compiles a small recorder.
command -v "${CC:-cc}" >/dev/null || command -v gcc >/dev/null || missing+=(gcc libc6-dev)
# The browser tests drive a real one; the font makes their pictures alike everywhere.
command -v chromium >/dev/null || command -v chromium-browser >/dev/null || missing+=(chromium fonts-dejavu-core)
# The samples of deploy/ are run by the programs they are for.
command -v nginx >/dev/null || [ -x /usr/sbin/nginx ] || missing+=(nginx-light)
command -v caddy >/dev/null || missing+=(caddy)
# Its promtool reads the alert rules as a running Prometheus would.
command -v promtool >/dev/null || missing+=(prometheus)
command -v curl >/dev/null || missing+=(curl)
command -v systemd-analyze >/dev/null || missing+=(systemd)
[ ${#missing[@]} -eq 0 ] && exit 0

if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
  echo "Installing ${missing[*]}"
  # In this run level Debian installs services without starting them.
  export RUNLEVEL=1
  apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null && exit 0
fi
echo "cardroom: the tests need ${missing[*]}: install it, on Debian with 'apt-get install ${missing[*]}'." >&2
exit 1
