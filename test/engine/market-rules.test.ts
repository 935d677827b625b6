/** The engine decides by the rows of the market's tables: one row more is one rule more. */
import { randomUUID } from 'node:crypto';
import { REGION_RULES } from '../../domain/regions';
import { TIME_IN_FORCE_RULES } from '../../domain/time-in-force';
import { packAsk, packBid, packInteger } from '../../engine/layouts';
import { luaRules, MARKET_RULES, type MarketRules } from '../../engine/market-rules';
import { SELLERS, World } from './world';

const OPEN_BID = 17;
const CANCELLED_BID = 18;
const FILLED_BID = 21;
const REJECTED_BID = 22;
/** Offsets of two codes in an order's id and record. */
const TIME_IN_FORCE_AT = 16 + 24;
const REGION_AT = 16 + 33;

const next = (rows: object) => Object.keys(rows).length + 1;
const NEW_TIME_IN_FORCE = next(TIME_IN_FORCE_RULES);
const NEW_REGION = next(REGION_RULES);

const worlds: World[] = [];
afterAll(() => Promise.all(worlds.map((world) => world.stop())));

async function openWorld(rules: MarketRules): Promise<World> {
  const world = await World.start({}, undefined, rules);
  worlds.push(world);
  await world.open();
  return world;
}

function withTimeInForce(rests: boolean, isAtomic: boolean): MarketRules {
  const row = { code: NEW_TIME_IN_FORCE, rests, isAtomic };
  return { ...MARKET_RULES, timesInForce: { ...MARKET_RULES.timesInForce, NEW: row } };
}

function withRegion(isPin: boolean): MarketRules {
  const row = { code: NEW_REGION, isPin };
  return { ...MARKET_RULES, regions: { ...MARKET_RULES.regions, 'new-region': row } };
}

/** An order with another byte in its record. */
function orderText(world: World, at: number, code: number): Buffer {
  const order = world.order({ quantityTokens: 100 });
  const text = packBid({
    orderId: order.orderId,
    priceScale8: 100n,
    sequence: 0,
    remainingTokens: 100,
    state: 'open',
    timeInForce: 'GTC',
    fillCount: 0,
    expiresAtMs: null,
    region: null,
    excludedOwnerCode: null,
  });
  text[at] = code;
  return Buffer.concat([text, packInteger(0, 3)]);
}

/** Places the order, or asks for it again. @returns its state */
async function bid(world: World, text: Buffer): Promise<number> {
  const answer = await world.books.functions.call('bid', world.book, [text]);
  return answer.values[1]![20]!;
}

/** An ask of the new region. */
async function place(world: World): Promise<string> {
  const text = packAsk({
    askId: randomUUID(),
    priceScale8: 100n,
    sequence: 0,
    remainingTokens: 500,
    state: 'open',
    lotTokens: 1,
    expiresAtMs: world.nowMs + 6e4,
    region: 'apac',
    sellerId: SELLERS[0],
  });
  text[REGION_AT] = NEW_REGION;
  const answer = await world.books.functions.call('place', world.book, [text]);
  return answer.status;
}

test.each([
  ['rests', withTimeInForce(true, false), OPEN_BID],
  ['is cancelled', withTimeInForce(false, false), CANCELLED_BID],
  ['is rejected when it is not filled at once', withTimeInForce(false, true), REJECTED_BID],
  ['is cancelled where its row is unknown', MARKET_RULES, CANCELLED_BID],
] as const)('an order of a new time in force %s, as its row says', async (_rule, rules, state) => {
  const world = await openWorld(rules);
  const text = orderText(world, TIME_IN_FORCE_AT, NEW_TIME_IN_FORCE);
  expect(await bid(world, text)).toBe(state);
});

test.each([
  ['fills', true, FILLED_BID],
  ['never meets', false, OPEN_BID],
] as const)(
  'an ask of a new region %s a bid that names it: pins %s',
  async (_rule, isPin, state) => {
    const world = await openWorld(withRegion(isPin));
    const text = orderText(world, REGION_AT, NEW_REGION);
    expect(await bid(world, text)).toBe(OPEN_BID);
    expect(await place(world)).toBe('placed');
    expect(await bid(world, text)).toBe(state);
  },
);

test('codes are stored: none is given twice, and those of regions count from 1', () => {
  const ofRegions = Object.values(REGION_RULES).map(({ code }) => code);
  expect([...ofRegions].sort((a, b) => a - b)).toEqual(ofRegions.map((_, at) => at + 1));
  const ofTimes = Object.values(TIME_IN_FORCE_RULES).map(({ code }) => code);
  expect(new Set(ofTimes).size).toBe(ofTimes.length);
  const gap = { ...MARKET_RULES.regions, 'new-region': { code: NEW_REGION + 1, isPin: true } };
  expect(() => luaRules({ ...MARKET_RULES, regions: gap })).toThrow(RangeError);
});
