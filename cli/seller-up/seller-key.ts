/** The key of a seller that `seller up` chose, in a file of its owner. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { endpointIdentity } from '../../domain/endpoint-identity';
import { profilesPath, requireOwnersFile } from '../profiles';

const KEY_BYTES = 32;
const NAME_LENGTH = 16;

/**
 * One key for each endpoint of each exchange, by whatever spelling: the endpoint identifies the
 * seller. Earlier releases had one for each spelling, which is used where it exists.
 */
export function chosenKey(
  environment: NodeJS.ProcessEnv,
  exchangeUrl: string,
  endpointUrl: string,
): { readonly key: string; readonly path: string } {
  const folder = join(dirname(profilesPath(environment)), 'sellers');
  const pathOf = (endpoint: string) => {
    const name = createHash('sha256').update(`${exchangeUrl} ${endpoint}`).digest('hex');
    return join(folder, `${name.slice(0, NAME_LENGTH)}.key`);
  };
  const path = pathOf(endpointIdentity(endpointUrl));
  const existing = [pathOf(endpointUrl), path].find((one) => existsSync(one));
  if (existing !== undefined) {
    requireOwnersFile(existing);
    return { key: readFileSync(existing, 'utf8').trim(), path: existing };
  }
  const key = randomBytes(KEY_BYTES).toString('base64url');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(path, `${key}\n`, { mode: 0o600, flag: 'wx' });
  return { key, path };
}
