/** The memory that bodies share until they are read. */
import { BodyMemory, LARGE_BODY_BYTES } from '../../api/middleware/body-memory';

const SMALL = { senderBytes: 100, allBytes: 150 };
/** Two large bodies of a sender, and three of all. */
const LARGE = { senderBytes: 2 * LARGE_BODY_BYTES + 2, allBytes: 3 * LARGE_BODY_BYTES + 3 };
const A_LARGE_BODY = LARGE_BODY_BYTES + 1;

let memory: BodyMemory;
beforeEach(() => (memory = new BodyMemory({ small: SMALL, large: LARGE })));

const grown = (sender: string, bytes: number) => {
  const share = memory.share(sender);
  share.grow(bytes);
  return share;
};
const refusal = (code: string) => expect.objectContaining({ code });

test('a sender holds its limit and not a byte more, until it releases a body once', () => {
  const first = grown('a', 60);
  first.grow(100);
  expect(() => grown('a', 1)).toThrow(refusal('rate_limited'));
  expect(() => first.grow(101)).toThrow(refusal('rate_limited'));
  first.release();
  first.release();
  grown('a', 100);
  expect(() => grown('a', 1)).toThrow(refusal('rate_limited'));
});

test('all senders together hold the total limit and not a byte more', () => {
  grown('a', 100);
  const second = grown('b', 50);
  expect(() => grown('c', 1)).toThrow(refusal('service_unavailable'));
  second.release();
  grown('c', 50);
});

test('large bodies take nothing from small ones, however many are in flight', () => {
  for (const sender of ['a', 'b', 'c']) grown(sender, A_LARGE_BODY);
  expect(() => grown('d', A_LARGE_BODY)).toThrow(refusal('service_unavailable'));
  for (const sender of ['a', 'd']) grown(sender, 75);
});

test('small bodies take nothing from large ones', () => {
  grown('a', 100);
  grown('b', 50);
  for (const sender of ['a', 'a', 'b']) grown(sender, A_LARGE_BODY);
});

test('a body that becomes large frees what it held among the small ones', () => {
  memory = new BodyMemory({ small: { senderBytes: LARGE_BODY_BYTES, allBytes: LARGE_BODY_BYTES } });
  const body = grown('a', LARGE_BODY_BYTES);
  expect(() => grown('b', 1)).toThrow(refusal('service_unavailable'));
  body.grow(A_LARGE_BODY);
  grown('b', LARGE_BODY_BYTES).release();
  body.release();
  grown('a', LARGE_BODY_BYTES);
});

test('a body holds what it had when its growth is refused', () => {
  const body = grown('a', 50);
  grown('b', 100);
  expect(() => body.grow(51)).toThrow(refusal('service_unavailable'));
  body.release();
  grown('a', 50);
  expect(() => grown('c', 1)).toThrow(refusal('service_unavailable'));
});

test('a released body takes no memory again', () => {
  const body = memory.share('a');
  body.release();
  expect(() => body.grow(100)).toThrow('disconnected');
  grown('b', 100);
  grown('c', 50);
});

test('by default there is room for two chats of 32 MB of one sender, and for six of all', () => {
  const defaults = new BodyMemory();
  for (const sender of ['a', 'b', 'c']) {
    for (let count = 0; count < 2; count += 1) defaults.share(sender).grow(32_000_000);
    expect(() => defaults.share(sender).grow(A_LARGE_BODY)).toThrow(/Too many request bodies/);
  }
  expect(() => defaults.share('d').grow(A_LARGE_BODY)).toThrow(refusal('service_unavailable'));
  defaults.share('d').grow(LARGE_BODY_BYTES);
});
