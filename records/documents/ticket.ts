/**
 * A ticket: the credential that redeems a contract. A contract has one; only its keyed hash is
 * stored.
 */
import { date, optionalText, recordSchema, text } from '../mongodb/schema';

export interface TicketDocument {
  /** Ticket id (UUIDv7). */
  _id: string;
  contractId: string;
  accountId: string;
  credentialHash: string;
  /** The buyer key that the credential was issued to: redeemed requests count under its quotas. */
  keyId?: string | null;
  createdAt: Date;
  /** When its credential was issued: older ones are invalid. */
  issuedAt: Date;
}

export const ticketSchema = recordSchema<TicketDocument>('tickets', {
  _id: text,
  contractId: text,
  accountId: text,
  credentialHash: text,
  keyId: optionalText,
  createdAt: date,
  issuedAt: date,
})
  .index({ contractId: 1 }, { unique: true })
  .index({ credentialHash: 1 }, { unique: true })
  .index({ accountId: 1, _id: -1 });
