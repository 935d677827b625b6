/**
 * The records of the exchange in MongoDB. Every write waits for the journal of a majority, every
 * read uses the primary, and int64 is read as bigint.
 */
import mongoose, { type Connection, type mongo } from 'mongoose';
import { findAnswer } from './documents/answer';
import {
  type Collections,
  collectionsOf,
  compileModels,
  type Models,
  type ReadCollections,
} from './collections';
import type { BookId } from '../domain/instruments';
import { endWaitsForBrokenSockets } from './mongodb/broken-sockets';
import { connectionFailure, requireReplicaSet } from './mongodb/connection-failure';
import { IdempotencyMemory } from './documents/idempotency';
import type { CommitOptions } from './ledger/group-commit';
import { Ledger } from './ledger/ledger';
import type { ReadLedger } from './ledger/read-ledger';
import { type LoadedBook, epochOf, isBookKnown, loadBook } from './books/load-book';
import type { EpochClaim } from './books/raise-epoch';
import { findRequest, passedRefusalId } from './documents/order';
import { MarketPrices } from './queries/market-prices';
import { PayloadStore } from './documents/payload';
import { Spenders } from './queries/spenders';
import { CONFIRMED_WITHIN_MS } from './mongodb/write-limits';

export interface RecordSettings {
  readonly mongoUri: string;
  readonly MONGODB_DATABASE: string;
}

/** Collections and ledger are read-only; services write (writable.ts). */
export interface Records extends ReadCollections {
  readonly connection: Connection;
  readonly ledger: ReadLedger;
  readonly idempotencyMemory: IdempotencyMemory;
  readonly spenders: Spenders;
  readonly marketPrices: MarketPrices;
  /** Encrypted request of an open order that a gateway started. */
  findRequest(orderId: string): Promise<Uint8Array | null>;
  /** Encrypted body with which a seller refused the request. */
  findPassedRefusal(orderId: string): Promise<Uint8Array | null>;
  /** Encrypted settled answer. */
  findAnswer(orderId: string): Promise<Uint8Array | null>;
  keepPayload(id: string, sealed: Uint8Array, keptMs: number): Promise<void>;
  findPayload(id: string): Promise<Uint8Array | null>;
  dropPayload(id: string): Promise<void>;
  /** Raises the epoch of a book and reads it, to rebuild the engine's book. */
  loadBook(book: BookId, claim: EpochClaim): Promise<LoadedBook>;
  /** The latest recorded epoch of the book; null before the first one. */
  epochOf(book: BookId): Promise<number | null>;
  /** Whether the book has ever had an order or trade. */
  isBookKnown(book: BookId): Promise<boolean>;
  /** Creates the collections and indexes that are missing, as every process does at its start. */
  createMissing(): Promise<void>;
  close(): Promise<void>;
}

/** With write access to everything: for the process that connects, and for tests. */
export type WritableRecords = Omit<Records, keyof Collections | 'ledger'> &
  Collections & { readonly ledger: Ledger; readonly models: Models };

/**
 * How a primary that answers nothing any more is noticed: the driver hears of it every two seconds,
 * and gives its connections up when nothing came for this long. By default that takes 40 seconds.
 */
const LOST_PRIMARY = { heartbeatFrequencyMS: 2_000, connectTimeoutMS: 6_000 } as const;

/**
 * One by one these replace what the address says; a write concern would not. `j` is the old spelling
 * of `journal`: the driver warns of it, so only an address that has it gets it.
 */
const confirmed = (mongoUri: string) => ({
  w: 'majority' as const,
  journal: true,
  ...(/[?&]j=/i.test(mongoUri) && { j: true }),
  wtimeoutMS: CONFIRMED_WITHIN_MS,
});

/**
 * Connects, and creates missing collections and indexes.
 * @param commits without `locks`, processes that write one row at once meet in conflicts
 */
export async function connectRecords(
  settings: RecordSettings,
  commits?: CommitOptions,
): Promise<WritableRecords> {
  const connection = mongoose.createConnection(settings.mongoUri, {
    dbName: settings.MONGODB_DATABASE,
    appName: 'tokenbook',
    autoIndex: false,
    autoCreate: false,
    sanitizeFilter: true,
    useBigInt64: true,
    ...confirmed(settings.mongoUri),
    retryWrites: true,
    readPreference: 'primary',
    serverSelectionTimeoutMS: 10_000,
    ...LOST_PRIMARY,
  });
  const models = compileModels(connection);
  try {
    await connection.asPromise();
    await requireReplicaSet(connection.getClient());
    await ensureIndexes(connection, models);
  } catch (err) {
    await connection.close().catch(() => undefined);
    throw await connectionFailure(settings.mongoUri, err);
  }
  endWaitsForBrokenSockets(connection.getClient());
  return recordsOf(connection, models, commits);
}

/** By default an index waits for every member, so that no process could start while one is down. */
const BUILT_BY = { commitQuorum: 'majority' } as const;

/**
 * Creates collections first: a transaction must not create them. One command for all indexes of a
 * collection, since every process asks for them at its start.
 */
async function ensureIndexes(connection: Connection, models: Models): Promise<void> {
  const found = await connection.listCollections();
  const names = new Set(found.map(({ name }) => name));
  await Promise.all(
    Object.values(models).map(async (model) => {
      const { collectionName } = model.collection;
      if (!names.has(collectionName)) await model.createCollection();
      const indexes = model.schema
        .indexes()
        .map(([key, options]) => ({ ...options, key }) as mongo.IndexDescription);
      if (indexes.length === 0) return;
      await connection.collection(collectionName).createIndexes(indexes, BUILT_BY);
    }),
  );
}

function recordsOf(
  connection: Connection,
  models: Models,
  commits?: CommitOptions,
): WritableRecords {
  const collections = collectionsOf(connection);
  const payloads = new PayloadStore(collections.payloads);
  const marketPrices = new MarketPrices(collections);
  return {
    ...collections,
    connection,
    models,
    ledger: new Ledger(connection.getClient(), collections, marketPrices, commits),
    idempotencyMemory: new IdempotencyMemory(collections.idempotency),
    marketPrices,
    spenders: new Spenders(collections),
    findRequest: (orderId) => findRequest(collections.orders, payloads, orderId),
    findPassedRefusal: (orderId) => payloads.find(passedRefusalId(orderId)),
    findAnswer: (orderId) => findAnswer(collections.answers, orderId),
    keepPayload: (id, sealed, keptMs) => payloads.keep(id, sealed, keptMs),
    findPayload: (id) => payloads.find(id),
    dropPayload: (id) => payloads.drop(id),
    loadBook: (book, claim) => loadBook(connection.getClient(), collections, book, claim),
    epochOf: (book) => epochOf(collections, book),
    isBookKnown: (book) => isBookKnown(collections, book),
    createMissing: () => ensureIndexes(connection, models),
    close: () => connection.destroy(),
  };
}
