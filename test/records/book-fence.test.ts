/**
 * The fence of a rebuild: what was reserved in an epoch and commits later is in the rebuilt book, or
 * does not commit. The transactions are stopped at each point at which a rebuild can come between.
 */
import type { mongo } from 'mongoose';
import { bookName } from '../../domain/instruments';
import { STRIPES } from '../../records/documents/book-fence';
import { asDouble } from '../../records/collections';
import type { WritableRecords } from '../../records/connect';
import { applyWrites } from '../../records/ledger/apply-writes';
import { FenceStripes, type Stripe } from '../../records/ledger/fence-stripes';
import { type ReserveFill, reserveFill } from '../../records/ledger/reserve-fill';
import { Refused } from '../../records/ledger/write-commands';
import { until } from '../support/wait';
import { openBook } from './read-book';
import {
  EPOCH,
  MODEL,
  clearRecords,
  expectSound,
  fundedAccount,
  openProcesses,
  placedAsk,
  reservation,
  reserve,
} from './scenario';

const ONE = 100_000_000n;
const BOOK = { modelId: MODEL, tenor: 'spot' } as const;

let processes: Awaited<ReturnType<typeof openProcesses>>;
let records: WritableRecords;
let accountId: string;
let askId: string;
beforeAll(async () => {
  processes = await openProcesses(4);
  records = processes.all[0]!.records;
});
beforeEach(async () => {
  await clearRecords(records);
  accountId = await fundedAccount(records, 1_000n * ONE);
  askId = await placedAsk(records, { capacityTokens: 100_000 });
});
afterEach(() => expectSound(records));
afterAll(() => processes.close());

const stripeOf = (number: number): Stripe => ({ number, hasMet: false });
const request = (parts: Partial<ReserveFill['fill']> = {}) =>
  reservation(records, { accountId, askId, quantityTokens: 100, ...parts });

/** The transaction of a reservation, whose steps the test makes. */
class Stopped {
  readonly session = records.connection.getClient().startSession();
  private readonly database = records.connection.db as unknown as mongo.Db;

  constructor(
    readonly reserved: ReserveFill,
    private readonly stripe: Stripe,
  ) {
    const readConcern = { level: 'snapshot' } as const;
    this.session.startTransaction({ readConcern, writeConcern: { w: 'majority' } });
  }

  /** From here on it sees the records as they are now. */
  async begin(): Promise<void> {
    await this.database.collection('accounts').findOne({}, { session: this.session });
  }

  async write(): Promise<void> {
    const transaction = reserveFill(records, { add: () => undefined });
    const [step] = await transaction.plan([this.reserved], false);
    if (step?.kind !== 'write') throw new Error('not planned');
    const ctx = { database: this.database, session: this.session };
    await applyWrites(ctx, records, [step.writes], this.stripe);
  }

  async end(way: 'commit' | 'abort' = 'abort'): Promise<void> {
    if (way === 'commit') await this.session.commitTransaction();
    await this.session.endSession();
  }
}

/** How the process that a reservation belongs to has used the book before. */
const FORMER_USES = {
  'a first reservation': async () => undefined,
  'a stripe of an earlier reservation': async () => {
    const first = new Stopped(await request(), stripeOf(7));
    await first.write();
    await first.end('commit');
  },
  'a stripe of an earlier epoch': async () => {
    await FORMER_USES['a stripe of an earlier reservation']();
    await records.books.updateOne({ _id: bookName(BOOK) }, { $set: { epoch: asDouble(2) } });
    await records.asks.updateMany({}, { $set: { epoch: asDouble(2) } });
  },
};

describe.each(Object.entries(FORMER_USES))('with %s', (_, use) => {
  let epoch: number;
  beforeEach(async () => {
    await use();
    epoch = (await records.epochOf(BOOK))!;
  });

  it('a rebuild waits for a reservation that has written, and reads it', async () => {
    const before = new Stopped(await request({ epoch }), stripeOf(7));
    await before.write();
    const read = openBook(records, BOOK);
    const isWaiting = until(async () => (await waitingRaises()) > 0);
    expect(await Promise.race([isWaiting.then(() => 'waits'), read.then(() => 'reads')])).toBe(
      'waits',
    );
    await before.end('commit');
    const { fillId } = before.reserved.fill;
    expect((await read).reservations).toContainEqual(expect.objectContaining({ fillId }));
  });

  it('no reservation that began before a rebuild writes after it', async () => {
    const late = new Stopped(await request({ epoch }), stripeOf(7));
    await late.begin();
    const read = await openBook(records, BOOK);
    await expect(late.write()).rejects.toMatchObject({
      errorLabels: expect.arrayContaining(['TransientTransactionError']),
    });
    await late.end();
    expect(read.asks).toMatchObject([{ askId }]);
  });

  it('no reservation of the epoch begins after a rebuild', async () => {
    const late = new Stopped(await request({ epoch }), stripeOf(7));
    await openBook(records, BOOK);
    await expect(late.write()).rejects.toThrow(Refused);
    await late.end();
    expect(await records.ledger.reserveFill(late.reserved)).toEqual({
      status: 'refused',
      reason: 'stale_epoch',
    });
    const next = await request({ epoch: epoch + 1 });
    expect(await records.ledger.reserveFill(next)).toEqual({ status: 'reserved' });
  });
});

it('misses no reservation of any process that is made meanwhile', async () => {
  const askIds = [askId];
  for (let at = 1; at < 4; at += 1) {
    askIds.push(await placedAsk(records, { capacityTokens: 100_000 }));
  }
  for (let epoch = EPOCH; epoch < EPOCH + 4; epoch += 1) {
    const requests = await Promise.all(
      Array.from({ length: 24 }, (_, at) => request({ askId: askIds[at % 4]!, epoch })),
    );
    const [read, ...results] = await Promise.all([
      openBook(records, BOOK),
      ...requests.map((one, at) => processes.all[at % 4]!.records.ledger.reserveFill(one)),
    ]);
    expect(read.epoch).toBe(epoch + 1);
    const seen = new Set(read.reservations.map(({ fillId }) => fillId));
    const unseen = requests.filter(({ fill }) => !seen.has(fill.fillId));
    const late = unseen.map((one) => results[requests.indexOf(one)]);
    expect(late).toEqual(late.map(() => ({ status: 'refused', reason: 'stale_epoch' })));
  }
});

describe('the stripes', () => {
  it('keep transactions of different processes apart', async () => {
    const another = await placedAsk(records, { capacityTokens: 100 });
    const account = await fundedAccount(records, 1_000n * ONE);
    await reserveWith(stripeOf(1));
    await reserveWith(stripeOf(2));
    const first = new Stopped(await request(), stripeOf(1));
    const second = new Stopped(
      await reservation(records, { accountId: account, askId: another, quantityTokens: 100 }),
      stripeOf(2),
    );
    await first.write();
    await second.write();
    await first.end('commit');
    await second.end('commit');
    expect(await records.bookFences.countDocuments()).toBe(2);
  });

  it('of one process are never used twice at once', () => {
    const stripes = new FenceStripes();
    const taken = Array.from({ length: STRIPES }, () => stripes.take());
    expect(new Set(taken.map(({ number }) => number)).size).toBe(STRIPES);
    for (const one of taken) stripes.release(one);
    const [one, two] = [stripes.take(), stripes.take()];
    one.hasMet = true;
    stripes.replace(one);
    expect(one).toEqual({ number: expect.any(Number), hasMet: false });
    expect(one.number).not.toBe(two.number);
  });

  it('that two transactions have at once end the later one, which takes another', async () => {
    await reserveWith(stripeOf(1));
    const first = new Stopped(await request(), stripeOf(1));
    await first.write();
    const account = await fundedAccount(records, 1_000n * ONE);
    const another = await placedAsk(records, { capacityTokens: 100 });
    const later = await reservation(records, {
      accountId: account,
      askId: another,
      quantityTokens: 100,
    });
    const met = stripeOf(1);
    const second = new Stopped(later, met);
    await expect(second.write()).rejects.toThrow(/conflict/i);
    await second.end();
    expect(met.hasMet).toBe(true);
    await first.end('commit');
    expect(await records.ledger.reserveFill(later)).toEqual({ status: 'reserved' });
  });

  it('of another book are not raised', async () => {
    await reserve(records, { accountId, askId, quantityTokens: 100 });
    const [fence] = await records.bookFences.find().toArray();
    for (const modelId of [`${MODEL}2`, MODEL.slice(0, -1)]) {
      await openBook(records, { ...BOOK, modelId });
    }
    expect(await records.bookFences.find().toArray()).toEqual([fence]);
  });

  it('cost a rebuild as many writes as there are stripes, however many asks', async () => {
    await reserve(records, { accountId, askId, quantityTokens: 100 });
    const before = await records.asks.find().toArray();
    await openBook(records, BOOK);
    expect(await records.asks.find().toArray()).toEqual(before);
    expect(await records.bookFences.find().toArray()).toMatchObject([{ epoch: EPOCH + 1 }]);
  });
});

it('refuses what was reserved in a later epoch than the records have', async () => {
  const later = await request({ epoch: EPOCH + 1 });
  expect(await records.ledger.reserveFill(later)).toMatchObject({ reason: 'stale_epoch' });
});

it('refuses what was reserved before a rebuild by an earlier release, which raises the asks', async () => {
  await reserveWith(stripeOf(7));
  const late = new Stopped(await request(), stripeOf(7));
  await records.books.updateOne({ _id: bookName(BOOK) }, { $inc: { epoch: 1 } });
  await records.asks.updateMany({}, { $inc: { epoch: 1 } });
  await expect(late.write()).rejects.toThrow(Refused);
  await late.end();
  const next = await request({ epoch: EPOCH + 1 });
  expect(await records.ledger.reserveFill(next)).toEqual({ status: 'reserved' });
});

it('refuses it also after an ask was placed late, by a process that knows the earlier epoch', async () => {
  await reserveWith(stripeOf(7));
  const late = new Stopped(await request(), stripeOf(7));
  await records.books.updateOne({ _id: bookName(BOOK) }, { $inc: { epoch: 1 } });
  await records.asks.updateMany({}, { $inc: { epoch: 1 } });
  await records.ledger.asks.placed(askId, 4, EPOCH);
  await expect(late.write()).rejects.toThrow(Refused);
  await late.end();
});

async function reserveWith(one: Stripe): Promise<void> {
  const reserved = new Stopped(await request(), one);
  await reserved.write();
  await reserved.end('commit');
}

/** Commands that raise an epoch or a fence at this moment. */
async function waitingRaises(): Promise<number> {
  const admin = records.connection.getClient().db('admin');
  const { inprog } = await admin.command({
    currentOp: 1,
    active: true,
    $or: [
      { ns: `${records.connection.name}.books` },
      { ns: `${records.connection.name}.bookfences` },
    ],
    writeConflicts: { $gt: 0 },
  });
  return (inprog as unknown[]).length;
}
