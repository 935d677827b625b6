/** The invariants hold while the exchange works; `clauses-of-chats.test.ts` shows what each finds. */
import { checkInvariants } from '../../records/invariants/check-invariants';
import { fundedAccount, placedAsk, recordsForFile, reserve, settlement } from './scenario';

const records = recordsForFile();

test('every invariant holds at every moment while the exchange works', async () => {
  const accountId = await fundedAccount(records, 10_000_000_000n);
  const askId = await placedAsk(records, { capacityTokens: 1_000_000 });
  let working = true;
  const work = Array.from({ length: 8 }, async () => {
    while (working) {
      const fillId = await reserve(records, { accountId, askId, quantityTokens: 10 });
      await records.ledger.settleFill(settlement(fillId, 7));
    }
  });
  const results = [];
  for (let round = 0; round < 5; round++) results.push(...(await checkInvariants(records)));
  working = false;
  await Promise.all(work);
  expect(results.filter(({ status }) => status !== 'ok')).toEqual([]);
});
