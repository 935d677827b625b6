import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Imports and exports of values; the type checker covers types. */
const IMPORT = /^(?:import|export)\s(?!type\b)(?:[^'";]*\sfrom\s)?'(\.[^']+)'/gm;
const DYNAMIC_IMPORT = /\bimport\('(\.[^']+)'\)/g;

/** The project's modules, committed or new. */
export function modulePaths() {
  const args = ['ls-files', '-co', '--exclude-standard', '-z', '*.ts', '*.mjs'];
  const listed = execFileSync('git', args, { encoding: 'utf8' }).split('\0');
  // A file that was just removed is still listed.
  return listed.filter((path) => path !== '' && existsSync(path));
}

/** @returns a function from modules to all direct and indirect importers, by distance */
export function readImportGraph() {
  const paths = modulePaths();
  const known = new Set(paths);
  const importers = new Map();
  for (const path of paths) {
    for (const imported of importsOf(path, known)) {
      importers.set(imported, [...(importers.get(imported) ?? []), path]);
    }
  }
  return (starts) => {
    const distances = new Map(starts.map((path) => [path, 0]));
    // A map also iterates over entries that are added meanwhile: nearer modules come first.
    for (const [path, distance] of distances) {
      for (const importer of importers.get(path) ?? []) {
        if (!distances.has(importer)) distances.set(importer, distance + 1);
      }
    }
    return distances;
  };
}

function importsOf(path, known) {
  const text = readFileSync(path, 'utf8');
  const found = [...text.matchAll(IMPORT), ...text.matchAll(DYNAMIC_IMPORT)];
  return new Set(
    found.flatMap(([, from]) => {
      const target = join(dirname(path), from);
      const file = [target, `${target}.ts`, join(target, 'index.ts')].find((one) => known.has(one));
      return file ? [file] : [];
    }),
  );
}
