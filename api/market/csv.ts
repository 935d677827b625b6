/** Market data as comma-separated values: the rows of the JSON answer, one per line. */
import type { Request, Response } from 'express';
import { type CsvCell, csvRow } from '../../domain/csv';
import { type TaggedText, sendText, tagOf } from '../middleware/cacheable';
import type { MarketFormat } from '../schemas/market-data';

/** @param format of the query; without it the `Accept` header decides */
export function isCsv(req: Request, res: Response, format: MarketFormat | undefined): boolean {
  res.vary('Accept');
  return (format ?? req.accepts(['json', 'csv'])) === 'csv';
}

export function csvText(
  columns: readonly string[],
  rows: readonly (readonly CsvCell[])[],
): TaggedText {
  const text = [columns, ...rows].map(csvRow).join('');
  return { text, tag: tagOf(text), type: 'text/csv' };
}

/** @param name of the file, without its ending */
export function sendCsv(
  req: Request,
  res: Response,
  answer: TaggedText,
  { name, cacheControl }: { readonly name: string; readonly cacheControl: string },
): Promise<void> {
  res.attachment(`${name.replaceAll('/', '-')}.csv`);
  return sendText(req, res, answer, cacheControl);
}
