#!/bin/sh
# Writes the secrets of compose.yaml once. The files are readable for the users of the containers, their folder only for you.
set -eu
folder=${1:-$(dirname "$0")/secrets}
mkdir -p "$folder"
chmod 700 "$folder"
cd "$folder"

new() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
write() { [ -e "$1" ] || printf '%s\n' "$2" >"$1"; chmod 644 "$1"; }

write auth-secret "$(new)$(new)"
write metrics-token "$(new)"
write postgres-password "$(new)"
write shop-password "$(new)"
write replication-password "$(new)"
password=$(cat shop-password)
write pooler-users "\"shop\" \"$password\""
write pooler-url "postgres://shop:$password@pooler:6432/shop"
write database-url "postgres://shop:$password@database:5432/shop"
write replica-url "postgres://shop:$password@replica:5432/shop"
