/** How large an answer may be, by what was reserved for it and asked of it. */
import { boundsOf } from '../../exchange/dispatch/answer-bounds';

const OPERATOR_BYTES = 16_000_000;
const PLAIN = { candidates: 0, streamed: false, reservedTokens: 1_000 };
const KIB = 1_024;
const MEDIA_BYTES = 8_000_000;

const bounds = (parts: Partial<typeof PLAIN> = {}, limitBytes = OPERATOR_BYTES) =>
  boundsOf(
    { ...PLAIN, ...parts },
    { ANSWER_LIMIT_BYTES: limitBytes, ANSWER_MEDIA_BYTES: MEDIA_BYTES },
  );

test.each([
  [0, 64, 64],
  [1, 65, 66],
  [31, 95, 126],
  [32, 96, 128],
  [33, 99, 130],
  [1_000, 3_000, 2_064],
])(
  'of %i reserved tokens, %i may be generated, in %i chunks: three times as many, or 64 more',
  (reservedTokens, tokens, sayings) => {
    expect(bounds({ reservedTokens })).toMatchObject({ tokens, sayings });
  },
);

test('media has room of its own, within what a record holds', () => {
  expect(bounds()).toMatchObject({
    mediaBytes: MEDIA_BYTES,
    storedBytes: bounds().bytes + MEDIA_BYTES,
  });
  expect(bounds({ reservedTokens: 1_000_000, streamed: true }).storedBytes).toBe(12_000_000);
});

test('a reservation below zero allows for what one of nothing does', () => {
  expect(bounds({ reservedTokens: -5 })).toEqual(bounds({ reservedTokens: 0 }));
});

test('each token has room for its text, and a chunk for its envelope', () => {
  expect(bounds().bytes).toBe(256 * KIB + 3_000 * 128);
  expect(bounds({ streamed: true }).bytes).toBe(256 * KIB + 3_000 * KIB);
  expect(bounds({ streamed: true }).chunks).toBe(1_024 + 6_000);
  expect(bounds().values).toBe(16_384 + 8 * 3_000);
});

test('candidates that the buyer asked for have room beside each token', () => {
  const asked = { candidates: 5, reservedTokens: 100 };
  expect(bounds(asked).bytes).toBe(256 * KIB + 300 * (128 + 5 * 192));
  expect(bounds({ ...asked, streamed: true }).bytes).toBe(256 * KIB + 300 * (KIB + 5 * 192));
  expect(bounds(asked).values).toBe(16_384 + 300 * (8 + 5 * 24));
});

test('no answer is larger than what a process can bear, nor than the operator allows', () => {
  const huge = { reservedTokens: 1_000_000 };
  expect(bounds(huge)).toMatchObject({ bytes: 4_000_000, values: 200_000, chunks: 50_000 });
  expect(bounds({ ...huge, streamed: true }).bytes).toBe(12_000_000);
  for (const streamed of [false, true]) {
    expect(bounds({ ...huge, streamed }, 1_000_000).bytes).toBe(1_000_000);
  }
});
