/** What must be true once whatever stood still goes on: nothing is open, nothing is kept, all adds up. */
import type Redis from 'ioredis';
import type { OrderBooks } from '../../engine/book';
import { checkInvariants } from '../../records/invariants/check-invariants';
import { expectBookIsRecords } from '../contract-orders/quiet-checks';
import type { Exchange } from '../support/exchange';
import { until } from '../support/wait';

/** A finished channel is kept for a minute. */
const CHANNEL_SECONDS = 60;
const OPEN_AFTER_DEADLINE_MS = 60_000;
/** What a request of 64 tokens adds to the deadline. */
const GENERATION_MS = 64 * 30;

/** What was left behind, in words; empty when all is right. */
export interface Aftermath {
  /** From the end of the pause until no request was open. */
  readonly closedAfterMs: number;
  readonly faults: readonly string[];
}

export async function lookAfterwards(
  exchange: Exchange,
  redis: Redis,
  books: OrderBooks,
  modelId: string,
): Promise<Aftermath> {
  const { records, settings } = exchange;
  const resumedAtMs = Date.now();
  const faults: string[] = [];
  const note = (what: string) => (err: Error) => void faults.push(`${what}: ${err.message}`);

  const timeoutMs = settings.BID_DEADLINE_MS + GENERATION_MS + OPEN_AFTER_DEADLINE_MS;
  const isOver = async () => (await records.orders.countDocuments({ status: 'open' })) === 0;
  await until(isOver, { what: 'every order to end', timeoutMs }).catch(note('open'));
  const closedAfterMs = Date.now() - resumedAtMs;

  const left = async () => expect(await leftOvers(exchange, redis)).toEqual([]);
  await until(async () => (await left(), true), { timeoutMs: 30_000 }).catch(note('left'));
  const agrees = async () => (await expectBookIsRecords(records, books, modelId), true);
  await until(agrees, { timeoutMs: 60_000, everyMs: 200 }).catch(note('book'));
  for (const { id, status, violations } of await checkInvariants(records)) {
    if (status !== 'ok') faults.push(`invariant ${id}: ${status}, ${violations}`);
  }
  return { closedAfterMs, faults };
}

async function leftOvers({ records }: Exchange, redis: Redis): Promise<string[]> {
  const left = await leftInRecords(records);
  const channels = await channelsOf(redis);
  if (channels.length > 0) left.push(`${channels.length} channels, one of them ${channels[0]}`);
  return left;
}

/** What orders hold, or keep, as long as they are open. */
export async function leftInRecords(records: Exchange['records']): Promise<string[]> {
  const left: string[] = [];
  const count = async (what: string, found: Promise<number>) => {
    if ((await found) > 0) left.push(`${await found} ${what}`);
  };
  await count('fills reserved', records.fills.countDocuments({ status: 'reserved' }));
  await count('chats held', records.fills.countDocuments({ 'hold.status': 'open' }));
  const isBusy = { requestsUnderWay: { $exists: true, $ne: 0 } };
  await count('accounts busy', records.balances.countDocuments(isBusy));
  await count('requests kept', records.payloads.countDocuments());
  await count('asks reserved', records.asks.countDocuments({ reservedTokens: { $ne: 0 } }));
  return left;
}

/** Channels that stay for longer than readers of a finished one need. */
async function channelsOf(redis: Redis): Promise<string[]> {
  const keys = await redis.keys('answer:*');
  const seconds = await Promise.all(keys.map((key) => redis.ttl(key)));
  return keys.filter((_, at) => seconds[at] === -1 || seconds[at]! > CHANNEL_SECONDS);
}
