/** Which setting limits what of a seller's asks. Pure. */
import { askLimitsOf } from '../../exchange/asks/ask-terms';

test('active asks of each seller, those before its first fill, and the least worth of one', () => {
  const settings = { activeAsksPerSeller: 500, asksBeforeFirstFill: 20, MIN_ASK_NOTIONAL: '0.01' };
  expect(askLimitsOf(settings as never)).toEqual({
    activePerSeller: 500,
    beforeFirstFill: 20,
    leastNotionalScale8: 1000000n,
  });
});
