/** Orders that end without a charge, and commits whose callers have left. */
import { mongo } from 'mongoose';
import { v7 as uuidV7 } from 'uuid';
import type { WritableRecords } from '../../records/connect';
import { CallerLeft, onBehalfOf } from '../../records/ledger/caller';
import type { ReserveFill } from '../../records/ledger/reserve-fill';
import {
  dropRecords,
  expectSound,
  fundedAccount,
  openRecords,
  placedAsk,
  reservation,
  settlement,
} from './scenario';

const ONE = 100_000_000n;

let records: WritableRecords;
let other: WritableRecords;
beforeAll(async () => {
  records = await openRecords();
  other = await openRecords(records.connection.name);
});
afterEach(() => expectSound(records));
afterAll(async () => {
  await other.close();
  await dropRecords(records);
});

describe('orders that end without a charge', () => {
  async function reserved() {
    const accountId = await fundedAccount(records, 10n * ONE);
    const askId = await placedAsk(records, { capacityTokens: 1_000 });
    const request = await reservation(records, { accountId, askId, quantityTokens: 10 });
    await records.ledger.reserveFill({ ...request, requestsMax: 5 });
    return { accountId, askId, ...request };
  }
  const refusal = { code: 'bid_timeout', message: 'Too late.' };

  it('give back what they have reserved, in one step, and keep their first refusal', async () => {
    const { accountId, askId, order, fill } = await reserved();
    const { orderId } = order;
    const request = { orderId, order, refusal, reserved: 'release' } as const;
    expect(await records.ledger.refuseOrder(request)).toMatchObject({
      status: 'refused',
      released: { _id: fill.fillId, quantityTokens: 10 },
    });
    const second = { ...request, refusal: { code: 'no_match', message: 'None.' } };
    expect(await records.ledger.refuseOrder(second)).toMatchObject({
      status: 'refused',
      released: null,
      recorded: { code: 'bid_timeout' },
    });
    expect(await records.orders.findOne({ _id: orderId })).toMatchObject({
      status: 'refused',
      fillId: null,
      refusal,
    });
    expect(await records.ledger.balanceOf(accountId)).toMatchObject({
      heldScale8: 0n,
      requestsUnderWay: 0,
    });
    expect(await records.asks.findOne({ _id: askId })).toMatchObject({
      remainingTokens: 1_000,
      reservedTokens: 0,
    });
    expect(
      await records.ledger.reserveFill({ order, fill: { ...fill, fillId: uuidV7() } }),
    ).toEqual({ status: 'refused', reason: 'order_closed' });
    await expectSound(records);
  });

  it('are left alone with their fill where they may be under way, and where they are filled', async () => {
    const { order, fill } = await reserved();
    const { orderId } = order;
    const refuse = (reservedFill: 'leave' | 'release') =>
      records.ledger.refuseOrder({ orderId, order, refusal, reserved: reservedFill });
    expect(await refuse('leave')).toEqual({ status: 'open' });
    await records.ledger.settleFill(settlement(fill.fillId, 5));
    expect(await refuse('leave')).toEqual({ status: 'filled' });
    expect(await refuse('release')).toEqual({ status: 'filled' });
  });

  it('are left to the process that goes on with them, by a gateway that has lost them', async () => {
    const { order, fill } = await reserved();
    const { orderId } = order;
    const { orders, ledger } = records;
    const refuse = () =>
      ledger.refuseOrder({ orderId, order, refusal, reserved: 'release', gatewayId: 'first' });
    await orders.updateOne({ _id: orderId }, { $set: { gatewayId: null } });
    expect(await refuse()).toEqual({ status: 'open' });
    expect(await ledger.openFillsOf(orderId)).toMatchObject([{ _id: fill.fillId }]);
    await orders.updateOne({ _id: orderId }, { $set: { gatewayId: 'first' } });
    expect(await refuse()).toMatchObject({ status: 'refused', released: { _id: fill.fillId } });
    expect(await refuse()).toMatchObject({ status: 'refused', released: null });
  });

  it('are not written by those who only know their id', async () => {
    const orderId = uuidV7();
    const request = { orderId, refusal, reserved: 'release' } as const;
    expect(await records.ledger.refuseOrder(request)).toEqual({ status: 'unknown' });
    expect(await records.orders.findOne({ _id: orderId })).toBeNull();
  });

  it('end once, with the fill or without it, when refusals and reservations come together', async () => {
    const accountId = await fundedAccount(records, 100n * ONE);
    const askId = await placedAsk(records, { capacityTokens: 10_000 });
    const requests = await Promise.all(
      Array.from({ length: 40 }, () =>
        reservation(records, { accountId, askId, quantityTokens: 10 }),
      ),
    );
    await Promise.all(
      requests.flatMap(({ order, fill }, at) => {
        const { orderId } = order;
        const request = { orderId, order, refusal, reserved: 'release' } as const;
        const acts = [
          () => records.ledger.reserveFill({ order, fill, requestsMax: 100 }),
          () => other.ledger.refuseOrder(request),
        ];
        return (at % 2 ? acts : acts.reverse()).map((act) => act());
      }),
    );
    expect(await records.orders.countDocuments({ accountId, status: 'refused' })).toBe(40);
    expect(await records.ledger.balanceOf(accountId)).toMatchObject({ heldScale8: 0n });
    await expectSound(records);
  });

  it('are written with their refusal when they never had a fill', async () => {
    const accountId = await fundedAccount(records, 10n * ONE);
    const askId = await placedAsk(records, { capacityTokens: 1_000 });
    const { order } = await reservation(records, { accountId, askId, quantityTokens: 10 });
    const none = { code: 'no_match', message: 'None.' };
    const { orderId } = order;
    await records.ledger.refuseOrder({ orderId, order, refusal: none, reserved: 'release' });
    expect(await records.orders.findOne({ _id: order.orderId })).toMatchObject({
      status: 'refused',
      accountId,
      fillId: null,
    });
  });
});

describe('a caller that has left', () => {
  const NEVER = Infinity;

  async function newReservation(): Promise<ReserveFill> {
    const accountId = await fundedAccount(records, 10n * ONE);
    const askId = await placedAsk(records, { capacityTokens: 1_000 });
    return reservation(records, { accountId, askId, quantityTokens: 10 });
  }

  /** Somebody else has changed the balance and not committed: a reservation cannot get past it. */
  async function holdUp({ order }: ReserveFill): Promise<() => Promise<void>> {
    const session = other.connection.getClient().startSession();
    session.startTransaction();
    const change = { $set: { updatedAt: new Date() } };
    await other.balances.updateOne({ _id: order.accountId }, change, { session });
    return async () => {
      await session.abortTransaction();
      await session.endSession();
    };
  }

  function reserveFor(signal: AbortSignal, request: ReserveFill, deadlineAtMs = NEVER) {
    const result = onBehalfOf({ signal, deadlineAtMs }, () => records.ledger.reserveFill(request));
    return result.then(
      ({ status }) => status,
      (err: unknown) => (err instanceof CallerLeft ? 'left' : err),
    );
  }

  const isKnown = async ({ fill }: ReserveFill) =>
    (await records.fills.findOne({ _id: fill.fillId })) !== null;

  it('is dropped from the queue at once, behind a commit that takes its time', async () => {
    const [first, second] = [await newReservation(), await newReservation()];
    const letGo = await holdUp(first);
    const staying = reserveFor(new AbortController().signal, first);
    const leaving = new AbortController();
    const dropped = reserveFor(leaving.signal, second);
    leaving.abort();
    expect(await dropped).toBe('left'); // although the one before is still held up
    await letGo();
    expect(await staying).toBe('reserved');
    expect(await isKnown(second)).toBe(false);
  });

  it('is undone in a transaction that is not committed yet, and the others are written', async () => {
    const [first, second] = [await newReservation(), await newReservation()];
    const letGo = await holdUp(first);
    const blocker = reserveFor(new AbortController().signal, await newReservation());
    const leaving = new AbortController();
    const undone = reserveFor(leaving.signal, first);
    const staying = reserveFor(new AbortController().signal, second);
    await blocker; // the next batch is the two
    leaving.abort();
    expect(await undone).toBe('left');
    expect(await staying).toBe('reserved');
    await letGo();
    expect(await isKnown(first)).toBe(false);
  });

  it('is undone when it leaves between the first write and the commit', async () => {
    const request = await newReservation();
    const leaving = new AbortController();
    const { command } = mongo.Db.prototype;
    const writing = jest.spyOn(mongo.Db.prototype, 'command').mockImplementation(function (
      this: mongo.Db,
      ...args
    ) {
      leaving.abort();
      return command.apply(this, args);
    });
    expect(await reserveFor(leaving.signal, request)).toBe('left');
    writing.mockRestore();
    expect(await isKnown(request)).toBe(false);
  });

  it('is one whose time is over, though nobody has said so: this process may have stood still', async () => {
    const [first, second] = [await newReservation(), await newReservation()];
    const never = new AbortController().signal;
    expect(await reserveFor(never, first, Date.now() - 1)).toBe('left');
    expect(await isKnown(first)).toBe(false);
    expect(await reserveFor(never, second, Date.now() + 60_000)).toBe('reserved');
  });

  it('gets its work done by whoever repeats it', async () => {
    const request = await newReservation();
    const gone = AbortSignal.abort();
    expect(await reserveFor(gone, request)).toBe('left');
    expect(await reserveFor(new AbortController().signal, request)).toBe('reserved');
    expect(await reserveFor(new AbortController().signal, request)).toBe('duplicate');
  });
});
