/** The programs of `docs/quick-starts.md`: those that the tests run. */
import { readFileSync } from 'node:fs';
import { pageWith } from './block';

const PROGRAMS = {
  curl: ['bash', 'quick-start.sh'],
  Node: ['js', 'quick-start.mjs'],
  Python: ['python', 'quick_start.py'],
  Go: ['go', 'quick-start.go'],
} as const;

export function quickStartsPage(): Record<string, string> {
  const parts = Object.entries(PROGRAMS).map(([name, [language, file]]) => {
    const text = readFileSync(`examples/quick-start/${file}`, 'utf8').trimEnd();
    return [name, ['```' + language, text, '```'].join('\n')];
  });
  return pageWith('docs/quick-starts.md', Object.fromEntries(parts) as Record<string, string>);
}
