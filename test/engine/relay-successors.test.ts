/** What a relay finds of its predecessors: a journal that is shorter than what they transferred, an ask that nobody placed in time. */
import { epochKeys } from '../../engine/keys';
import { RelayStage } from './relay-stage';

let stage: RelayStage;
beforeEach(async () => {
  stage = await RelayStage.open();
});
afterEach(async () => {
  await stage.stop();
  expect(stage.failures).toEqual([]);
});

test('a book that lost the last events which its predecessor transferred is rebuilt', async () => {
  const { world, store } = stage;
  await store.rest();
  await world.reserve(); // the progress stays before it
  await store.rest({ priceScale8: 200n });
  await stage.relay.turn();
  expect(await store.readProgress()).toMatchObject({
    seen: { version: 1 },
    transferred: { version: 3 },
  });
  const { events } = epochKeys(world.book, 1);
  expect(await world.redis.xdel(events, '1-3')).toBe(1);
  await stage.succeed();
  await stage.relay.turn();
  expect(await world.books.epochOf(world.book)).toBe(2);
});

test('an ask that expired before anybody placed it ends in the store', async () => {
  const { world, store } = stage;
  const late = world.ask({ expiresAtMs: world.nowMs + 1_000 });
  store.asks.set(late.askId, late);
  await world.pass(1_000);
  await stage.relay.turn();
  expect([...store.expiredAsks]).toEqual([late.askId]);
  expect(await world.depth()).toEqual([]);
});
