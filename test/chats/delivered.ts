/** An answer that has arrived from the seller, settled as the process settles that asked for it. */
import { SettleInPlace } from '../../exchange/chat/settle-in-place';
import { Settler } from '../../exchange/chat/settle';
import type { ChatOrder, DispatchResult, MatchedFill } from '../../domain/chat';
import type { ExchangeDeps } from '../../exchange/deps';

export interface Delivery {
  readonly attempt?: number;
  readonly usedTokens?: number;
  readonly says?: string;
}

/** Tokens that a delivery uses if nothing else is said, and what they cost at the usual price. */
export const USED = 40;
export const PAID = 4_000n;

export function delivered(
  deps: ExchangeDeps,
  order: ChatOrder,
  fill: MatchedFill,
  { attempt = 1, usedTokens = USED, says = 'hello' }: Delivery = {},
): Promise<DispatchResult> {
  const place = { order, fill, attempt };
  const { signal } = new AbortController();
  const span = deps.tracing.start('attempt', undefined, {});
  const settling = new SettleInPlace(deps, new Settler(deps), place, signal, span);
  const usage = { promptTokens: 0, completionTokens: usedTokens, totalTokens: usedTokens };
  const answer = { fillId: fill.fillId, streamed: false, complete: true, body: { says } };
  return settling.settle({ usedTokens, usage, usageFlag: null }, answer, Date.now());
}

/** What the readers of an order are told when it ended with this answer. */
export const answerThat = (says: string) => JSON.stringify({ says });
