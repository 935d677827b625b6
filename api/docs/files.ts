/**
 * The pages and their assets as the build wrote them, read when they are first asked for. A request
 * never names a path of the disk, and what is kept in memory is bounded.
 */
import { readFile } from 'node:fs/promises';
import { readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { type StaticFile, staticFile } from '../middleware/static-file';
import type { SearchEntry } from './search';
import type { Addresses, DocsPort } from './address-in-use';
import { ADDRESS, PUBLIC_ADDRESS } from './site/address';
import type { TriedRoute } from './try-route';

export interface SiteManifest {
  /** The file of each page by its address. */
  readonly pages: Readonly<Record<string, string>>;
  /** By surface and operation. */
  readonly tried: Readonly<Record<string, TriedRoute>>;
}

interface Wanted {
  readonly path: string;
  /** Of a page. */
  readonly addresses?: Addresses;
}

/** Beside the compiled modules: `dist/docs`. */
const FOLDER = join(__dirname, '..', '..', 'docs');

const KEPT_BYTES = 8 * 1_024 * 1_024;

export class DocsFiles {
  private manifest: Promise<ReadonlyMap<string, string>> | null = null;
  private assets: ReadonlySet<string> | null = null;
  private readonly kept: LRUCache<string, StaticFile, Wanted>;

  constructor(private readonly port: DocsPort) {
    this.kept = new LRUCache({
      maxSize: KEPT_BYTES,
      sizeCalculation: ({ content }) =>
        Object.values(content).reduce((bytes, { length }) => bytes + length, 0),
      fetchMethod: (_key, _stale, { context }) => readWanted(context),
    });
  }

  /** @returns null when there is no such page */
  async page(href: string, addresses: Addresses): Promise<StaticFile | null> {
    this.manifest ??= this.readManifest();
    const file = (await this.manifest).get(href);
    return file === undefined ? null : this.file({ path: join(this.port, file), addresses });
  }

  async asset(name: string): Promise<StaticFile | null> {
    this.assets ??= new Set(readdirSync(join(FOLDER, 'assets')));
    return this.assets.has(name) ? this.file({ path: join('assets', name) }) : null;
  }

  async tried(name: string): Promise<TriedRoute | null> {
    const { tried } = await this.json<SiteManifest>('manifest.json');
    return Object.hasOwn(tried, name) ? (tried[name] ?? null) : null;
  }

  searched(): Promise<readonly SearchEntry[]> {
    return this.json('search.json');
  }

  /** With the places of its addresses, and of what is found or missing. */
  async frame(name: 'search' | 'not-found'): Promise<string> {
    return readFile(join(FOLDER, this.port, `${name}.html`), 'utf8');
  }

  private async readManifest(): Promise<ReadonlyMap<string, string>> {
    const { pages } = await this.json<SiteManifest>('manifest.json');
    return new Map(Object.entries(pages));
  }

  private async json<T>(name: string): Promise<T> {
    return JSON.parse(await readFile(join(FOLDER, this.port, name), 'utf8')) as T;
  }

  private async file(wanted: Wanted): Promise<StaticFile> {
    const { path, addresses } = wanted;
    const key = [path, addresses?.own, addresses?.public].join(' ');
    const file = await this.kept.fetch(key, { context: wanted });
    if (!file) throw new Error(`The documentation is not built (${path}): run "npm run build".`);
    return file;
  }
}

async function readWanted({ path, addresses }: Wanted): Promise<StaticFile> {
  const stored = await readFile(join(FOLDER, path));
  const identity = addresses
    ? Buffer.from(withAddresses(stored.toString('utf8'), addresses))
    : stored;
  if (extname(path) === '.png') return staticFile(path, { identity });
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(identity, brotli),
    promisify(gzip)(identity),
  ]);
  return staticFile(path, { br, gzip: zipped, identity });
}

export function withAddresses(text: string, addresses: Addresses): string {
  return text
    .replaceAll(ADDRESS, () => escaped(addresses.own))
    .replaceAll(PUBLIC_ADDRESS, () => escaped(addresses.public));
}

/** An address stands in attributes and in texts of a page. */
function escaped(address: string): string {
  return address.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
