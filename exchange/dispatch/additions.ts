/**
 * Sellers that refuse the members that the exchange adds (`max_tokens`, `stream_options`) are asked
 * again at once without them. What served is remembered for the seller and the model.
 */
import { LRUCache } from 'lru-cache';
import type { DispatchOutcome } from './outcome';

const REMEMBERED = 10_000;

interface Asked {
  readonly sellerId: string;
  readonly model: string;
  readonly streamed: boolean;
  readonly reservedCompletionTokens: number | null;
}

export class Additions {
  private readonly bare = new LRUCache<string, true>({ max: REMEMBERED });

  /** @param ask one attempt, with our members or without them */
  async ask(
    request: Asked,
    ask: (isBare: boolean) => Promise<DispatchOutcome>,
  ): Promise<DispatchOutcome> {
    const key = `${request.sellerId} ${request.model}`;
    const isBare = this.bare.has(key);
    const outcome = await ask(isBare);
    if (isBare || !blamesTheBody(outcome) || !hasAdditions(request)) return outcome;
    const again = await ask(true);
    // The buyer's own request is refused: the first answer says why.
    if (again.kind === 'refused_request' || again.kind === 'failed') return outcome;
    if (again.kind !== 'throttled') this.bare.set(key, true);
    return again;
  }
}

function blamesTheBody(outcome: DispatchOutcome): boolean {
  return outcome.kind === 'refused_request' && outcome.status !== 413;
}

/** A cap, and for a stream the report of usage. */
function hasAdditions({ streamed, reservedCompletionTokens }: Asked): boolean {
  return streamed || reservedCompletionTokens !== null;
}
