#!/bin/bash
# Copies the primary into an empty data folder, then follows it. Arguments are those of postgres.
set -euo pipefail
export PGPASSFILE=/tmp/replica-passwords
umask 077
echo "*:*:*:replicator:$(cat "$SECRETS/replication-password")" >"$PGPASSFILE"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # What an interrupted copy has left.
  find "$PGDATA" -mindepth 1 -delete
  pg_basebackup --host="$PRIMARY" --port="${PRIMARY_PORT:-5432}" --username=replicator --pgdata="$PGDATA" --write-recovery-conf --checkpoint=fast
  chmod 700 "$PGDATA"
fi
exec postgres "$@"
