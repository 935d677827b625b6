/** What whoever waits for a rebuild finds behind it. */
import { rebuildBook } from '../../engine/rebuild';
import { World } from './world';

let world: World;
beforeEach(async () => {
  world = await World.start();
});
afterEach(() => world.stop());

function gate() {
  let open: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { open: () => open(), passed };
}

const SOURCE = { epoch: 1, asks: [], reservations: [] };

test('whoever asks for a book that another one is rebuilding finds it open', async () => {
  const { books, book } = world;
  const reading = gate();
  const goOn = gate();
  const first = rebuildBook(books, book, async () => {
    reading.open();
    await goOn.passed;
    return SOURCE;
  });
  await reading.passed;
  let isOver = false;
  const second = rebuildBook(books, book, () => Promise.reject(new Error('reads as well'))).then(
    async (result) => {
      isOver = true;
      return { result, epoch: await books.epochOf(book) };
    },
  );
  // Its turn has come many times, and it still waits.
  for (let round = 0; round < 20; round += 1) await world.redis.ping();
  expect(isOver).toBe(false);
  goOn.open();
  expect(await second).toEqual({ result: { status: 'superseded' }, epoch: 1 });
  expect(await first).toMatchObject({ status: 'opened', epoch: 1 });
});

test('whoever waits for a rebuild that fails does not wait for long', async () => {
  const { books, book } = world;
  const reading = gate();
  const first = rebuildBook(books, book, async () => {
    reading.open();
    await world.redis.ping();
    throw new Error('MongoDB is away');
  });
  await reading.passed;
  const startedAt = performance.now();
  const second = rebuildBook(books, book, () => Promise.resolve(SOURCE));
  await expect(first).rejects.toThrow('MongoDB is away');
  await second;
  expect(performance.now() - startedAt).toBeLessThan(1_900);
  expect(await rebuildBook(books, book, () => Promise.resolve(SOURCE))).toMatchObject({
    status: 'opened',
  });
});

test('an ask and a bid that cross have traded when the rebuild returns', async () => {
  const { books, book } = world;
  const ask = { ...world.ask({ priceScale8: 90n, lotTokens: 1 }), sequence: null };
  const { orderId, limitPriceScale8 } = world.order();
  const bid = {
    orderId,
    limitPriceScale8,
    remainingTokens: 100,
    fillCount: 0,
    sequence: 1,
    timeInForce: 'GTC' as const,
    expiresAtMs: null,
    region: null,
    excludedOwner: null,
  };
  await rebuildBook(books, book, () =>
    Promise.resolve({ epoch: 2, asks: [ask], bids: [bid], reservations: [] }),
  );
  // Looks change nothing: nobody else has finished the work.
  expect(await books.levels({ book, region: null })).toMatchObject({
    asks: [{ priceScale8: 90n, quantityTokens: 900 }],
    bids: [],
  });
});
