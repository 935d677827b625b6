/** Who may have one more chat request: by money, unless a contract pays, and by count. */
import { checkMeans, meansOf } from '../../api/buyer/chat/means';
import type { Settings } from '../../config/settings';

const LIMIT = { REQUESTS_UNDER_WAY_PER_ACCOUNT: 3 } as Settings;
const check = (availableScale8: bigint, requestsUnderWay: number, isPrepaid = false) =>
  checkMeans({ availableScale8, requestsUnderWay }, isPrepaid, LIMIT);

test('an account needs the least amount of money, unless its contract pays', () => {
  expect(() => check(1n, 0)).not.toThrow();
  for (const none of [0n, -1n]) {
    expect(() => check(none, 0)).toThrow(expect.objectContaining({ code: 'insufficient_balance' }));
    expect(() => check(none, 0, true)).not.toThrow();
  }
});

test('an account has as many requests as the limit says, also those that a contract pays', () => {
  for (const isPrepaid of [false, true]) {
    expect(() => check(1n, 2, isPrepaid)).not.toThrow();
    expect(() => check(1n, 3, isPrepaid)).toThrow(
      expect.objectContaining({ code: 'rate_limited' }),
    );
  }
});

test('an account that nobody has paid into has nothing', () => {
  expect(meansOf(null)).toEqual({ availableScale8: 0n, requestsUnderWay: 0 });
});
