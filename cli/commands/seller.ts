/** `seller`: an own endpoint. */
import type { Command } from 'commander';
import { hasKey, portFor } from '../access';
import { CommandError } from '../command-error';
import { optionsOf, outputOf } from '../context';
import { untilInterrupted } from '../interruption';
import { chosenKey } from '../seller-up/seller-key';
import { type Seller, sell } from '../seller-up/up';
import { wholeNumber } from '../values';
import { type GivenPrice, PRICE_FORMS, priceIn } from '../prices';
import { addCheckCommand, isLoopback } from './seller-check';
import { addImportCommand } from './seller-import';
import { canParseUrl } from '../../domain/can-parse-url';

export function addOwnSellerCommands(program: Command): void {
  const seller = program
    .command('seller')
    .description('an own endpoint, before and while it sells');
  addCheckCommand(seller);
  addUpCommand(seller);
  addImportCommand(seller);
}

interface UpOptions {
  readonly upstream: string;
  readonly model: string;
  readonly price: GivenPrice;
  readonly upstreamModel?: string;
  readonly region: string;
  readonly slots?: number;
  readonly tokensPerSecond: number;
  readonly offerSeconds: number;
  readonly contextWindow?: number;
  readonly host: string;
  readonly port: number;
  readonly publicUrl?: string;
  readonly name: string;
}

const SLOTS_MAX = 1_000;
const TOKENS_PER_SECOND_MAX = 100_000;
const CONTEXT_TOKENS_MAX = 100_000_000;

function addUpCommand(seller: Command): void {
  seller
    .command('up')
    .description(
      'sell a server that speaks the OpenAI API: an endpoint in front of it that verifies signatures and honours idempotency keys, its registration, its check, and a standing offer until Ctrl-C. UPSTREAM_KEY is the key of the server, if it needs one',
    )
    .requiredOption('--upstream <url>', 'the server, such as http://127.0.0.1:8000')
    .requiredOption('--model <model>', 'instrument to sell')
    .requiredOption(
      '--price <price>',
      `price, ${PRICE_FORMS}; without a unit per million`,
      priceIn('perMillion'),
    )
    .option(
      '--upstream-model <name>',
      "the server's own name of the model; the instrument by default",
    )
    .option('--region <region>', 'where the server runs', 'global')
    .option(
      '--slots <count>',
      'requests at a time; what its server says by default, else 4',
      wholeNumber(1, SLOTS_MAX),
    )
    .option(
      '--tokens-per-second <count>',
      'what one slot generates; sizes the offers',
      wholeNumber(1, TOKENS_PER_SECOND_MAX),
      50,
    )
    .option('--offer-seconds <count>', 'how long an offer is valid', wholeNumber(10, 86_400), 60)
    .option(
      '--context-window <tokens>',
      'the longest prompt and answer together, for which an offer has room; what its server or the exchange says by default',
      wholeNumber(1, CONTEXT_TOKENS_MAX),
    )
    .option('--host <address>', 'where the endpoint listens', '127.0.0.1')
    .option('--port <port>', 'where the endpoint listens', wholeNumber(1, 65_535), 9_110)
    .option('--public-url <url>', 'address of the endpoint as the exchange reaches it; ends in /v1')
    .option('--name <name>', 'name of the seller', 'Tokenbook seller')
    .action(async (options: UpOptions, command: Command) => {
      await sell(sellerOf(options, command), untilInterrupted());
    });
}

function sellerOf(options: UpOptions, command: Command): Seller {
  const access = optionsOf(command);
  const given = hasKey('seller', process.env, access)
    ? portFor('seller', process.env, access)
    : undefined;
  const exchange = given ? { ...given, headers: {} } : portFor('anyone', process.env, access);
  const {
    upstream,
    upstreamModel,
    slots,
    contextWindow,
    publicUrl,
    name,
    host,
    port,
    price,
    ...terms
  } = options;
  if (!canParseUrl(upstream)) {
    throw new CommandError(
      `${upstream} is not an address; write one such as http://127.0.0.1:8000.`,
    );
  }
  const sellerKey = given?.headers['x-seller-api-key'];
  const key = process.env['UPSTREAM_KEY'] || undefined;
  const { json } = outputOf(command);
  return {
    name,
    exchange,
    host,
    port,
    terms: {
      ...terms,
      price: price.value,
    },
    upstream: {
      url: upstream,
      model: upstreamModel ?? options.model,
      key,
    },
    slots: slots ?? null,
    contextTokens: contextWindow ?? null,
    publicUrl: publicUrl ?? null,
    isLocal: isLoopback(exchange.url),
    keyFor: (endpoint) => sellerKey ?? chosenKey(process.env, exchange.url, endpoint).key,
    say: (line) =>
      console.log(
        json
          ? JSON.stringify({
              at: new Date().toISOString(),
              said: line,
            })
          : line,
      ),
  };
}
