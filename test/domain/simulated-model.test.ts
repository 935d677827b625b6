import { complete, questionOf } from '../../domain/simulated-model';
import { instructionIn } from '../../domain/test-instructions';

const asked = (content: unknown) => ({ model: 'm', messages: [{ role: 'user', content }] });
const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };

test('a question in text parts is quoted as text, without its pictures', () => {
  const request = asked([
    { type: 'text', text: 'What is ' },
    picture,
    { type: 'text', text: 'this?' },
  ]);
  expect(questionOf(request)).toBe('What is this?');
  expect(complete('Basalt', request).pieces.join('')).toContain('You asked: "What is this?"');
});

test('an instruction of test mode is read in text parts', () => {
  expect(instructionIn(questionOf(asked([{ type: 'text', text: 'test:slow' }])))).toBe('slow');
});

test.each([[null], [7], [[null, 7, {}]], [undefined]])('content %j is no question', (content) => {
  expect(questionOf(asked(content))).toBe('');
});
