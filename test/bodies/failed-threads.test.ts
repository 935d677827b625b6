/** Bodies whose reading breaks: each is refused, and the thread reads the next one. */
import { join } from 'node:path';
import { ChatPool } from '../../processes/compute/chat-pool';

const THREADS = 2;

let pool: ChatPool;
beforeEach(() => {
  pool = new ChatPool({ threads: THREADS, threadFile: join(__dirname, 'held-thread.cjs') });
});
afterEach(() => pool.close());

/** A body that the thread can read at once. */
function send(name: string): Promise<unknown> {
  const gate = new Int32Array(new SharedArrayBuffer(4));
  Atomics.store(gate, 0, 1);
  return pool.read('an account', { bytes: new Uint8Array(0), gate: gate.buffer, name } as never);
}

/** A body at which the thread fails: its gate is none. */
const sendBroken = () =>
  pool.read('an account', { bytes: new Uint8Array(0), gate: 'none' } as never);

test('each body that cannot be read is refused for now, and those behind it are read', async () => {
  const broken = Array.from({ length: 3 * THREADS }, sendBroken);
  const refusal = { code: 'service_unavailable', retryAfterSeconds: expect.any(Number) };
  for (const reading of broken) await expect(reading).rejects.toMatchObject(refusal);
  const names = ['one', 'two', 'three'];
  expect(await Promise.all(names.map(send))).toEqual(names);
}, 20_000);
