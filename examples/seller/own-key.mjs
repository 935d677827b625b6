/** The key of an example: made at its first start, and kept for its owner only. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The same exchange and port again get the same key: the example is then the same seller. */
export function ownKey(exchangeUrl, port) {
  const config = process.env.XDG_CONFIG_HOME || join(homedir(), '.config');
  const folder = join(config, 'tokenbook', 'examples');
  const { hostname, port: exchangePort } = new URL(exchangeUrl);
  const name = [hostname, exchangePort, port].join('-').replaceAll(/[^\w.-]/g, '');
  const file = join(folder, `${name}.key`);
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  const key = randomBytes(32).toString('base64url');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(file, `${key}\n`, { mode: 0o600, flag: 'wx' });
  return key;
}
