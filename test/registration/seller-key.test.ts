/** Keys that sellers may choose. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRINTED_KEYS, isWeakKey } from '../../domain/seller-key';

const ROOT = join(__dirname, '..', '..');
const COUNT = 4_000;

/** Random bytes that are the same in each run. */
const bytesOf = (seed: number) => createHash('sha512').update(String(seed)).digest();

test.each<[string, (bytes: Buffer) => string]>([
  ['32 hexadecimal digits', (bytes) => bytes.toString('hex').slice(0, 32)],
  ['64 hexadecimal digits', (bytes) => bytes.toString('hex').slice(0, 64)],
  ['32 characters of base64url', (bytes) => bytes.toString('base64url').slice(0, 32)],
  [
    'a UUID',
    (bytes) =>
      bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5'),
  ],
  [
    '40 decimal digits',
    (bytes) =>
      [...bytes]
        .map((byte) => byte % 10)
        .join('')
        .slice(0, 40),
  ],
  [
    '512 characters',
    (bytes) =>
      bytes
        .toString('hex')
        .repeat(4)
        .replaceAll(/./g, (sign, at: number) =>
          (Number.parseInt(sign, 16) ^ (bytes[at % 61]! & 15)).toString(16),
        ),
  ],
])('a random key is never weak: %s', (_name, make) => {
  const weak = Array.from({ length: COUNT }, (_, seed) => make(bytesOf(seed))).filter(isWeakKey);
  expect(weak).toEqual([]);
});

test.each([
  ['31 characters', bytesOf(0).toString('base64url').slice(0, 31)],
  ['one letter', 'k'.repeat(64)],
  ['one letter and a digit', `${'k'.repeat(63)}1`],
  ['two letters', [...bytesOf(1)].map((byte) => 'ab'[byte % 2]).join('')],
  ['a sequence', 'abcdefghijklmnopqrstuvwxyz0123456789'],
  ['a sequence backwards', 'zyxwvutsrqponmlkjihgfedcba9876543210'],
  ['hexadecimal digits in order', '0123456789abcdef0123456789abcdef'],
  ['a repeated word', 'correct-horse-correct-horse-1234'],
  ['a repeated random part', `${bytesOf(2).toString('hex').slice(0, 20)}`.repeat(2)],
])('a weak key is known as one: %s', (_name, key) => {
  expect(isWeakKey(key)).toBe(true);
});

/** The value beside the name of a seller key, in prose, JSON, shell or code. */
const PRINTED =
  /(?:api_key|apiKey|API_KEY|[xX]-[sS]eller-[aA][pP][iI]-[kK]ey)\\?["'`]?\s*[:=]\s*\\?["'`]?([\w.+/-][^"'`\\\n,;]{30,510}[\w.+/=-])\\?["'`]/g;

test('every key that documents, examples or descriptions print is refused', () => {
  const folders = [
    'README.md',
    'api',
    'clients',
    'console/src',
    'docs',
    'examples',
    'setup',
    'test',
  ];
  const files = execFileSync('git', ['ls-files', '-z', ...folders], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const printed = files
    .split('\0')
    .filter(Boolean)
    .flatMap((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8');
      return [...text.matchAll(PRINTED)]
        .map(([, key = '']) => key)
        .filter((key) => !key.includes('${'));
    });
  expect(printed).toContain('5b8f0c5d1c7e4f0b9a3d6e2c8f7a1b4d');
  expect([...new Set(printed)].filter((key) => !PRINTED_KEYS.has(key) && !isWeakKey(key))).toEqual(
    [],
  );
});
