/** The keys of the exchange that `npm start` runs on this machine. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The checkout; the build is in its `dist/cli`. */
const ROOT = join(__dirname, '..', '..');

interface LocalKeys {
  readonly secrets?: Readonly<Record<string, string>>;
  readonly demo?: { readonly buyer?: { readonly buyerKey?: string } };
}

export function localHome(environment: NodeJS.ProcessEnv): string {
  return environment['TOKENBOOK_HOME'] || join(ROOT, '.tokenbook');
}

export function localCredentialsFile(environment: NodeJS.ProcessEnv): string {
  return join(localHome(environment), 'credentials.json');
}

export function localKeys(environment: NodeJS.ProcessEnv): LocalKeys {
  const file = localCredentialsFile(environment);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as LocalKeys) : {};
}
