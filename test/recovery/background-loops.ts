/** The loops that work in the background, read from where the processes and the maintenance begin them. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');
const PROCESSES = join(ROOT, 'processes');
const MAINTENANCE = join(ROOT, 'exchange', 'maintenance', 'maintenance.ts');

/** `<file> <name>` of all that a process starts, and the steps of a run of maintenance. */
export function backgroundLoops(): string[] {
  const started = readdirSync(PROCESSES)
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => namesIn(join(PROCESSES, file), /\b(\w+)\.start\(\)/g));
  return [...started, ...namesIn(MAINTENANCE, /this\.late\('([^']+)'\)/g)].toSorted();
}

function namesIn(file: string, pattern: RegExp): string[] {
  const [name] = file.split('/').slice(-1);
  return [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, of]) => `${name} ${of}`);
}
