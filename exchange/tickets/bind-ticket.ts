/** Creates a contract's single ticket. */
import { newId } from '../../domain/new-id';
import type { Records } from '../../records/connect';
import type { TicketDocument } from '../../records/documents/ticket';
import { writable } from '../../records/mongodb/writable';

interface Binding {
  readonly contractId: string;
  readonly accountId: string;
  readonly keyId: string;
  readonly credentialHash: string;
}

/**
 * The contract's single ticket, with this credential; an older credential becomes invalid. A
 * credential belongs to the key that issued it first: a repetition with another key does not make
 * it outlive that key.
 */
export async function bindTicket(
  { tickets, contracts, contractOrders }: Pick<Records, 'tickets' | 'contracts' | 'contractOrders'>,
  { contractId, accountId, keyId, credentialHash }: Binding,
): Promise<TicketDocument> {
  const isSame = { $eq: ['$credentialHash', credentialHash] };
  const bound = {
    _id: { $ifNull: ['$_id', newId()] },
    accountId: { $ifNull: ['$accountId', accountId] },
    createdAt: { $ifNull: ['$createdAt', '$$NOW'] },
    keyId: { $cond: [isSame, { $ifNull: ['$keyId', keyId] }, keyId] },
    credentialHash,
    issuedAt: '$$NOW',
  };
  const ticket = await writable(tickets).findOneAndUpdate({ contractId }, [{ $set: bound }], {
    upsert: true,
    returnDocument: 'after',
  });
  if (!ticket) throw new Error(`The ticket of contract ${contractId} could not be written`);
  const ticketId = ticket._id;
  const contract = await writable(contracts).findOneAndUpdate(
    { _id: contractId },
    { $set: { ticketId } },
  );
  await writable(contractOrders).updateOne(
    { _id: contract?.orderId ?? '' },
    { $set: { ticketId } },
  );
  return ticket;
}
