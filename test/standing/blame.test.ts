/** How a request ended at its seller, and whether the seller or the request is the cause. Pure. */
import type { AttemptDocument } from '../../records/documents/fill';
import { type EndedFill, endOf } from '../../records/reputations/end-of-fill';
import type { SellerProbesDocument } from '../../records/documents/seller-probes';
import { endOfAttempt, judgedAttempt, mayBeProvoked } from '../../records/standings/blame';

const atMs = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms);

const attempt = (parts: Partial<AttemptDocument> = {}): AttemptDocument => ({
  number: 1,
  state: 'failed',
  startedAt: atMs(0),
  endedAt: atMs(1e3),
  reason: null,
  detail: null,
  ...parts,
});
const released = (...attempts: AttemptDocument[]): EndedFill => ({
  _id: 'fill',
  status: 'released',
  attempts,
  usedTokens: 0,
  usageFlag: null,
});
const settled = (parts: Partial<EndedFill>, ...attempts: AttemptDocument[]): EndedFill => ({
  _id: 'fill',
  status: 'settled',
  attempts,
  usedTokens: 70,
  usageFlag: null,
  ...parts,
});

describe('the end of a request', () => {
  test.each([
    ['throttled', 'excused'],
    ['request_refused', 'excused'],
    ['buyer_gone', 'excused'],
    ['exchange', 'excused'],
    ['timeout', 'timeout'],
    ['malformed', 'malformed'],
    ['cut', 'malformed'],
    ['failed', 'failed'],
    ['lost', 'failed'],
    ['unreachable', 'failed'],
    [null, 'failed'],
  ] as const)('that failed by %s is %s', (reason, kind) => {
    expect(endOf(released(attempt({ reason })))).toEqual({ kind });
  });

  test('is that of the last attempt', () => {
    const attempts = [attempt({ reason: 'timeout' }), attempt({ number: 2, reason: 'throttled' })];
    expect(endOf(released(...attempts))).toEqual({ kind: 'excused' });
  });

  test.each(['planned', 'sent'] as const)('is excused when the exchange lost it as %s', (state) => {
    expect(endOf(released(attempt({ state, endedAt: null })))).toEqual({ kind: 'excused' });
  });

  test('is nothing while it is under way, and without a request to the seller', () => {
    expect(endOf({ ...released(attempt()), status: 'reserved' })).toBeNull();
    expect(endOf(released())).toBeNull();
    expect(endOf(settled({}))).toBeNull();
  });

  test('is the answer that was delivered, with its time and its tokens', () => {
    const attempts = [
      attempt({ reason: 'timeout', endedAt: atMs(9_000) }),
      attempt({ number: 2, state: 'delivered', startedAt: atMs(9_000), endedAt: atMs(9_250) }),
    ];
    const end = { kind: 'answered', durationMs: 250, usedTokens: 70 };
    expect(endOf(settled({}, ...attempts))).toEqual({ ...end, isWellFormed: true });
    const flagged = settled({ usageFlag: 'implausible' }, ...attempts);
    expect(endOf(flagged)).toEqual({ ...end, isWellFormed: false });
  });

  test.each([
    ['cut', 'malformed'],
    ['exchange', 'excused'],
  ] as const)('that delivered until %s is %s', (reason, kind) => {
    expect(endOf(settled({}, attempt({ state: 'delivered', reason })))).toEqual({ kind });
  });
});

test('a settled fill is judged by what was delivered, any other by its last attempt', () => {
  const [first, second] = [attempt({ state: 'delivered' }), attempt({ number: 2 })];
  expect(judgedAttempt(settled({}, first, second))).toBe(first);
  expect(judgedAttempt(released(first, second))).toBe(second);
});

test('an attempt without an end ended when it began', () => {
  expect(endOfAttempt(attempt({ endedAt: null, startedAt: atMs(5) }))).toEqual(atMs(5));
  expect(endOfAttempt(attempt({ endedAt: atMs(7) }))).toEqual(atMs(7));
});

describe('a request may have provoked a failure', () => {
  const probes = (failedAtMs: number, answeredAtMs: number | null): SellerProbesDocument => ({
    _id: 'seller',
    claimedAt: atMs(0),
    answeredAt: answeredAtMs === null ? null : atMs(answeredAtMs),
    failed: [
      {
        probeId: 'probe',
        at: atMs(failedAtMs),
        detail: 'silent',
      },
    ],
  });
  const lost = attempt({ reason: 'lost' });

  test('unless the seller could not be reached', () => {
    expect(mayBeProvoked(attempt({ reason: 'unreachable' }), null)).toBe(false);
    expect(mayBeProvoked(attempt({ reason: 'timeout' }), null)).toBe(true);
    expect(mayBeProvoked(lost, null)).toBe(true);
  });

  test.each([
    ['failed after it, and none was answered', 1_001, null, false],
    ['failed in the same moment', 1_000, null, false],
    ['failed before it alone', 999, null, true],
    ['was answered before it, and failed after it', 1_001, 999, false],
    ['was answered in the same moment', 1_001, 1_000, true],
    ['was answered after it', 1_001, 1_002, true],
  ])('by a connection that was lost when our probe %s', (_what, failedAt, answeredAt, may) => {
    expect(mayBeProvoked(lost, probes(failedAt, answeredAt))).toBe(may);
  });

  test('by any other failure, whatever our probe found', () => {
    expect(mayBeProvoked(attempt({ reason: 'failed' }), probes(1_001, null))).toBe(true);
  });
});
