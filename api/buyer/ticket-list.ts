/** `GET /v1/tickets`: the tickets of an account, newest first. */
import type { mongo } from 'mongoose';
import { atOneMoment } from '../../records/mongodb/at-one-moment';
import type { Records } from '../../records/connect';
import { lotsOf, readLots } from '../../records/queries/contract-lots';
import { newestScores } from '../../records/queries/newest-score';
import type { TicketDocument } from '../../records/documents/ticket';
import { buyerOf } from '../context';
import type { Cursors } from '../cursor';
import type { RouteHandler } from '../routes/declared-route';
import type { ticketRoutes } from '../routes/tickets';
import type { TicketBody, TicketQuery } from '../schemas/contracts';
import { type TicketRecords, hasLots, ticketBody } from './ticket-bodies';

/** Tickets that one page looks at when it keeps only those of a status. */
const SCANNED_PER_PAGE = 200;

export function ticketsHandler(
  records: Records,
  cursors: Cursors,
): RouteHandler<typeof ticketRoutes.listTickets> {
  return async (_req, res, { query }) => {
    const { accountId } = buyerOf(res);
    const list = `tickets:${accountId}`;
    const behindId = query.cursor === undefined ? null : cursors.decode(list, query.cursor);
    const page = await readPage(records, { accountId, behindId }, query);
    res.json({
      tickets: page.tickets,
      next_cursor: page.nextId === null ? null : cursors.encode(list, page.nextId),
      has_more: page.nextId !== null,
    });
  };
}

interface Position {
  readonly accountId: string;
  readonly behindId: string | null;
}

interface TicketPage {
  readonly tickets: TicketBody[];
  /** The next page begins behind this ticket; null on the last one. */
  readonly nextId: string | null;
}

async function readPage(
  records: Records,
  position: Position,
  { limit, status }: TicketQuery,
): Promise<TicketPage> {
  const count = status === undefined ? limit : SCANNED_PER_PAGE;
  const { found, hasMore } = await atOneMoment(records.connection, (session) =>
    readTickets(records, position, count, session),
  );
  const sellers = [...new Set(found.map(({ lots: [first] }) => first.sellerId))];
  const scores = await newestScores(records.reputations, sellers);
  const now = await records.ledger.capacity.now();
  const all = found.map((one) => ticketBody(one, scores.get(one.lots[0].sellerId) ?? null, now));
  const matching = status === undefined ? all : all.filter((ticket) => ticket.status === status);
  const tickets = matching.slice(0, limit);
  const isCut = matching.length > limit;
  const last = isCut ? tickets.at(-1) : all.at(-1);
  return { tickets, nextId: (isCut || hasMore) && last ? last.ticket_id : null };
}

/** As many complete tickets as the limit of lots allows, and at least one. */
async function readTickets(
  records: Records,
  { accountId, behindId }: Position,
  count: number,
  session: mongo.ClientSession,
): Promise<{ found: TicketRecords[]; hasMore: boolean }> {
  const tickets = await records.tickets
    .find({ accountId, ...(behindId === null ? {} : { _id: { $lt: behindId } }) }, { session })
    .sort({ _id: -1 })
    .limit(count + 1)
    .toArray();
  const shown = tickets.slice(0, count);
  const contractIds = shown.map(({ contractId }) => contractId);
  const contracts = await records.contracts
    .find({ _id: { $in: contractIds } }, { session })
    .toArray();
  const contractOf = new Map(contracts.map((contract) => [contract._id, contract]));
  const lots = new Map(await readLots(records, contractIds, session));
  const [first] = contractIds;
  if (first && !lots.has(first)) lots.set(first, await lotsOf(records, first, session));
  const recordsOf = (ticket: TicketDocument): TicketRecords | null => {
    const contract = contractOf.get(ticket.contractId);
    const its = lots.get(ticket.contractId);
    return contract && hasLots(its) ? { ticket, contract, lots: its } : null;
  };
  const found: TicketRecords[] = [];
  for (const one of shown.map(recordsOf)) {
    if (!one) break;
    found.push(one);
  }
  return { found, hasMore: found.length < tickets.length };
}
