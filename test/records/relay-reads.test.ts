/**
 * What a relay reads in MongoDB while nothing happens: as much with three thousand asks as with
 * none. MongoDB's profiler, which is of one database, tells how many documents each read examined.
 */
import type { mongo } from 'mongoose';
import { writeAsks } from '../../bench/books/asks';
import { bookName } from '../../domain/instruments';
import { relayPorts } from '../../followers/relay/record-ports';
import type { RelayPorts } from '../../followers/relay/ports';
import { writable } from '../../records/mongodb/writable';
import { CLAIM, recordsForFile } from './scenario';

const BOOK = { modelId: 'large', tenor: 'spot' } as const;
const ASKS = 3_000;
/** A minute: the books are listed, and ended orders read, every 2 s. */
const ROUNDS = 30;

const records = recordsForFile();
let database: mongo.Db;
let ports: RelayPorts;

beforeAll(async () => {
  database = records.connection.getClient().db(records.connection.name);
  await (await records.loadBook(BOOK, CLAIM)).close();
  await writeAsks(records, BOOK, ASKS);
  const refuse = () => Promise.reject(new Error('not called'));
  const outward = { rebuild: refuse, publish: refuse, filled: refuse, expiredBids: refuse };
  ports = relayPorts(records, outward);
  await ports.endedOrders();
  await database.command({ profile: 2 });
});

interface Aggregation {
  readonly pipeline?: readonly object[];
}

interface Profiled {
  readonly ns: string;
  readonly docsExamined?: number;
  readonly keysExamined?: number;
  readonly nreturned?: number;
  readonly command?: Aggregation;
  /** Of the next page of an answer. */
  readonly originatingCommand?: Aggregation;
}

/** Since the last call; changes are counted as they are returned: the oplog is of all databases. */
async function readsOf(work: () => Promise<void>) {
  const profile = database.collection<Profiled>('system.profile');
  const before = await profile.countDocuments();
  await work();
  const entries = await profile.find().sort({ $natural: 1 }).skip(before).toArray();
  const mine = entries.filter(({ ns }) => !ns.endsWith('.system.profile'));
  const areChanges = ({ command, originatingCommand }: Profiled) =>
    '$changeStream' in ((originatingCommand ?? command)?.pipeline?.[0] ?? {});
  const sum = (of: readonly Profiled[], field: 'docsExamined' | 'keysExamined' | 'nreturned') =>
    of.reduce((total, entry) => total + (entry[field] ?? 0), 0);
  const reads = mine.filter((entry) => !areChanges(entry));
  return {
    reads: reads.length,
    documents: sum(reads, 'docsExamined'),
    keys: sum(reads, 'keysExamined'),
    changes: sum(mine.filter(areChanges), 'nreturned'),
  };
}

async function quietMinute(): Promise<void> {
  for (let at = 0; at < ROUNDS; at += 1) await ports.books();
  for (let at = 0; at < ROUNDS; at += 1) expect(await ports.endedOrders()).toEqual([]);
}

test('a quiet minute of a book of many asks examines no ask', async () => {
  const { reads, documents, keys, changes } = await readsOf(quietMinute);
  expect(reads).toBe(2 * ROUNDS);
  expect(documents).toBe(ROUNDS); // the one book
  expect(keys).toBeLessThanOrEqual(ROUNDS);
  expect(changes).toBe(0);
});

test('asks that changed, and an ask without a place, are read alone', async () => {
  const asks = writable(records.asks);
  const [unplaced, ended] = await asks.find({}).limit(2).toArray();
  const { changes, documents } = await readsOf(async () => {
    await asks.updateOne({ _id: ended!._id }, { $set: { status: 'cancelled' } });
    await asks.updateOne(
      { _id: unplaced!._id },
      { $set: { sequence: null, createdAt: new Date(Date.now() - 60_000) } },
    );
    expect(await ports.endedOrders()).toEqual([{ side: 'ask', id: ended!._id }]);
    const [known] = await ports.books();
    expect(known && bookName(known.book)).toBe(bookName(BOOK));
    expect(known?.hasUnplaced).toBe(true);
    expect(await ports.unplacedAsks(BOOK)).toMatchObject([{ askId: unplaced!._id }]);
  });
  expect(changes).toBe(1);
  expect(documents).toBeLessThanOrEqual(10);
});
