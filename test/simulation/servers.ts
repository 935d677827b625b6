/** The real servers of a file of simulations. */
import { OrderBooks } from '../../engine/book';
import { connectRedis } from '../../engine/connect-redis';
import { connectRecords } from '../../records/connect';
import { dropRecords } from '../records/scenario';
import { testSettings } from '../support/environment';
import { serverTime } from './actors';
import type { Servers } from './processes';
import { LIBRARY } from './redis-process';
import { followClock } from './server-time';

export async function openServers(): Promise<Servers> {
  const settings = await testSettings({
    BID_DEADLINE_MS: 3e4,
    ANSWER_TIMEOUT_MS: 6e4,
    STREAM_SILENCE_MS: 5e3,
  });
  const redis = connectRedis(settings.redisUrl);
  await new OrderBooks(redis, LIBRARY).load();
  const records = await connectRecords(settings);
  const endClock = followClock(records.connection.getClient());
  records.ledger.capacity.now = () => Promise.resolve(serverTime());
  return { settings, redis, records, endClock };
}

export async function closeServers({ redis, records, endClock }: Servers): Promise<void> {
  endClock();
  redis.disconnect();
  await dropRecords(records);
}
