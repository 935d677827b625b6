/** Errors of Redis that pass: nothing is wrong with the command, and it may be repeated. */

const NAMES: ReadonlySet<string> = new Set(['MaxRetriesPerRequestError', 'ClusterAllFailedError']);

/**
 * Of ioredis; and of servers that are loading, were replaced, belong to a cluster in motion, or refuse
 * writes: their memory or disk is full, or they lack replicas.
 */
const MESSAGES = [
  /^(Connection is closed|Command timed out|Stream isn't writeable)/,
  /^(Too many Cluster redirections|Cluster is ended|Cluster isn't ready|None of startup nodes)/,
  /^No (sharded )?subscriber for/,
  /attempted to access a non local key/, // a function that only reads, or holds a lease, while a slot is moved
  /^(MOVED|ASK|TRYAGAIN|CLUSTERDOWN|MASTERDOWN|READONLY|LOADING) /,
  /^(OOM|MISCONF|NOREPLICAS) /,
];

export function isRedisAway(err: Error): boolean {
  return NAMES.has(err.name) || MESSAGES.some((message) => message.test(err.message));
}
