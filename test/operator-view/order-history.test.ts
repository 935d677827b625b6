/** What an operator reads of an order: everything that happened, in the order of time. */
import { historyBody, type OrderParts } from '../../api/operator/order-history';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, second));
const ORDER = {
  _id: 'order',
  status: 'refused',
  createdAt: at(0),
  updatedAt: at(9),
  refusal: {
    code: 'no_match',
    message: 'There is no ask.',
  },
};
const FILL = {
  _id: 'fill',
  status: 'released',
  createdAt: at(1),
  quantityTokens: 40,
  priceScale8: 60000n,
  sellerId: 'seller',
  releaseReason: 'timeout',
  usedTokens: 0,
  costScale8: 0n,
  feeScale8: 0n,
  settledAt: null,
  attempts: [
    {
      number: 1,
      state: 'failed',
      startedAt: at(3),
      endedAt: at(5),
      reason: 'timeout',
      detail: 'no answer',
    },
  ],
};
const HOLD = { _id: 'hold', kind: 'hold', fillId: 'fill', reason: null, createdAt: at(2) };
const RELEASE = { _id: 'r', kind: 'release', fillId: 'fill', reason: 'timeout', createdAt: at(7) };

const historyOf = (parts: object) =>
  historyBody({ order: ORDER, fills: [], journals: [], ...parts } as unknown as OrderParts).map(
    ({ at: time, event, detail, subject_id: subject }) =>
      [new Date(time).getUTCSeconds(), event, detail, subject] as const,
  );

test('a request that was refused', () => {
  const openings = [{ at: at(30), actor: 'token' }];
  expect(historyOf({ fills: [FILL], journals: [RELEASE, HOLD], openings })).toEqual([
    [0, 'received', null, null],
    [1, 'reserved', '40 tokens of seller seller at 0.6 USD per million', 'fill'],
    [2, 'journal', 'hold', 'hold'],
    [3, 'attempt_started', 'attempt 1', 'fill'],
    [5, 'attempt_ended', 'attempt 1: failed, timeout, no answer', 'fill'],
    [7, 'released', 'timeout', 'fill'],
    [7, 'journal', 'release: timeout', 'r'],
    [9, 'ended', 'refused: no_match', null],
    [30, 'decrypted', 'token', null],
  ]);
});

test('a fill is released when its journal was posted, or its last attempt ended, or it was made', () => {
  const releasedOf = (fill: object, journals: object[]) =>
    historyOf({ fills: [fill], journals }).find(([, event]) => event === 'released')?.[0];
  expect(releasedOf(FILL, [{ ...RELEASE, fillId: 'another' }, RELEASE])).toBe(7);
  expect(releasedOf(FILL, [HOLD])).toBe(5);
  expect(releasedOf({ ...FILL, attempts: [] }, [])).toBe(1);
});

test('a fill that was settled, and one under way', () => {
  const settled = {
    ...FILL,
    status: 'settled',
    settledAt: at(6),
    usedTokens: 30,
    costScale8: 1800n,
    feeScale8: 18n,
  };
  const ofFill = (fill: object) =>
    historyOf({ order: { ...ORDER, status: 'open' }, fills: [fill] }).slice(4);
  expect(ofFill(settled)).toEqual([
    [6, 'settled', '30 tokens for 0.000018 USD, fee 0.00000018 USD', 'fill'],
  ]);
  const [attempt] = FILL.attempts;
  const underWay = { ...FILL, status: 'reserved', attempts: [{ ...attempt, endedAt: null }] };
  expect(ofFill(underWay)).toEqual([]);
});

test('an order for capacity, with its lots', () => {
  const order = { ...ORDER, refusal: undefined, status: 'filled', reason: null };
  const { refusal: _, ...capacity } = order;
  const lots = [
    { _id: 'closed', status: 'delivered', opensAt: at(4), closedAt: at(8) },
    { _id: 'open', status: 'open', opensAt: at(5), closedAt: null },
    { _id: 'coming', status: 'open', opensAt: new Date(Date.now() + 60_000), closedAt: null },
    { _id: 'voided', status: 'voided', opensAt: at(9), closedAt: at(8) },
  ];
  expect(historyOf({ order: capacity, lots })).toEqual([
    [0, 'received', null, null],
    [4, 'lot_opened', null, 'closed'],
    [5, 'lot_opened', null, 'open'],
    [8, 'lot_closed', 'delivered', 'closed'],
    [8, 'lot_closed', 'voided', 'voided'],
    [9, 'ended', 'filled', null],
  ]);
  const cancelled = { ...capacity, status: 'cancelled', reason: 'by its buyer' };
  expect(historyOf({ order: cancelled }).at(-1)?.[2]).toBe('cancelled: by its buyer');
});
