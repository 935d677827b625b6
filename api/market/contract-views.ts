/** Contracts of orders, for their buyer: contracts and lots in one snapshot. */
import type { mongo } from 'mongoose';
import { fail } from '../../domain/errors';
import { atOneMoment } from '../../records/at-one-moment';
import type { Records } from '../../records/connect';
import type { ContractDocument } from '../../records/contract';
import type { LotDocument } from '../../records/lot';
import { buyerOf, pathParameter } from '../context';
import { type Cursors, type Page, pageEnd } from '../cursor';
import { contractBody } from './contract-bodies';
import type { RouteHandler } from '../routes/declared-route';
import type { contractRoutes } from '../routes/contracts';

/** Maximum number of lots on one page: beyond it the page ends early, after a complete contract. */
const LOTS_PER_PAGE = 5_000;

export function contractsHandler(
  records: Records,
  cursors: Cursors,
): RouteHandler<typeof contractRoutes.listContracts> {
  return async (_req, res, { query }) => {
    const { accountId } = buyerOf(res);
    const list = `contracts:${accountId}`;
    const read = await atOneMoment(records.connection, async (session) => {
      const page = await cursors.page(list, query, (behind, count) =>
        records.contracts
          .find({ accountId, ...(behind === null ? {} : { _id: { $lt: behind } }) }, { session })
          .sort({ _id: -1 })
          .limit(count)
          .toArray(),
      );
      const lots = await readLots(records, page.items, session);
      return { page: cutPage(page, lots, (id) => cursors.encode(list, id)), lots };
    });
    const now = await records.ledger.capacity.now();
    res.json({
      contracts: read.page.items.map((one) => contractBody(one, read.lots.get(one._id) ?? [], now)),
      ...pageEnd(read.page),
    });
  };
}

export function contractHandler(records: Records): RouteHandler<typeof contractRoutes.getContract> {
  return async (req, res) => {
    const { contract, lots } = await atOneMoment(records.connection, async (session) => {
      const found = await records.contracts.findOne({ _id: pathParameter(req, 'id') }, { session });
      if (!found) throw fail('not_found');
      if (found.accountId !== buyerOf(res).accountId) throw fail('forbidden');
      return { contract: found, lots: await lotsOf(records, found._id, session) };
    });
    res.json(contractBody(contract, lots, await records.ledger.capacity.now()));
  };
}

type LotsByContract = ReadonlyMap<string, readonly LotDocument[]>;

/**
 * The lots of a page's contracts, for complete contracts only, in the order of the page, and always
 * those of its first one.
 */
async function readLots(
  records: Records,
  contracts: readonly ContractDocument[],
  session: mongo.ClientSession,
): Promise<LotsByContract> {
  const found = await records.lots
    .find({ contractId: { $in: contracts.map(({ _id }) => _id) } }, { session })
    .sort({ contractId: -1, _id: -1 })
    .limit(LOTS_PER_PAGE + 1)
    .toArray();
  const groups = new Map<string, LotDocument[]>();
  for (const lot of found.toReversed()) {
    const group = groups.get(lot.contractId);
    if (group) group.push(lot);
    else groups.set(lot.contractId, [lot]);
  }
  const cut = found.length > LOTS_PER_PAGE ? found.at(-1)?.contractId : undefined;
  if (cut === undefined) return groups;
  if (groups.size > 1) groups.delete(cut);
  else groups.set(cut, await lotsOf(records, cut, session));
  return groups;
}

function lotsOf(records: Records, contractId: string, session: mongo.ClientSession) {
  return records.lots.find({ contractId }, { session }).sort({ _id: 1 }).toArray();
}

/** The page up to the last contract whose lots were read. */
function cutPage(
  page: Page<ContractDocument>,
  lots: LotsByContract,
  cursorAfter: (contractId: string) => string,
): Page<ContractDocument> {
  const items = page.items.filter(({ _id }) => lots.has(_id));
  const last = items.at(-1);
  const isCut = items.length < page.items.length;
  return isCut && last ? { items, nextCursor: cursorAfter(last._id) } : page;
}
