/** The smallest rights of a user of Redis, as docs/operate/servers.md has them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGE = join(__dirname, '..', '..', 'docs', 'operate', 'servers.md');

/** The words of the rule for one server, and of what a cluster needs besides. */
export function documentedRights(password: string): { server: string[]; cluster: string[] } {
  const page = readFileSync(PAGE, 'utf8');
  const [, server = ''] = /^user tokenbook (on >PASSWORD[^`]*)/m.exec(page) ?? [];
  const [, cluster = ''] = /^ {2}(\+cluster\|[^`]*)/m.exec(page) ?? [];
  const words = (rule: string) => rule.trim().split(/\s+/);
  return {
    server: words(server).map((word) => (word === '>PASSWORD' ? `>${password}` : word)),
    cluster: words(cluster),
  };
}

/** @param deployment the value of `TOKENBOOK_DEPLOYMENT` */
export function rightsIn(deployment: string, rights: readonly string[]): string[] {
  return rights.map((part) => part.replaceAll('tokenbook:', `${deployment}:`));
}
