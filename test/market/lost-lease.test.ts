/** A follower whose lease another process took leaves the trades to it, and goes on when it is gone. */
import { randomUUID } from 'node:crypto';
import { CandleFollower } from '../../followers/candles/follower';
import { dropRecords, openRecords } from '../records/scenario';
import { until } from '../support/wait';

test('with a higher fence, and without a fault', async () => {
  const records = await openRecords();
  const failures: unknown[] = [];
  const holder = randomUUID();
  const follower = new CandleFollower(records, {
    holder,
    leaseMs: 1e3,
    gatherMs: 10,
    onError: (err) => failures.push(err),
  });
  const lease = () => records.followers.findOne({ _id: 'candles' });
  follower.start();
  const before = await until(
    async () => {
      const found = await lease();
      return found?.token ? found : null;
    },
    { what: 'its first place' },
  );
  const fence = before.fence + 1;
  // Another one held it for a moment.
  await records.followers.updateOne(
    { _id: 'candles' },
    { $set: { holder: 'another', fence, leaseUntil: new Date(0) } },
  );
  const held = async () => {
    const found = (await lease())!;
    return found.holder === holder && found.fence > fence;
  };
  await until(held, { what: 'its next lease', timeoutMs: 20_000 });
  await follower.stop();
  expect(failures).toEqual([]);
  await dropRecords(records);
});
