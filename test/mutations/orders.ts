import { area } from './mutation';

export const ORDERS = area('orders', [
  {
    name: 'recorded-fill-given-back-to-the-book',
    file: 'exchange/contracts/fill-recorder.ts',
    find: "    if (abandoned.status === 'known') return;\n",
    replace: '',
    harm: 'Tokens of a fill that counts are offered and sold again.',
    tests: ['contract-orders/steps.test.ts'],
  },
  {
    name: 'number-of-a-void-fill-given-again',
    file: 'exchange/contracts/fill-recorder.ts',
    find: '    await ledger.capacity.passOver(orderId, fillId);\n',
    replace: '',
    harm: 'A rebuilt book names a new fill after a void one, and it is refused for ever.',
    tests: ['contract-orders/steps.test.ts'],
  },
  {
    name: 'void-fill-of-a-lost-book-released',
    file: 'exchange/contracts/fill-recorder.ts',
    find: '      if (epoch !== present) continue;\n',
    replace: '',
    harm: 'Another fill, which has the same number in the rebuilt book, is released.',
    tests: ['contract-orders/steps.test.ts'],
    survives:
      'A number with a tombstone is recorded in no epoch: a fill of the rebuilt book that has it is void, too.',
  },
  {
    name: 'reopened-tokens-not-matched',
    file: 'exchange/orders/order-work.ts',
    find: '      if (recorded.voided) continue;\n',
    replace: '',
    harm: 'An order whose fill was void is reported as cancelled though asks cross it.',
    tests: ['contract-orders/steps.test.ts'],
  },
  {
    name: 'closed-while-the-book-is-away',
    file: 'exchange/orders/order-work.ts',
    find: "      if (cancelled === 'unavailable') continue;\n",
    replace: '',
    harm: 'A cancelled order whose book was being rebuilt stays in the book, and is sold to.',
    tests: ['contract-orders/steps.test.ts'],
    survives:
      'A rebuilt book has the orders that are open then. One that was read a moment before has an order that the records have ended: they refuse its fills, and the relay takes it out.',
  },
  {
    name: 'last-order-of-a-page-not-looked-at',
    file: 'followers/contract-orders/follower.ts',
    find: '_id: { $gt: afterId, $lte: upToId }',
    replace: '_id: { $gt: afterId, $lt: upToId }',
    harm: 'An order whose workflow is lost rests for ever, with the money of its buyer.',
    tests: ['limits/contract-order-pages.slow.test.ts'],
  },
  {
    name: 'cancelled-order-comes-into-its-book',
    file: 'exchange/orders/order-work.ts',
    find: "      if (known.sequence === null && cancelled === 'unknown') break; // it never reached the book\n",
    replace: '',
    harm: 'A cancelled order is bought for.',
    tests: ['contract-orders/not-in-the-book.test.ts'],
  },
  {
    name: 'half-filled-order-called-rejected',
    file: 'exchange/orders/order-work.ts',
    find: "filledTokens > 0 ? 'cancelled' : 'rejected'",
    replace: "'rejected'",
    harm: 'A buyer takes an order for refused that has bought something.',
    tests: ['contract-orders/not-in-the-book.test.ts'],
  },
]);
