#!/bin/sh
# Makes what docker-compose.yml reads and no repository has: .env, and secrets/ with one file per secret. It changes nothing that
# exists, so it can run again. Passwords and the keyring are random; what only you know is left empty and listed.
# Usage: sh docker/prepare.sh [FOLDER]   (the folder of docker-compose.yml by default)
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "${1:-$here/..}"
umask 077
# Others of this machine cannot pass the folder; the users inside the containers can read the files mounted one by one.
mkdir -p secrets
put() {
  [ -e "secrets/$1" ] || printf '%s' "$2" >"secrets/$1"
  chmod 644 "secrets/$1"
}
random() { head -c 32 /dev/urandom | base64 | tr -d '\n'; }
put postgres_password "$(random)"
put portal_login_password "$(random)"
put keyring "k1:$(random)"
put redis_url redis://redis:6379
for name in stripe_secret_key stripe_webhook_secret stripe_connect_webhook_secret smtp_url oidc_client_secret metrics_token; do
  put "$name" ''
done
[ -e .env ] || cp "$here/production.env.example" .env
for name in stripe_secret_key stripe_webhook_secret smtp_url; do
  [ -s "secrets/$name" ] || echo "secrets/$name is empty: write the value into it"
done
grep -q '^PUBLIC_URL=https://.' .env || echo '.env: PUBLIC_URL is missing'
