/** An account whose chunks wait has no more in a turn than any other: its waiting ones come first. */
import { ChunkTurns } from '../../fairness/chunk-turns';

const LIMIT = 4;
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

test('chunks that waited count in the turn in which they are read', async () => {
  const turns = new ChunkTurns(() => false, LIMIT);
  let read = 0;
  for (let at = 0; at < 2 * LIMIT; at += 1) {
    const turn = turns.next('flood');
    if (turn) void turn.then(() => (read += 1));
    else read += 1;
  }
  await nextTurn();
  await Promise.resolve();
  expect(read).toBe(2 * LIMIT);
  expect(turns.next('flood')).toBeInstanceOf(Promise);
  expect(turns.next('quiet')).toBeUndefined();
});

test('all that wait are read, though nobody asks for another chunk', async () => {
  const turns = new ChunkTurns(() => false, LIMIT);
  let read = 0;
  for (let at = 0; at < 5 * LIMIT; at += 1) void turns.next('flood')?.then(() => (read += 1));
  for (let turn = 1; turn <= 4; turn += 1) {
    await nextTurn();
    expect(read).toBe(turn * LIMIT);
  }
});
