/** Images that we run or build on: each is in deploy/image-digests.json, and named by its digest there. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');
/** Of the checkout itself. */
const OWN = /^(?:tokenbook\b|packages$|\{\{)/;
const FILES = ['Dockerfile', 'docker-compose.yml', 'deploy'];

function namedImages(): string[] {
  const listed = execFileSync('git', ['ls-files', ...FILES], { cwd: ROOT, encoding: 'utf8' });
  const named = listed
    .trim()
    .split('\n')
    .flatMap((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8');
      return [...text.matchAll(/^(?:FROM|\s*(?:- )?image:)[ \t]+(\S+)/gm)].map(
        ([, image = '']) => image,
      );
    });
  return [...new Set(named)].filter((image) => !OWN.test(image));
}

test('every image of another project is named by tag, and by the digest that the file has for it', () => {
  const path = join(ROOT, 'deploy', 'image-digests.json');
  const digests = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string | null>;
  const expected = Object.entries(digests).map(([image, digest]) =>
    digest === null ? image : `${image}@${digest}`,
  );
  expect(expected.length).toBeGreaterThan(5);
  expect(namedImages().sort()).toEqual(expected.sort());
  const malformed = Object.values(digests).filter(
    (digest) => digest !== null && !/^sha256:[0-9a-f]{64}$/.test(digest),
  );
  expect(malformed).toEqual([]);
});
