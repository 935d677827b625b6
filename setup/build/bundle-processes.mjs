/**
 * Makes one file of each process and of each kind of thread: to find, read and compile 2,300
 * modules one by one takes a second of processor time at every start.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';

/** The bundles in each folder of the build, each written over its first module. */
const BUNDLES = {
  processes: {
    gateway: 'processes/gateway.js',
    worker: 'processes/worker.js',
    relay: 'processes/relay.js',
    'open-telemetry': 'processes/open-telemetry.js',
    'workflow-thread': '@temporalio/worker/lib/workflow/workflow-worker-thread.js',
  },
  'processes/compute': { thread: 'processes/compute/thread.js' },
};
/** What a process loads only when it is configured: `import()` keeps it a file of its own. */
const LOADED_LATER = /^\.\/open-telemetry\.js$/;
const WORKFLOW_THREAD = 'workflow-worker-thread.js';

/** Packages that may be missing, and those with which Temporal bundles workflows. */
const LEFT_OUT = [
  'bufferutil',
  'utf-8-validate',
  'mongodb-client-encryption',
  'kerberos',
  'snappy',
  'aws4',
  '@mongodb-js/zstd',
  'gcp-metadata',
  '@aws-sdk/*',
  'socks',
  '@swc/*',
  'webpack',
  'source-map-loader',
  'swc-loader',
];

/** @param {string} build the folder of the compiled modules */
export async function bundleProcesses(build) {
  const esbuild = await import('esbuild');
  for (const [folder, modules] of Object.entries(BUNDLES)) {
    await esbuild.build({
      entryPoints: Object.entries(modules).map(([out, path]) => ({
        out,
        in: path.startsWith('@') ? path : join(build, path),
      })),
      outdir: join(build, folder),
      allowOverwrite: true,
      bundle: true,
      platform: 'node',
      target: 'node20',
      sourcemap: 'linked',
      sourcesContent: false,
      logLevel: 'error',
      external: LEFT_OUT,
      plugins: [keepingPlaces(build, join(build, folder))],
    });
  }
}

/** Modules keep finding the files beside them, from the folder of their bundle. */
function keepingPlaces(build, folder) {
  return {
    name: 'keeping-places',
    setup(bundler) {
      bundler.onResolve({ filter: LOADED_LATER }, ({ path }) => ({ path, external: true }));
      bundler.onLoad({ filter: /\.[cm]?js$/ }, async ({ path }) => {
        const text = withPlaces(await readFile(path, 'utf8'), path, build, folder);
        if (!path.includes(`${sep}node_modules${sep}`)) return { contents: text };
        return { contents: `${text}\n//# sourceMappingURL=${coarseMap(path)}` };
      });
    },
  };
}

/** Maps a package's module to its first line: Node would read 10 MB of exact maps at the first error. */
function coarseMap(path) {
  const map = { version: 3, sources: [path], mappings: 'AAAA' };
  return `data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`;
}

function withPlaces(text, path, build, folder) {
  const placeOf = (file) =>
    `require('node:path').join(__dirname, ${JSON.stringify(relative(folder, file))})`;
  return text.replace(
    /\b__dirname\b|\b__filename\b|\brequire\.resolve\(['"](\.[^'"]+)['"]\)/g,
    (found, required) => {
      if (found === '__dirname') return placeOf(dirname(path));
      if (found === '__filename') return placeOf(path);
      const file = resolve(dirname(path), required);
      const module = existsSync(`${file}.js`) ? `${file}.js` : file;
      const isThread = basename(module) === WORKFLOW_THREAD;
      return placeOf(isThread ? join(build, 'processes', 'workflow-thread.js') : module);
    },
  );
}
