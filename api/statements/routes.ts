/**
 * Statements of accounts and of sellers, for the operator and for the participant itself: in pages
 * as JSON, or whole as a file.
 */
import type { Request, Response } from 'express';
import { fail } from '../../domain/errors';
import { formatScale8 } from '../../domain/money';
import type { Records } from '../../records/connect';
import {
  type StatementOf,
  type StatementPosition,
  StatementTooOld,
  readStatement,
} from '../../records/queries/read-statement';
import { buyerOf, pathParameter, sellerOf } from '../context';
import type { Cursors } from '../cursor';
import type { StatementQuery } from '../schemas/statements';
import { STATEMENT_FILES, lineBody, writeStatement } from './export';
import { OneAtATime } from './one-at-a-time';

const LINES_PER_READ = 1_000;

/** For an account or a seller: as JSON, or as a file. */
type StatementHandler = (
  req: Request,
  res: Response,
  input: { readonly query: StatementQuery },
) => Promise<void>;

interface Asked extends StatementOf {
  /** Whether the participant itself asks, and not the operator. */
  readonly isOwn?: boolean;
}

export class StatementRoutes {
  /** The start of a statement scans the journals of its owner: a participant starts one at a time. */
  private readonly started = new OneAtATime('statement');

  constructor(
    private readonly records: Records,
    private readonly cursors: Cursors,
  ) {}

  readonly ofBuyer: StatementHandler = async (req, res, { query }) => {
    const asked = { owner: 'account', id: buyerOf(res).accountId, isOwn: true } as const;
    await this.answer(req, res, asked, query);
  };

  readonly ofSeller: StatementHandler = async (req, res, { query }) => {
    const asked = { owner: 'seller', id: sellerOf(res)._id, isOwn: true } as const;
    await this.answer(req, res, asked, query);
  };

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
    asked: Pick<Asked, 'owner' | 'id' | 'isOwn'>,
    query: StatementQuery,
  ): Promise<void> {
    const { from = null, to = null, sort: sorting } = query;
    const of: Asked = { ...asked, from, to, sorting };
    const format = query.format ?? preferred(req);
    res.vary('Accept');
    if (format !== 'json') return this.file(res, { ...of, sorting: 'oldest' }, format);
    res.json(await this.page(of, query));
  }

  private async page(of: Asked, { cursor, limit }: StatementQuery) {
    const { owner, id, from, to, sorting } = of;
    const kind = sorting === 'newest' ? 'statement newest first' : 'statement';
    const list = [kind, owner, id, from?.getTime(), to?.getTime()].join(':');
    const position = cursor === undefined ? null : positionOf(this.cursors.decode(list, cursor));
    const page = await this.read(of, position, limit).catch(refuseTooOld);
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

  private async file(res: Response, of: Asked, format: 'csv' | 'jsonl'): Promise<void> {
    const { owner, id, from, to } = of;
    await writeStatement(res, {
      file: STATEMENT_FILES[format],
      name: `statement-${owner}-${id}`,
      from,
      to,
      first: await this.read(of, null, LINES_PER_READ),
      read: ({ next }) => this.read(of, next, LINES_PER_READ),
    });
  }

  /** Only the first page scans: it sums what is before and behind it. */
  private read(of: Asked, position: StatementPosition | null, linesMax: number) {
    const read = () => readStatement(this.records, of, position, linesMax);
    return of.isOwn && position === null ? this.started.run(of.id, read) : read();
  }
}

function preferred(req: Request): NonNullable<StatementQuery['format']> {
  const accepted = req.accepts(['json', 'text/csv', 'application/x-ndjson']);
  if (accepted === 'text/csv') return 'csv';
  return accepted === 'application/x-ndjson' ? 'jsonl' : 'json';
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
