/** A process that stood still notes how its attempt ended when others have ended it: the fill stays as it is. */
import { recordsForFile, fundedAccount, placedAsk, reserve, settlement } from './scenario';

const records = recordsForFile();

async function reserved(): Promise<string> {
  const accountId = await fundedAccount(records, 1_000_000_000n);
  const askId = await placedAsk(records, { capacityTokens: 1_000 });
  return reserve(records, { accountId, askId, quantityTokens: 10 });
}

test('the end of an attempt is noted while its fill is open', async () => {
  const fillId = await reserved();
  await records.ledger.fills.noteEnd(fillId, 1, 'cut');
  expect(await records.fills.findOne({ _id: fillId })).toMatchObject({
    attempts: [{ number: 1, reason: 'cut' }],
  });
});

test('what is paid keeps its attempts as they were settled', async () => {
  const fillId = await reserved();
  await records.ledger.settleFill(settlement(fillId, 10));
  const before = await records.fills.findOne({ _id: fillId });
  await records.ledger.fills.noteEnd(fillId, 1, 'exchange');
  expect(await records.fills.findOne({ _id: fillId })).toEqual(before);
});

test('what was released stays a failure of its seller', async () => {
  const fillId = await reserved();
  await records.ledger.releaseFill({ fillId, reason: 'seller_failed' });
  const before = await records.fills.findOne({ _id: fillId });
  await records.ledger.fills.noteEnd(fillId, 1, 'exchange');
  expect(await records.fills.findOne({ _id: fillId })).toEqual(before);
});
