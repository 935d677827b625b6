import { area } from './mutation';

const MOVE = 'records/archive/move.ts';
const DAYS = 'records/closings/close-days.ts';
const CAPACITY = 'records/ledger/capacity-fill.ts';
const CLOSE = 'records/ledger/close-contract-order.ts';

/** Contract orders in the ledger, closed days and the archive. */
export const PAST = area('past', [
  {
    name: 'whole-rest-of-an-ask-refused',
    file: CAPACITY,
    find: "return ask.remainingTokens < fill.quantityTokens ? 'ask_short' : null;",
    replace: "return ask.remainingTokens <= fill.quantityTokens ? 'ask_short' : null;",
    harm: 'The last tokens of an ask are never sold to an order.',
    tests: ['contracts/ledger.test.ts', 'contracts/orders.test.ts'],
  },
  {
    name: 'fill-of-a-lost-book-recorded',
    file: CAPACITY,
    find: "  if (isStale(fill.epoch, ask, book)) return 'stale_epoch';\n",
    replace: '  void [isStale, book];\n',
    harm: 'A fill of a book that was rebuilt since is sold beside those of the new one.',
    tests: [
      'contract-orders/steps.test.ts',
      'contracts/ledger.test.ts',
      'records/book-fence.test.ts',
    ],
  },
  {
    name: 'cost-above-the-hold-unchecked',
    file: CAPACITY,
    find: 'neededScale8: cost > freedScale8 ? cost - freedScale8 : 0n,',
    replace: 'neededScale8: 0n,',
    harm: 'A purchase without a hold makes a balance negative.',
    tests: [
      'contracts/money-of-orders.test.ts',
      'contracts/ledger.test.ts',
      'lots/tickets.test.ts',
    ],
  },
  {
    name: 'order-closed-twice',
    file: CLOSE,
    find: "if (order.status !== 'open') {",
    replace: "if (order.status === 'rejected') {",
    harm: 'The hold of an order is released twice, or its close fails for ever.',
    tests: [
      'contracts/ledger.test.ts',
      'contract-orders/steps.test.ts',
      'contracts/orders.test.ts',
    ],
  },
  {
    name: 'fill-during-a-close-overwritten',
    file: CLOSE,
    find: "filter: { _id: orderId, accountId, status: 'open', openTokens },",
    replace: "filter: { _id: orderId, accountId, status: 'open' },",
    harm: 'A fill between reading and closing an order is counted as open and as filled.',
    tests: [
      'contracts/money-of-orders.test.ts',
      'contracts/ledger.test.ts',
      'contract-orders/steps.test.ts',
    ],
  },
  {
    name: 'captured-hold-called-released',
    file: CLOSE,
    find: 'const hasCaptured = order.filledTokens > 0;',
    replace: 'const hasCaptured = order.filledTokens < 0;',
    harm: 'A hold that paid for fills is recorded as released.',
    tests: [
      'contracts/money-of-orders.test.ts',
      'contracts/ledger.test.ts',
      'contracts/orders.test.ts',
    ],
  },
  {
    name: 'journals-of-an-open-day-archived',
    file: MOVE,
    find: 'closed.until.getTime() - DAY_MS));',
    replace: 'closed.until.getTime() + 40 * DAY_MS));',
    harm: 'Journals move before their day is closed, and the check of recent records calls the balances wrong.',
    tests: [
      'records/what-moves.test.ts',
      'records/growing-past.slow.test.ts',
      'records/archived-months.test.ts',
    ],
  },
  {
    name: 'young-records-archived',
    file: MOVE,
    find: 'Math.max(ageMs, ARCHIVE_AGE_MIN_MS)',
    replace: 'Math.min(ageMs, ARCHIVE_AGE_MIN_MS)',
    harm: 'Records move while a correction or a late journal may still need them.',
    tests: ['records/closing-times.test.ts'],
  },
  {
    name: 'originals-removed-outside-the-transaction',
    file: MOVE,
    find: 'await live!.deleteMany(filter, { session });',
    replace: 'await live!.deleteMany(filter);',
    harm: 'A process that dies between both writes loses the records.',
    tests: [
      'records/finished-lots.test.ts',
      'records/growing-past.slow.test.ts',
      'records/archive.slow.test.ts',
    ],
  },
  {
    name: 'journals-of-one-moment-skipped',
    file: MOVE,
    find: '$or: [{ createdAt: { $gt: behindAt } }, { _id: { $gt: behindId } }],',
    replace: '$or: [{ createdAt: { $gt: behindAt } }],',
    harm: 'Journals with the same time as the last one of a batch never move.',
    tests: [
      'records/what-moves.test.ts',
      'records/growing-past.slow.test.ts',
      'records/archive.slow.test.ts',
    ],
  },
  {
    name: 'ended-late-never-archived',
    file: MOVE,
    find: 'now.getTime() >= known.startedAt.getTime() + PASS_MS',
    replace: 'now.getTime() < 0',
    harm: 'What ends after its neighbours have moved stays live for ever.',
    tests: [
      'records/what-moves.test.ts',
      'records/finished-lots.test.ts',
      'records/archive.slow.test.ts',
    ],
  },
  {
    name: 'day-closed-at-midnight',
    file: DAYS,
    find: 'now.getTime() < day.until.getTime() + CLOSING_DELAY_MS',
    replace: 'now.getTime() < day.until.getTime() + 0 * CLOSING_DELAY_MS',
    harm: 'A journal of the last minute of a day comes after its closing.',
    tests: ['records/closing-times.test.ts'],
  },
  {
    name: 'imbalance-of-earlier-days-forgotten',
    file: DAYS,
    find: "(last?.postedImbalanceScale8 ?? 0n) + imbalanceOf('posted')",
    replace: "0n + imbalanceOf('posted')",
    harm: 'Money that is missing since last week is not reported today.',
    tests: [
      'records/missing-money.test.ts',
      'records/invariants.slow.test.ts',
      'records/growing-past.slow.test.ts',
    ],
  },
  {
    name: 'second-closer-of-a-day-fails',
    file: DAYS,
    find: 'if ((err as { code?: number }).code !== DUPLICATE_KEY) throw err; // another process was first',
    replace: 'if ((err as { code?: number }).code !== 0 * DUPLICATE_KEY) throw err;',
    harm: 'Of two workers that close a day one fails its maintenance.',
    tests: ['records/closing-times.test.ts'],
  },
]);
