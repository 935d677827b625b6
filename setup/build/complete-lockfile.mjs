/**
 * Adds to `package-lock.json` the optional packages of other platforms that npm left out. A
 * registry mirror that holds only some platforms makes `npm install` drop the rest, and then `npm
 * ci` refuses the lockfile everywhere. Run it after a change of the dependencies.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'openharmony', 'sunos', 'win32'];
const PROCESSORS = [
  'arm64',
  'arm',
  'ia32',
  'loong64',
  'ppc64',
  'riscv64',
  's390x',
  'x64',
  'wasm32',
];

const lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const { packages } = lockfile;
const added = {};

for (const [path, { optionalDependencies = {}, dev, devOptional }] of Object.entries(packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    if (isNamed(path, name)) continue;
    const words = name.split(/[/-]/);
    const os = SYSTEMS.filter((system) => words.includes(system));
    const cpu = PROCESSORS.filter((processor) => words.includes(processor)).slice(0, 1);
    added[`node_modules/${name}`] = {
      version: version.replace(/^[~^]/, ''),
      ...(cpu.length > 0 && { cpu }),
      ...(dev && { dev }),
      ...(devOptional && { devOptional }),
      optional: true,
      ...(os.length > 0 && { os }),
    };
  }
}

const entries = Object.entries({ ...packages, ...added });
entries.sort(([first], [second]) => (first < second ? -1 : 1));
lockfile.packages = Object.fromEntries(entries);
writeFileSync('package-lock.json', `${JSON.stringify(lockfile, null, 2)}\n`);
process.stderr.write(`named ${Object.keys(added).length} packages of other platforms\n`);

/** Node's lookup: the package's own folder of packages, then those around it. */
function isNamed(path, name) {
  const around = path.split(/\/?node_modules\//).slice(1);
  return [...around.keys(), around.length].some((depth) => {
    const place = [...around.slice(0, depth), name].map((folder) => `node_modules/${folder}`);
    return packages[place.join('/')];
  });
}
