/** Runs a quick start as its reader does: a new buyer, a market with one ask. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openMarket } from '../e2e/market';
import type { Exchange } from '../support/exchange';
import { DEFAULT_CONTENT } from '../support/sellers/completions';

const run = promisify(execFile);
export const PROGRAMS = join(__dirname, '..', '..', 'examples', 'quick-start');

/** Of 10 USD. */
export const LEFT = '9.999976';

export const OUTPUT = `balance 10 USD
best ask 0.001 USD per 1,000 tokens
answer ${DEFAULT_CONTENT}
cost 0.000024 USD
balance ${LEFT} USD
`;

/** @returns what it prints, or how it fails, and what is left of 10 USD */
export async function play(
  exchange: Exchange,
  command: string,
  args: readonly string[],
  more: Record<string, string> = {},
) {
  const { key, model } = await openMarket(exchange);
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    TOKENBOOK_URL: exchange.url(),
    TOKENBOOK_KEY: key,
    MODEL: model,
    ...more,
  };
  const failed = (err: { stdout: string; stderr: string }) => err;
  const { stdout, stderr } = await run(command, [...args], { env }).catch(failed);
  return { stdout, stderr, left: (await exchange.account(key)).balance };
}
