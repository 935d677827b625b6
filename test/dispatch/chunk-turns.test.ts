/** How many chunks of one account are read before everybody else had a turn. */
import { ChunkTurns } from '../../fairness/chunk-turns';
import { until } from '../support/wait';

const LIMIT = 4;
const calm = () => false;

/** Asks for the chunks of these accounts at once. @returns whose were read so far */
function readAll(turns: ChunkTurns, chunks: readonly string[]): string[] {
  const read: string[] = [];
  for (const accountId of chunks) {
    const turn = turns.next(accountId);
    if (turn) void turn.then(() => read.push(accountId));
    else read.push(accountId);
  }
  return read;
}

const many = (count: number, accountId = 'a') => Array.from({ length: count }, () => accountId);
const thisTurn = () => new Promise<void>((resolve) => process.nextTick(resolve));
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

test('as many as the limit in one turn, one more in the next', async () => {
  const all = readAll(new ChunkTurns(calm, LIMIT), many(LIMIT));
  const oneMore = readAll(new ChunkTurns(calm, LIMIT), many(LIMIT + 1));
  await thisTurn();
  expect([all.length, oneMore.length]).toEqual([LIMIT, LIMIT]);
  await nextTurn();
  expect(oneMore).toHaveLength(LIMIT + 1);
});

test('an account with a thousand chunks leaves this turn to the chunks of others', async () => {
  const read = readAll(new ChunkTurns(calm, LIMIT), [...many(1_000, 'flood'), 'quiet']);
  await thisTurn();
  expect(read).toEqual([...many(LIMIT, 'flood'), 'quiet']);
});

test('while the process does not keep up, an account has one turn in many of the event loop', async () => {
  const startedAtMs = performance.now();
  const read = readAll(new ChunkTurns(() => true, LIMIT), many(LIMIT + 1));
  expect(read).toHaveLength(LIMIT);
  await until(() => read.length === LIMIT + 1, { everyMs: 1 });
  expect(performance.now() - startedAtMs).toBeGreaterThan(9);
});

test('chunks of one account keep their order, and none is lost', async () => {
  const turns = new ChunkTurns(calm, LIMIT);
  const read: number[] = [];
  await Promise.all(
    Array.from({ length: 50 }, async (_, at) => {
      await turns.next('a');
      read.push(at);
    }),
  );
  expect(read).toEqual(Array.from({ length: 50 }, (_, at) => at));
});
