/** Names and callers of the rows. */
export const CALLERS = [1, 16, 64] as const;
export const MOST_CALLERS = 64;
/** Fewer numbers of callers for other gateways, whose measurement takes longer. */
export const CALLERS_OF_OTHERS: readonly number[] = [1, MOST_CALLERS];

export const ROWS = {
  plain: 'Tokenbook',
  services: 'Tokenbook without workflows',
  hotBuyer: 'Tokenbook, one buyer for all callers',
  slowSeller: 'Tokenbook, a seller of 300 ms',
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

export function streamedRow(name: string): string {
  return `${name}, first byte of a stream`;
}

export const SLOW_SELLER_MS = 300;
