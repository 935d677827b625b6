/** The rule of standing alone: what counts, and from where to where (STANDING-1). */
import { STANDINGS, type StandingFacts, mayOffer, nextStanding } from '../../domain/standing';

const NOW_MS = 1_000_000;

/** `x` is a failure, `.` none; newest first. */
function facts(outcomes: string, more: Partial<StandingFacts> = {}): StandingFacts {
  return {
    standing: 'Active',
    suspendedUntilMs: null,
    outcomes: [...outcomes].map((sign, at) => ({ fillId: `fill-${at}`, isFailure: sign === 'x' })),
    ...more,
  };
}

const next = (outcomes: string, more: Partial<StandingFacts> = {}) =>
  nextStanding(facts(outcomes, more), NOW_MS)?.standing ?? null;

test.each([
  ['', null],
  ['xxxx', null],
  ['xxxxx', 'Probation'],
  ['x.x.x.x.x', 'Probation'],
  ['xxxxxxxxx', 'Probation'],
  ['xxxxxxxxxx', 'Suspended'],
  ['xxxx................', null],
  ['....................xxxxxxxxxx', null],
])('from Active, %s: %s', (outcomes, expected) => {
  expect(next(outcomes)).toBe(expected);
});

test.each([
  ['', null],
  ['...................', null],
  ['....................', 'Active'],
  ['xx..................', 'Active'],
  ['xxx.................', null],
  ['xxxx................', null],
  ['xxxxxxxxxx', 'Suspended'],
])('from Probation, %s: %s', (outcomes, expected) => {
  expect(next(outcomes, { standing: 'Probation' })).toBe(expected);
});

test('a seller whose failures come and go around five of twenty is put on probation once', () => {
  let standing: StandingFacts['standing'] = 'Active';
  let outcomes = '';
  const changes: string[] = [];
  const counts = new Set<number>();
  for (let at = 0; at < 300; at += 1) {
    // Gaps of four and five dispatches: any twenty have four failures or five.
    outcomes = ((at % 9) % 4 === 0 && at % 9 !== 8 ? 'x' : '.') + outcomes.slice(0, 19);
    if (at >= 20) counts.add(outcomes.split('x').length - 1);
    const due = next(outcomes, { standing });
    if (!due) continue;
    changes.push(due);
    standing = due;
  }
  expect([...counts].sort()).toEqual([4, 5]);
  expect(changes).toEqual(['Probation']);
});

test('one owner of buyers alone keeps no seller on probation', () => {
  const provokedForEver = provoked('aa..................', 'Probation');
  expect(nextStanding(provokedForEver, NOW_MS)?.standing).toBe('Active');
});

/** Newest first: a letter is a failure that a request of this owner may have provoked, `x` one of nobody's. */
function provoked(outcomes: string, standing: StandingFacts['standing'] = 'Active'): StandingFacts {
  const { outcomes: plain, ...more } = facts(outcomes, { standing });
  const signs = [...outcomes];
  return {
    ...more,
    outcomes: plain.map((outcome, at) => {
      const sign = signs[at]!;
      const isProvoked = /[a-w]/.test(sign);
      return isProvoked ? { ...outcome, isFailure: true, provokedBy: sign } : outcome;
    }),
  };
}

test.each([
  ['aaaaaaaaaaaaaaaaaaaa', null],
  ['aaaabb', null],
  ['aabbc', 'Probation'],
  ['aaaaaabbbbbbc', 'Probation'],
  ['aabbccddeeeeeee', 'Suspended'],
  ['aaaaabbbbbcccccdddddd', 'Probation'],
  ['aaxxx', 'Probation'],
  ['aaaaaaaaxx', null],
  ['aaxxxxxxxx', 'Suspended'],
  // What one owner has beyond two takes no place of the newest twenty.
  ['aaaaaaaaaaaaaaaaaaaaxxx', 'Probation'],
])('of failures that one owner may have provoked two count, %s: %s', (outcomes, expected) => {
  expect(nextStanding(provoked(outcomes), NOW_MS)?.standing ?? null).toBe(expected);
});

test('a suspension ends with its time, whatever was counted; that of the operator does not', () => {
  const suspended = { standing: 'Suspended' } as const;
  expect(next('xxxxxxxxxx', { ...suspended, suspendedUntilMs: NOW_MS + 1 })).toBeNull();
  expect(next('xxxxxxxxxx', { ...suspended, suspendedUntilMs: NOW_MS })).toBe('Probation');
  expect(next('....................', suspended)).toBeNull();
});

test('no outcome lifts a ban', () => {
  const banned = { standing: 'Banned' } as const;
  expect(next('....................', { ...banned, suspendedUntilMs: NOW_MS })).toBeNull();
  expect(next('xxxxxxxxxx', banned)).toBeNull();
});

test('the step says why, and names the fills', () => {
  expect(nextStanding(facts('x.xxxx'), NOW_MS)).toEqual({
    standing: 'Probation',
    reason: '5 of the last 6 dispatches failed.',
    causes: ['fill-0', 'fill-2', 'fill-3', 'fill-4', 'fill-5'],
  });
});

test('the end of a suspension says so, and names no fills', () => {
  const suspended = facts('xxxxxxxxxx', { standing: 'Suspended', suspendedUntilMs: NOW_MS });
  expect(nextStanding(suspended, NOW_MS)).toEqual({
    standing: 'Probation',
    reason: 'The suspension is over.',
    causes: [],
  });
});

test('who is Active or on Probation may offer', () => {
  expect(STANDINGS).toEqual(['Active', 'Probation', 'Suspended', 'Banned']);
  expect(STANDINGS.map(mayOffer)).toEqual([true, true, false, false]);
});
