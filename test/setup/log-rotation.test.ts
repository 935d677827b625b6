import { closeSync, openSync, writeSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOG_MAX_BYTES, rotateLarge } from '../../setup/local/log-rotation';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tokenbook-logs-'));
});
afterEach(() => rm(folder, { recursive: true }));

const sizes = (...names: string[]) =>
  Promise.all(names.map((name) => stat(join(folder, name)).then(({ size }) => size)));

test('a log above its limit becomes the earlier one, and its process continues to append', async () => {
  const log = openSync(join(folder, 'mongodb.log'), 'a');
  writeSync(log, 'first\n');
  await truncate(join(folder, 'mongodb.log'), LOG_MAX_BYTES + 1);
  await rotateLarge(folder);
  writeSync(log, 'second\n');
  closeSync(log);
  expect(await readFile(join(folder, 'mongodb.log'), 'utf8')).toBe('second\n');
  expect(await sizes('mongodb.log.1')).toEqual([LOG_MAX_BYTES + 1]);
});

test('a log at its limit, and a file that is no log, stay as they are', async () => {
  for (const name of ['gateway.log', 'data']) closeSync(openSync(join(folder, name), 'a'));
  await truncate(join(folder, 'gateway.log'), LOG_MAX_BYTES);
  await truncate(join(folder, 'data'), LOG_MAX_BYTES + 1);
  await rotateLarge(folder);
  expect(await sizes('gateway.log', 'data')).toEqual([LOG_MAX_BYTES, LOG_MAX_BYTES + 1]);
});

test('a folder that does not exist yet is no error', async () => {
  await rotateLarge(join(folder, 'logs'));
});
