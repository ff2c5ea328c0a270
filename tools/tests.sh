#!/usr/bin/env bash
# Runs pytest with one process more than there are cores: tests of real rooms and browsers wait half of their time. Each begins with
# a part of the tests in their order, so that few open a browser; who has finished takes over half of another's rest.
# The few tests that fail beside others run once more, alone, and every one of them is named. What fails twice, or fails
# in numbers, has failed (docs/decisions/0144).
set -uo pipefail
cd "$(dirname "$0")/.."
most=12
failed=.pytest_cache/v/cache/lastfailed

workers=$(($(.venv/bin/python -c 'import os; print(os.cpu_count() or 1)') + 1))
.venv/bin/pytest -q -n $workers --dist worksteal "$@"
status=$?
[ $status -eq 1 ] || exit $status
count=$(.venv/bin/python -c 'import json, sys; print(len(json.load(open(sys.argv[1]))))' "$failed") || exit 1
if [ "$count" -gt "$most" ]; then
  echo "$count tests failed: too many for a second run"
  exit 1
fi
echo "Running what failed once more, alone; what passes now depends on the load of the machine or on chance, and is to be put right:"
.venv/bin/python -c 'import json, sys; print(*json.load(open(sys.argv[1])), sep="\n")' "$failed"
.venv/bin/pytest -q -n 0 --last-failed --last-failed-no-failures none "$@"
