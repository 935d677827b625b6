import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { generatedFiles } from './pages';

/**
 * Writes the generated files; with `--check` it only compares.
 * @returns the paths that were, or are, different from what they should be
 */
export function generate({ check }: { check: boolean }): string[] {
  const stale = Object.entries(generatedFiles()).filter(
    ([path, content]) => read(path) !== content,
  );
  if (!check) {
    for (const [path, content] of stale) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
    }
  }
  return stale.map(([path]) => path);
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
