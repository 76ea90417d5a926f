#!/bin/sh
# Keeps copies of a PostgreSQL server: everything that it writes, as it writes it (pg_receivewal), and a base backup a day, which it
# restores on trial. deploy/restore.sh makes a server of them, of any moment since the oldest base (docs/runbooks/backup-restore.md).
# Usage: BACKUP_FOLDER=... PGHOST=... PGUSER=... sh deploy/backup.sh   runs until it is stopped
#
# PGHOST, PGPORT, PGUSER, PGDATABASE, PGPASSWORD  the server, and a role that may replicate
# PGPASSWORD_FILE        a file with the password instead
# BACKUP_FOLDER          where everything is kept, for one server
# BACKUP_EVERY_HOURS     between two base backups (24)
# BACKUP_KEPT_DAYS       how long they are kept, and what is needed to go on from them (14)
# BACKUP_CHECK_SECONDS   between two looks at how far the copy is (30)
#
# BACKUP_FOLDER/base/TIME           a base backup
#               wal                 what the server wrote since the oldest one
#               before-TIME         the same of an earlier server: one that was restored, or whose copy has a gap
#               backup-status.json  base, wal, tried: the times (UTC) of the last base backup, up to which everything is copied, and
#                                   of the last base backup that was restored on trial
set -eu
umask 077
folder=${BACKUP_FOLDER:?the folder for backups}
hours=${BACKUP_EVERY_HOURS:-24}
kept=${BACKUP_KEPT_DAYS:-14}
every=${BACKUP_CHECK_SECONDS:-30}
here=$(cd "$(dirname "$0")" && pwd)
slot=portal_backup
if [ -n "${PGPASSWORD_FILE:-}" ]; then
  PGPASSWORD=$(cat "$PGPASSWORD_FILE")
  export PGPASSWORD
fi
export PGDATABASE="${PGDATABASE:-portal}" PGCONNECT_TIMEOUT=10
receiver=
maker=
wal=
cd "$folder"

say() { echo "backup: $*" >&2; }
now() { date -u +%Y-%m-%dT%H:%M:%SZ; }
ask() { psql -XAtqw -v ON_ERROR_STOP=1 -c "$1"; }
runs() { [ -n "$1" ] && kill -0 "$1" 2>/dev/null; }
stop() {
  trap - EXIT
  for one in $receiver $maker; do kill "$one" 2>/dev/null || true; done
  wait
  exit "$1"
}
trap 'stop 0' TERM INT
trap 'stop 1' EXIT
# A signal ends the wait, not only the sleep.
pause() {
  sleep "$1" &
  wait $! || true
}

# newest FILE: the content of a file in the newest base backup that has it.
newest() { find base -mindepth 2 -maxdepth 2 -name "$1" 2>/dev/null | sort | tail -1 | xargs -r cat; }
report() {
  printf '{"base":"%s","wal":"%s","tried":"%s"}\n' "$(newest taken)" "$wal" "$(newest tried)" |
    sed 's/""/null/g' >backup-status.json.new
  chmod 644 backup-status.json.new
  mv backup-status.json.new backup-status.json
}

# Without the slot this is another server than the copied one, or the copy lacks what the server has given up since.
begin() {
  state=$(ask "select coalesce(max(wal_status), 'none') from pg_replication_slots where slot_name = '$slot'") || return 1
  if [ "$state" = lost ]; then
    say 'the server has given up what was not copied yet: a new copy begins'
    ask "select pg_drop_replication_slot('$slot')" || return 1
    state=none
  fi
  if [ "$state" = none ] && [ -d wal ]; then
    old=before-$(now)
    mkdir "$old"
    mv base wal "$old"
  fi
  mkdir -p base wal
  [ "$state" != none ] || ask "select pg_create_physical_replication_slot('$slot', true)" >/dev/null
}

# A base backup, complete before it has its name; then what is too old goes.
base() {
  rm -rf base/*.part try
  taken=$(now)
  pg_basebackup -w -D "base/$taken.part" -F tar -z -X stream -c fast -l portal || return 1
  echo "$taken" >"base/$taken.part/taken"
  mv "base/$taken.part" "base/$taken"
  if BACKUP_FOLDER=$folder sh "$here/restore.sh" "$folder/try" >&2; then now >"base/$taken/tried"; else say 'the trial of the restore failed'; fi
  rm -rf try
  find base -mindepth 1 -maxdepth 1 -name '*Z' ! -name "$taken" -mmin "+$((kept * 1440))" -exec rm -rf {} +
  find . -maxdepth 1 -name 'before-*' -mmin "+$((kept * 1440))" -exec rm -rf {} +
  oldest=$(find base -mindepth 1 -maxdepth 1 -name '*Z' | sort | head -1)
  first=$(tar -xzOf "$oldest/base.tar.gz" backup_label | sed -n 's/^START WAL LOCATION: .*file \([0-9A-F]*\).*/\1/p')
  pg_archivecleanup wal "$first"
}

until begin; do
  say 'the server does not answer yet'
  pause "$every"
done
while :; do
  if ! runs "$receiver"; then
    [ -z "$receiver" ] || until begin; do pause "$every"; done
    pg_receivewal -w -D wal --slot="$slot" --synchronous &
    receiver=$!
  fi
  if ! runs "$maker" && [ -z "$(find base -mindepth 1 -maxdepth 1 -name '*Z' -mmin "-$((hours * 60))")" ]; then
    base &
    maker=$!
  fi
  # What had been written by `at` is copied once the receiver has confirmed it.
  at=$(now)
  written=$(ask 'select pg_current_wal_flush_lsn()' || true)
  pause "$every"
  if [ -n "$written" ]; then
    state=$(ask "select wal_status || ' ' || (restart_lsn >= '$written') from pg_replication_slots where slot_name = '$slot'" || true)
    case $state in
    *' true') wal=$at ;;
    lost* | '') ! runs "$receiver" || kill "$receiver" ;;
    esac
  fi
  report
done
