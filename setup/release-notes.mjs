/**
 * `node setup/release-notes.mjs v0.2.0`: prints the CHANGELOG.md section of a version. Fails unless
 * the tag names the version of `package.json`.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const read = (path) => readFileSync(join(ROOT, path), 'utf8');

const [tag] = process.argv.slice(2);
const { version } = JSON.parse(read('package.json'));
if (tag !== `v${version}`) fail(`The tag is ${tag}, but package.json states ${version}.`);

const sections = read('CHANGELOG.md').split(/^(?=## \[)/m);
const section = sections.find((one) => one.startsWith(`## [${version}] - `));
if (section === undefined) fail(`CHANGELOG.md has no dated section [${version}].`);
process.stdout.write(`${section.split('\n').slice(1).join('\n').trim()}\n`);

function fail(reason) {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
