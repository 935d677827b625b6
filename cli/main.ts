/** The `tokenbook` command line: an exchange on a terminal, for buyers, sellers and operators. */
import { Command, CommanderError } from 'commander';
import { VERSION } from '../config/version';
import { errorColours } from './colours';
import { readEnvFile } from '../config/env-file';
import { CommandError } from './command-error';
import { addAccountCommands } from './commands/accounts';
import { addAuditCommands } from './commands/audit';
import { addBookCommands } from './commands/books';
import { addChatCommand } from './commands/chat';
import { addCompletionCommand } from './commands/completion';
import { addContractCommands } from './commands/contracts';
import { addDoctorCommand } from './commands/doctor';
import { addKeyCommands } from './commands/keys';
import { addLedgerCommands } from './commands/ledger';
import { addLotCommands } from './commands/lots';
import { addMarketCommands } from './commands/market';
import { addOfferCommands } from './commands/offers';
import { addOrderCommands } from './commands/orders';
import { addProfileCommands } from './commands/profiles';
import { addReconcileCommands } from './commands/reconcile';
import { addOwnSellerCommands } from './commands/seller';
import { addRefusalsCommand } from './commands/refusals';
import { addSearchCommand } from './commands/search';
import { addSecretsCommands } from './commands/secrets';
import { addSellerCommands } from './commands/sellers';
import { addTicketCommands } from './commands/tickets';
import { addVerifyCommand } from './commands/verify';
import { EXIT_CODES } from './exit-codes';

/**
 * Runs one command and sets the exit code of the process.
 * @param envFile `.env` of the installation: settings of its own exchange, not of a named profile
 */
export async function main(argv: readonly string[], envFile?: string): Promise<void> {
  endWithReader();
  const namesProfile =
    process.env['TOKENBOOK_PROFILE'] || argv.some((word) => /^--profile(?:=|$)/.test(word));
  const program = createProgram();
  try {
    if (envFile && !namesProfile) readSettings(envFile);
    await program.parseAsync([...argv]);
  } catch (err) {
    if (err instanceof CommanderError) {
      // Help or its own message is printed already.
      process.exitCode = err.exitCode === 0 ? EXIT_CODES.ok.code : EXIT_CODES.usage.code;
      return;
    }
    if (!(err instanceof CommandError)) throw err;
    process.exitCode = err.exitCode;
    const { json } = program.opts<{ json?: boolean }>();
    if (json) return console.error(JSON.stringify(err.toJson(), null, 2));
    console.error(`${errorColours.red('error')} ${err.message}`);
    if (err.remedy) console.error(`      ${err.remedy}`);
  }
}

/** @throws CommandError when the file is not UTF-8 */
function readSettings(envFile: string): void {
  try {
    readEnvFile(envFile, process.env);
  } catch (err) {
    throw new CommandError((err as Error).message);
  }
}

/** `tokenbook ... | head` ends the reader first: then nobody wants the rest. */
function endWithReader(): void {
  process.stdout.on('error', (err: NodeJS.ErrnoException) => {
    if (err.code === 'EPIPE') process.exit();
    throw err;
  });
}

/** All commands; `npm run generate` writes their page from them. */
export function createProgram(): Command {
  const program = new Command('tokenbook')
    .description('A Tokenbook exchange on the terminal: its market, buying, selling, operating.')
    .option('--json', 'print JSON: one document, or one per line for what goes on')
    .option('--url <address>', "gateway; for operators' commands its operator port")
    .option('--profile <name>', 'addresses and keys that "tokenbook login" stored')
    .version(VERSION, '--version', 'print the version')
    .exitOverride()
    .showHelpAfterError();
  addMarketCommands(program);
  addChatCommand(program);
  addOrderCommands(program);
  addContractCommands(program);
  addTicketCommands(program);
  addOfferCommands(program);
  addOwnSellerCommands(program);
  addAccountCommands(program);
  addKeyCommands(program);
  addSellerCommands(program);
  addLotCommands(program);
  addBookCommands(program);
  addReconcileCommands(program);
  addLedgerCommands(program);
  addVerifyCommand(program);
  addSecretsCommands(program);
  addAuditCommands(program);
  addSearchCommand(program);
  addRefusalsCommand(program);
  addDoctorCommand(program);
  addProfileCommands(program);
  addCompletionCommand(program);
  return program;
}
