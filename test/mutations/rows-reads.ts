import { area } from './mutation';

const COUNTS = 'records/count-orders.ts';
const READ_LIMITS = 'records/read-limits.ts';
const ARRIVALS = 'records/arrivals.ts';
const GATHERED = 'records/gathered-reads.ts';
const RAW_PAGES = 'records/raw-pages.ts';

/** How records are counted and read. */
export const ROW_READS = area('rows', [
  {
    name: 'old-orders-counted-as-young',
    file: COUNTS,
    find: "{ $gt: ['$createdAt', new Date(now.getTime() - belowMs)] }",
    replace: "{ $lt: ['$createdAt', new Date(now.getTime() - belowMs)] }",
    harm: 'The operator does not see that orders are stuck.',
    tests: ['records/counted-orders.test.ts'],
  },
  {
    name: 'newest-open-order-told-as-oldest',
    file: COUNTS,
    find: 'new Date(Math.min(...oldest))',
    replace: 'new Date(Math.max(...oldest))',
    harm: 'An order that is stuck for days hides behind young ones.',
    tests: ['records/counted-orders.test.ts'],
  },
  {
    name: 'recent-orders-of-a-second',
    file: COUNTS,
    find: 'RECENT_MS = 15 * 60_000',
    replace: 'RECENT_MS = 15 * 60',
    harm: 'The operator sees no refusals.',
    tests: ['records/counted-orders.test.ts'],
  },
  {
    name: 'first-page-only',
    file: RAW_PAGES,
    find: 'id === 0n ? null : run({ getMore',
    replace: 'id !== null ? null : run({ getMore',
    harm: 'A book is rebuilt from its first asks.',
    tests: ['records/raw-pages.test.ts'],
  },
  {
    name: 'pages-without-their-snapshot',
    file: RAW_PAGES,
    find: '{ session, ...AS_BYTES }',
    replace: '{ ...AS_BYTES }',
    harm: 'A book is rebuilt from records of different moments.',
    tests: ['records/raw-pages.test.ts', 'records/load-book.test.ts'],
  },
  {
    name: 'scans-limited-like-reads',
    file: READ_LIMITS,
    find: '{ maxTimeMS: READ_MAX_MS, ...options }',
    replace: '{ ...options, maxTimeMS: READ_MAX_MS }',
    harm: 'The check of all records, and the rebuild of a large book, fail after ten seconds.',
    tests: ['records/read-limits.test.ts'],
  },
  {
    name: 'reads-without-a-limit',
    file: READ_LIMITS,
    find: 'find(filter, limited(options)),',
    replace: 'find(filter, options),',
    harm: 'A read of a lost caller keeps MongoDB busy for ever.',
    tests: ['records/read-limits.test.ts'],
  },
  {
    name: 'sums-without-a-limit',
    file: READ_LIMITS,
    find: 'aggregate(pipeline, limited(options)),',
    replace: 'aggregate(pipeline, options),',
    harm: 'A sum of a lost caller keeps MongoDB busy for ever.',
    tests: ['records/read-limits.test.ts'],
  },
  {
    name: 'transactions-end-with-a-read',
    file: READ_LIMITS,
    find: 'options.session?.inTransaction() ? options',
    replace: 'options.session?.hasEnded ? options',
    harm: 'A slow read ends a transaction with an error that is not repeated.',
    tests: ['records/read-limits.test.ts'],
  },
  {
    name: 'late-read-not-known',
    file: READ_LIMITS,
    find: 'MAX_TIME_EXPIRED = 50',
    replace: 'MAX_TIME_EXPIRED = 51',
    harm: 'A read that took too long is answered as a fault of ours.',
    tests: ['records/read-limits.test.ts', 'api/passing-errors.test.ts'],
  },
  {
    name: 'failed-read-told-as-missing',
    file: GATHERED,
    find: 'for (const { reject } of batch) reject(err);',
    replace:
      'for (const { resolve, reject } of batch) if (err === null) reject(err);\n        else resolve(null);',
    harm: 'A key is told as unknown while MongoDB is away.',
    tests: ['records/gathered-reads.test.ts'],
  },
  {
    name: 'read-shared-with-one-under-way',
    file: GATHERED,
    find: 'const batch = this.waiting.splice(0, IDS_MAX);',
    replace: 'const batch = this.waiting.splice(0, 1);',
    harm: 'The number of reads grows with the number of requests.',
    tests: ['records/gathered-reads.test.ts'],
  },
  {
    name: 'arrivals-of-all-time',
    file: ARRIVALS,
    find: 'createdAt: { $gte: new Date(now - lookbackHours * HOUR_MS) },',
    replace: 'createdAt: { $lte: new Date(now) },',
    harm: 'An estimate counts asks of last year as arrivals of today.',
    tests: ['records/arrivals.test.ts', 'api/estimate.test.ts'],
  },
  {
    name: 'arrivals-of-other-regions',
    file: ARRIVALS,
    find: '...(region === null ? {} : { region }),',
    replace: '',
    harm: 'A buyer who is pinned to a region is told of capacity elsewhere.',
    tests: ['records/arrivals.test.ts', 'api/estimate.test.ts'],
  },
  {
    name: 'arrivals-of-other-tenors',
    file: ARRIVALS,
    find: '      tenor,\n      modelId,',
    replace: '      modelId,',
    harm: 'Forwards are counted as spot capacity.',
    tests: ['records/arrivals.test.ts', 'api/estimate.test.ts'],
  },
  {
    name: 'arrivals-that-never-arrived',
    file: ARRIVALS,
    find: '      sequence: { $ne: null },\n',
    replace: '',
    harm: 'Asks that the book never took are told as capacity.',
    tests: ['records/arrivals.test.ts', 'api/estimate.test.ts'],
  },
  {
    name: 'remaining-period-of-a-busy-book',
    file: ARRIVALS,
    find: 'found.length < ASKS_MAX ? undefined : found.at(-1)',
    replace: 'undefined',
    harm: 'The rate of a busy book is told as that of a day.',
    tests: ['records/arrivals.test.ts'],
  },
]);
