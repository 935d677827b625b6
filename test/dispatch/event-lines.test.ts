/** Server-sent events: the same ones, wherever their bytes are cut and however their lines end. */
import { SellerEvents } from '../../exchange/dispatch/events';

const LINES = [
  ': a comment',
  'event: message',
  'data: {"content":',
  'data: "Grüße, 世界 🙂"}',
  '',
  'data:without a space',
  '',
  'data',
  'data:  two spaces',
  '',
  '',
  'data: [DONE]',
];
const EVENTS = ['{"content":\n"Grüße, 世界 🙂"}', 'without a space', '\n two spaces', '[DONE]'];

/** What a reader tells of these pieces, with the end of the stream. */
function read(pieces: readonly Buffer[]): string[] {
  const reader = new SellerEvents();
  return [...pieces.flatMap((piece) => reader.feed(piece)), ...reader.feed(null)];
}

function* cutAt(bytes: Buffer): Generator<Buffer[]> {
  for (let at = 0; at <= bytes.length; at += 1) {
    yield [bytes.subarray(0, at), Buffer.alloc(0), bytes.subarray(at)];
  }
  yield Array.from(bytes, (byte) => Buffer.of(byte));
}

test.each([
  ['LF', '\n'],
  ['CRLF', '\r\n'],
  ['CR', '\r'],
])('lines that end with %s, cut anywhere', (_name, end) => {
  const bytes = Buffer.from(`${LINES.join(end)}${end}${end}`);
  for (const pieces of cutAt(bytes)) expect(read(pieces)).toEqual(EVENTS);
});

test('an event is told as soon as its empty line has come', () => {
  const reader = new SellerEvents();
  expect(reader.feed(Buffer.from('data: one\r\n\r'))).toEqual(['one']);
  expect(reader.feed(Buffer.from('\ndata: two\r\ndata: three\r\n'))).toEqual([]);
  expect(reader.feed(Buffer.from('\r\n'))).toEqual(['two\nthree']);
});

test('bytes that are not UTF-8 are malformed', () => {
  const feed = () => new SellerEvents().feed(Buffer.from([0x64, 0xff, 0x0a]));
  expect(feed).toThrow(expect.objectContaining({ reason: 'malformed' }));
});
