/** Creates a contract's single ticket. */
import { v7 as uuidV7 } from 'uuid';
import type { Records } from '../../records/connect';
import type { TicketDocument } from '../../records/ticket';
import { writable } from '../../records/writable';

interface Binding {
  readonly contractId: string;
  readonly accountId: string;
  readonly keyId: string;
  readonly credentialHash: string;
}

/** The contract's single ticket, with this credential; an older credential becomes invalid. */
export async function bindTicket(
  { tickets, contracts, contractOrders }: Pick<Records, 'tickets' | 'contracts' | 'contractOrders'>,
  { contractId, accountId, keyId, credentialHash }: Binding,
): Promise<TicketDocument> {
  const now = new Date();
  const ticket = await writable(tickets).findOneAndUpdate(
    { contractId },
    {
      $set: { credentialHash, keyId, issuedAt: now },
      $setOnInsert: { _id: uuidV7(), accountId, createdAt: now },
    },
    { upsert: true, returnDocument: 'after' },
  );
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
