#!/usr/bin/env bash
# Makes one backup of a room, which may be open, and deletes the oldest ones.
#
#   CARDROOM_DATABASE_ADDRESS=sqlite:////var/lib/cardroom/room.db deploy/backup.sh FOLDER
#
# The address may also be postgresql://USER@HOST/NAME, and `cardroom` must be on the PATH.
# CARDROOM_BACKUPS_KEPT says how many backups stay (14). Every backup of SQLite is audited; one of
# PostgreSQL is audited once it is restored.
set -euo pipefail

fail() {
  echo "backup.sh: $1" >&2
  exit 2
}

[ $# -eq 1 ] || fail "name the folder for the backups, and nothing else."
folder=$1
address=${CARDROOM_DATABASE_ADDRESS:-}
kept=${CARDROOM_BACKUPS_KEPT:-14}
[ -n "$address" ] || fail "set CARDROOM_DATABASE_ADDRESS to the room's database."
[[ $kept =~ ^[1-9][0-9]*$ ]] || fail "CARDROOM_BACKUPS_KEPT is a whole number of at least 1."
command -v cardroom >/dev/null || fail "cardroom is not on the PATH."
case $address in postgres*) ending=dump ;; *) ending=db ;; esac

umask 077
mkdir -p "$folder"
copy="$folder/room-$(date -u +%Y%m%dT%H%M%SZ).$ending"
cardroom backup --database "$address" "$copy"
if [ "$ending" = db ]; then
  cardroom ledger audit --without-replay --database "sqlite:///$copy"
fi

find "$folder" -maxdepth 1 -name "room-*.$ending" | sort -r | tail -n "+$((kept + 1))" | xargs -r -d '\n' rm --
