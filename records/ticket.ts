/** A ticket: the credential that redeems a contract. A contract has one; only its keyed hash is stored. */
import { date, optionalText, recordSchema, text } from './schema';

export interface TicketDocument {
  /** Ticket id (UUIDv7). */
  _id: string;
  contractId: string;
  accountId: string;
  credentialHash: string;
  /** The buyer key that the credential was issued to: what the ticket redeems counts as its requests. */
  keyId?: string | null;
  createdAt: Date;
  /** When its credential was issued: an older one is dead. */
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
  .index({ credentialHash: 1 }, { unique: true });
