/** Sellers of earlier releases get what they are compared by, and the operator learns what is doubtful. */
import type { Logger } from 'pino';
import {
  type SharedEndpoint,
  identifySellers as identify,
} from '../../records/standings/identify-sellers';

/** Each later seller of an endpoint is named once, in the log and in the history of the seller. */
export async function identifySellers(
  records: Parameters<typeof identify>[0],
  logger: Pick<Logger, 'error'>,
): Promise<void> {
  for (const found of await identify(records)) logger.error({ ...found }, textOf(found));
}

function textOf({ holderStanding }: SharedEndpoint): string {
  const banned = holderStanding === 'Banned' ? ', which is banned' : '';
  return `an earlier release registered an endpoint of another seller${banned}: docs/operate/upgrade.md`;
}
