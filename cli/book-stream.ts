/** Follows the stream of an order book, and connects again after a disconnect. */
import { setTimeout as delay } from 'node:timers/promises';
import WebSocket from 'ws';
import { type Reading, parse } from './client';
import { CommandError } from './command-error';
import { exitOf } from './exit-codes';
import { queryOf } from './context';
import type { Book } from './draw/depth';

const RETRY_FIRST_MS = 250;
const RETRY_MAX_MS = 10_000;
/** The gateway pings twice a minute. A connection that is silent for this long is dead. */
const SILENCE_MS = 75_000;

export interface View {
  readonly model: string;
  readonly region?: string;
  readonly tenor?: string;
}

export interface Trade {
  readonly id: string;
  readonly model_id: string;
  readonly price: string;
  readonly quantity: string;
  readonly taker_side: 'bid' | 'ask';
  readonly region: string;
  readonly timestamp: number;
}

export interface Follower {
  readonly reading: Reading;
  snapshot(book: Book): void;
  trade(trade: Trade): void;
  /** @param waitMs until the next attempt */
  disconnected(waitMs: number): void;
  /** Snapshots follow again; trades of the meantime do not. */
  resumed(): void;
}

/**
 * Ends when the signal is aborted.
 * @throws CommandError when the gateway refuses the view, or never answered at all
 */
export async function followBook(
  url: string,
  { model, region, tenor }: View,
  follower: Follower,
  signal: AbortSignal,
): Promise<void> {
  const query = queryOf({ model_id: model, region, tenor });
  const address = `${url.replace(/^http/, 'ws')}/market/v1/orderbook${query}`;
  let failures = 0;
  let lost = false;
  let hasBegun = false;
  while (!signal.aborted) {
    await connection(address, follower.reading, signal, (message) => {
      hasBegun = true;
      failures = 0; // a gateway may accept a connection and drop it: only a message counts
      if (lost) follower.resumed();
      lost = false;
      if (message.type === 'trade') follower.trade(message as unknown as Trade);
      else follower.snapshot(message as unknown as Book);
    });
    if (signal.aborted) return;
    if (!hasBegun) {
      throw new CommandError(`No gateway answers at ${url}.`, {
        exit: 'unreachable',
        remedy: 'Is it running? --url or a profile name another address.',
      });
    }
    lost = true;
    const waitMs = backoffMs(failures++);
    follower.disconnected(waitMs);
    await delay(waitMs, null, { signal }).catch(() => undefined);
  }
}

/** One connection, until it closes. @throws CommandError when the upgrade is refused for good */
function connection(
  address: string,
  reading: Reading,
  signal: AbortSignal,
  receive: (message: { type: string }) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address);
    const end = () => socket.terminate();
    let watchdog = setTimeout(end, SILENCE_MS);
    const alive = () => {
      clearTimeout(watchdog);
      watchdog = setTimeout(end, SILENCE_MS);
    };
    signal.addEventListener('abort', end, { once: true });
    socket.on('ping', alive);
    socket.on('message', (data: Buffer) => {
      alive();
      receive(parse(data.toString(), reading) as { type: string });
    });
    socket.on('unexpected-response', (_request, { statusCode = 0 }) => {
      // A bad query stays bad. Other refusals may be temporary.
      if (statusCode < 500 && statusCode !== 429) reject(refusal(statusCode));
      end();
    });
    socket.on('error', () => undefined); // `close` follows
    socket.on('close', () => {
      clearTimeout(watchdog);
      signal.removeEventListener('abort', end);
      resolve();
    });
  });
}

function refusal(status: number): CommandError {
  return new CommandError(`The gateway refused the stream of this book (${status}).`, {
    exit: exitOf(status),
    remedy: 'Check the names of the model, --region and --tenor: "tokenbook market" lists them.',
  });
}

/** The limit doubles with every failure; the wait is random below it. */
function backoffMs(failures: number): number {
  return Math.round(Math.random() * Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** failures));
}
