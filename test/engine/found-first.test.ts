/** A request gets the first ask that holds it, however long the search, whatever was found before. */
import { SELLERS, World } from './world';

let world: World;
afterEach(() => world.stop());

const askOf = async (request: ReturnType<World['bid']>) => {
  const answer = await world.books.reserve(request);
  return answer.status === 'reserved' ? answer.askId : answer.status;
};
const found = (quantityTokens: number) => askOf(world.bid({ quantityTokens }));

/** Asks of so many tokens each, at prices from `first` on. */
async function crowd(count: number, capacityTokens: number, first = 1): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    await world.place({ priceScale8: BigInt(first + at), capacityTokens });
  }
}

/** Does the work before a search goes on for the first time. @returns how often one went on */
function whenASearchGoesOn(work: () => Promise<unknown>): () => number {
  const { functions } = world.books;
  const call = functions.call.bind(functions);
  let times = 0;
  functions.call = async (name, book, args) => {
    const answer = await call<never>(name, book, args);
    if (name === 'reserve' && String(answer.status) === 'continue') {
      times += 1;
      if (times === 1) await work();
    }
    return answer;
  };
  return () => times;
}

describe('when another one is remembered', () => {
  beforeEach(async () => {
    world = await World.start();
    await world.open();
  });

  test('a request that an earlier ask just holds gets that one', async () => {
    await crowd(12, 20);
    const small = await world.place({ priceScale8: 50n, capacityTokens: 60 });
    const large = await world.place({ priceScale8: 100n, capacityTokens: 1_000 });
    expect([await found(100), await found(100)]).toEqual([large.askId, large.askId]);
    expect(await found(60)).toBe(small.askId);
  });

  test('it is not sold in a smaller part than its seller sells', async () => {
    await crowd(12, 20);
    const ask = await world.place({ priceScale8: 50n, capacityTokens: 150, lotTokens: 64 });
    expect([await found(50), await found(50)]).toEqual([ask.askId, ask.askId]);
    expect(await found(50)).toBe('no_match');
  });
});

describe('a search of several calls', () => {
  beforeEach(async () => {
    world = await World.start({ scan: 3, chunk: 2, top: 2 });
    await world.open();
  });

  test('finds the best of the asks that came meanwhile where it has been', async () => {
    await crowd(12, 20);
    const placed: string[] = [];
    const times = whenASearchGoesOn(async () => {
      for (const priceScale8 of [1n, 2n]) placed.push((await world.place({ priceScale8 })).askId);
    });
    expect(await found(1_000)).toBe(placed[0]);
    expect(times()).toBeGreaterThan(0);
  });

  test('does not find an ask that came meanwhile and was withdrawn again', async () => {
    await crowd(12, 20);
    const last = await world.place({ priceScale8: 100n });
    const times = whenASearchGoesOn(async () => {
      await world.cancel(await world.place({ priceScale8: 1n }));
    });
    expect(await found(1_000)).toBe(last.askId);
    expect(times()).toBeGreaterThan(0);
  });

  test('leaves no memory of what another process of Redis has passed over', async () => {
    await crowd(2, 10);
    await crowd(8, 50, 3);
    const large = await world.place({ priceScale8: 200n, sellerId: SELLERS[1] });
    const first = await world.books.best({
      book: world.book,
      region: null,
      sellerId: null,
      excludedSellerIds: [],
      quantityMinTokens: 50,
    });
    const times = whenASearchGoesOn(() => world.forgetBounds());
    expect(await found(500)).toBe(large.askId);
    expect(times()).toBeGreaterThan(0);
    expect(await found(50)).toBe(first!.ask!.askId);
  });
});

test('an ask is found with all that came back to it, wherever it stood meanwhile', async () => {
  world = await World.start({ top: 4 });
  await world.open();
  const better = async () => {
    const asks = [];
    for (let at = 1; at <= 4; at += 1) {
      asks.push(await world.place({ priceScale8: BigInt(at), capacityTokens: 10 }));
    }
    return asks;
  };
  // In the order in which each of them comes to the top of the book.
  for (const price of [19, 18, 17, 16, 15, 14]) await crowd(1, 10, price);
  const ask = await world.place({ priceScale8: 13n });
  for (const price of [12, 11]) await crowd(1, 10, price);
  const sold = world.bid({ quantityTokens: 500 });
  expect(await askOf(sold)).toBe(ask.askId);
  // It leaves the top of the book and comes back to it, and then its tokens come back, too.
  for (const one of await better()) await world.cancel(one);
  await world.books.release({ book: world.book, fillId: sold.fillId, quantityTokens: 500 });
  expect(await found(2_000)).toBe('no_match');
  await better();
  expect(await found(800)).toBe(ask.askId);
});
