/**
 * Every kind of Redis key that is not a part of a book (keys.ts), as a pattern. Processes make the
 * names from it, and scripts derive some from others by the same patterns. None may grant anything:
 * test/security/forged-keys.test.ts forges the value of each kind, and docs/operate/threats.md says
 * what a forged one can do.
 */
export const REDIS_KEYS = {
  /** Whose Redis it is (redis-market.ts). */
  mode: 'mode',
  market: 'market',
  /** The names of all books ever opened here. Set. */
  books: 'books',

  /** The holder of a buyer key for chats, by the key's hash. Those of earlier releases have no terms. */
  buyerKey: 'buyer-key:*:3',
  /** Wrong keys of an address. */
  guesses: 'guesses:*',
  /** Requests of a holder within a window: `<quota>:<holder>`. */
  quota: 'quota:*',

  /** Requests of the exchange to a host within a minute, by their purpose. */
  probes: 'probes:*',
  registrationChecks: 'registration-checks:*',
  endpointProofs: 'endpoint-proofs:*',
  challenges: 'challenges:*',
  webhookEvents: 'webhook-events:*',

  /** The messages of an order's answer; also the channel that announces them. Stream. */
  answer: 'answer:{*}',
  /** The buyer of a stream has disconnected: the dispatch to its seller must stop. */
  answerStop: 'answer:{*}:stop',

  /** The seller that served a session last: `<account>:<place>` (exchange/chat/sessions.ts). */
  session: 'session:*',

  /** The requests for a row of the ledger, in order. List. */
  lockQueue: '{ledger}:row:*',
  /** The process that had the row last. */
  lockLast: '{ledger}:row:*:last',
  /** The rows of a request, which exists as long as it. */
  lockRequest: '{ledger}:request:*',
  /** Its writes, which another process may commit with its own (batch-macs.ts). */
  lockBatch: '{ledger}:batch:*',
  /** The request that took them. */
  lockTaken: '{ledger}:taken:*',
  /** The confirmation that they are committed. */
  lockCommitted: '{ledger}:committed:*',

  /** Which sellers answer and begin to fail together (exchange/judging/note-end.ts). */
  judgingAnswering: '{judging}:answering',
  judgingBegun: '{judging}:begun',
  judgingSeller: '{judging}:seller:*',
  judgingPause: '{judging}:pause',
} as const;

export type RedisKeyKind = keyof typeof REDIS_KEYS;

/** The key of one holder: of a hash, an address, an order. */
export function redisKey(kind: RedisKeyKind, holder = ''): string {
  return REDIS_KEYS[kind].replace('*', () => holder);
}

/** What rate-limiter-flexible puts before a holder. */
export function redisPrefix(kind: RedisKeyKind): string {
  return REDIS_KEYS[kind].replace(/:\*$/, '');
}
