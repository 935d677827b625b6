/** The key for Temporal, from a file that is replaced while a process uses it. */
import { mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiKeyOf, followApiKey } from '../../temporal/api-key';

/** A replaced key is known within this time. */
const KNOWN_AFTER_MS = 4_000;

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tokenbook-api-key-'));
  path = join(folder, 'key');
  writeFileSync(path, 'first\n');
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
  rmSync(folder, { recursive: true });
});

const ofFile = () => apiKeyOf({ TEMPORAL_API_KEY_FILE: path });

test('without a setting there is no key, and both settings contradict each other', () => {
  expect(apiKeyOf({})).toBeNull();
  expect(apiKeyOf({ TEMPORAL_API_KEY: 'set' })!()).toBe('set');
  expect(() => apiKeyOf({ TEMPORAL_API_KEY: 'set', TEMPORAL_API_KEY_FILE: path })).toThrow(
    'not both',
  );
});

test('the key is the text of the file without its end of line; an empty or missing file is an error', () => {
  expect(ofFile()!()).toBe('first');
  writeFileSync(path, ' \n');
  expect(ofFile).toThrow('is empty');
  unlinkSync(path);
  expect(ofFile).toThrow('cannot read');
});

test('a key that was replaced is used soon, without a restart', () => {
  const current = ofFile()!;
  writeFileSync(path, 'second\n');
  jest.advanceTimersByTime(KNOWN_AFTER_MS);
  expect(current()).toBe('second');
  writeFileSync(path, 'third\n');
  jest.advanceTimersByTime(KNOWN_AFTER_MS);
  expect(current()).toBe('third');
});

test('while the file is replaced the former key is used', () => {
  const current = ofFile()!;
  for (const replace of [() => unlinkSync(path), () => writeFileSync(path, '')]) {
    replace();
    jest.advanceTimersByTime(KNOWN_AFTER_MS);
    expect(current()).toBe('first');
  }
  writeFileSync(path, 'second\n');
  jest.advanceTimersByTime(KNOWN_AFTER_MS);
  expect(current()).toBe('second');
});

test('a busy process does not read the file for each request', () => {
  const current = ofFile()!;
  writeFileSync(path, 'second\n');
  expect(current()).toBe('first');
});

test('passes on each change once, until it stops', async () => {
  const passed: string[] = [];
  const stop = followApiKey(
    ofFile(),
    async (key) => void passed.push(key),
    (err) => passed.push(String(err)),
  );
  await jest.advanceTimersByTimeAsync(KNOWN_AFTER_MS);
  expect(passed).toEqual([]);
  writeFileSync(path, 'second\n');
  await jest.advanceTimersByTimeAsync(3 * KNOWN_AFTER_MS);
  expect(passed).toEqual(['second']);
  writeFileSync(path, 'first\n');
  await jest.advanceTimersByTimeAsync(3 * KNOWN_AFTER_MS);
  expect(passed).toEqual(['second', 'first']);
  stop();
  writeFileSync(path, 'third\n');
  await jest.advanceTimersByTimeAsync(3 * KNOWN_AFTER_MS);
  expect(passed).toEqual(['second', 'first']);
});

test('reports a rejected key and passes it on again until it is taken', async () => {
  const passed: string[] = [];
  const errors: unknown[] = [];
  const rejection = new Error('Temporal is unavailable');
  const stop = followApiKey(
    ofFile(),
    (key) => (passed.push(key) <= 2 ? Promise.reject(rejection) : Promise.resolve()),
    (err) => errors.push(err),
  );
  writeFileSync(path, 'second\n');
  await jest.advanceTimersByTimeAsync(10 * KNOWN_AFTER_MS);
  stop();
  expect(passed).toEqual(['second', 'second', 'second']);
  expect(errors).toEqual([rejection, rejection]);
});

test('without a key there is nothing to follow', () => {
  const never = () => {
    throw new Error('no key changes');
  };
  const stop = followApiKey(null, never, never);
  jest.advanceTimersByTime(KNOWN_AFTER_MS);
  expect(stop()).toBeUndefined();
  expect(jest.getTimerCount()).toBe(0);
});
