/** An ask that is withdrawn while a relay places it. */
import { RelayStage } from './relay-stage';

let stage: RelayStage;
beforeEach(async () => {
  stage = await RelayStage.open();
});
afterEach(async () => {
  await stage.stop();
  expect(stage.failures).toEqual([]);
});

test('it leaves the book with the same turn', async () => {
  const { world, store } = stage;
  const ask = world.ask();
  store.asks.set(ask.askId, ask);
  const placed = store.placed.bind(store);
  store.placed = async (...args) => {
    store.asks.delete(ask.askId);
    return placed(...args);
  };
  await stage.relay.turn();
  expect(store.places.has(ask.askId)).toBe(true);
  expect(await world.depth()).toEqual([]);
});
