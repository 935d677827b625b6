/** What a relay must not leave to chance: its lease, a failed turn, what it missed, and the work of the dead. */
import { randomUUID } from 'node:crypto';
import { Relay } from '../../followers/relay/relay';
import { until } from '../support/wait';
import { Store } from './relay-store';
import { World } from './world';

/** Nothing in these tests waits for it. */
const NEVER_MS = 3_600_000;
const SOON = { timeoutMs: 10_000 };

/** A store whose changes can be missed, and whose hearing of a fill can take long. */
class SlowStore extends Store {
  hasMissed = false;
  beforeFilled: Promise<unknown> = Promise.resolve();

  override async endedOrders() {
    if (!this.hasMissed) return super.endedOrders();
    this.hasMissed = false;
    return null as never;
  }

  override async filled(fills: Parameters<Store['filled']>[0]) {
    await super.filled(fills);
    await this.beforeFilled;
  }
}

let world: World;
let store: SlowStore;
const relays: Relay[] = [];

beforeEach(async () => {
  world = await World.start({ scan: 3 });
  await world.open();
  store = new SlowStore(world);
});
afterEach(async () => {
  await Promise.all(relays.splice(0).map((relay) => relay.stop()));
  await world.stop();
});

function startRelay(options: Partial<ConstructorParameters<typeof Relay>[2]> = {}): Relay {
  const relay = new Relay(world.books, store, {
    holder: randomUUID(),
    leaseMs: NEVER_MS,
    reservationLeaseMs: NEVER_MS,
    saveEveryMs: 0,
    intervalMs: NEVER_MS,
    quietMs: NEVER_MS,
    standbyMs: NEVER_MS,
    discoverEveryMs: NEVER_MS,
    sliceEveryMs: NEVER_MS,
    concurrency: 4,
    onError: () => undefined,
    ...options,
  });
  relays.push(relay);
  relay.start();
  return relay;
}

const acts = (relay: Relay) =>
  until(() => relay.state().acting === 1, { what: 'the relay to act', ...SOON });

test('a fill that is made during a turn is handed over behind it, whatever the interval', async () => {
  await acts(startRelay());
  let goOn: () => void = () => undefined;
  store.beforeFilled = new Promise<void>((resolve) => (goOn = resolve));
  await store.rest({ lotTokens: 1 });
  await store.bid({ quantityTokens: 30 });
  await until(() => store.handed.length === 1, { what: 'the first fill', ...SOON });
  const told = store.messages.length;
  await store.bid({ quantityTokens: 20 });
  await until(() => store.messages.length > told, { what: 'the depth behind it', ...SOON });
  goOn();
  await until(() => store.handed.length === 2, { what: 'the second fill', ...SOON });
});

test('the lease of a relay that stops is free at once', async () => {
  const first = startRelay();
  await acts(first);
  const second = startRelay({ standbyMs: 20 });
  await until(() => second.state().standingBy === 1, { what: 'the second relay', ...SOON });
  expect(second.state().acting).toBe(0);
  await first.stop();
  await acts(second);
});

test('a turn that failed is repeated soon, without anything happening in the book', async () => {
  const relay = startRelay({ standbyMs: 20 });
  await acts(relay);
  store.failing = 'filled';
  await store.rest({ lotTokens: 1 });
  const orderId = await store.bid({ quantityTokens: 30 });
  await until(() => relay.state().failedTurns > 0, { what: 'a failed turn', ...SOON });
  store.failing = null;
  store.handed.length = 0;
  await until(() => store.handed.length > 0, { what: 'the fill', ...SOON });
  expect(store.handed[0]).toMatchObject({ orderId, quantityTokens: 30 });
});

test('orders that ended while their changes could not be followed leave the book', async () => {
  await acts(startRelay({ discoverEveryMs: 20 }));
  const [ended, lasting] = [await store.rest({ priceScale8: 1n }), await store.rest()];
  await until(() => store.messages.at(-1)?.sequence === 2, { what: 'both asks', ...SOON });
  store.asks.delete(ended.askId); // nobody tells of it
  store.hasMissed = true;
  await until(async () => (await world.depth()).length === 1, { what: 'the end', ...SOON });
  expect(await world.depth()).toEqual([`${lasting.priceScale8} x ${lasting.remainingTokens}`]);
});

test('an order whose process died while it was matched is matched to its end', async () => {
  for (let at = 0; at < 10; at += 1) await store.rest({ capacityTokens: 10, lotTokens: 1 });
  await diesAfterOneCall(() => world.books.bid(world.order({ quantityTokens: 100 })));
  expect(await world.depth()).not.toEqual([]);
  startRelay();
  await until(async () => (await world.depth()).length === 0, { what: 'the last fill', ...SOON });
});

async function diesAfterOneCall(work: () => Promise<unknown>): Promise<void> {
  const callBuffer = world.redis.callBuffer.bind(world.redis) as (...args: any[]) => Promise<any>;
  let calls = 0;
  const call = async (...args: unknown[]) => {
    calls += 1;
    if (calls > 1) throw new Error('the process died');
    return callBuffer(...args);
  };
  const spy = jest.spyOn(world.redis, 'callBuffer').mockImplementation(call as never);
  await expect(work()).rejects.toThrow('the process died');
  spy.mockRestore();
}
