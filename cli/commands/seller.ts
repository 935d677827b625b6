/** `seller`: an own endpoint. */
import type { Command } from 'commander';
import { hasKey, portFor } from '../access';
import { CommandError } from '../command-error';
import { optionsOf, outputOf } from '../context';
import { EXIT_CODES } from '../exit-codes';
import { untilInterrupted } from '../interruption';
import { checksTable, printJson } from '../output';
import { withProgress } from '../progress';
import { checkFromHere } from '../seller-check/asking';
import { localSigner } from '../seller-check/local-signer';
import { chosenKey } from '../seller-up/seller-key';
import { type Seller, sell } from '../seller-up/up';
import { wholeNumber } from '../values';

interface CheckOptions {
  readonly model: string;
  readonly timeout: number;
}

export function addOwnSellerCommands(program: Command): void {
  const seller = program
    .command('seller')
    .description('an own endpoint, before and while it sells');

  seller
    .command('check <url>')
    .description(
      'ask an endpoint as the exchange would, and say what to repair; exit code 1 unless all holds. Beside a local exchange its requests are signed',
    )
    .requiredOption('--model <model>', 'a model that it serves')
    .option('--timeout <seconds>', 'how long an answer may take', wholeNumber(1, 600), 60)
    .action(async (url: string, { model, timeout }: CheckOptions, command: Command) => {
      if (!URL.canParse(url)) {
        throw new CommandError(
          `${url} is not an address; write one such as http://127.0.0.1:9200/v1.`,
        );
      }
      const isLocal = isLoopback(portFor('anyone', process.env, optionsOf(command)).url);
      const signer = isLocal ? localSigner(process.env) : null;
      const endpoint = { url, model, signer, timeoutMs: timeout * 1_000 };
      const checks = await withProgress(`asking ${url}`, checkFromHere(endpoint, isLocal));
      if (checks.some(({ status }) => status === 'fail')) process.exitCode = EXIT_CODES.failed.code;
      if (outputOf(command).json) return printJson({ endpoint_url: url, checks });
      console.log(checksTable(checks));
    });
  addUpCommand(seller);
}

interface UpOptions {
  readonly upstream: string;
  readonly model: string;
  readonly price: string;
  readonly upstreamModel?: string;
  readonly region: string;
  readonly slots: number;
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
      'sell a server that speaks the OpenAI API: an endpoint in front of it that verifies signatures and honours idempotency keys, its registration, its check, and offers of its free slots until Ctrl-C. UPSTREAM_KEY is the key of the server, if it needs one',
    )
    .requiredOption('--upstream <url>', 'the server, such as http://127.0.0.1:8000')
    .requiredOption('--model <model>', 'instrument to sell')
    .requiredOption('--price <price>', 'USD per 1,000,000 tokens')
    .option(
      '--upstream-model <name>',
      "the server's own name of the model; the instrument by default",
    )
    .option('--region <region>', 'where the server runs', 'global')
    .option('--slots <count>', 'requests at a time', wholeNumber(1, SLOTS_MAX), 4)
    .option(
      '--tokens-per-second <count>',
      'what one slot generates; sizes the offers',
      wholeNumber(1, TOKENS_PER_SECOND_MAX),
      50,
    )
    .option('--offer-seconds <count>', 'how long an offer is valid', wholeNumber(10, 86_400), 60)
    .option(
      '--context-window <tokens>',
      'the longest prompt and answer together, for which an offer has room; what is known of the instrument by default',
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
  const { upstream, upstreamModel, contextWindow, publicUrl, name, host, port, ...terms } = options;
  if (!URL.canParse(upstream)) {
    throw new CommandError(
      `${upstream} is not an address; write one such as http://127.0.0.1:8000.`,
    );
  }
  const sellerKey = given?.headers['x-seller-api-key'];
  const key = process.env['UPSTREAM_KEY'] || undefined;
  const { json } = outputOf(command);
  return {
    ...{ name, terms, exchange, host, port },
    upstream: { url: upstream, model: upstreamModel ?? options.model, key },
    contextTokens: contextWindow ?? null,
    publicUrl: publicUrl ?? null,
    isLocal: isLoopback(exchange.url),
    keyFor: (endpoint) => sellerKey ?? chosenKey(process.env, exchange.url, endpoint).key,
    say: (line) =>
      console.log(json ? JSON.stringify({ at: new Date().toISOString(), said: line }) : line),
  };
}

/** An exchange on this machine accepts endpoints on this machine. */
function isLoopback(url: string): boolean {
  return /^(?:localhost|127\.|\[::1\])/.test(new URL(url).hostname);
}
