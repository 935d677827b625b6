/** Reputation: the tally of each end, what of it counts, the score and the tier (STANDING-7, STANDING-8). */
import {
  EMPTY_TALLY,
  type DispatchEnd,
  type ReputationTally,
  SCORED_DAYS,
  addTallies,
  countEnd,
  isFlaw,
  scoreOf,
  tallyOf,
  venueClassOf,
} from '../../domain/reputation';

const tally = (
  matched: number,
  filled: number,
  [inTime, observed]: readonly [number, number],
  [wellFormed, responses]: readonly [number, number],
): ReputationTally => ({ matched, filled, observed, inTime, responses, wellFormed });

const answered = (durationMs: number, usedTokens = 0, isWellFormed = true): DispatchEnd => ({
  kind: 'answered',
  durationMs,
  usedTokens,
  isWellFormed,
});

test.each<[string, DispatchEnd, ReputationTally]>([
  ['an answer on time', answered(5_000), tally(1, 1, [1, 1], [1, 1])],
  ['an answer too late', answered(5_001), tally(1, 1, [0, 1], [1, 1])],
  ['30 ms more for each token', answered(8_000, 100), tally(1, 1, [1, 1], [1, 1])],
  ['and no more', answered(8_001, 100), tally(1, 1, [0, 1], [1, 1])],
  ['a broken answer', answered(1, 1, false), tally(1, 1, [1, 1], [0, 1])],
  ['a timeout', { kind: 'timeout' }, tally(1, 0, [0, 1], [0, 0])],
  ['no completion', { kind: 'malformed' }, tally(1, 0, [0, 0], [0, 1])],
  ['a failure', { kind: 'failed' }, tally(1, 0, [0, 0], [0, 0])],
  ['what the seller is not responsible for', { kind: 'excused' }, EMPTY_TALLY],
])('%s', (_what, end, expected) => {
  expect(tallyOf(end)).toEqual(expected);
});

test('a late or implausible answer and every failure is a flaw, and nothing else', () => {
  const flaws = [
    answered(5_001),
    answered(1, 1, false),
    { kind: 'timeout' },
    { kind: 'malformed' },
  ];
  for (const end of [...flaws, { kind: 'failed' }] as DispatchEnd[]) {
    expect(isFlaw(tallyOf(end))).toBe(true);
  }
  for (const end of [answered(1), { kind: 'excused' }] as DispatchEnd[]) {
    expect(isFlaw(tallyOf(end))).toBe(false);
  }
});

test('the tallies of days add up, count by count', () => {
  const one = { matched: 1, filled: 2, observed: 3, inTime: 4, responses: 5, wellFormed: 6 };
  const other = {
    matched: 10,
    filled: 20,
    observed: 30,
    inTime: 40,
    responses: 50,
    wellFormed: 60,
  };
  const sum = { matched: 11, filled: 22, observed: 33, inTime: 44, responses: 55, wellFormed: 66 };
  expect(addTallies(one, other)).toEqual(sum);
  expect(addTallies(EMPTY_TALLY, one)).toEqual(one);
  expect(Object.values(EMPTY_TALLY)).toEqual([0, 0, 0, 0, 0, 0]);
  expect(SCORED_DAYS).toBe(30);
});

describe('the score', () => {
  test('is half fills, three tenths times and a fifth quality', () => {
    expect(scoreOf(tally(10, 5, [10, 10], [10, 10]))?.score).toBe(75);
    expect(scoreOf(tally(10, 10, [5, 10], [10, 10]))?.score).toBe(85);
    expect(scoreOf(tally(10, 10, [10, 10], [5, 10]))?.score).toBe(90);
    expect(scoreOf(tally(10, 10, [10, 10], [10, 10]))?.score).toBe(100);
  });

  test('is computed from the rates as they are shown, with four decimals', () => {
    expect(scoreOf(tally(3, 1, [2, 3], [1, 7]))).toEqual({
      fillRate: 0.3333,
      latencyAdherence: 0.6667,
      qualityRate: 0.1429,
      score: 39.52,
    });
  });

  test('without an answer is zero, and without a request there is none', () => {
    expect(scoreOf(tally(1, 0, [0, 0], [0, 0]))).toEqual({
      fillRate: 0,
      latencyAdherence: 0,
      qualityRate: 0,
      score: 0,
    });
    expect(scoreOf(EMPTY_TALLY)).toBeNull();
  });
});

test.each([
  [null, 'unrated'],
  [100, 'prime'],
  [90, 'prime'],
  [89.99, 'standard'],
  [70, 'standard'],
  [69.99, 'basic'],
  [0, 'basic'],
])('a score of %p is %s', (score, tier) => {
  expect(venueClassOf(score)).toBe(tier);
});

describe('of twenty counted ends', () => {
  const good = (count: number) => Array<string>(count).fill('');

  test('two are flaws that one owner may have provoked', () => {
    expect(countEnd([], 'a')).toEqual(['a']);
    expect(countEnd(['a'], 'a')).toEqual(['a', 'a']);
    expect(countEnd(['a', 'a'], 'a')).toBeNull();
    expect(countEnd(['a', 'a'], 'b')).toEqual(['a', 'a', 'b']);
    expect(countEnd(['a', 'a'], '')).toEqual(['a', 'a', '']);
    expect(countEnd(good(19), '')).toEqual(good(20));
  });

  test('the oldest makes room for the newest', () => {
    expect(countEnd(['a', 'a', ...good(18)], 'a')).toEqual(['a', ...good(18), 'a']);
    expect(countEnd(['a', 'a', ...good(17)], 'a')).toBeNull();
    expect(countEnd(['x', ...good(19)], '')).toEqual(good(20));
  });
});
