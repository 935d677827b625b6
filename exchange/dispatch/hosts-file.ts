/** Names that need no name server: loopback names, and those in the machine's hosts file. */
import type { LookupAddress } from 'node:dns';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';

const HOSTS_FILE = '/etc/hosts';
const READ_AGAIN_MS = 10_000;
const LOOPBACK = [
  ['localhost', '127.0.0.1'],
  ['localhost', '::1'],
] as const;

let hosts: ReadonlyMap<string, readonly LookupAddress[]> = new Map();
let readAtMs = -Infinity;

/** RFC 6761, section 6.3: these names never leave the machine. */
export function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost');
}

/** Addresses of a name in the machine's hosts file; empty without an entry. */
export function hostsOf(name: string): readonly LookupAddress[] {
  if (performance.now() - readAtMs > READ_AGAIN_MS) {
    hosts = readHosts();
    readAtMs = performance.now();
  }
  return hosts.get(name) ?? [];
}

function readHosts(): Map<string, LookupAddress[]> {
  const found = new Map<string, LookupAddress[]>();
  for (const [name, address] of [...LOOPBACK, ...listed()]) {
    const addresses = found.get(name) ?? [];
    found.set(name, addresses);
    if (addresses.some((known) => known.address === address)) continue;
    addresses.push({ address, family: isIP(address) });
  }
  return found;
}

function* listed(): Generator<readonly [name: string, address: string]> {
  for (const line of linesOf(HOSTS_FILE)) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const name of names) yield [name.toLowerCase(), address];
  }
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return []; // not every system has a hosts file
  }
}
