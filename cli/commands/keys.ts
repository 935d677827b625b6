import type { Command } from 'commander';
import { OPERATOR, contextOf, segment } from '../context';
import { printDone } from '../output';
import { quota } from '../quota';

interface CreateOptions {
  readonly label?: string;
  readonly chatQuota?: string;
}

export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description("buyers' API keys");

  keys
    .command('create <account_id>')
    .description('issue a key; it is shown once')
    .option('--label <text>', 'distinguishes the keys of an account')
    .option('--chat-quota <limit/seconds>', 'chat requests per window, such as 600/60')
    .action(async (id: string, { label, chatQuota }: CreateOptions, command: Command) => {
      const { client, output } = contextOf(command, 'operator');
      const answer = (await client.call('POST', `${OPERATOR}/accounts/${segment(id)}/keys`, {
        ...(label === undefined ? {} : { label }),
        ...(chatQuota === undefined ? {} : { quotas: { chat: quota(chatQuota) } }),
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
