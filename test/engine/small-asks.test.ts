/**
 * Asks that are too small for a reservation, in any number, standing first. A reservation must not walk over them
 * again and again, and must not overlook one that has become large enough.
 */
import fc from 'fast-check';
import type { PlaceAsk, ReserveRequest } from '../../engine/book';
import { Twins } from './twins';
import { SELLERS, World } from './world';

const RUNS = Number.parseInt(process.env['ENGINE_MODEL_RUNS'] ?? '60', 10);
const SMALL_ASKS = 400;

describe('the work of a reservation', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start({ scan: 64, chunk: 16, leaf: 8, group: 4, tops: 4, memos: 2 });
  });
  afterAll(() => world.stop());

  beforeEach(async () => {
    await world.redis.flushdb();
    await world.pass(0);
    await world.open();
  });

  /** Asks at ever higher prices, and then one that a reservation of 300 can have. */
  async function crowd(termsOf: (at: number) => Partial<PlaceAsk>): Promise<PlaceAsk> {
    for (let at = 0; at < SMALL_ASKS; at += 1) {
      const region = at % 2 === 0 ? 'us-east' : 'apac';
      const terms = { region, priceScale8: BigInt(at + 1), capacityTokens: 299 } as const;
      await world.place({ ...terms, ...termsOf(at) });
    }
    const last = { sellerId: SELLERS[3], region: 'apac', priceScale8: 100_000n } as const;
    return world.place({ ...last, capacityTokens: 100_000, ...termsOf(-1) });
  }

  /** How many calls a reservation makes: each looks at 64 asks at most. */
  async function callsOf(
    terms: Partial<ReserveRequest>,
    expected: PlaceAsk | null,
  ): Promise<number> {
    const { redis } = world.books.functions;
    const calls = jest.spyOn(redis, 'callBuffer');
    const size = { quantityMinTokens: 300, quantityMaxTokens: 300 };
    const request = world.bid({ ...size, limitPriceScale8: 10n ** 9n, ...terms });
    const answer = await world.books.reserve(request);
    expect(answer.status === 'reserved' ? answer.askId : answer.status).toBe(
      expected?.askId ?? 'no_match',
    );
    const count = calls.mock.calls.length;
    calls.mockRestore();
    return count;
  }

  test.each<[string, (at: number) => Partial<PlaceAsk>, Partial<ReserveRequest>]>([
    ['any region', () => ({}), {}],
    ['a region', () => ({}), { region: 'apac' }],
    ['one price', () => ({ priceScale8: 7n }), {}],
    ['many sellers', (at) => (at < 0 ? {} : { sellerId: uuidOf(at) }), {}],
    ['a pin', () => ({ sellerId: SELLERS[0] }), { sellerId: SELLERS[0] }],
    [
      'a pin and a region',
      (at) => ({
        sellerId: SELLERS[0],
        capacityTokens: 100_000,
        region: at < 0 ? 'eu-west' : 'apac',
      }),
      { sellerId: SELLERS[0], region: 'eu-west' },
    ],
    [
      'excluded sellers',
      (at) => (at < 0 ? {} : { sellerId: SELLERS[at % 3] ?? SELLERS[0], capacityTokens: 100_000 }),
      { excludedSellerIds: SELLERS.slice(0, 3) },
    ],
    [
      'two sellers of many',
      (at) => {
        if (at < 0) return {};
        return at % 2 === 0
          ? { sellerId: SELLERS[0] }
          : { sellerId: SELLERS[1], capacityTokens: 100_000 };
      },
      { onlySellerIds: [SELLERS[0], SELLERS[3]] },
    ],
  ])('does not grow with the asks that will not do: %s', async (_, termsOf, terms) => {
    const last = await crowd(termsOf);
    expect(await callsOf(terms, last)).toBeGreaterThan(SMALL_ASKS / 64 / 2);
    expect(await callsOf(terms, last)).toBe(1);
    // Other minima, too, and a large ask that comes and goes.
    expect(
      await callsOf({ ...terms, quantityMinTokens: 5_000, quantityMaxTokens: 5_000 }, last),
    ).toBe(1);
    const passing = await world.place({ priceScale8: 60n, capacityTokens: 400, ...termsOf(-1) });
    await world.cancel(passing);
    expect(await callsOf(terms, last)).toBe(1);
  });

  test('a book with nothing large enough is not searched through twice', async () => {
    const last = await crowd(() => ({}));
    await world.cancel(last);
    await callsOf({}, null);
    expect(await callsOf({}, null)).toBe(1);
  });

  test('asks past their time are not looked at twice, by those who only read either', async () => {
    const expiresAtMs = world.nowMs + 1_000;
    await crowd((at) => (at < 0 ? {} : { expiresAtMs, capacityTokens: 400 }));
    await world.pass(2_000);
    const best = () => world.books.best({ ...world.bid(), quantityMinTokens: 300 });
    await best();
    const calls = jest.spyOn(world.books.functions.redis, 'callBuffer');
    expect(await best()).toMatchObject({ ask: { priceScale8: 100_000n } });
    expect(calls.mock.calls).toHaveLength(1);
    calls.mockRestore();
  });

  test('an ask that becomes large enough is served at once, by a placing or a release', async () => {
    const last = await crowd(() => ({}));
    await callsOf({}, last);
    await callsOf({}, last);
    const early = await world.place({ priceScale8: 50n, capacityTokens: 500 });
    const first = world.bid({ quantityMinTokens: 400, quantityMaxTokens: 400 });
    expect(await world.books.reserve(first)).toMatchObject({ askId: early.askId });
    await callsOf({}, last); // 100 are left
    await world.books.release({ book: world.book, fillId: first.fillId, quantityTokens: 300 });
    await callsOf({}, early);
    await callsOf({}, last);
  });
});

test('whatever was learnt, a reservation gets the ask that the rules give it', async () => {
  const world = await World.start({ scan: 4, chunk: 3, top: 2 });
  const terms = {
    region: fc.constantFrom(null, 'apac' as const, 'eu-west' as const),
    sellerId: fc.constantFrom(null, null, ...SELLERS.slice(0, 2)),
    excludedSellerIds: fc.subarray(SELLERS, { maxLength: 3 }),
    onlySellerIds: fc.option(fc.subarray(SELLERS, { maxLength: 2 }), { freq: 3, nil: undefined }),
  };
  const place = fc.record({
    do: fc.constant('place' as const),
    sellerId: fc.constantFrom(...SELLERS),
    region: fc.constantFrom('apac' as const, 'eu-west' as const, 'global' as const),
    priceScale8: fc.constantFrom(1n, 2n, 3n, 65_536n, 65_537n),
    capacityTokens: fc.constantFrom(10, 20, 29, 30, 31, 100),
    lotTokens: fc.constantFrom(1, 5),
    lifetimeMs: fc.constantFrom(5_000, 600_000),
  });
  const minimum = fc.constantFrom(5, 20, 30, 31, 90);
  const reserve = fc.record({
    do: fc.constant('reserve' as const),
    minimum,
    extra: fc.constantFrom(0, 10),
    limitPriceScale8: fc.constantFrom(2n, 100_000n),
    ...terms,
  });
  const look = fc.record({ do: fc.constant('look' as const), minimum, ...terms });
  const other = fc.oneof(
    fc.record({
      do: fc.constant('release' as const),
      which: fc.nat(14),
      share: fc.constantFrom(1, 4),
    }),
    fc.record({ do: fc.constant('cancel' as const), which: fc.nat(40) }),
    fc.record({ do: fc.constant('pass' as const), milliseconds: fc.constant(2_000) }),
    fc.record({ do: fc.constant('halt' as const) }),
    fc.record({ do: fc.constant('resume' as const) }),
  );
  const history = fc.tuple(
    fc.array(place, { minLength: 15, maxLength: 30 }),
    fc.array(
      fc.oneof({ weight: 4, arbitrary: reserve }, look, place, { weight: 2, arbitrary: other }),
      {
        minLength: 20,
        maxLength: 60,
      },
    ),
  );
  const property = fc.asyncProperty(history, async ([crowd, commands]) => {
    await world.redis.flushdb();
    await world.pass(0);
    const twins = new Twins(world);
    await twins.rebuild();
    for (const command of [...crowd, ...commands]) {
      const [expected, answer] = await twins.run(command);
      expect({ command, answer }).toEqual({ command, answer: expected });
    }
  });
  try {
    await fc.assert(property, { numRuns: RUNS });
  } finally {
    await world.stop();
  }
});

function uuidOf(at: number): string {
  return `00000000-0000-4000-9000-${String(at).padStart(12, '0')}`;
}
