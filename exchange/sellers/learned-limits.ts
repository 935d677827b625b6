/**
 * Notes what sellers serve, and what one refused while another one served it (MATCH-19). What is lost here
 * is learned later.
 */
import type { ChatOrder } from '../../domain/chat';
import { LENGTH, type ServedNeed, needNames, servedLength } from '../../domain/learned-limits';
import type { Needs } from '../../domain/needs';
import type { Records } from '../../records/connect';
import { noteRefusedNeeds, noteServedNeed } from '../../records/standings/note-needs';
import { participantOf } from '../chat/participant';

/** What a seller has served again within this time is not written again. */
const WRITTEN_AGAIN_MS = 600_000;
const REMEMBERED = 20_000;

interface Served {
  readonly order: ChatOrder;
  readonly fill: { readonly sellerId: string };
  /** The seller that has refused the request before; absent without one. */
  readonly refusedBySellerId?: string;
}

export class LearnedLimits {
  /** What was written last. */
  private readonly written = new Map<string, Pick<ServedNeed, 'tokens' | 'at'>>();

  constructor(private readonly records: Pick<Records, 'sellers' | 'webhookEvents'>) {}

  /** A seller has served the order. Nobody waits for it. */
  note(served: Served): void {
    const { needs } = served.order;
    // Absent in older orders.
    if (needs) this.write(served, needs).catch(() => undefined);
  }

  private async write({ order, fill, refusedBySellerId }: Served, needs: Needs): Promise<void> {
    const { orderId, modelId } = order;
    const at = new Date();
    const names = needNames(needs);
    for (const need of [
      ...names.map((name) => ({ modelId, need: name, tokens: 0, at })),
      { modelId, need: LENGTH, tokens: servedLength(needs), at },
    ]) {
      if (this.isDue(fill.sellerId, need)) await noteServedNeed(this.records, fill.sellerId, need);
    }
    if (refusedBySellerId === undefined) return;
    await noteRefusedNeeds(this.records, refusedBySellerId, {
      orderId,
      modelId,
      participant: participantOf(order),
      needs: names,
      contextTokens: needs.contextTokens,
      at,
    });
  }

  /** False for what was written a moment ago, and for a shorter length. */
  private isDue(sellerId: string, { modelId, need, tokens, at }: ServedNeed): boolean {
    const key = `${sellerId} ${modelId} ${need}`;
    const known = this.written.get(key);
    const isYoung = known && at.getTime() - known.at.getTime() < WRITTEN_AGAIN_MS;
    if (isYoung && known.tokens >= tokens) return false;
    if (this.written.size >= REMEMBERED) this.written.clear();
    this.written.set(key, { tokens, at });
    return true;
  }
}
