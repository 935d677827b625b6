/** `seller import`: registers and offers what a provider's document says. */
import type { Command } from 'commander';
import { withoutTrailing } from '../../domain/trailing';
import { hasKey, portFor } from '../access';
import { Client, reasonOf } from '../client';
import { CommandError } from '../command-error';
import { confirm } from '../confirmation';
import { keyIn, optionsOf, outputOf } from '../context';
import { plainTable, printDone, printJson } from '../output';
import {
  type Imported,
  type ProviderDocument,
  readProviderDocument,
} from '../seller-import/provider-document';
import { chosenKey } from '../seller-up/seller-key';
import { declarationText } from '../upstreams/declaration';
import { wholeNumber } from '../values';
import { canParseUrl } from '../../domain/can-parse-url';

interface ImportOptions {
  readonly endpoint?: string;
  readonly name: string;
  readonly region: string;
  readonly as: ReadonlyMap<string, string>;
  readonly only?: readonly string[];
  readonly promptPercent?: number;
  readonly quantity: number;
  readonly offerSeconds: number;
  readonly keyFrom?: string;
  readonly yes?: boolean;
}

const TIMEOUT_MS = 30_000;
const TOKENS_MAX = 1_000_000_000_000;

export function addImportCommand(seller: Command): void {
  seller
    .command('import <url>')
    .description(
      "read a provider's document in the form of OpenRouter (its /models), show what it would register and offer, and do so after a confirmation. Offers end after --offer-seconds: repeat the command for new ones",
    )
    .option(
      '--endpoint <url>',
      'address of the endpoint; that of the document without /models by default',
    )
    .option('--name <name>', 'name of the seller', 'Tokenbook seller')
    .option('--region <region>', 'where the endpoint is', 'global')
    .option(
      '--as <id=instrument>',
      'sell a model as an instrument; repeat it for others',
      asMap,
      new Map(),
    )
    .option('--only <id...>', 'these models only, by their ids in the document')
    .option(
      '--prompt-percent <count>',
      'share of the prompt in the tokens of a usual request, which weighs both prices; without it the dearer one is asked',
      wholeNumber(0, 100),
    )
    .option('--quantity <tokens>', 'of each offer', wholeNumber(1, TOKENS_MAX), 10_000_000)
    .option('--offer-seconds <count>', 'how long an offer is valid', wholeNumber(10, 86_400), 3_600)
    .option('--key-from <variable>', 'variable with the key of the endpoint, if it wants one')
    .option('--yes', 'do not ask')
    .action(async (url: string, options: ImportOptions, command: Command) => {
      const output = outputOf(command);
      const key = options.keyFrom === undefined ? undefined : keyIn(options.keyFrom);
      const { models, skipped } = await documentAt(url, options, key);
      const endpoint = options.endpoint ?? baseOf(url);
      const wanted = models.filter(({ declaration }) => isWanted(declaration, options));
      if (wanted.length === 0) throw new CommandError('The document has no model to sell.');
      if (!output.json) {
        console.log(tableOf(wanted));
        for (const { id, reason } of skipped) console.log(`skipped ${id}: ${reason}`);
        console.log(`endpoint ${endpoint}, region ${options.region}${whereabouts(wanted)}`);
        console.log(
          `each is offered with ${options.quantity} tokens for ${options.offerSeconds} s`,
        );
      }
      await confirm('Register and offer this?', options);
      const sold = await sell(endpoint, wanted, options, key, command);
      if (output.json) return printJson({ ...sold, models: wanted, skipped });
      printDone(output, sold, `${sold.seller_id} offers ${sold.offers.length} models.`);
    });
}

async function documentAt(
  url: string,
  { as, promptPercent }: ImportOptions,
  key: string | undefined,
): Promise<ProviderDocument> {
  if (!canParseUrl(url)) {
    throw new CommandError(`${url} is not an address; write one such as https://host/v1/models.`);
  }
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const answer = await fetch(url, { headers, redirect: 'error', signal }).catch((err: unknown) => {
    throw new CommandError(`${url} cannot be read (${reasonOf(err)}).`, { exit: 'unreachable' });
  });
  if (!answer.ok) {
    throw new CommandError(`${url} answers ${answer.status}.`, {
      exit: 'failed',
      remedy: 'If it wants a key, name its variable: --key-from <variable>.',
    });
  }
  const document = readProviderDocument(
    await answer.json().catch(() => null),
    as,
    promptPercent ?? null,
  );
  if (document) return document;
  throw new CommandError(`${url} is no provider document: it has no list "data".`, {
    exit: 'failed',
    remedy: 'docs/guides/sell.md shows one.',
  });
}

function isWanted(
  { model, upstream_model: id = model }: Imported['declaration'],
  { only }: ImportOptions,
): boolean {
  return only === undefined || only.includes(id);
}

async function sell(
  endpoint: string,
  models: readonly Imported[],
  { name, region, quantity, offerSeconds }: ImportOptions,
  key: string | undefined,
  command: Command,
): Promise<{ readonly seller_id: string; readonly offers: readonly unknown[] }> {
  const access = optionsOf(command);
  const given = hasKey('seller', process.env, access)
    ? portFor('seller', process.env, access)
    : null;
  const exchange = given ?? portFor('anyone', process.env, access);
  const apiKey =
    given?.headers['x-seller-api-key'] ?? chosenKey(process.env, exchange.url, endpoint).key;
  const { seller_id: sellerId } = (await new Client({ ...exchange, headers: {} }).call(
    'POST',
    '/seller/v1/register',
    {
      name,
      endpoint_url: endpoint,
      api_key: apiKey,
      regions: [region],
      supported_models: models.map(({ declaration }) => declaration.model),
      models: models.map(({ declaration }) => declaration),
      ...(key === undefined ? {} : { upstream_authorization: `Bearer ${key}` }),
    },
  )) as { seller_id: string };
  const client = new Client({ ...exchange, headers: { 'x-seller-api-key': apiKey } });
  const offers = [];
  for (const { declaration, price } of models) {
    if (price === null) continue;
    offers.push(
      await client.call('POST', '/seller/v1/offers', {
        model: declaration.model,
        region,
        price_per_million_tokens: price,
        quantity_tokens: quantity,
        valid_for_seconds: offerSeconds,
      }),
    );
  }
  return { seller_id: sellerId, offers };
}

function tableOf(models: readonly Imported[]): string {
  const table = plainTable(['instrument', 'USD per 1M', 'declares'], ['left', 'right', 'left']);
  for (const { declaration, price } of models) {
    const said = declarationText(declaration).replaceAll('; ', '\n');
    table.push([declaration.model, price ?? 'no price: no offer', said]);
  }
  return table.toString();
}

function whereabouts(models: readonly Imported[]): string {
  const countries = [...new Set(models.flatMap((model) => model.countries))];
  return countries.length === 0 ? '' : ` (its datacenters: ${countries.join(', ')})`;
}

/** The base of a document's address, which ends with `/models`. */
function baseOf(url: string): string {
  const path = withoutTrailing(url.split('?', 1)[0]!, '/');
  return path.endsWith('/models') ? path.slice(0, -'/models'.length) : url;
}

function asMap(given: string, known: ReadonlyMap<string, string>): Map<string, string> {
  const [id, instrument] = given.split('=', 2);
  if (!id || !instrument) throw new CommandError(`--as ${given}: write id=instrument.`);
  return new Map([...known, [id, instrument]]);
}
