import type { Command } from 'commander';
import { OPERATOR, contextOf, segment } from '../context';
import { printDone } from '../output';
import { quota } from '../quota';

interface CreateOptions {
  readonly label?: string;
  readonly chatQuota?: string;
  readonly kind?: string;
  readonly cap?: string;
  readonly capReset?: string;
  readonly model?: string[];
  readonly region?: string[];
  readonly expiresAt?: string;
}

export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description("buyers' API keys");

  keys
    .command('create <account_id>')
    .description('issue a key; it is shown once')
    .option('--label <text>', 'distinguishes the keys of an account')
    .option('--chat-quota <limit/seconds>', 'chat requests per window, such as 600/60')
    .option('--kind <kind>', 'inference, or manage: issues and changes the keys of the account')
    .option('--cap <usd>', 'what its requests may cost together')
    .option(
      '--cap-reset <period>',
      'the cap counts from zero again: daily, weekly or monthly (UTC)',
    )
    .option('--model <models...>', 'the only instruments that it may ask for')
    .option('--region <regions...>', 'the only regions that it may ask for')
    .option('--expires-at <time>', 'when it expires, RFC 3339')
    .action(async (id: string, options: CreateOptions, command: Command) => {
      const { client, output } = contextOf(command, 'operator');
      const answer = (await client.call('POST', `${OPERATOR}/accounts/${segment(id)}/keys`, {
        ...termsOf(options),
      })) as { key_id: string; buyer_key: string };
      printDone(output, answer, `key ${answer.key_id}, shown this once: ${answer.buyer_key}`);
    });

  keys
    .command('revoke <account_id> <key_id>')
    .description('revoke a key and the credentials of tickets that it issued; contracts stay')
    .action(async (id: string, keyId: string, _options: object, command: Command) => {
      const { client, output } = contextOf(command, 'operator');
      const path = `${OPERATOR}/accounts/${segment(id)}/keys/${segment(keyId)}`;
      printDone(
        output,
        await client.call('DELETE', path),
        `key ${keyId} and the ticket credentials that it issued are dead.`,
      );
    });
}

function termsOf({ chatQuota, cap, capReset, model, region, expiresAt, ...same }: CreateOptions) {
  return {
    ...(same.label === undefined ? {} : { label: same.label }),
    ...(same.kind === undefined ? {} : { kind: same.kind }),
    ...(cap === undefined ? {} : { limit: cap }),
    ...(capReset === undefined ? {} : { limit_reset: capReset }),
    ...(model === undefined ? {} : { models: model }),
    ...(region === undefined ? {} : { regions: region }),
    ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
    ...(chatQuota === undefined ? {} : { quotas: { chat: quota(chatQuota) } }),
  };
}
