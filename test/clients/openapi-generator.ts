/** openapi-generator and what its clients need: pinned, fetched once into the cache, never a dependency. */
import { execFile } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder, cached } from '../../setup/servers/cache';
import { downloadWheel, unpackWheel } from '../../setup/servers/fetch-wheel';
import { Packages } from '../../setup/servers/packages';
import { OPENAPI_GENERATOR_WHEEL } from '../../setup/servers/pins';

const run = promisify(execFile);
const ROOT = join(__dirname, '..', '..');
const COMPILER = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
export const PYTHON = process.env.TOKENBOOK_TEST_PYTHON ?? 'python3';
const REQUIREMENTS = join(__dirname, 'generated', 'requirements.txt');
const PACKAGES = new Packages('generated-clients', REQUIREMENTS, PYTHON);

async function findGenerator(): Promise<string> {
  const { folder } = OPENAPI_GENERATOR_WHEEL;
  return cached(cacheFolder(), folder, 'openapi-generator.jar', async (path) => {
    const file = await downloadWheel(OPENAPI_GENERATOR_WHEEL, dirname(path), () => undefined);
    await unpackWheel(OPENAPI_GENERATOR_WHEEL, file, path);
  });
}

/** The parts to generate of a description without routes. */
const MODELS_ONLY = {
  python: ['--global-property', 'models'],
  'typescript-fetch': ['--global-property', 'models,supportingFiles=runtime.ts:index.ts'],
};

/** Generates a client as its users do. @param description what the exchange answered */
export async function generate(
  language: keyof typeof MODELS_ONLY,
  description: object,
  folder: string,
): Promise<void> {
  const source = `${folder}.json`;
  writeFileSync(source, JSON.stringify(description));
  const hasRoutes = Object.keys((description as { paths: object }).paths).length > 0;
  const parts = hasRoutes ? [] : MODELS_ONLY[language];
  const options = ['generate', '-g', language, '-i', source, '-o', folder, ...parts];
  const jar = await findGenerator();
  await run('java', ['-Xmx512m', '-jar', jar, ...options], { maxBuffer: 50_000_000 });
}

/** Compiles every generated client with all strictness. @returns what the compiler says */
export async function compile(folder: string, compiled: string): Promise<string> {
  const options = {
    strict: true,
    target: 'es2022',
    module: 'commonjs',
    moduleResolution: 'bundler',
    lib: ['es2022', 'dom'],
    types: [],
    rootDir: folder,
    outDir: compiled,
  };
  const project = join(folder, 'tsconfig.json');
  const include = readdirSync(folder).map((name) => `${name}/**/*.ts`);
  writeFileSync(project, JSON.stringify({ compilerOptions: options, include }));
  const { stdout } = await run(process.execPath, [COMPILER, '-p', project]).catch(
    (error: { stdout: string }) => error,
  );
  return stdout;
}

/** Runs a program with the packages that generated clients need, every warning an error. */
export async function python(
  client: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  await PACKAGES.install(() => undefined);
  const { stdout } = await run(PYTHON, ['-B', '-W', 'error', ...args], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PYTHONPATH: `${client}:${PACKAGES.folder}`,
      ...environment,
    },
  });
  return stdout;
}
