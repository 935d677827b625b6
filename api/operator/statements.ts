/**
 * Statements of accounts and of sellers: in pages as JSON, or whole as CSV, which is streamed and
 * ends with the closing balance; a CSV without that line was truncated.
 */
import type { Request, Response } from 'express';
import { csvRow } from '../../domain/csv';
import { fail } from '../../domain/errors';
import { formatScale8 } from '../../domain/money';
import type { Records } from '../../records/connect';
import {
  type StatementLine,
  type StatementOf,
  type StatementPage,
  type StatementPosition,
  StatementTooOld,
  readStatement,
} from '../../records/statements/read-statement';
import { pathParameter } from '../context';
import type { Cursors } from '../cursor';
import type { StatementQuery } from '../schemas/operator';

const LINES_PER_READ = 1_000;
const COLUMNS = [
  'created_at',
  'journal_id',
  'kind',
  'amount',
  'balance',
  'reference',
  'order_id',
  'fill_id',
  'contract_id',
  'lot_id',
  'reason',
] as const;

/** For an account or a seller: as JSON, or as CSV. */
type StatementHandler = (
  req: Request,
  res: Response,
  input: { readonly query: StatementQuery },
) => Promise<void>;

export class StatementRoutes {
  constructor(
    private readonly records: Records,
    private readonly cursors: Cursors,
  ) {}

  readonly account: StatementHandler = async (req, res, { query }) => {
    const id = pathParameter(req, 'id');
    if (!(await this.records.accounts.findOne({ _id: id }))) {
      throw fail('not_found', { message: 'There is no such account.' });
    }
    await this.answer(req, res, { owner: 'account', id }, query);
  };

  readonly seller: StatementHandler = async (req, res, { query }) => {
    const id = pathParameter(req, 'id');
    if (!(await this.records.sellers.findOne({ _id: id }))) {
      throw fail('not_found', { message: 'There is no such seller.' });
    }
    await this.answer(req, res, { owner: 'seller', id }, query);
  };

  private async answer(
    req: Request,
    res: Response,
    asked: Pick<StatementOf, 'owner' | 'id'>,
    query: StatementQuery,
  ): Promise<void> {
    const of: StatementOf = { ...asked, from: query.from ?? null, to: query.to ?? null };
    const format = query.format ?? (req.accepts(['json', 'csv']) === 'csv' ? 'csv' : 'json');
    res.vary('Accept');
    if (format === 'csv') return this.csv(res, of);
    res.json(await this.page(of, query));
  }

  private async page(of: StatementOf, { cursor, limit }: StatementQuery) {
    const { owner, id, from, to } = of;
    const list = ['statement', owner, id, from?.getTime(), to?.getTime()].join(':');
    const position = cursor === undefined ? null : positionOf(this.cursors.decode(list, cursor));
    const page = await readStatement(this.records, of, position, limit).catch(refuseTooOld);
    return {
      ...(owner === 'account' ? { account_id: id } : { seller_id: id }),
      currency: 'USD',
      from: from?.toISOString() ?? null,
      to: to?.toISOString() ?? null,
      as_of: page.asOf.toISOString(),
      opening_balance: formatScale8(page.openingScale8),
      closing_balance: formatScale8(page.closingScale8),
      lines: page.lines.map(lineBody),
      next_cursor: page.next ? this.cursors.encode(list, positionText(page.next)) : null,
      has_more: page.next !== null,
    };
  }

  private async csv(res: Response, of: StatementOf): Promise<void> {
    let page = await readStatement(this.records, of, null, LINES_PER_READ);
    res.type('text/csv').attachment(`statement-${of.owner}-${of.id}.csv`);
    res.write(csvRow(COLUMNS));
    res.write(balanceRow('opening_balance', of.from, page.openingScale8));
    try {
      for (;;) {
        const rows = page.lines.map((line) => csvRow(csvCells(line))).join('');
        if (!res.write(rows)) await drained(res);
        if (!page.next || res.destroyed) break;
        page = await readStatement(this.records, of, page.next, LINES_PER_READ);
      }
      res.end(balanceRow('closing_balance', of.to ?? page.asOf, page.closingScale8));
    } catch (err) {
      res.destroy(err as Error);
    }
  }
}

function lineBody(line: StatementLine) {
  return {
    journal_id: line.journalId,
    kind: line.kind,
    amount: formatScale8(line.amountScale8),
    balance: formatScale8(line.balanceScale8),
    reference: line.reference,
    order_id: line.orderId,
    fill_id: line.fillId,
    contract_id: line.contractId,
    lot_id: line.lotId,
    reason: line.reason,
    created_at: line.createdAt.toISOString(),
  };
}

function csvCells(line: StatementLine) {
  const body = lineBody(line);
  return COLUMNS.map((column) => {
    const isAmount = column === 'amount' || column === 'balance';
    return isAmount ? { amount: body[column] } : body[column];
  });
}

function balanceRow(kind: string, at: Date | null, scale8: StatementPage['openingScale8']): string {
  const cells = COLUMNS.map((column) => {
    if (column === 'kind') return kind;
    if (column === 'created_at') return at?.toISOString() ?? null;
    return column === 'balance' ? { amount: formatScale8(scale8) } : null;
  });
  return csvRow(cells);
}

/** Until the reader has accepted the output, or disconnected. */
function drained(res: Response): Promise<void> {
  if (res.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      res.off('drain', done).off('close', done);
      resolve();
    };
    res.on('drain', done).on('close', done);
  });
}

function refuseTooOld(err: unknown): never {
  if (!(err instanceof StatementTooOld)) throw err;
  const message = 'The statement was started too long ago. Start it again.';
  throw fail('invalid_request', { param: 'cursor', message });
}

function positionText(position: StatementPosition): string {
  const { clusterTime, openingScale8, closingScale8, balanceScale8, createdAt, journalId } =
    position;
  const numbers = [clusterTime, openingScale8, closingScale8, balanceScale8, createdAt.getTime()];
  return [...numbers.map(String), journalId].join(' ');
}

/** The cursor is authenticated, so its format is our own. A journal's id may contain spaces. */
function positionOf(text: string): StatementPosition {
  const [clusterTime, opening, closing, balance, createdAtMs, ...journalId] = text.split(' ');
  return {
    clusterTime: BigInt(clusterTime ?? ''),
    openingScale8: BigInt(opening ?? ''),
    closingScale8: BigInt(closing ?? ''),
    balanceScale8: BigInt(balance ?? ''),
    createdAt: new Date(Number.parseInt(createdAtMs ?? '', 10)),
    journalId: journalId.join(' '),
  };
}
