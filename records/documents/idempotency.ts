/**
 * Storage of `Idempotency-Key` (API-5): same key and same body return the first result again, same
 * key with another body is refused. Of two concurrent first uses one wins, and the other finds the
 * winner's record.
 */
import type { mongo } from 'mongoose';
import { Schema } from 'mongoose';
import { fail } from '../../domain/errors';
import { IS_KEPT } from '../mongodb/kept';
import { date, optionalText, partSchema, recordSchema, text } from '../mongodb/schema';
import { isDuplicate } from '../mongodb/duplicate-key';

export interface StoredResponse {
  status: number;
  body: unknown;
}

export interface IdempotencyDocument {
  /** `<scope>:<key>`; the scope names the kind of request and the caller. */
  _id: string;
  /** Hash of the canonical JSON of the body (canonical-json.ts). */
  bodyHash: string;
  /** The id that the first use creates: the order of a chat request, the ask of an ask or offer. */
  orderId: string | null;
  /** The first answer, when it is short (asks, offers); chat answers are in `answers`. */
  response: StoredResponse | null;
  /** Requests with this key that may still make something: the last one that made nothing frees it. */
  underWay?: number;
  createdAt: Date;
  expiresAt: Date;
}

const responseSchema = partSchema<StoredResponse>({
  status: { type: Number, required: true },
  body: Schema.Types.Mixed,
});

export const idempotencySchema = recordSchema<IdempotencyDocument>('idempotency', {
  _id: text,
  bodyHash: text,
  orderId: optionalText,
  response: { type: responseSchema, default: null },
  underWay: Number,
  createdAt: date,
  expiresAt: date,
}).index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export interface FirstUse {
  /** `chat:<accountId>`, `asks:<sellerId>` or `offers:<sellerId>`. */
  readonly scope: string;
  /** The header as sent. */
  readonly key: string;
  readonly bodyHash: string;
  readonly orderId: string | null;
  readonly retentionMs: number;
}

export interface Use {
  readonly status: 'first' | 'known';
  readonly id: string;
  /** The id that the first use creates or created. */
  readonly orderId: string | null;
  readonly response: StoredResponse | null;
}

function idOf({ scope, key }: Pick<FirstUse, 'scope' | 'key'>): string {
  return `${scope}:${key}`;
}

export class IdempotencyMemory {
  constructor(private readonly records: mongo.Collection<IdempotencyDocument>) {}

  /** @throws Failure `idempotency_conflict` when the key was used with another body */
  async begin(use: FirstUse): Promise<Use> {
    for (;;) {
      const { orderId } = use;
      const id = idOf(use);
      if (await this.insert(id, use)) return { status: 'first', id, orderId, response: null };
      const known = await this.recall(use);
      if (known) return known;
    }
  }

  /**
   * As `begin`, and an earlier use without an answer is joined.
   * @param isJoined whether a use that makes this id is
   */
  async beginOrJoin(use: FirstUse, isJoined = (_id: string | null) => true): Promise<Use> {
    for (;;) {
      const begun = await this.begin(use);
      const { status, id, orderId, response } = begun;
      if (status === 'first' || response || !isJoined(orderId)) return begun;
      if (await this.join(id, orderId)) return begun;
    }
  }

  /**
   * The result of an earlier use; null when the key is free.
   * @throws Failure `idempotency_conflict` when the key was used with another body
   */
  async recall(use: Pick<FirstUse, 'scope' | 'key' | 'bodyHash'>): Promise<Use | null> {
    const id = idOf(use);
    const known = await this.records.findOne({ _id: id, ...IS_KEPT });
    if (!known) return null;
    if (known.bodyHash !== use.bodyHash) throw fail('idempotency_conflict');
    return { status: 'known', id, orderId: known.orderId, response: known.response };
  }

  /** Whether the key was used before, with any body. */
  async isKnown(use: Pick<FirstUse, 'scope' | 'key'>): Promise<boolean> {
    const query = { _id: idOf(use), ...IS_KEPT };
    return (await this.records.countDocuments(query, { limit: 1 })) > 0;
  }

  /** Stores the first answer; a later one does not replace it. */
  async remember(id: string, response: StoredResponse): Promise<void> {
    await this.records.updateOne({ _id: id, response: null }, { $set: { response } });
  }

  /**
   * One more request does what the first one does. False when it is too late: the key is free, or means
   * something else, or has its answer.
   */
  async join(id: string, orderId: string | null): Promise<boolean> {
    const known = { _id: id, orderId, response: null };
    // A record of an earlier version counts none: its first request is one.
    const one = { $set: { underWay: { $add: [{ $ifNull: ['$underWay', 1] }, 1] } } };
    return (await this.records.updateOne(known, [one])).matchedCount > 0;
  }

  /**
   * A request ends and has made nothing.
   * @returns whether it was the last one, and freed the key; one that died is under way for ever
   */
  async leave(id: string, orderId: string | null): Promise<boolean> {
    const known = { _id: id, orderId, response: null };
    const alone = { ...known, $expr: { $lte: [{ $ifNull: ['$underWay', 1] }, 1] } };
    if ((await this.records.deleteOne(alone)).deletedCount > 0) return true;
    const one = { $inc: { underWay: -1 } };
    const left = await this.records.findOneAndUpdate(known, one, { returnDocument: 'after' });
    if (left?.underWay !== 0) return false;
    return (await this.records.deleteOne({ ...known, underWay: 0 })).deletedCount > 0;
  }

  /** Frees the key after an uncharged refusal, unless a later request uses it. */
  async forget(id: string, orderId: string | null): Promise<void> {
    await this.records.deleteOne({ _id: id, orderId, response: null });
  }

  /** @returns false while an earlier use is kept */
  private async insert(id: string, use: FirstUse): Promise<boolean> {
    const first = {
      _id: { $literal: id },
      bodyHash: { $literal: use.bodyHash },
      orderId: { $literal: use.orderId },
      response: null,
      underWay: { $literal: 1 },
      createdAt: '$$NOW',
      expiresAt: { $add: ['$$NOW', use.retentionMs] },
    };
    const unlessKept = [{ $replaceWith: { $cond: [IS_KEPT.$expr, '$$ROOT', first] } }];
    try {
      const written = await this.records.updateOne({ _id: id }, unlessKept, { upsert: true });
      return written.upsertedCount + written.modifiedCount > 0;
    } catch (err) {
      if (isDuplicate(err)) return false;
      throw err;
    }
  }
}
