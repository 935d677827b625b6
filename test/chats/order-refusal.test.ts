/** How an order ends when its first attempt or its reservation has failed. */
import type { ChatOrder, DispatchResult } from '../../domain/chat';
import { isOver, outcomeFromFailure, refusalAfter } from '../../exchange/chat/order-refusal';
import { ORDER_CLOSED } from '../../exchange/chat/match';
import { StepFailure } from '../../exchange/step-failure';

const failed = (deadlinePassed: boolean): DispatchResult => ({
  ...{ kind: 'failed', outcomeUnknown: false, deadlinePassed, detail: 'detail' },
});
const refusal = { code: 'invalid_request', message: 'The seller refused the request.' } as const;
const refused: DispatchResult = { kind: 'request_refused', refusal };
const gone: DispatchResult = { kind: 'buyer_gone' };
const throttled: DispatchResult = { kind: 'throttled', retryAfterMs: null };

const UNAVAILABLE = expect.objectContaining({ code: 'service_unavailable' });
const LATE = expect.objectContaining({ code: 'bid_timeout' });

test.each<[string, DispatchResult, { chat: boolean; draw: boolean }]>([
  ['failed in time', failed(false), { chat: false, draw: false }],
  ['failed at the deadline', failed(true), { chat: true, draw: false }],
  ['refused the request', refused, { chat: false, draw: true }],
  ['lost its reader', gone, { chat: true, draw: true }],
  ['was throttled', throttled, { chat: false, draw: false }],
])('no other seller is asked after one that %s: %j', (_what, result, expected) => {
  const [chat, draw] = [{}, { contractId: 'contract' }] as ChatOrder[];
  expect({ chat: isOver(chat!, result), draw: isOver(draw!, result) }).toEqual(expected);
});

test.each<[string, DispatchResult | null, unknown]>([
  ['nobody was asked', null, UNAVAILABLE],
  ['a seller failed in time', failed(false), UNAVAILABLE],
  ['a seller was throttled', throttled, UNAVAILABLE],
  ['the deadline has passed', failed(true), LATE],
  ['the reader has left', gone, LATE],
  ['the seller refused the request', refused, refusal],
])('the buyer is told why when %s', (_when, result, expected) => {
  expect(refusalAfter(result)).toEqual(expected);
});

test('a step that failed with a reason is told with it', () => {
  const broke = StepFailure.final('Top up the account.', 'insufficient_balance');
  expect(outcomeFromFailure(broke)).toEqual({
    kind: 'refused',
    refusal: { code: 'insufficient_balance', message: 'Top up the account.' },
  });
});

test('an order that another process has ended is looked for there', () => {
  expect(outcomeFromFailure(StepFailure.final('closed', ORDER_CLOSED))).toEqual({
    kind: 'elsewhere',
  });
});

test.each([
  ['an error of a server', new Error('ECONNRESET 10.0.0.1:27017')],
  ['a step without a reason', StepFailure.final('10.0.0.1:27017 is away', 'Unnamed')],
])('%s is told as unavailable, without its text', (_what, err) => {
  expect(outcomeFromFailure(err)).toEqual({ kind: 'refused', refusal: UNAVAILABLE });
  expect(JSON.stringify(outcomeFromFailure(err))).not.toContain('10.0.0.1');
});
