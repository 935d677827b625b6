/** Threads for bodies: one account that sends many leaves a thread to the others. */
import { join } from 'node:path';
import { ChatPool } from '../../processes/compute/chat-pool';
import { until } from '../support/wait';

const THREADS = 4;
const LARGE_BYTES = 4_000_000;

let pool: ChatPool;
let gates: Int32Array[];
beforeEach(() => {
  gates = [];
  pool = newPool(THREADS);
});
afterEach(async () => {
  gates.forEach(open);
  await pool.close();
});

const newPool = (threads: number) =>
  new ChatPool({ threads, threadFile: join(__dirname, 'held-thread.cjs') });

function open(gate: Int32Array): void {
  Atomics.store(gate, 0, 1);
  Atomics.notify(gate, 0);
}

/** A body that takes until its gate is open. */
function send(accountId: string, name: string, isOpen: boolean, length = 0): Promise<unknown> {
  const gate = new Int32Array(new SharedArrayBuffer(4));
  gates.push(gate);
  if (isOpen) open(gate);
  const reading = pool.read(accountId, {
    bytes: new Uint8Array(length),
    gate: gate.buffer,
    name,
  } as never);
  reading.catch(() => undefined); // those that are held when the test ends
  return reading;
}

test('an account whose bodies take long does not delay those of others', async () => {
  for (let count = 0; count < 2 * THREADS; count += 1) void send('busy', `held ${count}`, false);
  const answered: unknown[] = [];
  void send('other', 'first', true).then((name) => answered.push(name));
  void send('another', 'second', true).then((name) => answered.push(name));
  await until(() => answered.length === 2, { timeoutMs: 10_000, what: 'the bodies of others' });
  expect(answered.toSorted()).toEqual(['first', 'second']);
});

test('and has half of the threads itself, so that its own are not read one after the other', async () => {
  const ends: string[] = [];
  const sent = Array.from({ length: THREADS }, (_, count) =>
    send('busy', String(count), false).then((name) => ends.push(String(name))),
  );
  // The first one is held, and the second one is read beside it.
  open(gates[1]!);
  await until(() => ends.length === 1, { timeoutMs: 10_000, what: 'the second body' });
  expect(ends).toEqual(['1']);
  gates.forEach(open);
  await Promise.all(sent);
});

test('where there is one thread, another account waits for one body, and not for all of them', async () => {
  await pool.close();
  pool = newPool(1);
  const read: unknown[] = [];
  const note = (name: unknown) => read.push(name);
  const sent = ['1', '2', '3', '4'].map((name) => send('busy', name, false).then(note));
  sent.push(send('other', 'of the other', false).then(note));
  gates.forEach(open);
  await Promise.all(sent);
  expect(read.indexOf('of the other')).toBeLessThanOrEqual(2);
});

test('large bodies are read one after the other, and small ones beside them', async () => {
  const read: unknown[] = [];
  const note = (name: unknown) => read.push(name);
  void send('a', 'first large', false, LARGE_BYTES + 1).then(note);
  void send('b', 'second large', true, LARGE_BYTES + 1).then(note);
  await send('c', 'not so large', true, LARGE_BYTES).then(note);
  await send('d', 'small', true).then(note);
  expect(read).toEqual(['not so large', 'small']);
  open(gates[0]!);
  await until(() => read.length === 4, { timeoutMs: 10_000, what: 'the large bodies' });
  expect(read.slice(2)).toEqual(['first large', 'second large']);
});
