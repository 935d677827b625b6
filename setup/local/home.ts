import { chmod, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SetupError } from '../setup-error';
import {
  type ProcessIdentity,
  endProcesses,
  identify,
  isRunning,
  startedFrom,
} from './process-identity';

interface RunRecord {
  readonly supervisor: ProcessIdentity;
  readonly children: readonly ProcessIdentity[];
}

/**
 * The folder of local data, held by one supervisor at a time. Its `running.json` names the holder
 * and the processes it started; after a `kill -9` the next supervisor ends those first.
 */
export class Home {
  private children: ProcessIdentity[] = [];
  private writing: Promise<void> = Promise.resolve();

  private constructor(
    readonly folder: string,
    private readonly supervisor: ProcessIdentity,
  ) {}

  /** @throws SetupError when another supervisor holds the folder */
  static async take(folder: string): Promise<Home> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700); // an earlier release made it readable for others
    const supervisor = await identify(process.pid);
    if (!supervisor) throw new SetupError('The start time of this process cannot be read.');
    const home = new Home(folder, supervisor);
    if (await home.create()) return home;
    const earlier = await home.read();
    if (earlier && (await isRunning(earlier.supervisor))) {
      throw new SetupError(
        `Tokenbook already runs on ${folder} (process ${earlier.supervisor.pid}).`,
        `Stop it with "kill ${earlier.supervisor.pid}", or start another one with its own TOKENBOOK_HOME and ports.`,
      );
    }
    await endProcesses([...(earlier?.children ?? []), ...(await startedFrom(folder))]);
    await home.write();
    return home;
  }

  path(...names: string[]): string {
    return join(this.folder, ...names);
  }

  /** Records a started process for the next supervisor. */
  async remember(pid: number): Promise<void> {
    const identity = await identify(pid);
    if (!identity) return;
    this.children.push(identity);
    // On a full disk the record stays in memory, for the next one that is written; until then a child
    // is found by its environment.
    this.writing = this.writing.then(() => this.write()).catch(() => undefined);
    await this.writing;
  }

  async leave(): Promise<void> {
    await this.writing;
    await rm(this.file(), { force: true });
  }

  private file(): string {
    return this.path('running.json');
  }

  /** Whether the record is new; creation is atomic, so two supervisors cannot both create it. */
  private async create(): Promise<boolean> {
    try {
      const file = await open(this.file(), 'wx', 0o600);
      await file.writeFile(this.content());
      await file.close();
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    }
  }

  private async write(): Promise<void> {
    const partial = `${this.file()}.partial`;
    await writeFile(partial, this.content(), { mode: 0o600 });
    await rename(partial, this.file());
  }

  /** The earlier record; null when a crash left a partial one. */
  private async read(): Promise<RunRecord | null> {
    try {
      return JSON.parse(await readFile(this.file(), 'utf8')) as RunRecord;
    } catch {
      return null;
    }
  }

  private content(): string {
    const record: RunRecord = { supervisor: this.supervisor, children: this.children };
    return `${JSON.stringify(record, null, 2)}\n`;
  }
}
