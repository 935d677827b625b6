/** A statement longer than any page: the same lines as JSON and as CSV; and one that was begun too long ago. */
import { Cursors } from '../../api/cursor';
import { Exchange } from '../support/exchange';

/** More than the CSV reads at a time. */
const LINES = 1_050;

const exchange = Exchange.forFile({ workers: 0 });
let accountId: string;
beforeAll(async () => {
  ({ accountId } = await exchange.buyer('0'));
  await Promise.all(
    Array.from({ length: LINES }, (_, at) =>
      exchange.records.ledger.deposit({
        accountId,
        amountScale8: BigInt(at + 1),
        reference: `n-${at}`,
      }),
    ),
  );
});

const read = async (query: string) =>
  (await exchange.admin('GET', `/accounts/${accountId}/statement?${query}`)).body;

test('all pages are all lines, and the CSV has the same', async () => {
  const lines: any[] = [];
  let page = await read('limit=100');
  for (;;) {
    lines.push(...page.lines);
    expect(page.closing_balance).toBe('0.00551775'); // 1 + 2 + ... + 1,050
    if (!page.has_more) break;
    expect(page.lines).toHaveLength(100);
    page = await read(`limit=100&cursor=${page.next_cursor}`);
  }
  expect(lines).toHaveLength(LINES);
  expect(lines.at(-1).balance).toBe('0.00551775');
  expect(new Set(lines.map(({ reference }) => reference)).size).toBe(LINES);

  const [header, opening, ...rows] = String(await read('format=csv'))
    .trimEnd()
    .split('\r\n');
  const columns = header!.split(',');
  expect(opening).toContain('opening_balance,,0,');
  expect(rows.pop()).toContain('closing_balance,,0.00551775,');
  expect(rows).toEqual(lines.map((line) => columns.map((name) => line[name] ?? '').join(',')));
});

test('newest first, all pages are the same lines backwards, and a cursor serves its own order alone', async () => {
  const path = `/admin/v1/accounts/${accountId}/statement?limit=100`;
  const pagesOf = async (sort: string) => {
    const lines: any[] = [];
    let cursor = '';
    do {
      const { body } = await exchange.send('GET', `${path}&sort=${sort}${cursor}`, { admin: true });
      lines.push(...body.lines);
      cursor = body.has_more ? `&cursor=${body.next_cursor}` : '';
    } while (cursor !== '');
    return lines;
  };
  expect(await pagesOf('newest')).toEqual((await pagesOf('oldest')).reverse());
  const { next_cursor: cursor } = await read('sort=newest&limit=100');
  const other = await exchange.send('GET', `${path}&cursor=${cursor}`, { admin: true });
  expect(other).toMatchObject({ status: 400, body: { param: 'cursor' } });
});

test('a page of a moment that is no longer kept is refused, and says to begin again', async () => {
  const { next_cursor: cursor } = await read('limit=10');
  const list = `statement:account:${accountId}::`;
  const cursors = new Cursors(exchange.settings.secrets.keyPepper);
  const [clusterTime = '', ...rest] = cursors.decode(list, cursor).split(' ');
  const hourAgo = BigInt(clusterTime) - (3_600n << 32n);
  const old = cursors.encode(list, [hourAgo, ...rest].join(' '));
  const path = `/admin/v1/accounts/${accountId}/statement?limit=10&cursor=`;
  const fresh = await exchange.send('GET', `${path}${cursor}`, { admin: true });
  expect(fresh.status).toBe(200);
  const answer = await exchange.send('GET', `${path}${old}`, { admin: true });
  expect(answer).toMatchObject({
    status: 400,
    body: {
      code: 'invalid_request',
      param: 'cursor',
      message: 'The statement was started too long ago. Start it again.',
    },
  });
});
