/**
 * The file `.env` of the installation, for `npm start` and the command line. That of another folder
 * is never read: an archive or a repository may bring one, with the address of a stranger.
 */
import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { homeFolder } from './home-folder';

const names = new Set<string>();

const OUR_NAMES = /^TOKENBOOK_/;
/** Variables of the command line, which are no settings of an exchange. */
export const COMMAND_VARIABLES = [
  'TOKENBOOK_URL',
  'TOKENBOOK_ADMIN_URL',
  'TOKENBOOK_BUYER_KEY',
  'TOKENBOOK_SELLER_KEY',
  'TOKENBOOK_TICKET',
  'TOKENBOOK_PROFILE',
  'TOKENBOOK_PROFILES',
  'UPSTREAM_KEY',
] as const;
/** In a file of another program's variables a shorter name may resemble one of ours by chance. */
const NEAR_LENGTH_MIN = 6;

/**
 * Sets the variables that the environment does not have.
 * @param warn receives a line for each name of ours that nothing reads
 * @throws Error for a file in another encoding than UTF-8
 */
export function readEnvFile(
  path: string,
  environment: NodeJS.ProcessEnv,
  warn: (line: string) => void = (line) => process.stderr.write(`${line}\n`),
): void {
  if (!existsSync(path)) return;
  const variables = Object.entries(parseEnv(textOf(path)));
  const known = knownNames(path);
  for (const [name, value] of variables) {
    if (known && !known.has(name)) warnOf(name, known, path, warn);
    if (value === undefined || environment[name] !== undefined) continue;
    environment[name] = value.replace(/^~(?=\/|$)/, () => homeFolder('a whole path')); // as a shell does
    names.add(name);
  }
}

/** Whether a variable is that of the file. */
export function isOfEnvFile(name: string): boolean {
  return names.has(name);
}

/** Editors on Windows put a byte order mark in front, or write UTF-16. */
function textOf(path: string): string {
  const bytes = readFileSync(path);
  if (bytes.includes(0)) {
    throw new Error(`${path} is UTF-16, and none of its settings can be read. Save it as UTF-8.`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes); // without the mark
  } catch {
    throw new Error(`${path} is not UTF-8. Save it as UTF-8.`);
  }
}

/** Those of the generated example beside it; null where an installation has none. */
function knownNames(path: string): ReadonlySet<string> | null {
  const example = `${path}.example`;
  if (!existsSync(example)) return null;
  const listed = readFileSync(example, 'utf8').matchAll(/^# ([A-Z][A-Z0-9_]*)=/gm);
  return new Set([...[...listed].map(([, name]) => name!), ...COMMAND_VARIABLES]);
}

function warnOf(
  name: string,
  known: ReadonlySet<string>,
  path: string,
  warn: (line: string) => void,
): void {
  const meant = [...known].find((one) => isNear(name, one));
  if (meant === undefined && !OUR_NAMES.test(name)) return;
  const advice = meant === undefined ? `${path}.example lists all` : `did you mean ${meant}?`;
  warn(`${path}: nothing reads ${name}; ${advice}`);
}

/** One character more, less or other, two that changed places, or another case. */
function isNear(name: string, known: string): boolean {
  const [a, b] = [name.toUpperCase().replaceAll('-', '_'), known];
  if (a === b) return true;
  if (b.length < NEAR_LENGTH_MIN || Math.abs(a.length - b.length) > 1) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const rests = [
    [a.slice(at + 1), b.slice(at + 1)],
    [a.slice(at + 1), b.slice(at)],
    [a.slice(at), b.slice(at + 1)],
  ];
  const isSwapped =
    a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
  return isSwapped || rests.some(([left, right]) => left === right);
}
