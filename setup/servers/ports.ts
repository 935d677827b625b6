import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the range of ephemeral ports (Linux from 32,768, others from 49,152): otherwise an outgoing
 * connection could occupy the port of a restarting server.
 */
const LOWEST_PORT = 12_000;
const HIGHEST_PORT = 31_999;
const ATTEMPTS = 100;

/**
 * A free port of the loopback address. Chosen at random, so that concurrent callers find different
 * ones.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = randomInt(LOWEST_PORT, HIGHEST_PORT + 1);
    if (await portIsFree(port)) return port;
  }
  throw new Error(`None of ${ATTEMPTS} ports from ${LOWEST_PORT} to ${HIGHEST_PORT} is free.`);
}

/** Whether no process listens on the port at the loopback address. */
export async function portIsFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
