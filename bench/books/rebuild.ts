/** A process that rebuilds one book and prints its duration and peak memory as JSON. */
import { OrderBooks } from '../../engine/book';
import { connectRedis } from '../../engine/connect-redis';
import { parseBookName } from '../../domain/instruments';
import { reopening } from '../../exchange/books/reopening';
import { connectRecords } from '../../records/connect';

export interface Rebuild {
  readonly seconds: number;
  /** Of this process during the rebuild. */
  readonly processorSeconds: number;
  /** Resident. */
  readonly peakMegabytes: number;
}

async function main(): Promise<void> {
  const { MONGODB_URI = '', MONGODB_DATABASE = '', REDIS_URL = '' } = process.env;
  const redis = connectRedis(REDIS_URL);
  const records = await connectRecords({ mongoUri: MONGODB_URI, MONGODB_DATABASE });
  const books = new OrderBooks(redis);
  await books.load();
  const [startedAt, usedBefore] = [performance.now(), process.cpuUsage()];
  const book = parseBookName(process.argv[2]!);
  await reopening(books, records).reopen(book);
  const seconds = (performance.now() - startedAt) / 1_000;
  const { user, system } = process.cpuUsage(usedBefore);
  if ((await books.epochOf(book)) === null) throw new Error('The book is not open.');
  const rebuild: Rebuild = {
    seconds,
    processorSeconds: (user + system) / 1e6,
    peakMegabytes: process.resourceUsage().maxRSS / 1_024,
  };
  process.stdout.write(`${JSON.stringify(rebuild)}\n`);
  redis.disconnect();
  await records.close();
}

void main();
