/** What follows the result of an attempt, in the gateway and in a workflow. */
import type { DispatchResult } from '../../domain/chat';
import {
  DRAW_BEGUN,
  afterAttempt,
  afterDrawAttempt,
  afterNobody,
  asking,
  beginCourse,
  mayAskMore,
} from '../../domain/chat-course';

const NOW_MS = 1_000_000;
const SELLER = 'asked';
const bid = { sellerId: null as string | null, excludedSellerIds: ['own'] };
const begun = asking(beginCourse(bid), SELLER);

const failed = (more: object = {}): DispatchResult => ({
  kind: 'failed',
  outcomeUnknown: false,
  deadlinePassed: false,
  detail: 'detail',
  ...more,
});
const throttled = (retryAfterMs: number | null, isOurs = false): DispatchResult => ({
  kind: 'throttled',
  retryAfterMs,
  isOurs,
});
const refusal = { code: 'invalid_request', message: 'The seller refused the request.' } as const;
const refusedBy = (...relatedSellerIds: string[]): DispatchResult => ({
  kind: 'request_refused',
  refusal,
  relatedSellerIds,
});

const next = (result: DispatchResult, course = begun, of = bid) =>
  afterAttempt(course, of, SELLER, result, NOW_MS);

test.each<[string, DispatchResult]>([
  ['failed for certain', failed()],
  ['throttled without a wait', throttled(null)],
  ['throttled for more than two seconds', throttled(2_001)],
  ['had no connection of ours free', throttled(1_000, true)],
  ['refused the request', refusedBy()],
])('another seller is asked after one that %s', (_what, result) => {
  expect(next(result)).toMatchObject({
    kind: 'ask_another',
    course: { excludedSellerIds: ['own', SELLER] },
  });
});

test.each<[string, DispatchResult, number]>([
  ['whose outcome is unknown', failed({ outcomeUnknown: true }), 0],
  ['that throttled for two seconds', throttled(2_000), 2_000],
])('a seller %s is asked once more, and no third time', (_what, result, pauseMs) => {
  const again = next(result);
  expect(again).toMatchObject({ kind: 'ask_again', pauseMs });
  if (again.kind !== 'ask_again') throw new Error(again.kind);
  expect(next(result, again.course).kind).toBe('ask_another');
  expect(next(result, asking(again.course, 'other')).kind).toBe('ask_again');
});

test('nobody is asked after the deadline, or without a reader', () => {
  const late = { kind: 'refuse', refusal: { code: 'bid_timeout' } };
  expect(next(failed({ deadlinePassed: true }))).toMatchObject(late);
  expect(next({ kind: 'buyer_gone' })).toMatchObject(late);
});

test('a refused request gets a second opinion of another owner, and the buyer reads the first', () => {
  const other = next(refusedBy('sibling'));
  if (other.kind !== 'ask_another') throw new Error(other.kind);
  expect(other.course.excludedSellerIds).toEqual(['own', 'sibling', SELLER]);
  const second = { ...refusal, message: 'The other one refused it too.' };
  expect(next({ kind: 'request_refused', refusal: second }, other.course)).toEqual({
    kind: 'refuse',
    refusal,
  });
  expect(next(failed({ deadlinePassed: true }), other.course)).toMatchObject({ refusal });
  expect(afterNobody(other.course, NOW_MS, NOW_MS)).toEqual({ kind: 'refuse', refusal });
});

test('a pinned bid gets no second opinion', () => {
  expect(next(refusedBy(), begun, { ...bid, sellerId: SELLER })).toEqual({
    kind: 'refuse',
    refusal,
  });
});

test('without another seller the one whose wait ends first is waited for, each time longer, within the deadline', () => {
  const after = (retryAfterMs: number, sellerId: string, course = begun) => {
    const { kind, ...rest } = afterAttempt(course, bid, sellerId, throttled(retryAfterMs), NOW_MS);
    if (!('course' in rest) || kind === 'ask_again') throw new Error(kind);
    return rest.course as typeof begun;
  };
  const both = after(4_000, 'sooner', after(5_000, 'later'));
  const wait = afterNobody(both, NOW_MS + 4_000, NOW_MS);
  expect(wait).toMatchObject({ kind: 'wait', sellerId: 'sooner', untilMs: NOW_MS + 4_000 });
  if (wait.kind !== 'wait') throw new Error(wait.kind);
  expect(wait.course.excludedSellerIds).toEqual(['own', 'later']);
  expect(afterNobody(both, NOW_MS + 3_999, NOW_MS)).toMatchObject({
    kind: 'refuse',
    refusal: { code: 'seller_unreachable' },
  });
  const third = { ...after(2_001, SELLER), waits: 2 };
  expect(afterNobody(third, Infinity, NOW_MS)).toMatchObject({ untilMs: NOW_MS + 4_000 });
});

test('ten sellers are asked, however often each, and no eleventh', () => {
  const asked = (count: number) =>
    Array.from({ length: count }, (_, at) => `seller-${at}`).reduce(asking, beginCourse(bid));
  expect(mayAskMore(asked(9))).toBe(true);
  expect(mayAskMore(asking(asked(9), 'seller-0'))).toBe(true);
  expect(mayAskMore(asked(10))).toBe(false);
});

describe('a bound seller', () => {
  const ends = (...results: DispatchResult[]) => {
    let course = DRAW_BEGUN;
    for (const result of results) {
      const after = afterDrawAttempt(course, result, Infinity, NOW_MS);
      if (after.kind !== 'ask_again') return after;
      ({ course } = after);
    }
    return course;
  };

  test('may default after three failures of its own, of which none is a throttle or ours', () => {
    const give = { kind: 'give_up', mayDefault: true };
    expect(ends(failed(), failed(), failed())).toEqual(give);
    expect(ends(failed(), failed({ isOurs: true }), throttled(1), failed(), failed())).toEqual(
      give,
    );
    expect(ends(failed({ isOurs: true }), throttled(1), throttled(1))).toEqual({
      failures: 0,
      uncounted: 3,
    });
  });

  test('keeps its lot when the deadline ends throttles', () => {
    const late = (course: typeof DRAW_BEGUN, result: DispatchResult) =>
      afterDrawAttempt(course, result, NOW_MS + 1_000, NOW_MS);
    expect(late(DRAW_BEGUN, throttled(1_000))).toEqual({ kind: 'give_up', mayDefault: false });
    expect(late(DRAW_BEGUN, throttled(999))).toEqual({ kind: 'give_up', mayDefault: false });
    expect(late({ failures: 1, uncounted: 0 }, failed())).toEqual({
      kind: 'give_up',
      mayDefault: true,
    });
  });

  test('that refuses the request is asked no more', () => {
    expect(ends(refusedBy())).toEqual({ kind: 'refuse', refusal });
  });
});
