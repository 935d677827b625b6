/** What follows an attempt, as the decision itself says it: a row for each result. */
import type { ChatCourse, DispatchResult } from '../../domain/chat';
import {
  DRAW_BEGUN,
  afterAttempt,
  afterDrawAttempt,
  asking,
  beginCourse,
} from '../../domain/chat-course';

const BID = { sellerId: null, excludedSellerIds: [] };
const FIRST = asking(beginCourse(BID), 'seller');
const refusal = { code: 'invalid_request', message: '' } as const;

const failed = (
  more: Partial<Extract<DispatchResult, { kind: 'failed' }>> = {},
): DispatchResult => {
  return { kind: 'failed', outcomeUnknown: false, deadlinePassed: false, detail: '', ...more };
};
const throttled = (retryAfterMs: number | null): DispatchResult => ({
  kind: 'throttled',
  retryAfterMs,
});

const RESULTS: readonly (readonly [string, DispatchResult])[] = [
  ['an answer, charged', { kind: 'settled', unusedReturned: true }],
  ['an answer that is not charged yet', { kind: 'delivered', settlement: {} as never }],
  ['a failure, known to have delivered nothing', failed()],
  ['a failure whose outcome at the seller is unknown', failed({ outcomeUnknown: true })],
  ['the deadline of the bid', failed({ deadlinePassed: true })],
  ['busy, for at most two seconds', throttled(2_000)],
  ['busy, for longer', throttled(2_001)],
  ['a refusal of the request', { kind: 'request_refused', refusal }],
  ['the reader left', { kind: 'buyer_gone' }],
];

const WORDS = {
  settled: 'filled',
  settle: 'settle',
  refuse: 'refused',
  ask_again: 'the same seller',
  ask_another: 'the next seller',
  give_up: 'probes, then perhaps a default',
} as const;

export function courseTable(): string[] {
  const after = (course: ChatCourse, result: DispatchResult) =>
    WORDS[afterAttempt(course, BID, 'seller', result, 0).kind];
  const rows = RESULTS.map(([what, result]) => [
    what,
    after(FIRST, result),
    after({ ...FIRST, isRepeated: true, refusal }, result),
    WORDS[afterDrawAttempt(DRAW_BEGUN, result, Infinity, 0).kind],
    WORDS[afterDrawAttempt({ ...DRAW_BEGUN, failures: 2 }, result, Infinity, 0).kind],
  ]);
  const head = ['Result', 'Bid', 'at the second try', 'Draw', 'after two failures'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}
