/** What the end of an attempt says of its seller, of our network, and of nobody. */
import { endSeen, isSellerBlameless, reasonOf } from '../../exchange/chat/attempt-fault';
import {
  AttemptFailure,
  failedOutcome,
  type CutOutcome,
  type DispatchOutcome,
  type FailureReason,
  type FailedOutcome,
} from '../../exchange/dispatch/outcome';

const failed = (reason: FailureReason, isOurs = false): FailedOutcome =>
  failedOutcome(new AttemptFailure(reason, 'detail'), true, isOurs);

function cut(by: CutOutcome['by'], reason: FailureReason = 'silence'): CutOutcome {
  const delivered = { chunks: 1, firstByteMs: 1 };
  return { kind: 'cut', by, reason, detail: 'detail', closing: {}, ...delivered };
}

const throttled = { kind: 'throttled', status: 429, retryAfterMs: null } as const;
const answered: DispatchOutcome = {
  kind: 'answered',
  streamed: false,
  body: {},
  usage: null,
  completionTokens: 1,
  calls: {
    made: 0,
    parsed: 0,
  },
  firstByteMs: 1,
};
const refused: DispatchOutcome = { kind: 'refused_request', status: 400, body: {} };

test.each<[string, DispatchOutcome, boolean, ReturnType<typeof endSeen>]>([
  ['an answer', answered, false, 'answered'],
  ['a refused request', refused, false, 'answered'],
  ['a throttle', throttled, true, 'answered'],
  ['a seller that cannot be reached', failed('connect_failed'), false, 'failed'],
  ['an endpoint that may not be reached', failed('address_refused'), false, 'failed'],
  ['a lost connection', failed('connection_lost'), false, 'provokable'],
  ['a late first byte', failed('first_byte_timeout'), false, 'provokable'],
  ['a status of the seller', failed('status'), false, 'provokable'],
  ['a fault of our network', failed('exchange_fault'), true, 'failed'],
  ['our name servers', failed('dns_failed'), true, null],
  ['too many of our own connections', failed('no_connection'), true, null],
  ['a pause of ours', failed('first_byte_timeout', true), true, null],
  ['a buyer that left', failed('aborted'), true, null],
  ['a stream that its seller broke off', cut('seller'), false, 'provokable'],
  ['a stream that we broke off', cut('exchange'), true, null],
  ['a stream that its reader left', cut('buyer', 'aborted'), false, null],
])('%s', (_what, outcome, isBlameless, end) => {
  expect(isSellerBlameless(outcome)).toBe(isBlameless);
  expect(endSeen(outcome)).toBe(end);
});

test.each<[FailureReason, ReturnType<typeof reasonOf>]>([
  ['connect_failed', 'unreachable'],
  ['address_refused', 'unreachable'],
  ['connection_lost', 'lost'],
  ['connect_timeout', 'timeout'],
  ['first_byte_timeout', 'timeout'],
  ['silence', 'timeout'],
  ['answer_timeout', 'timeout'],
  ['deadline', 'timeout'],
  ['malformed', 'malformed'],
  ['unfinished', 'malformed'],
  ['answer_too_large', 'malformed'],
  ['seller_error', 'malformed'],
  ['status', 'failed'],
  ['exchange_fault', 'exchange'],
  ['dns_failed', 'exchange'],
  ['no_connection', 'exchange'],
])('a seller that failed with %s is recorded as %s', (reason, recorded) => {
  expect(reasonOf(failed(reason))).toBe(recorded);
});

test('a throttle is recorded as one, and a failure while we were paused as ours', () => {
  expect(reasonOf(throttled)).toBe('throttled');
  for (const reason of ['silence', 'malformed', 'connection_lost'] as const) {
    expect(reasonOf(failed(reason, true))).toBe('exchange');
  }
});
