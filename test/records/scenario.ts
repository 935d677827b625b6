/** Records in a database of their own, with what the tests of the ledger need around them. */
import type { Tenor } from '../../domain/tenors';
import { randomBytes, randomUUID } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import type { Settings } from '../../config/settings';
import { type BookId, bookName } from '../../domain/instruments';
import { Sealer } from '../../domain/sealing';
import { connectRedis, type RedisClient } from '../../engine/connect-redis';
import { RedisRowLocks } from '../../exchange/row-locks/redis-row-locks';
import { asDouble } from '../../records/collections';
import { type WritableRecords, connectRecords } from '../../records/connect';
import { checkInvariants } from '../../records/invariants/check-invariants';
import type { CommitMeter } from '../../records/ledger/commit-meter';
import type { ReserveFill } from '../../records/ledger/reserve-fill';
import type { SettleFill } from '../../records/ledger/settle-fill';
import { keepEmptiedDatabase, testSettings } from '../support/environment';
import { forFile } from '../support/for-file';

export const MODEL = 'gpt-4o';
export const EPOCH = 1;
/** The claim of a rebuild that is alone. */
export const CLAIM = { fence: 0, confirm: () => Promise.resolve() };

/** Of a process whose payload keys nobody else has. */
export const SEALER = new Sealer([randomBytes(32)]);

export interface AskTerms {
  readonly capacityTokens: number;
  readonly priceScale8?: bigint;
  readonly epoch?: number;
  readonly validForSeconds?: number;
  readonly sellerId?: string;
  readonly tenor?: Tenor;
}

/** Opens the records; several calls with one database are several processes. */
export async function openRecords(database?: string): Promise<WritableRecords> {
  const settings = await testSettings();
  return connectRecords(database ? { ...settings, MONGODB_DATABASE: database } : settings);
}

/** For all tests of a file. */
export function recordsForFile(): WritableRecords {
  return forFile(() => openRecords(), dropRecords);
}

/** Several processes on one database, whose commits queue up in one Redis as in production. */
export async function openProcesses(
  count: number,
  parts: Partial<Settings> = {},
): Promise<Processes> {
  const settings = { ...(await testSettings()), ...parts };
  const opened: OpenedProcess[] = [];
  const open = async () => {
    const clients = [connectRedis(settings.redisUrl), connectRedis(settings.redisUrl)] as const;
    const meter = new CountedCommits();
    const locks = new RedisRowLocks(...clients, settings);
    const records = await connectRecords(settings, { meter, locks });
    const die = () => clients.forEach((client) => client.disconnect());
    const process = { records, locks, meter, redis: clients[0], subscriber: clients[1], die };
    opened.push(process);
    return process;
  };
  const all = await Promise.all(Array.from({ length: count }, open));
  return {
    all,
    open,
    async close() {
      for (const { die } of opened) die();
      const [first, ...others] = opened;
      for (const { records } of others) await records.close();
      await dropRecords(first!.records);
    },
  };
}

export interface OpenedProcess {
  readonly records: WritableRecords;
  readonly locks: RedisRowLocks;
  readonly meter: CountedCommits;
  readonly redis: RedisClient;
  /** On which it hears of its turns. */
  readonly subscriber: RedisClient;
  /** Nothing more is heard of it in Redis. */
  die(): void;
}

interface Processes {
  readonly all: readonly OpenedProcess[];
  /** Another one. */
  open(): Promise<OpenedProcess>;
  close(): Promise<void>;
}

/** The transactions of a process. */
export class CountedCommits implements CommitMeter {
  /** Requests in each transaction. */
  readonly sizes: number[] = [];
  conflicts = 0;
  commitWaited(): void {}
  committed(requests: number): void {
    this.sizes.push(requests);
  }
  commitConflicted(): void {
    this.conflicts += 1;
  }
}

export async function dropRecords(records: WritableRecords): Promise<void> {
  const { connection } = records;
  const isSmall = (await documentsIn(records)) < CLEARED_MAX;
  const isReused = isSmall && connection.name.startsWith('test-');
  if (isReused) {
    await dropOthers(records);
    await clearRecords(records);
  } else await connection.dropDatabase();
  await records.close();
  if (isReused) await keepEmptiedDatabase(connection.name);
}

/** Above this number of documents a database is dropped sooner than emptied. */
const CLEARED_MAX = 2_000;

async function documentsIn({ connection, models }: WritableRecords): Promise<number> {
  const counts = await Promise.all(
    Object.values(models).map(({ collection: { collectionName } }) =>
      connection.collection(collectionName).estimatedDocumentCount(),
    ),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Collections that the test made. */
async function dropOthers({ connection, models }: WritableRecords): Promise<void> {
  const own = new Set(Object.values(models).map((model) => model.collection.collectionName));
  for (const { name } of await connection.listCollections()) {
    if (!own.has(name)) await connection.dropCollection(name);
  }
}

/** Empties the records; quicker than a new database. */
export async function clearRecords(records: WritableRecords): Promise<void> {
  const names = Object.values(records.models).map((model) => model.collection.collectionName);
  await Promise.all(names.map((name) => records.connection.collection(name).deleteMany({})));
}

/** An account with a deposit. @returns its id */
export async function fundedAccount(
  records: WritableRecords,
  amountScale8: bigint,
): Promise<string> {
  const accountId = randomUUID();
  const now = new Date();
  await records.models.accounts.create({
    _id: accountId,
    name: 'Buyer',
    owner: null,
    priceCeilingScale8: null,
    createdAt: now,
    updatedAt: now,
  });
  if (amountScale8 > 0n)
    await records.ledger.deposit({ accountId, amountScale8, reference: 'first' });
  return accountId;
}

/** The record of a book that a rebuild has opened; one that exists keeps its epoch. */
export async function openedBook(
  { books }: WritableRecords,
  book: BookId,
  epoch = EPOCH,
): Promise<void> {
  const opened = { epoch: asDouble(epoch), updatedAt: new Date() };
  await books.updateOne({ _id: bookName(book) }, { $setOnInsert: opened }, { upsert: true });
}

/** An ask that the book took. @returns its id */
export async function placedAsk(records: WritableRecords, terms: AskTerms): Promise<string> {
  const askId = uuidV7();
  const createdAt = new Date();
  const { validForSeconds = 3_600, tenor = 'spot' } = terms;
  await records.ledger.asks.create({
    askId,
    sellerId: terms.sellerId ?? randomUUID(),
    surface: 'market',
    modelId: MODEL,
    tenor,
    region: 'us-east',
    priceScale8: terms.priceScale8 ?? 100_000_000n,
    capacityTokens: terms.capacityTokens,
    lotTokens: 1,
    validForSeconds,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + validForSeconds * 1_000),
  });
  await records.ledger.asks.placed(askId, 1, terms.epoch ?? EPOCH);
  await openedBook(records, { modelId: MODEL, tenor }, terms.epoch);
  return askId;
}

/** A request to reserve; every part can be set. */
export async function reservation(
  records: WritableRecords,
  parts: { accountId: string; askId: string; quantityTokens: number } & Partial<
    ReserveFill['fill']
  > & { orderId?: string },
): Promise<ReserveFill> {
  const { accountId, orderId, ...fill } = parts;
  const ask = await records.asks.findOne({ _id: parts.askId });
  if (!ask) throw new Error('No such ask');
  return {
    order: {
      orderId: orderId ?? uuidV7(),
      accountId,
      modelId: ask.modelId,
      region: null,
      venuePin: null,
      workflowId: 'workflow',
      requestId: 'request',
      ceilingScale8: ask.priceScale8,
      quantityMinTokens: parts.quantityTokens,
      quantityMaxTokens: parts.quantityTokens,
      streamed: false,
    },
    fill: {
      fillId: uuidV7(),
      sellerId: ask.sellerId,
      modelId: ask.modelId,
      tenor: ask.tenor,
      region: ask.region,
      priceScale8: ask.priceScale8,
      epoch: EPOCH,
      ...fill,
    },
  };
}

export function settlement(
  fillId: string,
  usedTokens: number,
  parts: Partial<SettleFill> = {},
): SettleFill {
  return {
    fillId,
    attempt: 1,
    usedTokens,
    usage: { promptTokens: 0, completionTokens: usedTokens, totalTokens: usedTokens },
    usageFlag: null,
    fees: () => 0,
    answer: {
      sealed: Buffer.from('sealed'),
      streamed: false,
      keptMs: 3_600_000,
    },
    ...parts,
  };
}

/** Every invariant holds. */
export async function expectSound(records: WritableRecords): Promise<void> {
  const results = await checkInvariants(records);
  expect(results.filter(({ status }) => status !== 'ok')).toEqual([]);
}

/** Reserves and gives the fill's id. */
export async function reserve(
  records: WritableRecords,
  parts: Parameters<typeof reservation>[1],
): Promise<string> {
  const request = await reservation(records, parts);
  expect(await records.ledger.reserveFill(request)).toEqual({ status: 'reserved' });
  return request.fill.fillId;
}

/** Closes a day without journals: a check of recent records then begins an hour ago. */
export async function closeYesterday({ closedDays }: WritableRecords): Promise<void> {
  const until = new Date(Date.now() - 3_600_000);
  const from = new Date(until.getTime() - 86_400_000);
  await closedDays.insertOne({
    _id: from.toISOString().slice(0, 10),
    from,
    until,
    closedAt: until,
    journals: 0,
    lastJournalId: '',
    digest: '0',
    postedImbalanceScale8: 0n,
    pendingImbalanceScale8: 0n,
  });
}
