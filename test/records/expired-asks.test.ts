/** The sweep of asks that are over gets each of them, however many others have ended before. */
import { randomUUID } from 'node:crypto';
import { clearRecords, recordsForFile, placedAsk } from './scenario';

const records = recordsForFile();
afterEach(() => clearRecords(records));

const over = () => placedAsk(records, { capacityTokens: 100, validForSeconds: 0 });

test('the longest over comes first, and one that has ended comes no more', async () => {
  const ended = [await over(), await over(), await over()];
  await records.ledger.expireAsk(ended[0]!);
  await records.ledger.asks.cancelMany([ended[1]!, randomUUID()]);
  await records.ledger.asks.cancelMany([ended[2]!]);
  const [older, younger] = [await over(), await over()];
  const next = async () => (await records.ledger.asks.expired(1)).map(({ _id }) => _id);
  expect(await next()).toEqual([older]);
  await records.ledger.expireAsk(older);
  expect(await next()).toEqual([younger]);
  await records.ledger.expireAsk(younger);
  expect(await next()).toEqual([]);
});
