/** How an order ends when its reservation has failed. */
import { outcomeFromFailure } from '../../exchange/chat/reservation-outcome';
import { ORDER_CLOSED } from '../../exchange/chat/match';
import { StepFailure } from '../../exchange/chat/step-failure';

const UNAVAILABLE = expect.objectContaining({ code: 'service_unavailable' });

test('a step that failed with a reason is refused with it', () => {
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
])('%s is refused as unavailable, without its text', (_what, err) => {
  expect(outcomeFromFailure(err)).toEqual({ kind: 'refused', refusal: UNAVAILABLE });
  expect(JSON.stringify(outcomeFromFailure(err))).not.toContain('10.0.0.1');
});
