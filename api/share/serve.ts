/**
 * The address by which an instrument is passed on: programs for messages read its title and its picture there,
 * and a browser continues to the console, whose own addresses no server sees.
 */
import type { Router } from 'express';
import type { Catalog } from '../../config/catalog';
import { fail } from '../../domain/errors';
import { formatPrice, parsePrice } from '../../domain/money';
import { singleFlightCache } from '../../fairness/single-flight-cache';
import { readCandles } from '../../records/queries/read-candles';
import type { Records } from '../../records/connect';
import { type AddressSettings, addressesInUse } from '../docs/address-in-use';
import { html } from '../docs/html';
import { servePage } from '../middleware/routes';
import { HEIGHT, WIDTH, pricePicture } from './price-picture';

const HOURS = 48;
const FRESH_MS = 60_000;
const INSTRUMENTS_REMEMBERED = 200;
const CACHE_CONTROL = 'public, max-age=60';
const POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const ABOUT = 'Sellers of the same model compete on price. Any OpenAI client can buy.';

interface ShareDeps {
  readonly records: Pick<Records, 'candles'>;
  readonly catalog: Catalog;
  readonly settings: AddressSettings;
}

interface Shared {
  /** Null for what nobody lists and nobody has traded: a stranger's words get no page of ours. */
  readonly title: string | null;
  readonly picture: Buffer | null;
}

export function serveShare(router: Pick<Router, 'route'>, deps: ShareDeps): void {
  const known = singleFlightCache<Shared>(INSTRUMENTS_REMEMBERED, FRESH_MS);
  const sharedOf = (modelId: string) =>
    known.forceFetch(modelId, { context: () => makeShared(deps, modelId) });
  servePage(router, '/share/:model', async (req, res) => {
    const model = encodeURIComponent(req.params['model'] as string);
    const { title, picture } = await sharedOf(req.params['model'] as string);
    const { own } = addressesInUse(req, 'public', deps.settings);
    res.set({ 'Content-Security-Policy': POLICY, 'Cache-Control': CACHE_CONTROL }).vary('Host');
    res.type('html').send(
      page({
        title: title ?? 'Tokenbook',
        address: `${own}/share/${model}`,
        console: `/#/market/${model}`,
        picture: picture && `${own}/share/${model}/price.png`,
      }),
    );
  });
  servePage(router, '/share/:model/price.png', async (req, res) => {
    const { picture } = await sharedOf(req.params['model'] as string);
    if (!picture) throw fail('not_found', { message: 'This instrument has no price to show.' });
    res.set('Cache-Control', CACHE_CONTROL).type('png').send(picture);
  });
}

async function makeShared({ records, catalog }: ShareDeps, modelId: string): Promise<Shared> {
  const rows = await readCandles(records.candles, {
    book: { modelId, tenor: 'spot' },
    region: 'any',
    interval: '1h',
    from: null,
    to: null,
    limit: HOURS,
  });
  const closesScale8 = rows.map((row) => {
    const { close } = JSON.parse(row) as { close: string };
    return parsePrice(close, 'perThousand', 'close');
  });
  const listed = catalog.instrument(modelId);
  const name = listed?.name ?? modelId;
  const newest = closesScale8.at(-1);
  if (newest === undefined) return { title: listed ? name : null, picture: null };
  const price = `$${formatPrice(newest, 'perMillion')} per M`;
  return {
    title: `${name}: ${price} tokens`,
    picture: pricePicture({ name, price, closesScale8 }),
  };
}

interface PageProps {
  readonly title: string;
  readonly address: string;
  /** Where a browser continues. */
  readonly console: string;
  readonly picture: string | null;
}

function page({ title, address, console, picture }: PageProps): string {
  const meta = (property: string, content: string | number) =>
    html`<meta property="${property}" content="${content}" />`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
        <meta name="description" content="${ABOUT}" />
        <meta http-equiv="refresh" content="0; url=${console}" />
        ${meta('og:type', 'website')} ${meta('og:site_name', 'Tokenbook')}
        ${meta('og:title', title)} ${meta('og:description', ABOUT)} ${meta('og:url', address)}
        ${
          picture === null
            ? ''
            : [
                meta('og:image', picture),
                meta('og:image:width', WIDTH),
                meta('og:image:height', HEIGHT),
                html`<meta name="twitter:card" content="summary_large_image" />`,
              ]
        }
      </head>
      <body>
        <a href="${console}">${title}</a>
      </body>
    </html>`.text;
}
