/** Tokens, usage and charge (MONEY-6, MONEY-7, MONEY-8). */
import { Random, SEED } from '../support/random';
import fc from 'fast-check';
import { TokenMeter, countInTurns } from '../../domain/token-meter';
import { countPromptTokens, loadTokenizer } from '../../domain/tokens';
import { chargeOf, readUsage, shownUsage } from '../../domain/usage';

beforeAll(() => {
  loadTokenizer();
});

const prose = 'The quick brown fox jumps over the lazy dog, again and again. ';

describe('prompt tokens', () => {
  test.each([
    ['one message', [{ role: 'user', content: 'hi' }], 8],
    ['no message', [], 3],
    ['empty content', [{ role: 'assistant', content: null }], 7],
    ['a name', [{ role: 'user', name: 'Ada', content: 'hi' }], 10],
    [
      'text parts',
      [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'hi' },
            { type: 'text', text: 'hi' },
          ],
        },
      ],
      9,
    ],
    [
      'a picture',
      [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:...' } }] }],
      1_007,
    ],
    ['nonsense', [null, 3, 'text', { content: 5 }], 19],
  ])('%s', (_name, messages, tokens) => {
    expect(countPromptTokens({ messages })).toBe(tokens);
  });

  test('tools, functions and schemas are read by the model, so they count', () => {
    const messages = [{ role: 'user', content: 'hi' }];
    const plain = countPromptTokens({ messages });
    const extra = [{ type: 'function', function: { name: 'weather', description: prose } }];
    expect(countPromptTokens({ messages, tools: extra })).toBeGreaterThan(plain + 20);
    expect(countPromptTokens({ messages, functions: extra })).toBeGreaterThan(plain + 20);
    expect(countPromptTokens({ messages, response_format: extra })).toBeGreaterThan(plain + 20);
    const calls = [{ role: 'assistant', content: null, tool_calls: extra }];
    expect(countPromptTokens({ messages: calls })).toBeGreaterThan(plain + 20);
  });

  test.each([
    ['thinking of an earlier answer', { messages: [{ role: 'a', reasoning_content: prose }] }],
    ['a document in a message', { messages: [{ role: 'a', documents: [{ text: prose }] }] }],
    [
      'a part of an unknown kind',
      { messages: [{ role: 'a', content: [{ type: 'note', note: prose }] }] },
    ],
    [
      'more in a part than its text',
      { messages: [{ role: 'a', content: [{ type: 'text', text: 'hi', more: prose }] }] },
    ],
    ['documents', { messages: [], documents: [{ title: 'a', body: prose }] }],
    ['a prediction', { messages: [], prediction: { type: 'content', content: prose } }],
    ['an unknown text', { messages: [], preamble: prose }],
  ])('%s reaches the model, so it counts', async (_what, request) => {
    expect(countPromptTokens(request)).toBeGreaterThan(await countInTurns([prose]));
  });

  test('settings do not reach the model', () => {
    const settings = { model: prose, user: prose, metadata: { note: prose }, stop: [prose] };
    expect(countPromptTokens({ messages: [], ...settings })).toBe(
      countPromptTokens({ messages: [] }),
    );
  });

  test('a field of any depth is counted', () => {
    let nested: unknown = prose;
    for (let level = 0; level < 100_000; level += 1) nested = [nested];
    expect(countPromptTokens({ messages: [], nested })).toBeGreaterThan(10);
  });

  test('a text that spells a special token is text', async () => {
    expect(await countInTurns(['<|endoftext|>'])).toBeGreaterThan(3);
  });
});

describe('the count', () => {
  test("of prose is the tokenizer's own, though it is counted in pieces", async () => {
    const text = prose.repeat(400);
    expect(await countInTurns([text])).toBe(loadTokenizer().countTokens(text));
  });

  test("of a long text is within 5 % of the tokenizer's own", async () => {
    const text = Array.from(
      { length: 9_000 },
      (_, line) => `${line}. ${prose.slice(line % 30)}\n`,
    ).join('');
    const exact = loadTokenizer().countTokens(text);
    const counted = await countInTurns([text]);
    expect(Math.abs(counted - exact) / exact).toBeLessThan(0.05);
  });

  /** Processor time, whatever else the machine does; the bare tokenizer takes minutes for such texts. */
  const BOUNDED_MICROSECONDS = 5_000_000;
  const random = (alphabet: string) => {
    const [seeded, letters] = [new Random(SEED), [...alphabet]];
    return Array.from({ length: 2_000_000 }, () => seeded.of(letters)).join('');
  };
  test.each([
    ['one letter', () => 'a'.repeat(2_000_000)],
    ['one space', () => ' '.repeat(2_000_000)],
    ['one line break', () => '\n'.repeat(2_000_000)],
    ['one sign', () => '!'.repeat(2_000_000)],
    ['one emoji', () => '😀'.repeat(1_000_000)],
    ['half an emoji', () => '\ud83d'.repeat(2_000_000)],
    [`letters by chance (seed ${SEED})`, () => random('abcdefghijklmnopqrstuvwxyz')],
    [`words by chance (seed ${SEED})`, () => random('abcdefghijklm nopqrstuvwxyz 0123456789 ')],
    [
      `base64 (seed ${SEED})`,
      () => random('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'),
    ],
    [
      `ideographs by chance (seed ${SEED})`,
      () => random('一丁七万丈三上下不与丏丐丑且丕世丗丘丙业丛东丝丞丢两严並丧'),
    ],
    ['marks that combine', () => random('\u0300\u0301\u0302\u0303')],
    ['control characters', () => random('\u0000\u0001\u0002')],
  ])('of 2 MB of %s takes no time to speak of', (_name, make) => {
    const text = make();
    const before = process.cpuUsage();
    expect(countPromptTokens({ messages: [{ role: 'user', content: text }] })).toBeGreaterThan(
      1_000,
    );
    expect(process.cpuUsage(before).user).toBeLessThan(BOUNDED_MICROSECONDS);
  });

  test('of very many small messages takes no time to speak of', () => {
    const messages = Array.from({ length: 40_000 }, (_, index) => ({
      role: 'user',
      content: `message ${index}`,
    }));
    const before = process.cpuUsage();
    expect(countPromptTokens({ messages })).toBeGreaterThan(4 * 40_000);
    expect(process.cpuUsage(before).user).toBeLessThan(BOUNDED_MICROSECONDS);
  });
});

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

describe('a report of usage', () => {
  const read = (prompt: unknown, completion: unknown, total?: unknown, details?: unknown) =>
    readUsage({
      prompt_tokens: prompt,
      completion_tokens: completion,
      total_tokens: total,
      completion_tokens_details: details,
    });

  test.each([
    ['sums right', read(10, 5, 15), [10, 5, 15, 0]],
    ['without a total', read(10, 5), [10, 5, 15, 0]],
    ['a total that counts more than its parts', read(10, 5, 70), [10, 5, 70, 0]],
    ['a total alone', read(undefined, undefined, 500), [null, null, 500, 0]],
    ['a total beside one part', read(undefined, 5, 15), [null, 5, 15, 0]],
    ['a total too small', read(10, 5, 1), [10, 5, 15, 0]],
    ['a negative total', read(10, 5, -15), [10, 5, 15, 0]],
    [
      'reasoning within the completion',
      read(10, 50, 60, { reasoning_tokens: 40 }),
      [10, 50, 60, 40],
    ],
    ['reasoning beside the completion', read(10, 5, 55, { reasoning_tokens: 40 }), [10, 5, 55, 40]],
    ['wrong reasoning', read(10, 5, 15, { reasoning_tokens: -1 }), [10, 5, 15, 0]],
    ['nothing used', read(0, 0, 0), [0, 0, 0, 0]],
  ])('%s', (_name, usage, [promptTokens, completionTokens, totalTokens, reasoningTokens]) => {
    expect(usage).toEqual({ promptTokens, completionTokens, totalTokens, reasoningTokens });
  });

  test.each([
    ['negative', read(-1, 5)],
    ['fractions', read(1.5, 5)],
    ['text', read('10', 5)],
    ['beyond safe integers', read(Number.MAX_SAFE_INTEGER, 2)],
    ['huge', read(1e300, 5)],
    ['infinite', read(Number.POSITIVE_INFINITY, 5)],
    ['a part missing, and no total', read(undefined, 5)],
    ['parts that are no counts', read(1.5, 1.5, 3)],
    ['a total alone that is no count', read(undefined, undefined, -3)],
    ['null', readUsage(null)],
    ['a list', readUsage([1, 2])],
    ['a number', readUsage(7)],
  ])('%s is no report', (_name, usage) => {
    expect(usage).toBeNull();
  });

  test('whatever it is, what is read of it adds up', () => {
    const count = fc.oneof(
      fc.integer(),
      fc.double(),
      fc.maxSafeInteger(),
      fc.string(),
      fc.constant(undefined),
    );
    fc.assert(
      fc.property(count, count, count, count, (prompt, completion, total, reasoning) => {
        const usage = read(prompt, completion, total, { reasoning_tokens: reasoning });
        if (usage === null) return;
        const sum = (usage.promptTokens ?? 0) + (usage.completionTokens ?? 0);
        expect(usage.totalTokens).toBeGreaterThanOrEqual(sum);
        for (const value of Object.values(usage)) {
          expect(value === null || (Number.isSafeInteger(value) && value >= 0)).toBe(true);
        }
      }),
    );
  });

  test('is shown to the buyer as it is charged, its details kept', () => {
    const report = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 999, queue_time: 0.1 };
    expect(shownUsage(report)).toEqual(report);
    expect(shownUsage({ ...report, total_tokens: 3 })).toEqual({ ...report, total_tokens: 15 });
    expect(shownUsage({ prompt_tokens: -1 })).toBeNull();
  });
});

describe('the charge', () => {
  const counted = { promptTokens: 100, reservedTokens: 1_000 };
  const report = (totalTokens: number, reasoningTokens = 0) => ({
    promptTokens: 100,
    completionTokens: totalTokens - 100,
    totalTokens,
    reasoningTokens,
  });
  const answered = (usage: ReturnType<typeof report> | null, completionTokens = 50) =>
    chargeOf({ kind: 'answered', usage, completionTokens }, counted);

  test('is the reported total', () => {
    expect(answered(report(160))).toMatchObject({ usedTokens: 160, usageFlag: null });
    expect(answered(report(160)).usage).toEqual({
      promptTokens: 100,
      completionTokens: 60,
      totalTokens: 160,
    });
  });

  test('is a total that was reported alone, its parts completed by our count', () => {
    const usage = {
      promptTokens: null,
      completionTokens: null,
      totalTokens: 160,
      reasoningTokens: 0,
    };
    expect(chargeOf({ kind: 'answered', usage, completionTokens: 50 }, counted)).toEqual({
      usedTokens: 160,
      usage: { promptTokens: 100, completionTokens: 60, totalTokens: 160 },
      usageFlag: null,
    });
  });

  test('is our own count without a report', () => {
    const usage = { promptTokens: 100, completionTokens: 50, totalTokens: 150 };
    expect(answered(null)).toEqual({ usedTokens: 150, usage, usageFlag: null });
  });

  test('is never above what was reserved', () => {
    expect(answered(report(5_000, 1)).usedTokens).toBe(1_000);
    expect(answered(null, 5_000).usedTokens).toBe(1_000);
  });

  test('of over twice our count is marked, unless reasoning explains it', () => {
    expect(answered(report(300))).toMatchObject({ usedTokens: 300, usageFlag: null });
    expect(answered(report(301))).toMatchObject({ usedTokens: 301, usageFlag: 'implausible' });
    expect(answered(report(301, 200))).toMatchObject({ usedTokens: 301, usageFlag: null });
    expect(answered(report(301, 1))).toMatchObject({ usageFlag: null });
    expect(answered(report(302, 1))).toMatchObject({ usedTokens: 302, usageFlag: 'implausible' });
  });

  test('of a prompt beyond twice our count is marked, whatever is called reasoning', () => {
    const inflated = { promptTokens: 301, completionTokens: 50, totalTokens: 351 };
    expect(answered({ ...inflated, reasoningTokens: 351 })).toMatchObject({
      usageFlag: 'implausible',
    });
    expect(answered({ ...inflated, promptTokens: 300, reasoningTokens: 351 })).toMatchObject({
      usageFlag: null,
    });
  });

  test('of a cut stream: delivered tokens only, and the prompt when it was the buyer who left', () => {
    const cut = (by: 'seller' | 'buyer', deliveredCompletionTokens = 7) =>
      chargeOf({ kind: 'cut', by, deliveredCompletionTokens }, counted).usedTokens;
    expect(cut('seller')).toBe(7);
    expect(cut('buyer')).toBe(107);
    expect(cut('seller', 0)).toBe(0);
    expect(cut('seller', 5_000)).toBe(1_000);
    expect(cut('buyer', 5_000)).toBe(1_000);
  });
});
