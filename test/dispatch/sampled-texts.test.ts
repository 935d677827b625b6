/** An answer too long to be counted whole is counted by samples, and charged about what it has. */
import { countInTurns } from '../../domain/token-meter';
import { loadTokenizer } from '../../domain/tokens';

const PROSE = 'The quick brown fox jumps over the lazy dog, again and again. ';

test.each([
  ['prose', PROSE],
  ['prose and ideographs', `${PROSE.repeat(20)}${'一丁七万丈三上下不与'.repeat(100)}`],
])('within a tenth of the tokens of %s', async (_what, part) => {
  const text = part.repeat(Math.ceil(500_000 / part.length));
  const all = loadTokenizer().countTokens(text);
  const tokens = await countInTurns([text]);
  expect(tokens).toBeGreaterThan(0.9 * all);
  expect(tokens).toBeLessThan(1.1 * all);
});
