/** What the playground reads out of an answer. */
import { NOTHING_SAID, linesOf, withChoice } from '../../console/src/buyer/chat-said';

const said = (...messages: object[]) =>
  messages.map((delta) => ({ delta })).reduce(withChoice, NOTHING_SAID);
const call = (index: number | undefined, name: string | undefined, args: unknown) => ({
  ...(index === undefined ? {} : { index }),
  function: { ...(name === undefined ? {} : { name }), arguments: args },
});

test.each([
  ['reasoning_content', [{ reasoning_content: 'Let ' }, { reasoning_content: 'me.' }]],
  ['reasoning', [{ reasoning: 'Let ' }, { reasoning: 'me.', content: null }]],
  [
    'two fields that say the same',
    [
      { reasoning: 'Let ', reasoning_content: 'Let ' },
      { reasoning: 'me.', reasoning_content: 'me.' },
    ],
  ],
  [
    'details',
    [{ reasoning_details: [{ text: 'Let ' }] }, { reasoning_details: [{ summary: 'me.' }] }],
  ],
  [
    'parts of the content',
    [{ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Let me.' }] }] }],
  ],
])('thinking in %s is read once, beside the text', (_name, deltas) => {
  const { thinking, text } = said(...deltas, { content: 'Hello' }, { content: [{ text: '.' }] });
  expect({ thinking, text }).toEqual({ thinking: 'Let me.', text: 'Hello.' });
});

const CALLS = [
  { index: 0, name: 'weather', arguments: '{"city":1}' },
  { index: 1, name: 'time', arguments: '{}' },
];

test('the calls of a stream have their names once and their arguments whole', () => {
  const { calls } = said(
    { tool_calls: [call(0, 'weather', '{"ci'), call(1, 'time', '')] },
    { tool_calls: [call(0, 'weather', 'ty":1}')] },
    { tool_calls: [call(1, undefined, '{}')] },
  );
  expect(calls).toEqual(CALLS);
});

test('a whole answer with calls is read like a stream of one part', () => {
  const tool_calls = [call(undefined, 'weather', { city: 1 }), call(undefined, 'time', '{}')];
  const message = { content: 'Let me see.', reasoning: 'Two calls.', tool_calls };
  expect(withChoice(NOTHING_SAID, { message })).toMatchObject({
    text: 'Let me see.',
    thinking: 'Two calls.',
    calls: CALLS,
  });
  expect(said({ function_call: { name: 'old', arguments: '{}' } }).calls).toMatchObject([
    { name: 'old', arguments: '{}' },
  ]);
});

test.each([null, 7, 'text', { delta: 7 }, { delta: { content: {}, tool_calls: [null, 3, {}] } }])(
  'a choice %j adds no text',
  (choice) => {
    expect(withChoice(NOTHING_SAID, choice)).toMatchObject({ text: '', thinking: '' });
  },
);

test.each([
  ['{"city":"Oslo"}', '{\n  "city": "Oslo"\n}'],
  ['{"city":"Os', '{"city":"Os'],
  ['{"id":12345678901234567890}', '{"id":12345678901234567890}'],
])('the arguments %s are shown as %j', (args, shown) => {
  expect(linesOf(args)).toBe(shown);
});
