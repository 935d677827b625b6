/** Several programs that hear of one account: each hears everything, until it leaves. */
import { randomUUID } from 'node:crypto';
import { AccountFeed } from '../../api/stream/account-feed';
import type { AccountChange } from '../../records/queries/account-changes';
import { recordsForFile } from '../records/scenario';
import { until } from '../support/wait';
import { depositEvent } from '../webhooks/stored';

const records = recordsForFile();

/** A program that hears of an account. */
function listener() {
  const heard: AccountChange[] = [];
  return { heard, tell: (change: AccountChange) => void heard.push(change) };
}

test('each of them is told of each change, whichever came first and whoever leaves', async () => {
  const failures: unknown[] = [];
  const feed = new AccountFeed(records, (err) => failures.push(err));
  const account = `account:${randomUUID()}` as const;
  const another = `account:${randomUUID()}` as const;
  const [first, second, stranger] = [listener(), listener(), listener()];
  const deposit = async (hearing: (typeof first)[], count: number) => {
    await records.webhookEvents.insertOne(depositEvent(account, new Date()));
    await until(() => hearing.every(({ heard }) => heard.length === count), {
      what: `change ${count}`,
    });
  };
  try {
    await feed.join(account, first);
    await feed.join(another, stranger);
    await feed.join(account, second);
    await deposit([first, second], 1);
    feed.leave(account, second);
    await deposit([first], 2);
    feed.leave(account, first);
    await feed.join(account, second);
    await deposit([second], 2);
    expect(first.heard).toHaveLength(2);
    expect(stranger.heard).toEqual([]);
    expect(failures).toEqual([]);
  } finally {
    feed.leave(account, second);
    feed.leave(another, stranger);
    feed.close();
  }
});
