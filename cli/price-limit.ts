/** A limit that people typed, for the API. */
import { formatPrice, parseScale8 } from '../domain/money';
import type { Client } from './client';
import { CommandError } from './command-error';
import { queryOf, segment } from './context';
import type { GivenPrice } from './prices';

/** A bare price this many times above the best ask was meant in another unit. */
const FAR_ABOVE = 20n;

/**
 * Per 1,000 tokens.
 * @throws CommandError when it has no unit and is far above the best ask
 */
export async function limitFor(
  client: Client,
  model: string,
  { value, bare }: GivenPrice,
): Promise<string> {
  if (bare === null) return value;
  const best = await bestAskScale8(client, model);
  const given = parseScale8(bare);
  if (best === null || given === null || given <= FAR_ABOVE * best) return value;
  const [limit, ask] = [given, best].map((price) => formatPrice(price, 'perMillion'));
  throw new CommandError(
    `${bare} per 1,000 tokens is ${limit} USD per million; the best ask is ${ask} per million.`,
    { remedy: `Write the unit: ${bare}/M per million tokens, or ${bare}/k per 1,000.` },
  );
}

async function bestAskScale8(client: Client, model: string): Promise<bigint | null> {
  const path = `/market/v1/markets/${segment(model)}/estimate${queryOf({ quantity: '1' })}`;
  try {
    const { worst_price: price } = (await client.call('GET', path)) as {
      worst_price: string | null;
    };
    return price === null ? null : parseScale8(price);
  } catch {
    return null; // The request itself is refused in better words.
  }
}
