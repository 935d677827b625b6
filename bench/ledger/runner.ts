/**
 * Process: one of several that write to the ledger. `POST /` with the parties of its callers and the
 * limits of a load runs it and answers with the sample.
 */
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { loadSettings } from '../../config/settings';
import { connectRedis, waitingDuplicate } from '../../engine/connect-redis';
import { RedisRowLocks } from '../../exchange/row-locks/redis-row-locks';
import { connectRecords, type WritableRecords } from '../../records/connect';
import type { CommitMeter } from '../../records/ledger/commit-meter';
import { type Load, runLoad, type Sample, timed } from '../measure/load';
import { type Party, QUANTITY_TOKENS, reservationOf } from './market';

/** What a process is told to do. */
export interface Order {
  readonly load: Load;
  /** By caller. */
  readonly parties: readonly Party[];
  /** Whether each reservation is settled, instead of only made. */
  readonly settles: boolean;
}

export interface ProcessSample extends Sample {
  /** Transactions written and made again. */
  readonly commits: number;
  readonly conflicts: number;
}

class Counts implements CommitMeter {
  commits = 0;
  conflicts = 0;
  commitWaited(): void {}
  committed(): void {
    this.commits += 1;
  }
  commitConflicted(): void {
    this.conflicts += 1;
  }
}

const DAY_MS = 86_400_000;
const ANSWER = Buffer.from('answer');

async function main(): Promise<void> {
  const settings = loadSettings();
  const counts = new Counts();
  const redis = connectRedis(settings.redisUrl);
  const locks = new RedisRowLocks(redis, waitingDuplicate(redis), settings);
  const records = await connectRecords(settings, { meter: counts, locks });
  const run = async (order: Order): Promise<ProcessSample> => {
    const { commits, conflicts } = counts;
    const work = timed((caller) => write(records, order, order.parties[caller]!));
    const sample = await runLoad(work, order.load);
    return {
      ...sample,
      commits: counts.commits - commits,
      conflicts: counts.conflicts - conflicts,
    };
  };
  const server = createServer((req, res) => {
    json(req)
      .then((order) => run(order as Order))
      .then(
        (sample) => res.end(JSON.stringify(sample)),
        (err: Error) => res.writeHead(500).end(err.message),
      );
  });
  server.requestTimeout = 0;
  server.listen(settings.PORT, '127.0.0.1', () => process.send?.({ ready: true }));
}

async function write(records: WritableRecords, { settles }: Order, party: Party): Promise<void> {
  const { ledger } = records;
  const reservation = reservationOf(party);
  const reserved = await ledger.reserveFill(reservation);
  if (reserved.status !== 'reserved')
    throw new Error(`The reservation: ${JSON.stringify(reserved)}`);
  if (!settles) return;
  const settled = await ledger.settleFill({
    fillId: reservation.fill.fillId,
    attempt: 1,
    usedTokens: QUANTITY_TOKENS,
    usage: { promptTokens: 1, completionTokens: QUANTITY_TOKENS - 1, totalTokens: QUANTITY_TOKENS },
    usageFlag: null,
    fees: () => 0,
    answer: { sealed: ANSWER, streamed: false, keptMs: DAY_MS },
  });
  if (settled.status !== 'settled') throw new Error(`The settlement: ${settled.status}`);
}

process.once('disconnect', () => process.exit(0));
main().catch((err: Error) => {
  process.stderr.write(`${err.stack}\n`);
  process.exit(1);
});
