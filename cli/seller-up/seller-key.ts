/** The key of a seller that `seller up` chose, in a file of its owner. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { profilesPath, requireOwnersFile } from '../profiles';

const KEY_BYTES = 32;
const NAME_LENGTH = 16;

/** One key for each endpoint of each exchange: the endpoint identifies the seller. */
export function chosenKey(
  environment: NodeJS.ProcessEnv,
  exchangeUrl: string,
  endpointUrl: string,
): { readonly key: string; readonly path: string } {
  const name = createHash('sha256').update(`${exchangeUrl} ${endpointUrl}`).digest('hex');
  const folder = join(dirname(profilesPath(environment)), 'sellers');
  const path = join(folder, `${name.slice(0, NAME_LENGTH)}.key`);
  if (existsSync(path)) {
    requireOwnersFile(path);
    return { key: readFileSync(path, 'utf8').trim(), path };
  }
  const key = randomBytes(KEY_BYTES).toString('base64url');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(path, `${key}\n`, { mode: 0o600, flag: 'wx' });
  return { key, path };
}
