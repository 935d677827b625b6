/** Which lots have ended for good, so that what belongs to them may move into the archive. */
import { randomUUID } from 'node:crypto';
import { uuidV7At } from '../../domain/ids';
import { movableOf } from '../../records/archive/finished';
import { asDouble } from '../../records/collections';
import type { LotDocument } from '../../records/documents/lot';
import { clearRecords, recordsForFile } from './scenario';

const DAY_MS = 86_400_000;
const SOON = new Date(Date.now() + DAY_MS);
const LONG_AGO = new Date(Date.now() - 100 * DAY_MS);

const records = recordsForFile();
afterEach(() => clearRecords(records));

/** A lot whose window is over, and its order. @returns what of the lot and of a draw may move */
async function movable(change: { lot?: object; order?: object }): Promise<string[]> {
  const oldId = () => uuidV7At(LONG_AGO.getTime(), randomUUID());
  const lot = {
    _id: oldId(),
    contractId: oldId(),
    orderId: oldId(),
    status: 'expired',
    hasStory: true,
    reservedTokens: asDouble(0),
    refundedTokens: asDouble(0),
    refundedScale8: 0n,
    endsAt: LONG_AGO,
    closedAt: LONG_AGO,
    ...change.lot,
  } as LotDocument;
  const order = { _id: lot.orderId, status: 'filled', updatedAt: LONG_AGO, ...change.order };
  await records.lots.insertOne(lot);
  await records.contractOrders.insertOne(order as never);
  const draw = { _id: oldId(), orderId: oldId(), kind: 'draw', status: 'settled', lotId: lot._id };
  const lots = await movableOf(records, 'lots', [{ _id: lot._id }], new Date());
  const draws = await movableOf(records, 'fills', [draw], new Date());
  return [...lots.map(() => 'lot'), ...draws.map(() => 'draw')];
}

test('a lot whose window is over moves with its draws', async () => {
  expect(await movable({})).toEqual(['lot', 'draw']);
  expect(await movable({ lot: { status: 'exhausted' } })).toEqual(['lot', 'draw']);
});

test.each<[string, object]>([
  ['an open lot', { status: 'open' }],
  ['a lot whose seller defaulted', { status: 'defaulted' }],
  ['a draw in progress', { reservedTokens: asDouble(1) }],
  ['tokens that were refunded', { refundedTokens: asDouble(1) }],
  ['money that was refunded', { refundedScale8: 1n }],
  ['a workflow that has not begun', { hasStory: false }],
  ['a workflow that waits for the window', { endsAt: SOON }],
  ['an end that is younger', { closedAt: SOON }],
  ['a contract that was named lately', { contractId: uuidV7At(SOON.getTime(), randomUUID()) }],
])('a lot stays with what belongs to it: %s', async (_what, lot) => {
  expect(await movable({ lot })).toEqual([]);
});

const idAt = (timeMs: number) => uuidV7At(timeMs, randomUUID());

test.each([
  ['settled', 'open', false],
  ['settled', 'captured', true],
  ['settled', undefined, false],
  ['released', 'open', false],
  ['released', 'released', true],
  ['reserved', 'captured', false],
])('a fill that is %s, with a hold that is %s: moves is %s', async (status, hold, moves) => {
  const orderId = idAt(LONG_AGO.getTime());
  const fill = { _id: idAt(LONG_AGO.getTime()), orderId, kind: 'chat', status };
  const record = { ...fill, ...(hold && { hold: { status: hold } as never }) };
  expect(await movableOf(records, 'fills', [record], SOON)).toEqual(moves ? [fill._id] : []);
});

test.each<[string, object]>([
  ['rests', { status: 'open' }],
  ['changed later', { updatedAt: SOON }],
])('a lot stays with what belongs to it: its order %s', async (_what, order) => {
  expect(await movable({ order })).toEqual([]);
});
