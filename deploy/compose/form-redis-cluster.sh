#!/bin/sh
# Makes a Redis Cluster of new nodes, half of them replicas: form-redis-cluster.sh host:port...
# Nodes that are a cluster already stay as they are.
set -eu

# An empty password is one, which nodes without a password refuse.
[ -n "${REDISCLI_AUTH:-}" ] || unset REDISCLI_AUTH

host=${1%:*}
port=${1##*:}
first() { redis-cli -h "$host" -p "$port" "$@"; }

if ! first cluster info | grep -q 'cluster_slots_assigned:16384'; then
  redis-cli --cluster create "$@" --cluster-replicas 1 --cluster-yes
fi
until first cluster info | grep -q 'cluster_state:ok'; do sleep 1; done
