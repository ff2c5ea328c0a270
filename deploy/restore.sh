#!/usr/bin/env bash
# Puts a backup into an empty place and audits every cent of it. Then point the room at that place.
#
#   deploy/restore.sh BACKUP sqlite:////var/lib/cardroom/restored.db
#   deploy/restore.sh BACKUP postgresql://USER@HOST/EMPTY
set -euo pipefail

copy=${1:?"usage: restore.sh BACKUP ADDRESS"}
address=${2:?"usage: restore.sh BACKUP ADDRESS"}
cardroom restore "$copy" --database "$address"
cardroom ledger audit --database "$address"
