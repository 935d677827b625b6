/** The instructions of `docs/guides/test-mode.md`, made from their registry. */
import { TEST_INSTRUCTIONS } from '../../domain/test-instructions';
import { pageWith } from './block';

export function testModePage(): Record<string, string> {
  const rows = Object.entries(TEST_INSTRUCTIONS).map(
    ([name, { effect }]) => `| \`test:${name}\` | ${effect} |`,
  );
  const table = ['| Line | Effect |', '|---|---|', ...rows].join('\n');
  return pageWith('docs/guides/test-mode.md', { 'test instructions': table });
}
