/** Which fields of a request reach the model and are counted, and which are settings (MONEY-6). */
import { countPiece, endOfPiece, loadTokenizer } from '../../domain/tokens';
import { countPromptTokens } from './count-prompt';

const WORDS = 'seven words that a model can read';
const EMPTY_TOKENS = 3;
const MESSAGE_TOKENS = 4;

const ofMessage = (message: object) =>
  countPromptTokens({ messages: [message] }) - EMPTY_TOKENS - MESSAGE_TOKENS;

test.each([
  'model',
  'max_price',
  'region',
  'venue_pin',
  'audio',
  'logit_bias',
  'metadata',
  'modalities',
  'prompt_cache_key',
  'reasoning_effort',
  'safety_identifier',
  'service_tier',
  'stop',
  'stream_options',
  'tool_choice',
  'user',
  'verbosity',
])('%s is a setting', (field) => {
  expect(countPromptTokens({ messages: [], [field]: WORDS })).toBe(EMPTY_TOKENS);
  expect(countPromptTokens({ messages: [], [field]: { a: [WORDS] } })).toBe(EMPTY_TOKENS);
});

test.each(['tools', 'functions', 'response_format'])('of %s the names are read, too', (field) => {
  const schema = { [WORDS]: 1 };
  expect(countPromptTokens({ messages: [], [field]: schema })).toBe(
    EMPTY_TOKENS + countPiece(JSON.stringify(schema)),
  );
  expect(countPromptTokens({ messages: [], [field]: WORDS })).toBe(
    EMPTY_TOKENS + countPiece(WORDS),
  );
});

test('of another field every text is counted, and no name, number or gap', () => {
  const value = [{ [WORDS]: WORDS }, 7, null, true, [[WORDS]]];
  expect(countPromptTokens({ messages: [], other: value })).toBe(
    EMPTY_TOKENS + 2 * countPiece(WORDS),
  );
});

describe('a part of a message', () => {
  const ofPart = (part: unknown) => ofMessage({ role: 'user', content: [part] });

  test.each(['file', 'input_file', 'document'])('of the type %s has a flat size', (type) => {
    expect(ofPart({ type, text: WORDS })).toBe(1_000);
  });

  test.each<[string, unknown, number]>([
    ['a text', { type: 'text', text: WORDS }, countPiece(WORDS)],
    ['a refusal', { type: 'refusal', refusal: WORDS }, countPiece(WORDS)],
    ['its type beside its text', { type: WORDS, text: 'a' }, 1],
    ['a string', WORDS, countPiece(WORDS)],
    ['an unknown kind with text', { type: 'note', note: WORDS }, 1_000 + countPiece(WORDS)],
    ['a text that is none', { type: 'text', text: 7 }, 1_000],
    ['nothing', null, 1_000],
    ['a number', 7, 1_000],
  ])('that is %s', (_what, part, tokens) => {
    expect(ofPart(part)).toBe(tokens);
  });
});

test('of a message all is counted but its role; calls with their names', () => {
  const words = countPiece(WORDS);
  expect(ofMessage({ role: WORDS })).toBe(0);
  expect(ofMessage({ content: WORDS })).toBe(words);
  expect(ofMessage({ content: { text: WORDS } })).toBe(words);
  expect(ofMessage({ name: WORDS })).toBe(1 + words);
  expect(ofMessage({ name: 7 })).toBe(0);
  expect(ofMessage({ other: { [WORDS]: WORDS } })).toBe(words);
  for (const field of ['tool_calls', 'function_call']) {
    const calls = [{ function: { name: 'f', arguments: WORDS } }];
    expect(ofMessage({ [field]: calls })).toBe(countPiece(JSON.stringify(calls)));
    expect(ofMessage({ [field]: null })).toBe(0);
  }
  expect(countPromptTokens({ messages: ['text', null, { content: [] }] })).toBe(
    EMPTY_TOKENS + 3 * MESSAGE_TOKENS,
  );
});

test('a piece ends before the last space in its second half, or after 128 characters', () => {
  const text = (spaceAt: number) => `${'a'.repeat(spaceAt)} ${'a'.repeat(300)}`;
  expect(endOfPiece(text(100), 0)).toBe(100);
  expect(endOfPiece(text(128), 0)).toBe(128);
  expect(endOfPiece(text(129), 0)).toBe(128);
  expect(endOfPiece(text(65), 0)).toBe(65);
  expect(endOfPiece(text(64), 0)).toBe(128);
  expect(endOfPiece(text(200), 100)).toBe(200);
  expect(endOfPiece(text(164), 100)).toBe(228);
  expect(endOfPiece('a b', 0)).toBe(3);
  expect(endOfPiece('a'.repeat(128), 0)).toBe(128);
  expect(endOfPiece(`${'a'.repeat(100)} ${'a'.repeat(27)}`, 0)).toBe(128);
});

test('a vocabulary is loaded once', () => {
  expect(loadTokenizer()).toBe(loadTokenizer());
});
