/** Long texts are counted by samples: whatever they mix, a request reserves enough for its prompt. */
import fc from 'fast-check';
import { loadTokenizer } from '../../domain/tokens';
import { countPromptTokens } from './count-prompt';

beforeAll(() => {
  loadTokenizer();
});

const prose = 'The quick brown fox jumps over the lazy dog, again and again. ';
/** A request reserves its count and this margin (PROMPT_MARGIN_PERCENT). */
const MARGIN = 0.1;
const TEXT_CHARACTERS = 120_000;
const alphabet = (first: number, count: number) =>
  Array.from({ length: count }, (_, at) => String.fromCodePoint(first + at));
const base64 = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'];
const cyrillic = 'Съешь же ещё этих мягких французских булок, да выпей чаю. ';
const block = fc.record({
  signs: fc.constantFrom(
    alphabet(0x4e00, 20_000),
    alphabet(0x4e00, 30),
    alphabet(0xac00, 2_000),
    alphabet(0x1f600, 60),
    alphabet(0x20, 95),
    base64,
    ['a'],
    [cyrillic],
    ['const value = readOf(account, { limit: 100 });\n'],
  ),
  length: fc.integer({ min: 50, max: 1_500 }), // a longer word takes the bare tokenizer minutes
  seed: fc.integer({ min: 1, max: 2 ** 30 }),
});
const written = ({ signs, length, seed }: { signs: string[]; length: number; seed: number }) => {
  let text = '';
  for (let state = seed; text.length < length;) {
    state = (state * 48_271) % 2_147_483_647;
    text += signs[state % signs.length];
  }
  return text;
};

/** A few blocks stand in much prose, or next to each other. */
test.each([0, 500, 20_000])(
  'the count of a mixed text is enough, with %i characters of prose around each part',
  (around) => {
    const filler = prose.repeat(Math.ceil(around / prose.length));
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 6 }), (blocks) => {
        const part = blocks.map((one) => `${filler}${written(one)}\n`).join('');
        const text = part.repeat(Math.ceil(TEXT_CHARACTERS / part.length));
        const exact = loadTokenizer().countTokens(text);
        const counted = countPromptTokens({ messages: [{ role: 'user', content: text }] });
        expect(counted * (1 + MARGIN)).toBeGreaterThanOrEqual(exact);
        expect(counted).toBeLessThan(exact * (1 + 2 * MARGIN) + 100);
      }),
      { numRuns: 8 },
    );
  },
);
