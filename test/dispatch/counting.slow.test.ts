/** The tokens of prompts and of long texts (MONEY-6). */
import { Random, SEED } from '../support/random';
import { countInTurns } from '../../domain/token-meter';
import { loadTokenizer } from '../../domain/tokens';
import { countPromptTokens } from './count-prompt';

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
      1_112,
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
