/** Chats and streams before, during and after something that is done to a server or a process. */
import { KeyedLoad } from '../crash/keyed-load';
import { openMarket } from '../e2e/market';
import { evidence } from '../support/evidence';
import type { Exchange } from '../support/exchange';
import { Random, SEED } from '../support/random';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { until } from '../support/wait';

const BUYERS = 4;
/** Answers before an intervention, and after it. */
const CHATS_AROUND = 8;
/** Time of a test with one intervention. */
export const INTERVENTION_TEST_MS = 240_000;

export interface Intervention {
  readonly name: string;
  readonly intervene: () => Promise<unknown>;
  /** Between the chunks of a stream; default 10. */
  readonly gapMs?: number;
}

/** Expects that every key is answered and charged once, and that the book agrees with the records. */
export async function expectAnsweredAround(
  exchange: Exchange,
  { name, intervene, gapMs = 10 }: Intervention,
): Promise<void> {
  const behaviour = BEHAVIOURS.unhurried({ gapMs });
  const market = await openMarket(exchange, { capacity: 100_000_000, behaviour });
  const load = await KeyedLoad.begin(exchange, market, BUYERS, new Random(SEED));
  const further = (chats: number) =>
    Promise.race([
      until(() => load.chats >= chats, { what: `${chats} answers`, timeoutMs: 90_000 }),
      load.running,
    ]);
  try {
    await further(CHATS_AROUND);
    await intervene();
    await further(load.chats + BUYERS + CHATS_AROUND);
  } finally {
    load.stop();
  }
  await load.end();
  await exchange.expectBookAgrees(market.model);
  const { chats, repeated, longestMs } = load.summary();
  process.stderr.write(`${name}: ${chats} chats, ${repeated} repeated, longest ${longestMs} ms\n`);
  evidence('run', { text: name });
}
