/** Prepares everything, then runs jest; exits with its exit code. */
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { bootstrap } from '../bootstrap.mjs';

/**
 * @param {readonly string[]} args of jest
 * @param {Record<string, string>} variables added to its environment
 */
export async function runJest(args, variables = {}) {
  await bootstrap();
  const jest = ['node_modules/jest/bin/jest.js', ...args];
  const env = { ...process.env, ...variables };
  const child = spawn(process.execPath, jest, { stdio: 'inherit', env });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.once('exit', (code) => process.exit(code ?? 1));
}

/** Another one each time. */
export function newSeed() {
  return String(Date.now() % 1_000_000);
}

/**
 * A long run with options: a test file that no other command finds.
 * @param {object} run
 * @param {string} run.file
 * @param {string} run.help the output of `--help`
 * @param {Record<string, { variable: string, default: string }>} run.options the file's settings
 */
export async function runLong({ file, help, options }) {
  const types = Object.entries(options).map(([name, option]) => [
    name,
    { type: 'string', default: option.default },
  ]);
  const { values } = parseArgs({
    options: { ...Object.fromEntries(types), help: { type: 'boolean', default: false } },
  });
  if (values.help) {
    process.stdout.write(`${help}\n`);
    return;
  }
  const variables = Object.entries(options).map(([name, { variable }]) => [variable, values[name]]);
  await runJest(['--testMatch', `**/${file}`], Object.fromEntries(variables));
}
