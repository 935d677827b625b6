import type { Command } from 'commander';
import { OPERATOR, contextOf, pageQuery, segment, withPaging } from '../context';
import { printDone, printList, printRecord } from '../output';
import { quota } from '../quota';
import { addStatementCommand } from '../statement';

interface SetOptions {
  readonly standing?: string;
  readonly reason?: string;
  /** False removes the owner. */
  readonly owner?: string | boolean;
  readonly asksQuota?: string | boolean;
  readonly capacityQuota?: string | boolean;
}

interface BannedSeller {
  readonly payable: string;
  readonly obligations: {
    readonly lots: number;
    readonly tokens: number;
    readonly buyers: number;
    readonly escrow: string;
  };
}

export function addSellerCommands(program: Command): void {
  const sellers = program.command('sellers').description('sellers and what they are owed');

  withPaging(sellers.command('list').description('sellers, newest first')).action(
    async (options: object, command: Command) => {
      const { client, output } = contextOf(command, 'operator');
      const answer = await client.call('GET', `${OPERATOR}/sellers${pageQuery(options)}`);
      printList(output, answer, 'sellers', ['seller_id', 'name', 'standing', 'endpoint_url']);
    },
  );

  sellers
    .command('show <seller_id>')
    .description('a seller with its quotas, standings and payable balance')
    .action(async (id: string, _options: object, command: Command) => {
      const { client, output } = contextOf(command, 'operator');
      printRecord(output, await client.call('GET', `${OPERATOR}/sellers/${segment(id)}`));
    });

  sellers
    .command('set <seller_id>')
    .description('change standing, owner or quotas; a suspension withdraws the asks')
    .option('--standing <standing>', 'Active, Probation, Suspended or Banned')
    .option('--reason <text>', 'required with a standing')
    .option('--owner <owner>', 'never matches buyers of the same owner')
    .option('--no-owner', 'remove the owner')
    .option('--asks-quota <limit/seconds>', 'asks and offers per window, such as 300/60')
    .option('--no-asks-quota', 'restore the default')
    .option('--capacity-quota <limit/seconds>', 'capacity reports per window')
    .option('--no-capacity-quota', 'restore the default')
    .action(setSeller);

  addRefundsCommand(sellers);

  sellers
    .command('judging')
    .description(
      'whether sellers are judged; judging pauses when unrelated sellers begin to fail together',
    )
    .action(async (_options: object, command: Command) => {
      const { client, output } = contextOf(command, 'operator');
      printRecord(output, await client.call('GET', `${OPERATOR}/judging`));
    });

  addStatementCommand(sellers, 'seller');

  sellers
    .command('payout <seller_id> <amount>')
    .description('record a payout to a seller, once per reference')
    .requiredOption('--reference <text>', 'names the payment; a repetition changes nothing')
    .action(
      async (
        id: string,
        amount: string,
        { reference }: { reference: string },
        command: Command,
      ) => {
        const { client, output } = contextOf(command, 'operator');
        const path = `${OPERATOR}/sellers/${segment(id)}/payouts`;
        const answer = (await client.call('POST', path, { amount, reference })) as {
          payable: string;
        };
        printDone(output, answer, `${answer.payable} USD are still owed.`);
      },
    );
}

async function setSeller(id: string, options: SetOptions, command: Command): Promise<void> {
  const { client, output } = contextOf(command, 'operator');
  const path = `${OPERATOR}/sellers/${segment(id)}`;
  const answer = await client.call('PATCH', path, changes(options));
  printRecord(output, answer);
  if (options.standing === 'Banned' && !output.json) printOpenLots(answer as BannedSeller);
}

/** A ban leaves what was sold ahead: its buyers can still draw on it. */
function printOpenLots({ payable, obligations }: BannedSeller): void {
  const { lots, tokens, buyers, escrow } = obligations;
  if (payable !== '0') console.error(`${payable} USD are owed to it.`);
  if (lots === 0) return;
  console.error(
    `It still owes ${tokens} tokens in ${lots} open lots of ${buyers} buyers, with ${escrow} USD in escrow; ` +
      'open_lots of its details names them. ' +
      'tokenbook lots void <lot_id> --reason <text> ends one with a refund.',
  );
}

function changes({ standing, reason, owner, asksQuota, capacityQuota }: SetOptions): object {
  const quotas = {
    ...quotaChange('asks', asksQuota),
    ...quotaChange('capacity', capacityQuota),
  };
  return {
    ...(standing === undefined ? {} : { standing }),
    ...(reason === undefined ? {} : { reason }),
    ...(typeof owner === 'string' ? { owner } : owner === false ? { owner: null } : {}),
    ...(Object.keys(quotas).length === 0 ? {} : { quotas }),
  };
}

function quotaChange(name: string, given: string | boolean | undefined): object {
  if (typeof given === 'string') return { [name]: quota(given) };
  return given === false ? { [name]: null } : {};
}

function addRefundsCommand(sellers: Command): void {
  withPaging(
    sellers
      .command('refunds <seller_id>')
      .description('lots of a seller whose tokens were refunded, with the reason'),
  ).action(async (id: string, options: object, command: Command) => {
    const { client, output } = contextOf(command, 'operator');
    const path = `${OPERATOR}/sellers/${segment(id)}/refunds${pageQuery(options)}`;
    printList(output, await client.call('GET', path), 'refunds', [
      'closed_at',
      'lot_id',
      'model_id',
      'refunded_tokens',
      'amount',
      'reason',
    ]);
  });
}
