import type { Command } from 'commander';
import type { Client } from '../client';
import { CommandError } from '../command-error';
import { OPERATOR, contextOf, queryOf, segment } from '../context';
import { type Output, printDone, printList } from '../output';
import { type GivenPrice, PRICE_FORMS, priceIn } from '../prices';
import { quota } from '../quota';
import { wholeNumber } from '../values';

const OWN = 'own';
const OWN_KEYS = '/market/v1/keys';
const GRACE_SECONDS_MAX = 7 * 86_400;
const COLUMNS = ['key_id', 'label', 'kind', 'cap', 'used', 'remaining', 'resets', 'ends'];

interface CreateOptions {
  readonly label?: string;
  readonly chatQuota?: string;
  readonly kind?: string;
  readonly cap?: string;
  readonly capReset?: string;
  readonly maxPrice?: GivenPrice;
  readonly model?: string[];
  readonly region?: string[];
  readonly expiresAt?: string;
}

interface Key {
  readonly key_id: string;
  readonly label: string | null;
  readonly kind: string;
  readonly limit: string | null;
  readonly limit_remaining: string | null;
  readonly limit_reset: string | null;
  readonly usage: string;
  readonly expires_at: string | null;
  readonly previous_expires_at: string | null;
  readonly revoked_at: string | null;
}

type IssuedKey = Key & { readonly buyer_key: string };

export function addKeyCommands(program: Command): void {
  const keys = program
    .command('keys')
    .description(
      "buyers' API keys. The account is an account's id, for the operator, or own: the account of a buyer key of kind manage",
    );

  keys
    .command('list <account>')
    .description('keys with their caps and what is used')
    .option('--revoked', 'with those that are revoked')
    .action(async (account: string, options: { revoked?: boolean }, command: Command) => {
      const { client, output } = contextFor(command, account);
      const all = await keysOf(client, account);
      const shown = options.revoked ? all : all.filter(({ revoked_at: at }) => at === null);
      printKeys(output, shown);
    });

  keys
    .command('create <account>')
    .description('issue a key; it is shown once')
    .option('--label <text>', 'distinguishes the keys of an account')
    .option('--chat-quota <limit/seconds>', 'chat requests per window, such as 600/60')
    .option('--kind <kind>', 'inference, or manage: issues and changes the keys of the account')
    .option('--cap <usd>', 'what its requests may cost together')
    .option(
      '--cap-reset <period>',
      'the cap counts from zero again: daily, weekly or monthly (UTC)',
    )
    .option(
      '--max-price <price>',
      `its highest price, with the unit: ${PRICE_FORMS}`,
      priceIn('perThousand'),
    )
    .option('--model <models...>', 'the only instruments that it may ask for')
    .option('--region <regions...>', 'the only regions that it may ask for')
    .option('--expires-at <time>', 'when it expires, RFC 3339')
    .action(async (account: string, options: CreateOptions, command: Command) => {
      const { client, output } = contextFor(command, account);
      const answer = await client.call('POST', keysPath(account), { ...termsOf(options) });
      printIssued(output, answer as IssuedKey);
    });

  keys
    .command('rotate <account> <key_id>')
    .description('replace the text of a key; the new one is shown once, its cap and use stay')
    .option(
      '--grace <seconds>',
      'how long the earlier text works too; a day, at most 7 days. 0 ends it at once',
      wholeNumber(0, GRACE_SECONDS_MAX),
    )
    .action(async (account: string, id: string, options: { grace?: number }, command: Command) => {
      const { client, output } = contextFor(command, account);
      const body = options.grace === undefined ? {} : { grace_seconds: options.grace };
      const path = `${keysPath(account)}/${segment(id)}/rotate`;
      printIssued(output, (await client.call('POST', path, body)) as IssuedKey);
    });

  keys
    .command('revoke <account> <key_id>')
    .description('revoke a key and the credentials of tickets that it issued; contracts stay')
    .action(async (account: string, keyId: string, _options: object, command: Command) => {
      const { client, output } = contextFor(command, account);
      printDone(
        output,
        await client.call('DELETE', `${keysPath(account)}/${segment(keyId)}`),
        `key ${keyId} and the ticket credentials that it issued are dead.`,
      );
    });
}

function contextFor(command: Command, account: string) {
  return contextOf(command, account === OWN ? 'buyer' : 'operator');
}

function keysPath(account: string): string {
  return account === OWN ? OWN_KEYS : `${OPERATOR}/accounts/${segment(account)}/keys`;
}

/** All of them, newest first. */
async function keysOf(client: Client, account: string): Promise<Key[]> {
  if (account !== OWN) {
    const answer = await client.call('GET', `${OPERATOR}/accounts/${segment(account)}`);
    const { keys } = answer as { keys: Key[] };
    return [...keys].sort((one, other) => (one.key_id < other.key_id ? 1 : -1));
  }
  const all: Key[] = [];
  for (let cursor: string | undefined, isLast = false; !isLast;) {
    const path = `${OWN_KEYS}${queryOf({ limit: '100', cursor })}`;
    const page = (await client.call('GET', path)) as { keys: Key[]; next_cursor: string | null };
    all.push(...page.keys);
    isLast = page.next_cursor === null;
    cursor = page.next_cursor ?? undefined;
  }
  return all;
}

function printKeys(output: Output, keys: readonly Key[]): void {
  const rows = keys.map((key) => ({
    ...key,
    cap: key.limit,
    used: key.usage,
    remaining: key.limit_remaining,
    resets: key.limit_reset,
    ends: key.revoked_at === null ? key.expires_at : 'revoked',
  }));
  printList(output, { keys: output.json ? keys : rows }, 'keys', COLUMNS);
}

function printIssued(output: Output, answer: IssuedKey): void {
  const { key_id: id, buyer_key: text, previous_expires_at: until } = answer;
  const earlier = until === null ? '' : `; the earlier text works until ${until}`;
  printDone(output, answer, `key ${id}, shown this once: ${text}${earlier}`);
}

function termsOf({
  chatQuota,
  cap,
  capReset,
  maxPrice,
  model,
  region,
  expiresAt,
  ...same
}: CreateOptions) {
  return {
    ...(same.label === undefined ? {} : { label: same.label }),
    ...(same.kind === undefined ? {} : { kind: same.kind }),
    ...(cap === undefined ? {} : { limit: cap }),
    ...(capReset === undefined ? {} : { limit_reset: capReset }),
    ...(maxPrice === undefined ? {} : { max_price: withUnit(maxPrice) }),
    ...(model === undefined ? {} : { models: model }),
    ...(region === undefined ? {} : { regions: region }),
    ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
    ...(chatQuota === undefined ? {} : { quotas: { chat: quota(chatQuota) } }),
  };
}

/** A key is for every instrument: no best ask says which unit was meant. @throws CommandError */
function withUnit({ value, bare }: GivenPrice): string {
  if (bare === null) return value;
  throw new CommandError(`--max-price ${bare} has no unit.`, {
    remedy: `Write ${bare}/M per million tokens, or ${bare}/k per 1,000.`,
  });
}
