#!/bin/bash
# Runs once, in the new cluster of the database: the shop's role and database, and the role of the replica.
set -euo pipefail
secrets=${SECRETS:-/run/secrets}
psql --set=ON_ERROR_STOP=1 --username=postgres --dbname=postgres \
  --set=shop="$(cat "$secrets/shop-password")" --set=replication="$(cat "$secrets/replication-password")" <<'SQL'
CREATE ROLE shop LOGIN PASSWORD :'shop';
CREATE DATABASE shop OWNER shop;
CREATE ROLE replicator LOGIN REPLICATION PASSWORD :'replication';
SQL
echo 'host replication replicator all scram-sha-256' >>"$PGDATA/pg_hba.conf"
