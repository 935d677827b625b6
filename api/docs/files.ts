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
import { ADDRESS } from './site/address';
import type { TriedRoute } from './try-route';

export type DocsPort = 'public' | 'operator';

export interface SiteManifest {
  /** The file of each page by its address. */
  readonly pages: Readonly<Record<string, string>>;
  /** By surface and operation. */
  readonly tried: Readonly<Record<string, TriedRoute>>;
}

/** Beside the compiled modules: `dist/docs`. */
const FOLDER = join(__dirname, '..', '..', 'docs');

const KEPT_BYTES = 8 * 1_024 * 1_024;

export class DocsFiles {
  private manifest: Promise<ReadonlyMap<string, string>> | null = null;
  private assets: ReadonlySet<string> | null = null;
  private readonly kept: LRUCache<string, StaticFile>;

  /** @param address of the exchange, as the examples of the pages name it */
  constructor(
    private readonly port: DocsPort,
    private readonly address: string,
  ) {
    this.kept = new LRUCache({
      maxSize: KEPT_BYTES,
      sizeCalculation: ({ content }) =>
        Object.values(content).reduce((bytes, { length }) => bytes + length, 0),
      fetchMethod: (path) => this.read(path),
    });
  }

  /** @returns null when there is no such page */
  async page(href: string): Promise<StaticFile | null> {
    this.manifest ??= this.readManifest();
    const file = (await this.manifest).get(href);
    return file === undefined ? null : this.file(join(this.port, file));
  }

  async asset(name: string): Promise<StaticFile | null> {
    this.assets ??= new Set(readdirSync(join(FOLDER, 'assets')));
    return this.assets.has(name) ? this.file(join('assets', name)) : null;
  }

  async tried(name: string): Promise<TriedRoute | null> {
    const { tried } = await this.json<SiteManifest>('manifest.json');
    return Object.hasOwn(tried, name) ? (tried[name] ?? null) : null;
  }

  searched(): Promise<readonly SearchEntry[]> {
    return this.json('search.json');
  }

  async searchPage(): Promise<string> {
    return this.withAddress(await readFile(join(FOLDER, this.port, 'search.html'), 'utf8'));
  }

  private async readManifest(): Promise<ReadonlyMap<string, string>> {
    const { pages } = await this.json<SiteManifest>('manifest.json');
    return new Map(Object.entries(pages));
  }

  private async json<T>(name: string): Promise<T> {
    return JSON.parse(await readFile(join(FOLDER, this.port, name), 'utf8')) as T;
  }

  private async file(path: string): Promise<StaticFile> {
    const file = await this.kept.fetch(path);
    if (!file) throw new Error(`The documentation is not built (${path}): run "npm run build".`);
    return file;
  }

  private async read(path: string): Promise<StaticFile> {
    const ending = extname(path);
    const stored = await readFile(join(FOLDER, path));
    const identity =
      ending === '.html' ? Buffer.from(this.withAddress(stored.toString('utf8'))) : stored;
    if (ending === '.png') return staticFile(path, { identity });
    const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };
    const [br, zipped] = await Promise.all([
      promisify(brotliCompress)(identity, brotli),
      promisify(gzip)(identity),
    ]);
    return staticFile(path, { br, gzip: zipped, identity });
  }

  private withAddress(text: string): string {
    return text.replaceAll(ADDRESS, () => escaped(this.address));
  }
}

/** An address stands in attributes and in texts of a page. */
function escaped(address: string): string {
  return address.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
