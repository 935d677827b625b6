import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Command } from 'commander';
import type { Connection } from 'mongoose';
import { VERSION } from '../../config/version';
import type { BackupEnd, BackupHeader } from '../../records/backup/format';
import { CommandError } from '../command-error';
import { outputOf } from '../context';
import { printDone } from '../output';
import { withProgress } from '../progress';

/** Fast: a backup has to be read in the time for which MongoDB keeps its moment. */
const GZIP = { level: 1 } as const;
const ONLY_OWNER = 0o600;

interface Backup {
  readonly header: BackupHeader;
  readonly end: Omit<BackupEnd, 'sha256'>;
}

export function addBackupCommands(program: Command): void {
  program
    .command('backup <file>')
    .description(
      'write all records of the database of this folder, read at one moment, to a new file; nothing has to be stopped',
    )
    .action(async (file: string, _options: object, command: Command) => {
      const backup = await withProgress('writing the backup', withConnection(write(file)));
      report(command, backup, `in ${file}, ${await megabytesOf(file)} MB`);
    });

  program
    .command('restore <file>')
    .description(
      'write a backup into the database of this folder, which must be empty; start the processes afterwards',
    )
    .action(async (file: string, _options: object, command: Command) => {
      const { restoreBackup } = await import('../../records/backup/restore-backup.js');
      const restored = withConnection((connection) => restoreBackup(connection, file));
      report(command, await withProgress('restoring the backup', restored), 'restored');
    });
}

/** An existing file is never replaced; an unfinished one is removed. */
function write(file: string) {
  return async (connection: Connection): Promise<Backup> => {
    const { takeBackup } = await import('../../records/backup/take-backup.js');
    const target = createWriteStream(file, { flags: 'wx', mode: ONLY_OWNER, flush: true });
    await new Promise<void>((resolve, reject) => {
      target.once('open', () => resolve());
      target.once('error', (err) => reject(new CommandError(err.message)));
    });
    let backup: Backup | null = null;
    const bytes = takeBackup(connection, VERSION, (header, end) => (backup = { header, end }));
    try {
      await pipeline(Readable.from(bytes), createGzip(GZIP), target);
    } catch (err) {
      await rm(file, { force: true });
      throw err;
    }
    return backup!;
  };
}

async function withConnection<T>(use: (connection: Connection) => Promise<T>): Promise<T> {
  const { openDatabase } = await import('../database.js');
  const connection = await openDatabase();
  try {
    return await use(connection);
  } catch (err) {
    const { name, message } = err as Error;
    if (name !== 'BackupError') throw err;
    const remedy = 'docs/operate/backup.md explains what to do.';
    throw new CommandError(message, { exit: 'failed', remedy });
  } finally {
    await connection.close();
  }
}

function report(command: Command, { header, end }: Backup, where: string): void {
  const { at, release, database, collections } = header;
  const records = Object.values(end.counts).reduce((sum, count) => sum + count, 0);
  const answer = {
    ...{ at: at.toISOString(), release, database },
    ...{ collections: collections.length, records, chained: end.chained },
  };
  const said = `${records} records of ${collections.length} collections as of ${answer.at}, ${where}`;
  printDone(outputOf(command), answer, said);
  if (!outputOf(command).json && end.chained) {
    console.log(`newest digest: ${end.chained.day}=${end.chained.digest}`);
  }
}

async function megabytesOf(file: string): Promise<string> {
  return ((await stat(file)).size / 1e6).toFixed(1);
}
