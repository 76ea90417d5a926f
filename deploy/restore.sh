#!/bin/sh
# Makes the data directory of a PostgreSQL server from what deploy/backup.sh keeps: the last base backup, and everything that the
# server had written since. Run it as the user of the server; start the server on the directory afterwards.
# Usage: BACKUP_FOLDER=... sh deploy/restore.sh DATA_DIRECTORY [TIME]
#
# DATA_DIRECTORY  must be empty or missing; its files are kept if it is not
# TIME            the moment to go back to, `2026-11-30T12:00:00Z`; without it nothing is left out
# BACKUP_FOLDER   a folder of deploy/backup.sh, or a before-TIME in it
set -eu
umask 077
folder=$(cd "${BACKUP_FOLDER:?the folder of backups}" && pwd)
data=${1:?the data directory}
time=${2:-}
fail() {
  echo "restore: $*" >&2
  exit 1
}
case $time in '' | ????-??-??T??:??:??*Z) ;; *) fail "$time is not a time such as 2026-11-30T12:00:00Z" ;; esac
[ -z "$(ls -A "$data" 2>/dev/null)" ] || fail "$data is not empty: move it aside"
# Names of base backups are times, which sort as they passed.
base=$(find "$folder/base" -mindepth 1 -maxdepth 1 -name '*Z' | sort | awk -v t="$time" -F/ 't == "" || substr($NF, 1, 19) <= substr(t, 1, 19)' | tail -1)
[ -n "$base" ] || fail "there is no base backup${time:+ from before $time}"
mkdir -p "$data"
chmod 700 "$data"
data=$(cd "$data" && pwd)
echo "restore: from $base" >&2
tar -xzf "$base/base.tar.gz" -C "$data"
tar -xzf "$base/pg_wal.tar.gz" -C "$data/pg_wal"
: >"$data/recovery.signal"
# A configuration of its own: that of the server may be elsewhere, and asks for more than this needs.
printf 'local all all trust\n' >"$data/restore_hba.conf"
: >"$data/restore.conf"
sockets=$(mktemp -d)
trap 'rm -rf "$sockets"' EXIT
options="-c config_file='$data/restore.conf' -c hba_file='$data/restore_hba.conf' -c unix_socket_directories='$sockets'"
options="$options -c listen_addresses='' -c hot_standby=off -c archive_mode=off"
[ -z "$time" ] || options="$options -c recovery_target_time='${time%Z}+00' -c recovery_target_action=promote"
# The last file is one that the server was still writing.
fetch="cp '$folder/wal/%f' '%p' 2>/dev/null || cp '$folder/wal/%f.partial' '%p' 2>/dev/null"
printf "restore_command = '%s'\n" "$(printf %s "$fetch" | sed "s/'/''/g")" >>"$data/postgresql.auto.conf"
ended() {
  tail -20 "$data/restore.log" >&2
  fail 'the server did not come up'
}
pg_ctl -D "$data" -w -l "$data/restore.log" -o "$options" start >/dev/null || ended
# It counts as started when it begins to recover.
until LC_ALL=C pg_controldata "$data" | grep -q 'state: *in production'; do
  pg_ctl -D "$data" status >/dev/null || ended
  sleep 1
done
pg_ctl -D "$data" -w -m fast stop >/dev/null
sed -i '/^restore_command = /d' "$data/postgresql.auto.conf"
rm -f "$data/restore.conf" "$data/restore_hba.conf" "$data/restore.log"
echo "restore: $data is ready" >&2
