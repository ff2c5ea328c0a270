#!/usr/bin/env bash
# Puts a backup into an empty place and audits every cent of it. Then point the room at that place.
#
#   deploy/restore.sh BACKUP sqlite:////var/lib/cardroom/restored.db
#   deploy/restore.sh BACKUP postgresql://USER@HOST/EMPTY
set -euo pipefail

if [ $# -ne 2 ]; then
  echo "restore.sh: name the backup and the address of an empty place, and nothing else." >&2
  exit 2
fi
cardroom restore "$1" --database "$2"
cardroom ledger audit --database "$2"
