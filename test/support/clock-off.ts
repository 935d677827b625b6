/** Processes of ours whose wall clock is wrong. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from './wait';

const SHIFTED = { NODE_OPTIONS: `--require ${join(__dirname, 'shifted-clock.cjs')}` };

/** Environment of a process whose wall clock is shifted by this much. */
export function clockOff(offsetMs: number): NodeJS.ProcessEnv {
  return { ...SHIFTED, TEST_CLOCK_OFFSET_MS: String(offsetMs) };
}

/** A wall clock of several processes that jumps while they run. */
export class JumpingClock {
  private constructor(private readonly file: string) {}

  /** @param folder for its files, which the caller removes */
  static async in(folder: string, name: string): Promise<JumpingClock> {
    const clock = new JumpingClock(join(folder, name));
    await writeFile(clock.file, '0');
    return clock;
  }

  get environment(): NodeJS.ProcessEnv {
    return { ...SHIFTED, TEST_CLOCK_FILE: this.file };
  }

  /** Returns when every process has this time. */
  async jump(offsetMs: number, ...pids: readonly number[]): Promise<void> {
    await writeFile(this.file, String(offsetMs));
    for (const pid of pids) {
      const seen = () => readFile(`${this.file}.${pid}`, 'utf8');
      await until(async () => (await seen()) === String(offsetMs), { what: 'the clock to jump' });
    }
  }
}
