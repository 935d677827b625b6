/** The depth that the relay tells: the newest, complete, and soon. */
import type { BookMessage } from '../../domain/book-message';
import { until } from '../support/wait';
import { RelayStage } from './relay-stage';
import type { Store } from './relay-store';
import type { World } from './world';

let stage: RelayStage;
let world: World;
let store: Store;

beforeEach(async () => {
  stage = await RelayStage.open();
  ({ world, store } = stage);
});
afterEach(() => stage.stop());

const newest = () => store.messages.at(-1);

async function toldOf(version: number, epoch = 1): Promise<BookMessage> {
  const isNewest = () => newest()?.sequence === version && newest()?.epoch === epoch;
  await until(isNewest, { what: `version ${version} of epoch ${epoch}` });
  return newest()!;
}

test('the whole depth by region and pin, without a turn in between', async () => {
  await stage.relay.turn();
  await toldOf(0);
  await store.rest({ priceScale8: 250_000_000n });
  await store.rest({ priceScale8: 150_000_000n, region: 'global', capacityTokens: 70 });
  await store.rest({ priceScale8: 250_000_000n, capacityTokens: 30 });
  await store.bid({ limitPriceScale8: 10_000_000n, quantityTokens: 5 });
  await store.bid({ limitPriceScale8: 20_000_000n, quantityTokens: 7 });
  await store.bid({ limitPriceScale8: 20_000_000n, quantityTokens: 9, region: 'apac' });
  expect(await toldOf(6)).toEqual({
    ...world.book,
    epoch: 1,
    sequence: 6,
    atMs: expect.any(Number),
    asks: { 'us-east': [['2.5', '1030']], global: [['1.5', '70']] },
    bids: {
      any: [
        ['0.2', '7'],
        ['0.1', '5'],
      ],
      apac: [['0.2', '9']],
    },
    trades: [],
  });
  await world.reserve({ quantityTokens: 70, limitPriceScale8: 150_000_000n });
  expect((await toldOf(7)).asks).toEqual({ 'us-east': [['2.5', '1030']] });
  expect(stage.failures).toEqual([]);
});

test('many changes are few messages, in order, and the last one is the book', async () => {
  await stage.relay.turn();
  for (let at = 0; at < 300; at += 1) await store.rest({ priceScale8: BigInt(100 + (at % 7)) });
  const last = await toldOf(300);
  const versions = store.messages.map(({ sequence }) => sequence);
  expect(versions).toEqual([...versions].sort((a, b) => a - b));
  expect(new Set(versions).size).toBe(versions.length);
  expect(quantityOf(last)).toBe(300_000);
  const lastedMs = last.atMs - store.messages[0]!.atMs;
  expect(store.messages.length).toBeLessThanOrEqual(lastedMs / 10 + 2);
});

function quantityOf({ asks }: BookMessage): number {
  const levels = Object.values(asks ?? {}).flat();
  return levels.reduce((sum, [, quantity]) => sum + Number.parseInt(quantity, 10), 0);
}

test('what could not be told is told with the next turn', async () => {
  await stage.relay.turn();
  await toldOf(0);
  store.failing = 'publish';
  await store.rest();
  await until(() => stage.failures.length > 0, { what: 'the failure' });
  store.failing = null;
  await stage.relay.turn();
  expect(quantityOf(await toldOf(1))).toBe(1_000);
});

test('a relay without the lease tells nothing; the next one tells the book at once', async () => {
  await stage.relay.turn();
  await toldOf(0);
  const first = stage.relay;
  await stage.succeed();
  await store.rest();
  await stage.relay.turn();
  await toldOf(1);
  expect(await first.turn()).toBe(false);
  await store.rest();
  await toldOf(2);
  await first.stop();
  expect(store.messages.filter(({ sequence }) => sequence === 2)).toHaveLength(1);
});

test('a rebuilt book is reported again, with the turn that rebuilds it', async () => {
  await store.rest();
  await stage.relay.turn();
  await world.books.invalidate(world.book, 1);
  await stage.relay.turn();
  expect(quantityOf(await toldOf(0, 2))).toBe(1_000);
});

test('asked to, it tells the depth again', async () => {
  await stage.relay.turn();
  await toldOf(0);
  stage.relay.repeatDepth();
  await until(() => store.messages.length === 2, { what: 'the repetition' });
  expect(store.messages[1]).toMatchObject({ epoch: 1, sequence: 0 });
});
