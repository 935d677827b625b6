/** A disk of some megabytes for the data of one server, which can be full, and have room again. Needs root. */
import { execFile } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Large pieces first, then whatever is left. */
const PIECES = [1024 * 1024, 4 * 1024].map((bytes) => Buffer.alloc(bytes, 1));

export class SmallDisk {
  private constructor(readonly folder: string) {}

  static async mount(megabytes: number): Promise<SmallDisk> {
    const folder = await mkdtemp(join(tmpdir(), 'tokenbook-disk-'));
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tokenbook', folder]);
    return new SmallDisk(folder);
  }

  private get ballast(): string {
    return join(this.folder, 'ballast');
  }

  /** Takes what is left of it. */
  async fill(): Promise<void> {
    const file = await open(this.ballast, 'a');
    try {
      for (const piece of PIECES) await writeUntilFull(file, piece);
    } finally {
      await file.close();
    }
  }

  async free(): Promise<void> {
    await rm(this.ballast, { force: true });
  }

  async unmount(): Promise<void> {
    await run('umount', ['--lazy', this.folder]);
    await rm(this.folder, { recursive: true, force: true });
  }
}

async function writeUntilFull(
  file: { write(piece: Buffer): Promise<unknown> },
  piece: Buffer,
): Promise<void> {
  for (;;) {
    try {
      await file.write(piece);
    } catch (err) {
      if ((err as NodeJS.ErrnoException).code === 'ENOSPC') return;
      throw err;
    }
  }
}
