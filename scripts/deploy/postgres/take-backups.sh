#!/bin/sh
# The service `backup` of compose.yaml: a full backup each Sunday, what changed since on the other days. On a machine
# payments-backup@.service and its timers do this.
set -eu

take() {
  pgbackrest --stanza=payments --type="$1" backup && psql -Xq -d payments -c "select note_backup()"
}

# Again each hour until it succeeds. The alert PaymentsBackupOld fires after 26 hours without a backup.
try() {
  until "$@"; do sleep 3600; done
}

# Does nothing where the repository has it. Nothing is archived before, so it is tried more often.
until pgbackrest --stanza=payments stanza-create; do sleep 10; done
# At once, since it may have been off at night. The first one is full, whatever is asked for.
try take diff
while true; do
  # Until 02:30 in Lagos.
  sleep $((86400 - ($(date +%s) - 5400) % 86400))
  if [ "$(date -u +%u)" = 7 ]; then try take full; else try take diff; fi
done
