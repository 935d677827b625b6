/** A book that lost a bid is built anew, however many bids rest before that one. */
import { headKey } from '../../engine/keys';
import { packId } from '../../engine/layouts';
import { RelayStage } from './relay-stage';

/** Of what the records have resting. */
const BIDS_PER_PAGE = 500;
const TURNS_MAX = 10;

let stage: RelayStage;
beforeEach(async () => {
  stage = await RelayStage.open();
});
afterEach(async () => {
  await stage.stop();
  expect(stage.failures).toEqual([]);
});

test.each([BIDS_PER_PAGE, BIDS_PER_PAGE + 1])('the last one of %i', async (count) => {
  const { world, store } = stage;
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) ids.push(await store.bid());
  const last = ids.toSorted().at(-1)!;
  await stage.relay.turn();
  expect(store.epoch).toBe(1);
  await world.redis.hdel(headKey(world.book), packId(last));
  await stage.succeed();
  for (let turn = 0; turn < TURNS_MAX && store.epoch === 1; turn += 1) await stage.relay.turn();
  expect(store.epoch).toBe(2);
});
