/** Buyer and seller of a trade are told which one it is, and nobody else is. */
import { AccountFeed } from '../../api/stream/account-feed';
import type { AccountChange } from '../../records/queries/account-changes';
import { tradeOf } from '../market/tape';
import { recordsForFile } from '../records/scenario';
import { until } from '../support/wait';

const records = recordsForFile();

test('by its id', async () => {
  const failures: unknown[] = [];
  const feed = new AccountFeed(records, (err) => failures.push(err));
  const [own, foreign] = [1, 2].map(() => tradeOf({ modelId: 'model', executedAt: new Date() }));
  const heard: Record<string, AccountChange[]> = { buyer: [], seller: [] };
  const listen = (who: string) => ({ tell: (change: AccountChange) => heard[who]?.push(change) });
  const [buyer, seller] = [listen('buyer'), listen('seller')];
  const participants = [`account:${own!.accountId}`, `seller:${own!.sellerId}`] as const;
  await feed.join(participants[0], buyer);
  await feed.join(participants[1], seller);
  await records.trades.insertMany([foreign!, own!]);
  const told = [{ kind: 'trade', id: own!.tradeId }];
  await until(() => heard['buyer']!.length > 0 && heard['seller']!.length > 0, {
    what: 'the trade',
  });
  expect(heard).toEqual({ buyer: told, seller: told });
  feed.leave(participants[0], buyer);
  feed.leave(participants[1], seller);
  feed.close();
  expect(failures).toEqual([]);
});
