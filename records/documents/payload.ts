/**
 * Large requests, encrypted and stored separately for as long as an order may run. A document of
 * MongoDB has at most 16 MB: a larger request is stored in parts, its first one last, so that it is
 * found as a whole or not at all. What a crash leaves of it expires.
 */
import { randomUUID } from 'node:crypto';
import { mongo } from 'mongoose';
import { IS_KEPT } from '../mongodb/kept';
import { bytes, date, recordSchema, text } from '../mongodb/schema';

export interface PayloadDocument {
  _id: string;
  sealed: mongo.Binary;
  /** Ids of the other parts, in their order. */
  rest?: string[];
  expiresAt: Date;
}

export const payloadSchema = recordSchema<PayloadDocument>('payloads', {
  _id: text,
  sealed: bytes as never,
  rest: { type: [String], default: undefined } as never,
  expiresAt: date,
}).index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const PART_BYTES = 8_000_000;

export class PayloadStore {
  constructor(private readonly payloads: mongo.Collection<PayloadDocument>) {}

  /**
   * Idempotent: the first whole payload stays.
   * @param keptMs by MongoDB's clock, which deletes it
   */
  async keep(id: string, sealed: Uint8Array, keptMs: number): Promise<void> {
    const rest: string[] = [];
    // Of this call alone: parts that were encrypted by different calls do not fit together.
    const call = randomUUID();
    for (let at = PART_BYTES; at < sealed.length; at += PART_BYTES) {
      const part = `${id}/${call}/${rest.length + 1}`;
      await this.put(part, sealed.subarray(at, at + PART_BYTES), [], keptMs);
      rest.push(part);
    }
    const kept = await this.put(id, sealed.subarray(0, PART_BYTES), rest, keptMs);
    if (kept[0] !== rest[0]) await this.dropParts(rest);
  }

  /** Deletes a payload that is no longer needed; otherwise it expires. */
  async drop(id: string): Promise<void> {
    const dropped = await this.payloads.findOneAndDelete({ _id: id }, { projection: { rest: 1 } });
    await this.dropParts(dropped?.rest ?? []);
  }

  async find(id: string): Promise<Uint8Array | null> {
    const first = await this.payloads.findOne({ _id: id, ...IS_KEPT });
    if (!first) return null;
    const parts = [first.sealed.buffer];
    for (const _id of first.rest ?? []) {
      const part = await this.payloads.findOne({ _id });
      if (!part) return null;
      parts.push(part.sealed.buffer);
    }
    return parts.length === 1 ? first.sealed.buffer : Buffer.concat(parts);
  }

  /** @returns the other parts of what is stored now */
  private async put(
    id: string,
    sealed: Uint8Array,
    rest: readonly string[],
    keptMs: number,
  ): Promise<readonly string[]> {
    const isFirst = { $eq: [{ $type: '$sealed' }, 'missing'] };
    const first = {
      sealed: { $ifNull: ['$sealed', new mongo.Binary(sealed)] },
      ...(rest.length > 0 && { rest: { $cond: [isFirst, { $literal: rest }, '$rest'] } }),
      expiresAt: { $ifNull: ['$expiresAt', { $add: ['$$NOW', keptMs] }] },
    };
    const options = { upsert: true, returnDocument: 'after', projection: { rest: 1 } } as const;
    const stored = await this.payloads.findOneAndUpdate({ _id: id }, [{ $set: first }], options);
    return stored?.rest ?? [];
  }

  private async dropParts(parts: readonly string[]): Promise<void> {
    if (parts.length > 0) await this.payloads.deleteMany({ _id: { $in: [...parts] } });
  }
}
