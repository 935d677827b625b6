/** The names of what is measured, and under how many callers. */
export const CALLERS = [1, 16, 64] as const;
export const MOST_CALLERS = 64;

export const ROWS = {
  plain: 'Tokenbook',
  services: 'Tokenbook without workflows',
  hotBuyer: 'Tokenbook, one buyer for all callers',
  streamed: 'Tokenbook, first byte of a stream',
  sellerPlain: 'bare seller',
  sellerStreamed: 'bare seller, first byte of a stream',
  proxyPlain: 'plain proxy',
  proxyStreamed: 'plain proxy, first byte of a stream',
  emptyWorkflow: 'empty workflow',
  transaction: 'reserve transaction, one each',
  groupCommit: 'reserve transaction, group commit',
  redisFunction: 'empty Redis function',
} as const;
