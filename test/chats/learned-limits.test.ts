/** What a seller is taken to lack after refusals of what others served. Pure (MATCH-19). */
import {
  LENGTH,
  type RefusedNeeds,
  type ServedNeed,
  learnedLimit,
  learnedLimits,
  servedLength,
} from '../../domain/learned-limits';

const NOW = new Date('2026-01-31T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

/** Of different participants, a minute apart, of 100 tokens, with tools. */
const refusals = (count: number, some: Partial<RefusedNeeds> = {}): RefusedNeeds[] =>
  Array.from({ length: count }, (_, at) => ({
    orderId: `${at}`,
    modelId: 'm',
    participant: `p${at}`,
    needs: ['tools'],
    contextTokens: 100,
    at: minutesAgo(count - at),
    ...some,
  }));
const WANTED = { modelId: 'm', participant: 'anybody', needs: ['n', 'tools'], contextTokens: 500 };
const lacks = (
  refused: readonly RefusedNeeds[],
  wanted: Partial<typeof WANTED> = {},
  served: readonly ServedNeed[] = [],
) => learnedLimit({ refused, served }, { ...WANTED, ...wanted }, NOW)?.lacks ?? null;

test('three refusals within an hour are a limit for an hour, two are none', () => {
  expect(lacks(refusals(2))).toBeNull();
  expect(lacks(refusals(3))).toEqual(['tools']);
  const from = (...minutes: number[]) =>
    lacks(refusals(3).map((one, at) => ({ ...one, at: minutesAgo(minutes[at]!) })));
  expect(from(60, 30, 1)).toEqual(['tools']);
  expect(from(61, 30, 1)).toBeNull();
  expect(from(118, 90, 59)).toEqual(['tools']);
  expect(from(119, 90, 60)).toBeNull();
});

test('it holds for what needs at least as much as each of the three', () => {
  const three = refusals(3).map((one, at) => ({ ...one, contextTokens: 100 * (at + 1) }));
  expect(lacks(three, { contextTokens: 300 })).toEqual(['tools']);
  expect(lacks(three, { contextTokens: 299 })).toBeNull();
  expect(lacks(three, { needs: ['n'] })).toBeNull();
  expect(lacks(three, { needs: [] })).toBeNull();
  expect(lacks(three, { modelId: 'another' })).toBeNull();
  const mixed = refusals(3).map((one, at) => ({ ...one, needs: at === 0 ? ['n'] : ['tools'] }));
  expect(lacks(mixed)).toEqual(['n', 'tools']);
  expect(lacks(mixed, { needs: ['tools'] })).toBeNull();
});

test('of requests that need nothing but their length it is the context window', () => {
  const long = refusals(3, { needs: [], contextTokens: 90_000 });
  expect(lacks(long, { contextTokens: 90_000 })).toEqual(['context_window']);
  expect(lacks(long, { contextTokens: 89_999 })).toBeNull();
});

test('of one participant two count for others, and all for itself', () => {
  const own = refusals(3, { participant: 'p' });
  expect(lacks(own)).toBeNull();
  expect(lacks(own, { participant: 'p' })).toEqual(['tools']);
  expect(lacks([...own, ...refusals(1)])).toEqual(['tools']);
});

test('a refusal of what the seller has served within an hour before, or since, says nothing', () => {
  const served = (need: string, minutes: number, tokens = 0): ServedNeed => ({
    modelId: 'm',
    need,
    tokens,
    at: minutesAgo(minutes),
  });
  const long = served(LENGTH, 5, servedLength({ contextTokens: 100 }));
  expect(lacks(refusals(3), {}, [served('tools', 5), long])).toBeNull();
  expect(lacks(refusals(3), {}, [served('tools', 0), long])).toBeNull();
  const shorter = served(LENGTH, 5, servedLength({ contextTokens: 80 }));
  for (const others of [
    [served('tools', 64), long],
    [served('tools', 5), shorter],
    [served('n', 5), long],
    [{ ...served('tools', 5), modelId: 'other' }, long],
  ]) {
    expect(lacks(refusals(3), {}, others)).toEqual(['tools']);
  }
});

test.each([1, 2, 99, 100, 4_096, 128_000, 10 ** 12])(
  'a length of %d is like itself',
  (contextTokens) => {
    const length = servedLength({ contextTokens });
    expect(length).toBeLessThanOrEqual(contextTokens);
    expect(length).toBeGreaterThan(contextTokens / 1.2 - 2);
  },
);

test('the limits of a seller are told once each, with the shortest request that they hold for', () => {
  const refused = [...refusals(3), ...refusals(3, { needs: [], contextTokens: 5_000 })];
  const limits = learnedLimits({ refused, served: null }, NOW);
  expect(limits.map(({ lacks: names, contextTokens }) => [names, contextTokens])).toEqual([
    [['tools'], 100],
    [['context_window'], 5_000],
  ]);
  expect(limits[0]!.until).toEqual(new Date(NOW.getTime() + 59 * 60_000));
  expect(learnedLimits({ refused: refusals(2), served: null }, NOW)).toEqual([]);
});
