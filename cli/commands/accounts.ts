import type { Command } from 'commander';
import { OPERATOR, contextOf, pageQuery, segment, withPaging } from '../context';
import { printDone, printList, printRecord } from '../output';
import { type GivenPrice, PRICE_FORMS, priceIn } from '../prices';
import { addStatementCommand } from '../statement';

const CEILING = `default max_price, ${PRICE_FORMS}; without a unit per 1,000`;

interface AccountOptions {
  readonly name?: string;
  /** False removes the owner. */
  readonly owner?: string | false;
  readonly priceCeiling?: GivenPrice | false;
}

export function addAccountCommands(program: Command): void {
  const accounts = program.command('accounts').description('buyers and their money');

  accounts
    .command('create <name>')
    .description('open an account')
    .option('--owner <owner>', 'never matches asks of sellers of the same owner')
    .option('--price-ceiling <price>', CEILING, priceIn('perThousand'))
    .action(async (name: string, options: AccountOptions, command: Command) => {
      const { client, output } = contextOf(command, 'operator');
      const body = { name, ...changes(options) };
      const account = (await client.call('POST', `${OPERATOR}/accounts`, body)) as CreatedAccount;
      printRecord(output, account);
      if (account.price_ceiling === null) console.error(proposal(account.account_id));
    });

  withPaging(accounts.command('list').description('accounts, newest first')).action(
    async (options: object, command: Command) => {
      const { client, output } = contextOf(command, 'operator');
      const answer = await client.call('GET', `${OPERATOR}/accounts${pageQuery(options)}`);
      printList(output, answer, 'accounts', ['account_id', 'name', 'owner', 'price_ceiling']);
    },
  );

  accounts
    .command('show <account_id>')
    .description('an account with its balance and keys')
    .action(async (id: string, _options: object, command: Command) => {
      const { client, output } = contextOf(command, 'operator');
      printRecord(output, await client.call('GET', `${OPERATOR}/accounts/${segment(id)}`));
    });

  addStatementCommand(accounts, 'account');

  accounts
    .command('update <account_id>')
    .description('change an account')
    .option('--name <name>', 'another name')
    .option('--owner <owner>', 'never matches asks of sellers of the same owner')
    .option('--no-owner', 'remove the owner')
    .option('--price-ceiling <price>', CEILING, priceIn('perThousand'))
    .option('--no-price-ceiling', 'remove the ceiling')
    .action(async (id: string, _options: object, command: Command) => {
      const { client, output } = contextOf(command, 'operator');
      const body = changes(givenOptions(command));
      printRecord(output, await client.call('PATCH', `${OPERATOR}/accounts/${segment(id)}`, body));
    });

  accounts
    .command('deposit <account_id> <amount>')
    .description('deposit money, once per reference')
    .requiredOption('--reference <text>', 'names the payment; a repetition changes nothing')
    .action(
      async (
        id: string,
        amount: string,
        { reference }: { reference: string },
        command: Command,
      ) => {
        const { client, output } = contextOf(command, 'operator');
        const path = `${OPERATOR}/accounts/${segment(id)}/deposits`;
        const answer = (await client.call('POST', path, { amount, reference })) as {
          available: string;
        };
        printDone(output, answer, `${answer.available} USD are available now.`);
      },
    );
  addCorrectCommand(accounts);
}

interface CreatedAccount {
  readonly account_id: string;
  readonly price_ceiling: string | null;
}

function proposal(accountId: string): string {
  return [
    'No price ceiling: bids in the book can refuse requests of this account without max_price.',
    `Twice the list price is usual: tokenbook accounts update ${accountId} --price-ceiling 0.6/M`,
  ].join('\n');
}

interface CorrectOptions {
  readonly credit?: string;
  readonly debit?: string;
  readonly reference: string;
  readonly reason: string;
}

function addCorrectCommand(accounts: Command): void {
  accounts
    .command('correct <account_id>')
    .description('correct a balance by a new journal with a reason, once per reference')
    .option('--credit <amount>', 'amount to credit')
    .option('--debit <amount>', 'amount to debit, at most the available balance')
    .requiredOption('--reference <text>', 'names the correction; a repetition changes nothing')
    .requiredOption('--reason <text>', 'recorded in the journal and the statement')
    .action(async (id: string, options: CorrectOptions, command: Command) => {
      const { client, output } = contextOf(command, 'operator');
      const path = `${OPERATOR}/accounts/${segment(id)}/corrections`;
      const answer = (await client.call('POST', path, options)) as { available: string };
      printDone(output, answer, `${answer.available} USD are available now.`);
    });
}

/** Commander sets a default for every `--no-` option; only options that were typed count. */
function givenOptions(command: Command): AccountOptions {
  const entries = Object.entries(command.opts()).filter(
    ([name]) => command.getOptionValueSource(name) === 'cli',
  );
  return Object.fromEntries(entries);
}

function changes({ name, owner, priceCeiling }: AccountOptions): object {
  return {
    ...(name === undefined ? {} : { name }),
    ...(owner === undefined ? {} : { owner: owner === false ? null : owner }),
    ...(priceCeiling === undefined
      ? {}
      : { price_ceiling: priceCeiling === false ? null : priceCeiling.value }),
  };
}
