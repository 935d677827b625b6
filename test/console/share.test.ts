/** What programs for messages read at the address by which an instrument is passed on. */
import { inflateSync } from 'node:zlib';
import { newModel } from '../e2e/market';
import { print } from '../market/tape';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';

const HOUR_MS = 3_600_000;
const LINE = 3;

// Trades without their fills: an exchange of its own, whose records nobody else checks.
const exchange = Exchange.forFile({ relay: true });

const get = (path: string) => fetch(`${exchange.url()}${path}`);
const contentOf = (page: string, property: string) =>
  new RegExp(`<meta property="${property}" content="([^"]*)"`).exec(page)?.[1] ?? null;

/** The colours of a picture, line by line. */
function pixelsOf(png: Buffer, width: number): Buffer[] {
  let data = Buffer.alloc(0);
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const type = png.toString('latin1', at + 4, at + 8);
    if (type !== 'IDAT') continue;
    data = Buffer.concat([data, png.subarray(at + 8, at + 8 + png.readUInt32BE(at))]);
  }
  const bytes = inflateSync(data);
  return Array.from({ length: bytes.length / (width + 1) }, (_, line) =>
    bytes.subarray(line * (width + 1) + 1, (line + 1) * (width + 1)),
  );
}

test('an instrument is shown by its name, its price and a line that rises with it, and leads to the console', async () => {
  const model = `${newModel()}/"q4"`;
  const path = `/share/${encodeURIComponent(model)}`;
  await print(
    exchange.records,
    [3, 2, 1].map((hours) => ({
      modelId: model,
      priceScale8: BigInt(40_000 - hours * 1_000),
      executedAt: new Date(Date.now() - hours * HOUR_MS),
    })),
  );
  const series = { modelId: model, interval: '1h', region: 'any' } as const;
  await until(async () => (await exchange.records.candles.countDocuments(series)) === 3, {
    what: 'the candles of the trades',
  });
  const picture = await get(`${path}/price.png`);
  const page = await (await get(path)).text();
  expect(contentOf(page, 'og:title')).toBe(
    `${model.replaceAll('"', '&quot;')}: $0.39 per M tokens`,
  );
  expect(contentOf(page, 'og:image')).toBe(`${exchange.url()}${path}/price.png`);
  expect(page).toContain(`content="0; url=/#/market/${encodeURIComponent(model)}"`);
  expect(page).not.toContain('<script');

  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
  const png = Buffer.from(await picture.arrayBuffer());
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  expect([width, height].map(String)).toEqual([
    contentOf(page, 'og:image:width'),
    contentOf(page, 'og:image:height'),
  ]);
  const lines = pixelsOf(png, width);
  expect(lines).toHaveLength(height);
  const columns = Array.from({ length: width }, (_, x) =>
    lines.findIndex((line) => line[x] === LINE),
  ).filter((y) => y >= 0);
  expect(columns.length).toBeGreaterThan(width / 2);
  expect(columns).toEqual(columns.toSorted((one, other) => other - one));
  expect(columns[0]).toBeGreaterThan(columns.at(-1)!);
});

test("a stranger's words get no preview of their own", async () => {
  const page = await (await get('/share/Send%20your%20key%20to%20us')).text();
  expect(contentOf(page, 'og:title')).toBe('Tokenbook');
  expect(contentOf(page, 'og:image')).toBeNull();
  const words = page.replaceAll(encodeURIComponent('Send your key to us'), '');
  expect(words).not.toContain('Send');
  expect((await get('/share/Send%20your%20key%20to%20us/price.png')).status).toBe(404);
});
