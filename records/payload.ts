/** Large requests, encrypted and stored separately for as long as an order may run. */
import { mongo } from 'mongoose';
import { IS_KEPT } from './kept';
import { bytes, date, recordSchema, text } from './schema';

export interface PayloadDocument {
  _id: string;
  sealed: mongo.Binary;
  expiresAt: Date;
}

export const payloadSchema = recordSchema<PayloadDocument>('payloads', {
  _id: text,
  sealed: bytes as never,
  expiresAt: date,
}).index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export class PayloadStore {
  constructor(private readonly payloads: mongo.Collection<PayloadDocument>) {}

  /**
   * Idempotent.
   * @param keptMs by MongoDB's clock, which deletes it
   */
  async keep(id: string, sealed: Uint8Array, keptMs: number): Promise<void> {
    const first = {
      sealed: { $ifNull: ['$sealed', new mongo.Binary(sealed)] },
      expiresAt: { $ifNull: ['$expiresAt', { $add: ['$$NOW', keptMs] }] },
    };
    await this.payloads.updateOne({ _id: id }, [{ $set: first }], { upsert: true });
  }

  /** Deletes a payload that is no longer needed; otherwise it expires. */
  async drop(id: string): Promise<void> {
    await this.payloads.deleteOne({ _id: id });
  }

  async find(id: string): Promise<Uint8Array | null> {
    const payload = await this.payloads.findOne({ _id: id, ...IS_KEPT });
    return payload ? payload.sealed.buffer : null;
  }
}
