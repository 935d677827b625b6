/**
 * Reservations that a rebuild took from the records: no event of the new journal names them, and
 * they come back as those do that the book made itself.
 */
import { rebuildBook } from '../../engine/rebuild';
import { RelayStage, RESERVATION_LEASE_MS } from './relay-stage';
import type { Store } from './relay-store';
import type { World } from './world';

const QUANTITY = 100;

let stage: RelayStage;
let world: World;
let store: Store;

beforeEach(async () => {
  stage = await RelayStage.open();
  ({ world, store } = stage);
});
afterEach(async () => {
  await stage.stop();
  expect(stage.failures).toEqual([]);
});

/** A book that is rebuilt while a reservation is held. @returns the id of its fill */
async function rebuiltAroundFill(): Promise<string> {
  const { askId } = await store.rest();
  const reserved = world.bid({ quantityTokens: QUANTITY });
  await world.books.reserve(reserved);
  const { fillId } = reserved;
  store.fills.set(fillId, { state: 'held' });
  store.epoch += 1;
  const ask = { ...store.asks.get(askId)!, sequence: 1, remainingTokens: 900 };
  const reservations = [{ fillId, askId, quantityTokens: QUANTITY, epoch: 1 }];
  const source = { epoch: store.epoch, asks: [ask], reservations };
  await rebuildBook(world.books, world.book, () => Promise.resolve(source));
  await stage.relay.turn();
  expect(await world.depth()).toEqual(['100 x 900']);
  return fillId;
}

async function leaseEnds(): Promise<void> {
  await world.pass(RESERVATION_LEASE_MS);
  await stage.relay.turn();
}

test('what an ended fill did not use comes back, once', async () => {
  const fillId = await rebuiltAroundFill();
  store.fills.set(fillId, { state: 'ended', unusedTokens: 40 });
  await leaseEnds();
  expect(await world.depth()).toEqual(['100 x 940']);
  await leaseEnds();
  expect(await world.depth()).toEqual(['100 x 940']);
});

test('the last token that was not used comes back, too', async () => {
  const fillId = await rebuiltAroundFill();
  store.fills.set(fillId, { state: 'ended', unusedTokens: 1 });
  await leaseEnds();
  expect(await world.depth()).toEqual(['100 x 901']);
});

test('one that is held keeps its tokens, for as long as it is', async () => {
  const fillId = await rebuiltAroundFill();
  await leaseEnds();
  expect(await world.depth()).toEqual(['100 x 900']);
  store.fills.set(fillId, { state: 'ended', unusedTokens: QUANTITY });
  await leaseEnds();
  expect(await world.depth()).toEqual(['100 x 1000']);
});

test('the next relay knows of it, too', async () => {
  const fillId = await rebuiltAroundFill();
  await store.rest({ priceScale8: 200n });
  await stage.relay.turn();
  expect(await store.readProgress()).toMatchObject({ seen: { version: -1 } });
  await stage.succeed();
  await stage.relay.turn();
  store.fills.set(fillId, { state: 'ended', unusedTokens: 40 });
  await leaseEnds();
  expect(await world.depth()).toEqual(['100 x 940', '200 x 1000']);
  await stage.relay.turn();
  expect(await store.readProgress()).toMatchObject({ seen: { version: 2 } });
});

test('one that was given back by its process is left alone', async () => {
  const fillId = await rebuiltAroundFill();
  await world.books.release({ book: world.book, fillId, quantityTokens: 40 });
  store.fills.set(fillId, { state: 'ended', unusedTokens: 40 });
  await leaseEnds();
  await leaseEnds();
  expect(await world.depth()).toEqual(['100 x 940']);
});
