/** Wards of the relay: Redis refuses what concerns one book, one order or one fill. */
import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { type BookId, bookName } from '../../domain/instruments';
import { OrderBooks } from '../../engine/book';
import { headKey } from '../../engine/keys';
import { rebuildBook } from '../../engine/rebuild';
import { Comparison } from '../../followers/relay/comparison';
import { PendingReservations } from '../../followers/relay/pending-reservations';
import type { RelayPorts, RelayProgress } from '../../followers/relay/ports';
import { Relay } from '../../followers/relay/relay';
import { until } from '../support/wait';
import { type NewWard, type Ward, patients, refusing } from './patients';

const MINUTE_MS = 60_000;
const LEASE_MS = 600;
const EPOCH = 1;
/** More than turns extend the lease of a book in which one order is placed. */
const TURNS = 5;
const SOON = (what: string) => ({ what, timeoutMs: 20_000 });
const BOOK = { modelId: 'm', tenor: 'spot' } as const;
const LEASE = { nowMs: MINUTE_MS, check: () => undefined } as never;

/** @param refusedBy MongoDB refuses the tombstone of a fill, or Redis to release it */
const reservations =
  (refusedBy: 'MongoDB' | 'Redis'): NewWard =>
  async () => {
    const { sick, healthy, all } = patients();
    const refuse = refusing(sick);
    const released: string[] = [];
    const release = async ({ fillId }: { fillId: string }) => {
      if (refusedBy === 'Redis') refuse(fillId);
      released.push(fillId);
    };
    const ports = {
      outcomes: async () => new Map(),
      abandon: async ({ fillId }: { fillId: string }) => {
        if (refusedBy === 'MongoDB') refuse(fillId);
        return true;
      },
    };
    const pending = new PendingReservations({ release } as never, BOOK, ports, MINUTE_MS);
    const before = { epoch: EPOCH, version: 0, mark: '' };
    for (const fillId of all) {
      const order = { side: 'ask', askId: randomUUID() };
      const event = { kind: 'reserved', fillId, order, atMs: 0, quantityTokens: 1, epoch: EPOCH };
      pending.note(event as never, before, 0);
    }
    return reporting(
      () => pending.reap(LEASE),
      () => released.includes(healthy),
    );
  };

const reporting = (run: () => Promise<unknown[]>, isHealed: Ward['isHealed']): Ward => ({
  async run(report) {
    for (const failure of await run()) report(failure);
  },
  isHealed,
});

/** Asks that the book should have, and orders that it should not. */
const compared =
  (refused: 'place' | 'cancel'): NewWard =>
  async () => {
    const { sick, healthy, all } = patients();
    const refuse = refusing(sick);
    const healed: string[] = [];
    const books = {
      place: async ({ askId }: { askId: string }) => {
        refuse(askId);
        healed.push(askId);
        return { status: 'placed', sequence: 1, epoch: EPOCH };
      },
      cancel: async ({ id }: { id: string }) => {
        refuse(id);
        healed.push(id);
      },
    };
    const ports = {
      epochOf: async () => EPOCH,
      unplacedAsks: async () => (refused === 'place' ? all.map((askId) => ({ askId })) : []),
      placed: async () => true,
      expired: async () => undefined,
      ended: async (orders: readonly unknown[]) => orders,
    };
    const comparison = new Comparison(books as never, BOOK, ports as never);
    const ended = refused === 'cancel' ? all.map((id) => ({ side: 'ask', id })) : [];
    const image = { epoch: EPOCH, has: () => true, names: () => ended.values() };
    return reporting(
      () => comparison.run(LEASE, image as never),
      () => healed.includes(healthy),
    );
  };

/** A user of Redis that may be refused the keys of books. */
async function userOf(redisUrl: string) {
  const admin = new Redis(redisUrl);
  const [username, password] = [`user-${randomUUID()}`, randomUUID()];
  const rights = ['allchannels', '+@all'];
  await admin.acl('SETUSER', username, 'on', `>${password}`, 'allkeys', ...rights);
  const user = new Redis(redisUrl, { username, password });
  return {
    user,
    restrictTo: (...keys: string[]) =>
      admin.acl('SETUSER', username, 'resetkeys', ...keys.map((key) => `~${key}`)),
    async leave() {
      await user.quit();
      await admin.acl('DELUSER', username);
      await admin.quit();
    },
  };
}

/** Books that one relay follows: it reads their journals together, and extends their leases together. */
const followedBooks: NewWard = async ({ settings }) => {
  const { all, healthy } = patients();
  const bookOf = (modelId: string): BookId => ({ modelId, tenor: 'spot' });
  const { user, restrictTo, leave } = await userOf(settings.redisUrl);
  const books = new OrderBooks(user);
  await books.load();
  for (const modelId of all) {
    const source = { epoch: EPOCH, asks: [], reservations: [] };
    await rebuildBook(books, bookOf(modelId), () => Promise.resolve(source));
  }
  const progress = new Map<string, RelayProgress>();
  const sequences = new Map<string, number>();
  const ports = {
    books: async () =>
      all.map((modelId) => ({ book: bookOf(modelId), epoch: EPOCH, hasUnplaced: false })),
    endedOrders: async () => [],
    readProgress: async (book: BookId) => progress.get(bookName(book)) ?? null,
    saveProgress: async (book: BookId, one: RelayProgress) =>
      void progress.set(bookName(book), one),
    expired: async () => undefined,
    outcomes: async () => new Map(),
    epochOf: async () => EPOCH,
    unplacedAsks: async () => [],
    ended: async () => [],
    publish: async ({ modelId, sequence }: { modelId: string; sequence: number }) =>
      void sequences.set(modelId, sequence),
  } as unknown as RelayPorts;
  const [book, leaseKey] = [bookOf(healthy), `${headKey(bookOf(healthy))}:lease`];
  const place = () =>
    books.place({
      book,
      askId: randomUUID(),
      sellerId: randomUUID(),
      region: 'us-east',
      lotTokens: 10,
      priceScale8: 100n,
      capacityTokens: 100,
      remainingTokens: 100,
      expiresAtMs: Date.now() + 60 * MINUTE_MS,
    });
  let [isHealed, refusals] = [false, 0];
  return {
    async run(report) {
      const relay = new Relay(books, ports, {
        holder: randomUUID(),
        leaseMs: LEASE_MS,
        reservationLeaseMs: MINUTE_MS,
        saveEveryMs: 0,
        sliceEveryMs: MINUTE_MS,
        intervalMs: 10,
        quietMs: MINUTE_MS,
        standbyMs: 50,
        discoverEveryMs: 100,
        concurrency: 4,
        onError: (_book, err) => {
          refusals += 1;
          report(err);
        },
      });
      relay.start();
      try {
        await until(() => sequences.size === all.length, { what: 'every book to be published' });
        await until(() => relay.state().acting === all.length, { what: 'all leases' });
        await restrictTo(`${headKey(book)}*`);
        await until(() => refusals > all.length, { what: 'refusals of reads and looks' });
        await place();
        await until(() => sequences.get(healthy) === 1, SOON('the ask to be published'));
        const ends = new Set<number>();
        const isExtended = async () => ends.add(await user.pexpiretime(leaseKey)).size > TURNS;
        await until(isExtended, SOON('looks that extend the lease'));
        isHealed = true;
      } finally {
        await relay.stop();
        await leave();
      }
    },
    isHealed: () => isHealed,
  };
};

export const REDIS_WARDS: Readonly<Record<string, NewWard>> = {
  'reservations of a book': reservations('MongoDB'),
  'reservations that a book does not take back': reservations('Redis'),
  'asks that a book does not take': compared('place'),
  'ended orders that a book keeps': compared('cancel'),
  'books that a relay follows': followedBooks,
};
