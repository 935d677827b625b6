/** The `tokenbook` command line: the operator API (ACCESS-5) on a terminal. */
import { Command, CommanderError } from 'commander';
import { VERSION } from '../config/version';
import { pc } from './colours';
import { CommandError } from './client';
import { addAccountCommands } from './commands/accounts';
import { addBookCommands } from './commands/books';
import { addKeyCommands } from './commands/keys';
import { addOrderCommands } from './commands/orders';
import { addReconcileCommands } from './commands/reconcile';
import { addSellerCommands } from './commands/sellers';

/** Runs one command and sets the exit code of the process. */
export async function main(argv: readonly string[]): Promise<void> {
  const program = createProgram();
  try {
    await program.parseAsync([...argv]);
  } catch (err) {
    if (err instanceof CommanderError) {
      process.exitCode = err.exitCode; // help or its own message is printed already
      return;
    }
    if (!(err instanceof CommandError)) throw err;
    process.exitCode = 1;
    const { json } = program.opts<{ json?: boolean }>();
    if (json && err.body !== null) console.error(JSON.stringify(err.body, null, 2));
    else console.error(`${pc.red('error')} ${err.message}`);
  }
}

/** All commands; `npm run generate` writes their page from them. */
export function createProgram(): Command {
  const program = new Command('tokenbook')
    .description('Operates a Tokenbook exchange over the operator port of its gateway.')
    .option('--json', 'print the answer of the gateway as JSON')
    .option('--url <address>', 'operator port, such as http://127.0.0.1:8081')
    .version(VERSION, '--version', 'print the version')
    .exitOverride()
    .showHelpAfterError();
  addAccountCommands(program);
  addKeyCommands(program);
  addSellerCommands(program);
  addBookCommands(program);
  addOrderCommands(program);
  addReconcileCommands(program);
  return program;
}
