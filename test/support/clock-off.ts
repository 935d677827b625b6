import { join } from 'node:path';

/** Environment of a process whose wall clock is shifted by this much. */
export function clockOff(offsetMs: number): NodeJS.ProcessEnv {
  return {
    NODE_OPTIONS: `--require ${join(__dirname, 'shifted-clock.cjs')}`,
    TEST_CLOCK_OFFSET_MS: String(offsetMs),
  };
}
