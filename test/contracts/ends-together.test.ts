/** Draws of one lot that end at the same moment are recorded in one transaction, each at its price. */
import { randomUUID } from 'node:crypto';
import {
  expectSound,
  fundedAccount,
  openProcesses,
  placedAsk,
  settlement,
} from '../records/scenario';
import { boughtTicket, draw } from './records-scenario';

const DRAWS = 8;

let processes: Awaited<ReturnType<typeof openProcesses>>;
beforeAll(async () => {
  processes = await openProcesses(1);
});
afterAll(() => processes.close());

test('used ones, and one that was not used', async () => {
  const { records, meter } = processes.all[0]!;
  const accountId = await fundedAccount(records, 1_000_000_000n);
  const askId = await placedAsk(records, { capacityTokens: 1_000 });
  const { lotId } = await boughtTicket(records, { accountId, askId, quantityTokens: 1_000 });
  const fillIds: string[] = [];
  for (let at = 0; at < DRAWS; at += 1) fillIds.push((await draw(records, lotId, 10)).fillId);
  const before = meter.sizes.length;
  await Promise.all([
    // It may be a transaction of its own, which the others wait for.
    records.ledger.deposit({ accountId, amountScale8: 1n, reference: randomUUID() }),
    ...fillIds.map((fillId, at) => records.ledger.settleFill(settlement(fillId, at))),
  ]);
  expect(meter.sizes.length - before).toBeLessThanOrEqual(2);
  expect(await records.lots.findOne({ _id: lotId })).toMatchObject({
    drawnTokens: 28,
    reservedTokens: 0,
    remainingTokens: 972,
    draws: DRAWS - 1,
  });
  await expectSound(records);
});
