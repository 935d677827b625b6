/** `seller check`: what the exchange would find in an endpoint, and what the endpoint can do. */
import type { Command } from 'commander';
import { portFor } from '../access';
import { CommandError } from '../command-error';
import { keyIn, optionsOf, outputOf } from '../context';
import { EXIT_CODES } from '../exit-codes';
import { checksTable, printJson } from '../output';
import { withProgress } from '../progress';
import { capabilitiesFromHere, checkFromHere } from '../seller-check/asking';
import { localSigner } from '../seller-check/local-signer';
import { Upstream } from '../seller-up/upstream';
import { declarationOf } from '../upstreams/declaration';
import { describe } from '../upstreams/self-description';
import { wholeNumber } from '../values';
import { canParseUrl } from '../../domain/can-parse-url';

interface CheckOptions {
  readonly model: string;
  readonly timeout: number;
  readonly keyFrom?: string;
}

export function addCheckCommand(seller: Command): void {
  seller
    .command('check <url>')
    .description(
      'ask an endpoint as the exchange would, say what to repair, what it can do, and what it would declare; exit code 1 if the exchange would not sell it. Beside a local exchange its requests are signed',
    )
    .requiredOption('--model <model>', 'a model that it serves')
    .option('--timeout <seconds>', 'how long an answer may take', wholeNumber(1, 600), 60)
    .option('--key-from <variable>', 'variable with the key of the endpoint, if it wants one')
    .action(async (url: string, { model, timeout, keyFrom }: CheckOptions, command: Command) => {
      if (!canParseUrl(url)) {
        throw new CommandError(
          `${url} is not an address; write one such as http://127.0.0.1:9200/v1.`,
        );
      }
      const isLocal = isLoopback(portFor('anyone', process.env, optionsOf(command)).url);
      const signer = isLocal ? localSigner(process.env) : null;
      const key = keyFrom === undefined ? undefined : keyIn(keyFrom);
      const endpoint = { url, model, signer, key, timeoutMs: timeout * 1_000 };
      const checks = await withProgress(`asking ${url}`, checkFromHere(endpoint, isLocal));
      const answers = checks.find(({ check }) => check === 'answers');
      const canAnswer = answers?.status === 'ok' || answers?.status === 'warn';
      const capabilities = canAnswer
        ? await withProgress('asking what it can do', capabilitiesFromHere(endpoint))
        : [];
      const declaration = canAnswer
        ? declarationOf(model, await describe(new Upstream({ url, model, key })), capabilities)
        : null;
      if (checks.some(({ status }) => status === 'fail')) process.exitCode = EXIT_CODES.failed.code;
      if (outputOf(command).json) {
        return printJson({ endpoint_url: url, checks, capabilities, declaration });
      }
      console.log(checksTable(checks));
      if (declaration) {
        console.log(`\nWhat it can do:\n${checksTable(capabilities)}`);
        console.log('\nIn "models" of its registration it would declare:');
        console.log(`[${JSON.stringify(declaration)}]`);
      }
    });
}

/** An exchange on this machine accepts endpoints on this machine. */
export function isLoopback(url: string): boolean {
  return /^(?:localhost|127\.|\[::1\])/.test(new URL(url).hostname);
}
