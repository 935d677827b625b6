/** The tokens of a text that comes in pieces, as a stream brings it. */
import { TokenMeter, countInTurns } from '../../domain/token-meter';
import { loadTokenizer } from '../../domain/tokens';

const prose = 'The quick brown fox jumps over the lazy dog, again and again. ';

describe('a text that comes in pieces', () => {
  const { countTokens } = loadTokenizer();
  const long = `${prose.repeat(9)}一丁七万丈三上下不与丏丐丑😀😀 ${'a'.repeat(300)}`;

  test.each([1, 3, 7, 128, 129, 1_000])(
    'of %i characters counts as if it came whole',
    async (size) => {
      const meter = new TokenMeter();
      for (let start = 0; start < long.length; start += size) {
        meter.add('a', long.slice(start, start + size));
        if (start % 5 === 0) await meter.count();
        expect(meter.most).toBeGreaterThanOrEqual(countTokens(long.slice(0, start + size)) - 3);
      }
      expect(await meter.count()).toBe(await countInTurns([long]));
    },
  );

  test('is told from its neighbours, however they are interleaved', async () => {
    const meter = new TokenMeter();
    for (const piece of ['hel', 'lo wor', 'ld'])
      for (const key of ['a', 'b']) meter.add(key, piece);
    expect(await meter.count()).toBe(2 * countTokens('hello world'));
  });

  test('is counted only where its length does not tell', async () => {
    const meter = new TokenMeter();
    meter.add('a', 'word '.repeat(20));
    expect(await meter.isAbove(100)).toBe(false);
    expect(meter.most).toBe(100);
    expect(await meter.isAbove(21)).toBe(false);
    expect(meter.most).toBe(21); // 20 words and the last space
    expect(await meter.isAbove(20)).toBe(true);
  });

  test('keeps nobody waiting, and is not counted further than is asked', async () => {
    const meter = new TokenMeter();
    const signs = Array.from({ length: 100_000 }, (_, at) => 0x4e00 + ((at * 7_919) % 20_000));
    meter.add('a', signs.map((sign) => String.fromCharCode(sign)).join(''));
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    expect(await meter.isAbove(1_000)).toBe(true);
    const before = process.cpuUsage();
    expect(await meter.isAbove(1_000)).toBe(true);
    expect(process.cpuUsage(before).user).toBeLessThan(20_000);
    await meter.count();
    clearInterval(timer);
    expect(turns).toBeGreaterThan(10);
  });
});
