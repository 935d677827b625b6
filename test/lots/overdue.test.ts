/** Lots whose workflow is lost: their money does not stay in escrow, and their windows are kept. */
import type { WritableRecords } from '../../records/connect';
import { LotWorkflows } from '../../exchange/contracts/lot-workflows';
import { ContractMaintenance } from '../../exchange/maintenance/contract-maintenance';
import { boughtTicket } from '../contracts/records-scenario';
import {
  dropRecords,
  expectSound,
  fundedAccount,
  openRecords,
  placedAsk,
} from '../records/scenario';

const SECOND_MS = 1_000;
const TOKENS = 1_000;

let records: WritableRecords;
beforeAll(async () => {
  records = await openRecords();
});
afterAll(() => dropRecords(records));

/** A lot whose window ended so long ago; before 0, it is still open. */
async function lot(endedAgoMs: number): Promise<string> {
  const accountId = await fundedAccount(records, 10_000_000_000n);
  const askId = await placedAsk(records, { capacityTokens: TOKENS });
  const { lotId } = await boughtTicket(records, { accountId, askId, quantityTokens: TOKENS });
  const now = await records.ledger.capacity.now();
  const endsAt = new Date(now.getTime() - endedAgoMs);
  await records.lots.updateOne({ _id: lotId }, { $set: { endsAt, hasStory: true } });
  return lotId;
}

const statusOf = async (_id: string) => (await records.lots.findOne({ _id }))?.status;

async function maintained() {
  const warned: unknown[] = [];
  const log = { warn: (...words: unknown[]) => void warned.push(words) };
  const workflows = new LotWorkflows(records, () => Promise.reject(new Error('none is started')));
  const count = await new ContractMaintenance(records, workflows, log).finishOrphans();
  return { count, warned };
}

test('a lot is closed a minute after its window, take or pay; others keep theirs', async () => {
  const overdue = await lot(90 * SECOND_MS);
  const young = await lot(30 * SECOND_MS);
  const open = await lot(-90 * SECOND_MS);
  expect(await maintained()).toEqual({ count: 1, warned: [] });
  expect(await Promise.all([overdue, young, open].map(statusOf))).toEqual([
    'expired',
    'open',
    'open',
  ]);
  expect(await records.lots.findOne({ _id: overdue })).toMatchObject({
    paidTokens: TOKENS,
    remainingTokens: 0,
    escrowScale8: 0n,
    refundedTokens: 0,
  });
  await expectSound(records);
  expect(await maintained()).toEqual({ count: 0, warned: [] });
});

test('a lot that cannot be closed is told of, and the others are closed', async () => {
  const lots = [await lot(90 * SECOND_MS), await lot(90 * SECOND_MS), await lot(90 * SECOND_MS)];
  const broken = { $set: { escrowScale8: 'no number' as never } };
  await records.lots.updateOne({ _id: lots[0]! }, broken);
  const { count, warned } = await maintained();
  expect(count).toBe(3);
  expect(warned).toEqual([
    ['A lot was not closed', { id: lots[0], err: expect.stringContaining('Error') }],
  ]);
  expect(await Promise.all(lots.map(statusOf))).toEqual(['open', 'expired', 'expired']);
});
