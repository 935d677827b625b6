/** The file of a statement whose records cannot be read to their end. */
import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { request } from 'undici';
import { STATEMENT_FILES, writeStatement } from '../../api/statements/export';
import type { WritableRecords } from '../../records/connect';
import { type StatementPage, readStatement } from '../../records/queries/read-statement';
import { dropRecords, fundedAccount, openRecords } from '../records/scenario';
import { of } from './reading';

const LINES = 5;
const LINES_PER_PAGE = 2;
const DEPOSIT = 100_000_000n;

let records: WritableRecords;
let server: Server;
let read: (page: StatementPage) => Promise<StatementPage>;
let accountId: string;
beforeAll(async () => {
  records = await openRecords();
  accountId = await fundedAccount(records, DEPOSIT);
  for (let line = 1; line < LINES; line += 1) {
    const deposit = { accountId, amountScale8: DEPOSIT, reference: `line ${line}` };
    await records.ledger.deposit(deposit);
  }
  const app = express();
  app.get('/:format', async (req, res) => {
    const file = STATEMENT_FILES[req.params.format as keyof typeof STATEMENT_FILES];
    const first = await page(null);
    await writeStatement(res, { file, name: 'statement', from: null, to: null, first, read });
  });
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await dropRecords(records);
});

const page = (behind: StatementPage | null) =>
  readStatement(records, of('account', accountId), behind?.next ?? null, LINES_PER_PAGE);

/** @returns what arrived of the file, and whether the connection says that this is all */
async function download(format: string): Promise<{ text: string; isWhole: boolean }> {
  const { port } = server.address() as AddressInfo;
  const { body } = await request(`http://127.0.0.1:${port}/${format}`);
  let text = '';
  try {
    for await (const part of body) text += String(part);
    return { text, isWhole: true };
  } catch {
    return { text, isWhole: false };
  }
}

describe.each(Object.keys(STATEMENT_FILES))('as %s', (format) => {
  test('a whole file ends with the closing balance', async () => {
    read = page;
    const { text, isWhole } = await download(format);
    expect(isWhole).toBe(true);
    const lines = text.trimEnd().split('\n');
    expect(lines.filter((line) => line.includes('deposit'))).toHaveLength(LINES);
    expect(lines.at(-1)).toContain('closing_balance');
  });

  test('one that cannot be read further is cut off, and its reader knows', async () => {
    let pages = 0;
    read = (before) => {
      pages += 1;
      return pages === 1 ? page(before) : Promise.reject(new Error('MongoDB is away'));
    };
    const { text, isWhole } = await download(format);
    expect(isWhole).toBe(false);
    expect(text).not.toContain('closing_balance');
  });
});
