/** Contracts of orders, for their buyer: contracts and lots in one snapshot. */
import { lotStatusAt } from '../../domain/contract-standing';
import { fail } from '../../domain/errors';
import { atOneMoment } from '../../records/mongodb/at-one-moment';
import type { Records } from '../../records/connect';
import type { ContractDocument } from '../../records/documents/contract';
import { type LotsByContract, lotsOf, readLots } from '../../records/queries/contract-lots';
import type { LotDocument } from '../../records/documents/lot';
import { isShort, reportIdOf, reportedCapacity } from '../../records/queries/reported-capacity';
import { buyerOf, pathParameter } from '../context';
import { type Cursors, type Page, pageEnd } from '../cursor';
import { type ShortReports, contractBody } from './contract-bodies';
import type { RouteHandler } from '../routes/declared-route';
import type { contractRoutes } from '../routes/contracts';

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
      const lots = await readLots(
        records,
        page.items.map(({ _id }) => _id),
        session,
      );
      return { page: cutPage(page, lots, (id) => cursors.encode(list, id)), lots };
    });
    const now = await records.ledger.capacity.now();
    const short = await shortReports(records, [...read.lots.values()].flat(), now);
    res.json({
      contracts: read.page.items.map((one) =>
        contractBody(one, read.lots.get(one._id) ?? [], now, short),
      ),
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
    const now = await records.ledger.capacity.now();
    res.json(contractBody(contract, lots, now, await shortReports(records, lots, now)));
  };
}

/** Of the sellers of the lots whose window is open. */
async function shortReports(
  records: Records,
  lots: readonly LotDocument[],
  now: Date,
): Promise<ShortReports> {
  const open = lots.filter((lot) => lotStatusAt(lot, now) === 'active');
  const reports = (await reportedCapacity(records, open, now)).filter(isShort);
  const shortAt = new Map(reports.map(({ _id, reportedAt }) => [_id, reportedAt]));
  return new Map(
    open.flatMap((lot) => {
      const reportedAt = shortAt.get(reportIdOf(lot));
      return reportedAt ? [[lot._id, reportedAt]] : [];
    }),
  );
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
