/** How large an answer may be, by what was reserved for it and asked of it. */
import { boundsOf } from '../../exchange/dispatch/answer-bounds';

const OPERATOR_BYTES = 16_000_000;
const PLAIN = { candidates: 0, streamed: false, reservedTokens: 1_000 };
const KIB = 1_024;

const bounds = (parts: Partial<typeof PLAIN> = {}, limitBytes = OPERATOR_BYTES) =>
  boundsOf({ ...PLAIN, ...parts }, limitBytes);

test.each([
  [0, 64],
  [1, 65],
  [639, 703],
  [650, 715],
  [1_000, 1_100],
  [100_000, 110_000],
])('of %i reserved tokens, %i may be generated: a tenth more, or 64', (reservedTokens, most) => {
  expect(bounds({ reservedTokens }).tokens).toBe(most);
});

test('a reservation below zero allows for what one of nothing does', () => {
  expect(bounds({ reservedTokens: -5 })).toEqual(bounds({ reservedTokens: 0 }));
});

test('each token has room for its text, and a chunk for its envelope', () => {
  expect(bounds().bytes).toBe(256 * KIB + 1_100 * 128);
  expect(bounds({ streamed: true }).bytes).toBe(256 * KIB + 1_100 * KIB);
  expect(bounds({ streamed: true }).chunks).toBe(1_024 + 2_200);
  expect(bounds().values).toBe(16_384 + 8 * 1_100);
});

test('candidates that the buyer asked for have room beside each token', () => {
  const asked = { candidates: 5, reservedTokens: 100 };
  expect(bounds(asked).bytes).toBe(256 * KIB + 164 * (128 + 5 * 192));
  expect(bounds({ ...asked, streamed: true }).bytes).toBe(256 * KIB + 164 * (KIB + 5 * 192));
  expect(bounds(asked).values).toBe(16_384 + 164 * (8 + 5 * 24));
});

test('no answer is larger than what a process can bear, nor than the operator allows', () => {
  const huge = { reservedTokens: 1_000_000 };
  expect(bounds(huge)).toMatchObject({ bytes: 4_000_000, values: 200_000, chunks: 50_000 });
  expect(bounds({ ...huge, streamed: true }).bytes).toBe(12_000_000);
  for (const streamed of [false, true]) {
    expect(bounds({ ...huge, streamed }, 1_000_000).bytes).toBe(1_000_000);
  }
});
