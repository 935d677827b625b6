import { area } from './mutation';

const BOOKS = 'api/operator/books.ts';
const HEALTH = 'api/operator/health.ts';
const AUDIT = 'api/operator/audit.ts';
const JUDGING = 'api/operator/judging.ts';
const SEARCH = 'api/operator/order-search.ts';
const PROBES = 'exchange/judging/probe-turns.ts';
const METRICS = 'api/operator/market-metrics.ts';

/** What operators do and are told, and the turns of probes. */
export const OPERATING = area('operating', [
  {
    name: 'halt-and-resumption-exchanged',
    file: BOOKS,
    find: 'isHalted ? { reason, actor } : null;',
    replace: 'isHalted ? null : { reason, actor };',
    harm: 'An operator who halts a book opens it.',
    tests: ['api/operating.test.ts'],
  },
  {
    name: 'unready-gateway-gets-requests',
    file: HEALTH,
    find: '    const { ready } = found;\n    res\n      .status(ready ? 200 : 503)',
    replace: '    const { ready } = found;\n    res\n      .status(200)',
    harm: 'A load balancer sends requests to a gateway that cannot serve them.',
    tests: ['api/operating.test.ts'],
  },
  {
    name: 'failing-part-counts-as-ready',
    file: HEALTH,
    find: "said === 'ok' ? 1 : 0",
    replace: 'said ? 1 : 0',
    harm: 'The alert for a part that is not ready never fires.',
    tests: ['api/operating.test.ts'],
  },
  {
    name: 'actions-of-a-later-time',
    file: AUDIT,
    find: '(to ? lowestUuidV7At(to.getTime()) : null)',
    replace: '(from ? lowestUuidV7At(from.getTime()) : null)',
    harm: 'A report of a period leaves out what operators did in it.',
    tests: ['api/operator-audit.test.ts'],
  },
  {
    name: 'refused-action-counts-as-done',
    file: AUDIT,
    find: "status < 400 ? ('done' as const)",
    replace: "status < 500 ? ('done' as const)",
    harm: 'The audit says that an action was done that was refused.',
    tests: ['api/operator-audit.test.ts'],
  },
  {
    name: 'ended-pause-counts-as-current',
    file: JUDGING,
    find: 'pauses.find(({ endsAt }) => endsAt > new Date()) ?? null',
    replace: 'pauses[0] ?? null',
    harm: 'Operators believe for ever that no seller is judged.',
    tests: ['api/operating.test.ts'],
  },
  {
    name: 'older-orders-not-found',
    file: SEARCH,
    find: 'new Date(Date.now() - olderThan * 1_000)',
    replace: 'new Date(Date.now() - olderThan)',
    harm: 'Operators who look for orders that hang see those of this moment.',
    tests: ['api/operating.test.ts'],
  },
  {
    name: 'probes-without-an-interval',
    file: PROBES,
    find: "{ $lte: ['$claimedAt', { $subtract: ['$$NOW', intervalMs] }] }",
    replace: "{ $lte: ['$claimedAt', '$$NOW'] }",
    harm: 'Every process asks a suspected seller again and again.',
    tests: ['standing/probe-turns.test.ts'],
  },
  {
    name: 'answered-probe-not-kept',
    file: PROBES,
    find: '    : { $set: { answeredAt: at } };',
    replace: '    : { $set: { claimedAt: at } };',
    harm: 'A seller that another process found alive stays broken here.',
    tests: ['standing/probes.test.ts', 'standing/health.test.ts'],
  },
  {
    name: 'fees-counted-as-sales',
    file: METRICS,
    find: 'this.fees.inc(labels, roundedUsd(feeScale8));',
    replace: 'this.fees.inc(labels, roundedUsd(costScale8));',
    harm: 'The metrics show a hundred times the fees.',
    tests: ['api/market-metrics.test.ts'],
  },
  {
    name: 'metric-of-every-model-name',
    file: METRICS,
    find: 'model_id: isListed ? modelId : OTHER_MODEL',
    replace: 'model_id: modelId',
    harm: 'Whoever invents names of models fills the memory of every gateway.',
    tests: ['api/market-metrics.test.ts'],
  },
]);
