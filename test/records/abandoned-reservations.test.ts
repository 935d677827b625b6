/** A reservation of a book that becomes no fill: given up in the records first, and never a fill later. */
import { v7 as uuidV7 } from 'uuid';
import type { BookId } from '../../domain/instruments';
import { abandonReservation } from '../../exchange/books/book-writes';
import {
  EPOCH,
  MODEL,
  recordsForFile,
  expectSound,
  fundedAccount,
  placedAsk,
  reservation,
  reserve,
} from './scenario';

const BOOK: BookId = { modelId: MODEL, tenor: 'spot' };

const records = recordsForFile();
let accountId: string;
let askId: string;
beforeAll(async () => {
  accountId = await fundedAccount(records, 1_000_000_000_000n);
  askId = await placedAsk(records, { capacityTokens: 10_000 });
});

const abandon = (fillId: string, epoch = EPOCH) =>
  abandonReservation(records, { book: BOOK, fillId, askId, epoch });

test('one that the records do not know is given up, and is no fill any more', async () => {
  const request = await reservation(records, { accountId, askId, quantityTokens: 10 });
  const { fillId } = request.fill;
  expect(await abandon(fillId)).toBe(true);
  expect(await records.ledger.reserveFill(request)).not.toEqual({ status: 'reserved' });
  expect(await abandon(fillId)).toBe(true);
  await expectSound(records);
});

test('one that has become a fill keeps its tokens, in the epoch of the fill', async () => {
  const fillId = uuidV7();
  await reserve(records, { accountId, askId, quantityTokens: 10, fillId });
  expect(await abandon(fillId)).toBe(false);
  // What a lost book had reserved under the same id is nothing that the fill needs.
  expect(await abandon(fillId, EPOCH + 1)).toBe(true);
  expect(await records.fills.findOne({ _id: fillId })).toMatchObject({ status: 'reserved' });
  await expectSound(records);
});
