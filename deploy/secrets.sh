#!/bin/sh
# Passwords for compose.yaml, a file each in .secrets, made once: what is there is kept.
# Within containers each is for whoever runs there, so everybody may read the files; but the folder lets nobody in.
set -eu
cd "$(dirname "$0")/.."
mkdir -p -m 700 .secrets
for name in nats-gateway nats-seating nats-engine nats-timer nats-bots nats-console store grafana; do
	file=.secrets/$name
	[ -s "$file" ] && continue
	# The letter in front keeps NATS from reading a number in it.
	printf 'p%s\n' "$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')" >"$file"
	chmod 444 "$file"
	echo "made $file"
done
