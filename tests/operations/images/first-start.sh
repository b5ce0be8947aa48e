#!/bin/bash
# What the image postgres does before its server: a new cluster with a password, prepared by /docker-entrypoint-initdb.d.
set -euo pipefail
if [ "$1" = postgres ] && [ ! -s "$PGDATA/PG_VERSION" ]; then
  chmod 700 "$PGDATA"
  read -ra arguments <<<"${POSTGRES_INITDB_ARGS:-}"
  initdb --username=postgres --pwfile="$POSTGRES_PASSWORD_FILE" --auth-local=trust --auth-host=scram-sha-256 "${arguments[@]}"
  echo "listen_addresses = '*'" >>"$PGDATA/postgresql.conf"
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  pg_ctl --options="-c listen_addresses=''" --wait start
  for script in /docker-entrypoint-initdb.d/*.sh; do bash "$script"; done
  pg_ctl --mode=fast --wait stop
fi
exec "$@"
