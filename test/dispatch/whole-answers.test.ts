/** What a seller leaves out of an answer with several choices is added to each choice. Pure. */
import { wholeChunk, wholeCompletion } from '../../domain/envelope';

const ENVELOPE = { id: 'ours', created: 7, model: 'instrument' };

test('choices without an index are counted, and those with one keep it', () => {
  const choices = [{ message: { content: 'a' } }, { message: { content: 'b' } }];
  const { choices: whole } = wholeCompletion({ choices }, ENVELOPE) as { choices: object[] };
  expect(whole).toEqual([
    { index: 0, message: { role: 'assistant', content: 'a' }, finish_reason: 'stop' },
    { index: 1, message: { role: 'assistant', content: 'b' }, finish_reason: 'stop' },
  ]);
  const own = [{ index: 4, message: { role: 'tool' }, finish_reason: 'length' }];
  expect(wholeCompletion({ choices: own }, ENVELOPE)).toMatchObject({ choices: own });
});

test('so are those of a chunk, with an empty delta where there is none', () => {
  const choices = [{ delta: { content: 'a' } }, { delta: null }, { index: 0, delta: {} }];
  expect(wholeChunk({ choices }, ENVELOPE)).toEqual({
    ...ENVELOPE,
    object: 'chat.completion.chunk',
    choices: [
      {
        index: 0,
        delta: { content: 'a' },
      },
      {
        index: 1,
        delta: {},
      },
      {
        index: 0,
        delta: {},
      },
    ],
  });
});

test('id and time are those of the seller where it states them, the model never is', () => {
  const stated = { id: 'theirs', created: 9, model: 'server-7b', choices: [] };
  expect(wholeCompletion(stated, ENVELOPE)).toMatchObject({
    id: 'theirs',
    created: 9,
    model: 'instrument',
    object: 'chat.completion',
  });
  const odd = { id: 3, created: 'now', model: 'server-7b', choices: [] };
  expect(wholeCompletion(odd, ENVELOPE)).toMatchObject(ENVELOPE);
  expect(wholeChunk({ ...stated, object: 'chat.completion.chunk' }, ENVELOPE)).toMatchObject({
    id: 'theirs',
    created: 9,
    model: 'instrument',
  });
});
