import { area } from './mutation';

export const WORKFLOWS = area('workflows', [
  {
    name: 'unknown-outcome-not-repeated',
    file: 'workflows/chat-order.ts',
    find: 'if (!result.outcomeUnknown || repeated) return false;',
    replace: 'if (!repeated) return false;',
    harm: 'A request that a seller may be serving goes to a second one.',
    tests: ['e2e/failover.test.ts'],
  },
  {
    name: 'seller-kept-after-failure',
    file: 'workflows/chat-order.ts',
    find: '      progress.excludedSellerIds.push(fill.sellerId);\n',
    replace: '',
    harm: 'A request is sent to the seller that just failed, again and again.',
    tests: ['e2e/failover.test.ts'],
  },
  {
    name: 'reservation-not-released',
    file: 'workflows/chat-order.ts',
    find: "      await unmatch(order.orderId, 'seller_failed');\n",
    replace: '',
    harm: 'The money of a failed fill stays held, and the order cannot go on.',
    tests: ['e2e/failover.test.ts'],
  },
  {
    name: 'deadline-ignored',
    file: 'workflows/chat-order.ts',
    find: "if (result.deadlinePassed) throw refused(refusalOf('bid_timeout'));",
    replace: '',
    harm: 'A buyer waits for longer than the deadline of its request.',
    tests: ['e2e/bounds.test.ts', 'e2e/failover.test.ts'],
  },
  {
    name: 'ended-attempt-made-again',
    file: 'workflows/attempts.ts',
    find: "if (attempt.state === 'ended') return attempt.result;",
    replace: "if (attempt.state === 'ended') return 'crashed';",
    harm: 'A seller that has refused a request is asked again.',
    tests: ['e2e/failover.test.ts'],
  },
]);
