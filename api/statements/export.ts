/**
 * A whole statement as a file: CSV, or one JSON object per line. It is streamed, and ends with the
 * closing balance: a file without it was truncated.
 */
import type { Response } from 'express';
import { csvRow } from '../../domain/csv';
import { formatScale8 } from '../../domain/money';
import { drained } from '../closing';
import type { StatementLine, StatementPage } from '../../records/queries/read-statement';

export interface StatementFile {
  readonly mediaType: string;
  readonly extension: string;
  readonly head: string;
  line(line: StatementLine): string;
  balance(kind: BalanceKind, at: Date | null, scale8: StatementPage['openingScale8']): string;
}

type BalanceKind = 'opening_balance' | 'closing_balance';

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

const CSV: StatementFile = {
  mediaType: 'text/csv',
  extension: 'csv',
  head: csvRow(COLUMNS),
  line(line) {
    const body = lineBody(line);
    const cells = COLUMNS.map((column) => {
      const isAmount = column === 'amount' || column === 'balance';
      return isAmount ? { amount: body[column] } : body[column];
    });
    return csvRow(cells);
  },
  balance(kind, at, scale8) {
    const cells = COLUMNS.map((column) => {
      if (column === 'kind') return kind;
      if (column === 'created_at') return at?.toISOString() ?? null;
      return column === 'balance' ? { amount: formatScale8(scale8) } : null;
    });
    return csvRow(cells);
  },
};

const JSON_LINES: StatementFile = {
  mediaType: 'application/x-ndjson',
  extension: 'jsonl',
  head: '',
  line: (line) => `${JSON.stringify(lineBody(line))}\n`,
  balance(kind, at, scale8) {
    const created_at = at?.toISOString() ?? null;
    return `${JSON.stringify({ kind, balance: formatScale8(scale8), created_at })}\n`;
  },
};

export const STATEMENT_FILES = { csv: CSV, jsonl: JSON_LINES } as const;

export interface FileToWrite {
  readonly file: StatementFile;
  readonly name: string;
  readonly from: Date | null;
  readonly to: Date | null;
  readonly first: StatementPage;
  /** The page behind this one. */
  readonly read: (page: StatementPage) => Promise<StatementPage>;
}

export async function writeStatement(res: Response, what: FileToWrite): Promise<void> {
  const { file, name, from, to, first, read } = what;
  // The name's ending would decide the type again.
  res.attachment(`${name}.${file.extension}`).type(file.mediaType);
  res.write(file.head + file.balance('opening_balance', from, first.openingScale8));
  try {
    let page = first;
    for (;;) {
      const rows = page.lines.map((line) => file.line(line)).join('');
      if (rows !== '' && !res.write(rows) && !(await drained(res))) return;
      if (!page.next || res.destroyed) break;
      page = await read(page);
    }
    res.end(file.balance('closing_balance', to ?? page.asOf, page.closingScale8));
  } catch (err) {
    res.destroy(err as Error);
  }
}

export function lineBody(line: StatementLine) {
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
