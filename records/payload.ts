/** Large requests, encrypted and stored separately for as long as an order may run. */
import { mongo } from 'mongoose';
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

  /** Idempotent. */
  async keep(id: string, sealed: Uint8Array, expiresAt: Date): Promise<void> {
    const binary = new mongo.Binary(sealed);
    await this.payloads.updateOne(
      { _id: id },
      { $setOnInsert: { sealed: binary, expiresAt } },
      { upsert: true },
    );
  }

  /** Deletes a payload that is no longer needed; otherwise it expires. */
  async drop(id: string): Promise<void> {
    await this.payloads.deleteOne({ _id: id });
  }

  async find(id: string): Promise<Uint8Array | null> {
    const payload = await this.payloads.findOne({ _id: id, expiresAt: { $gt: new Date() } });
    return payload ? payload.sealed.buffer : null;
  }
}
