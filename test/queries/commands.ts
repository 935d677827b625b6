/** The concerns with which processes write and read in MongoDB, as the log of their driver tells them. */

/** Makes the driver of a process log its commands. */
export const LOGGED_COMMANDS = {
  MONGODB_LOG_COMMAND: 'debug',
  MONGODB_LOG_PATH: 'stderr',
  MONGODB_LOG_MAX_DOCUMENT_LENGTH: '1000000',
};

const WRITES = new Set(['insert', 'update', 'delete', 'findAndModify', 'bulkWrite']);

/** Commands by kind and collection, such as `insert journals`; a commit is one of no collection. */
export interface Concerns {
  /** Writes outside of transactions, and commits, that wait for the journals of a majority. */
  readonly confirmed: readonly string[];
  /** Those that wait for less. */
  readonly unconfirmed: readonly string[];
  /** The first command of a transaction that does not read one point in time. */
  readonly unfixed: readonly string[];
  /** Reads of what a majority has. */
  readonly durable: readonly string[];
}

/** @param outputs of processes that were started with `LOGGED_COMMANDS` */
export function concernsOf(outputs: readonly string[]): Concerns {
  return concernsOfCommands(outputs.flatMap((output) => output.split('\n').flatMap(readCommand)));
}

export function concernsOfCommands(commands: readonly Command[]): Concerns {
  const namesOf = (are: (command: Command) => boolean) =>
    [...new Set(commands.filter(are).map(nameOf))].sort();
  const isMajority = ({ readConcern }: Command) => readConcern?.level === 'majority';
  return {
    confirmed: namesOf((command) => isConfirmed(command) && isInJournals(command)),
    unconfirmed: namesOf((command) => isConfirmed(command) && !isInJournals(command)),
    unfixed: namesOf(
      ({ startTransaction, readConcern }) =>
        startTransaction === true && readConcern?.level !== 'snapshot',
    ),
    durable: namesOf(isMajority),
  };
}

/** As the driver sends it. */
export interface Command {
  readonly autocommit?: boolean;
  readonly startTransaction?: boolean;
  readonly writeConcern?: { readonly w?: unknown; readonly j?: boolean };
  readonly readConcern?: { readonly level?: string };
}

/** @returns nothing for other lines, and for a command of which the log has only a part */
function readCommand(line: string): Command[] {
  if (!line.includes("message: 'Command started'")) return [];
  const shown = / command: (['"`])(.*)\1 \}$/.exec(line)?.[2];
  return shown ? [JSON.parse(shown.replace(/\\(.)/g, '$1')) as Command] : [];
}

function nameOf(command: Command): string {
  const [kind, collection] = Object.entries(command)[0]!;
  return kind === 'commitTransaction' ? kind : `${kind} ${String(collection)}`;
}

function isConfirmed(command: Command): boolean {
  const [kind = ''] = Object.keys(command);
  return kind === 'commitTransaction' || (WRITES.has(kind) && command.autocommit !== false);
}

function isInJournals({ writeConcern }: Command): boolean {
  return writeConcern?.w === 'majority' && writeConcern.j === true;
}
