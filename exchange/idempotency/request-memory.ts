/**
 * What is kept of a chat request beside its order: the use of its `Idempotency-Key` (API-5); the
 * encrypted request, when it is too large for the order; and for a while the body with which a seller
 * refused it.
 */
import type { RequestReference } from '../../domain/chat';
import type { BodyLayout } from '../../domain/seller-body';
import type { FirstUse } from '../../records/documents/idempotency';
import { passedRefusalId } from '../../records/documents/order';
import type { ExchangeDeps } from '../deps';

const HOUR_MS = 3_600_000;
/** Requests up to this size are part of the workflow's input; larger ones are stored separately. */
const INLINE_REQUEST_BYTES = 32_768;
/** Waiting clients read the records within seconds. */
const PASSED_KEPT_MS = HOUR_MS;

/** A key of an account, and the request that it came with. */
export interface KeyUse extends Pick<FirstUse, 'key' | 'bodyHash'> {
  readonly accountId: string;
}

interface UnchargedOrder {
  readonly orderId: string;
  readonly idempotencyId: string | null;
  /** Null for an order without a stored request. */
  readonly request: RequestReference | null;
}

export class RequestMemory {
  constructor(private readonly deps: Pick<ExchangeDeps, 'records' | 'settings'>) {}

  /** Whether the account used the key before, with any body. */
  isKnown(accountId: string, key: string): Promise<boolean> {
    return this.keys.isKnown({ scope: scopeOf(accountId), key });
  }

  /**
   * The result of an earlier use; null when the key is free.
   * @throws Failure `idempotency_conflict` when the key was used with another body
   */
  recall({ accountId, ...use }: KeyUse) {
    return this.keys.recall({ ...use, scope: scopeOf(accountId) });
  }

  /**
   * The first use, for this order, or an earlier one.
   * @throws Failure `idempotency_conflict` when the key was used with another body
   */
  begin(use: KeyUse, orderId: string) {
    return this.keys.begin(this.firstUse(use, orderId));
  }

  /**
   * A repetition is about to start the order, which nobody has recorded yet. When its key has been freed
   * meanwhile, it uses the key for the first time.
   * @returns whether the key means this order
   */
  async takeUp(use: KeyUse, orderId: string): Promise<boolean> {
    const isThis = (id: string | null) => id === orderId;
    return isThis((await this.keys.beginOrJoin(this.firstUse(use, orderId), isThis)).orderId);
  }

  /**
   * A request ends before it has started anything. The last one under a key frees it, and deletes the
   * stored request.
   */
  async leave({ orderId, idempotencyId, request }: UnchargedOrder): Promise<void> {
    const isLast = idempotencyId === null || (await this.keys.leave(idempotencyId, orderId));
    if (isLast && request) await this.drop(request);
  }

  /** Frees the key, unless a later request uses it. */
  async freeKey(idempotencyId: string | null, orderId: string): Promise<void> {
    if (idempotencyId) await this.keys.forget(idempotencyId, orderId);
  }

  /** @param sealed with the order's id as context */
  async keep(orderId: string, sealed: Buffer, layout: BodyLayout): Promise<RequestReference> {
    if (sealed.length <= INLINE_REQUEST_BYTES) {
      return { sealed: sealed.toString('base64'), orderId, layout };
    }
    const { records, settings } = this.deps;
    const keepMs = settings.BID_DEADLINE_MS + settings.ANSWER_TIMEOUT_MS + 24 * HOUR_MS;
    await records.keepPayload(orderId, sealed, keepMs);
    return { payloadId: orderId, sizeBytes: sealed.length, layout };
  }

  /** Deletes the stored request; otherwise it expires. */
  async drop(request: RequestReference): Promise<void> {
    if ('payloadId' in request) await this.deps.records.dropPayload(request.payloadId);
  }

  /** Nothing was charged: the request is deleted, and its key is free for a corrected one. */
  async forget({ orderId, idempotencyId, request }: UnchargedOrder): Promise<void> {
    if (request) await this.drop(request);
    await this.freeKey(idempotencyId, orderId);
  }

  /** A seller provides the body of a passed refusal, of any size: it is not stored permanently. */
  async keepPassedRefusal(orderId: string, sealed: Uint8Array): Promise<void> {
    await this.deps.records.keepPayload(passedRefusalId(orderId), sealed, PASSED_KEPT_MS);
  }

  private firstUse({ accountId, ...use }: KeyUse, orderId: string): FirstUse {
    const retentionMs = this.deps.settings.ANSWER_RETENTION_HOURS * HOUR_MS;
    return { ...use, scope: scopeOf(accountId), orderId, retentionMs };
  }

  private get keys() {
    return this.deps.records.idempotencyMemory;
  }
}

/** Scope of an account's idempotency keys. */
function scopeOf(accountId: string): string {
  return `chat:${accountId}`;
}
