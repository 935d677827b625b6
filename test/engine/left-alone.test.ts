/** A wrong call of a book changes nothing in it, and a late one neither. */
import { rebuildBook } from '../../engine/rebuild';
import { World } from './world';

let world: World;
beforeEach(async () => {
  world = await World.start();
  await world.open();
});
afterEach(() => world.stop());

test('no more is offered than the capacity of an ask', async () => {
  const ask = world.ask({ capacityTokens: 1_000, remainingTokens: 1_001 });
  await expect(world.books.place(ask)).rejects.toThrow(RangeError);
  expect(await world.depth()).toEqual([]);
  await world.books.place({ ...ask, remainingTokens: 1_000 });
  expect(await world.depth()).toEqual(['100 x 1000']);
});

test('whoever finds a book open that was to be rebuilt only while closed leaves it as it is', async () => {
  await world.place();
  const source = jest.fn(() => Promise.resolve({ epoch: 2, asks: [], reservations: [] }));
  const late = await rebuildBook(world.books, world.book, source, { unlessOpen: true });
  expect([late.status, source.mock.calls.length]).toEqual(['open', 0]);
  expect(await world.books.epochOf(world.book)).toBe(1);
  expect(await world.depth()).toEqual(['100 x 1000']);
  await world.books.invalidate(world.book, 1);
  const opened = await rebuildBook(world.books, world.book, source, { unlessOpen: true });
  expect(opened).toEqual({ status: 'opened', epoch: 2, assigned: [] });
});
