/** Usage: agent.mjs codex|claude: one question to a command that is an agent. */
import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import * as world from './world.mjs';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'world-agent-'));
const packages = createRequire(import.meta.url);

const AGENTS = {
  codex: (key, model) => {
    const provider = { name: 'Tokenbook', base_url: world.URL, env_key: 'WORLD_AGENT_KEY' };
    const settings = { ...provider, request_max_retries: 0, stream_max_retries: 0 };
    const flags = Object.entries(settings).flatMap(([name, value]) => [
      '-c',
      `model_providers.tokenbook.${name}=${JSON.stringify(value)}`,
    ]);
    return {
      command: process.execPath,
      arguments: [
        join(dirname(packages.resolve('@openai/codex/package.json')), 'bin', 'codex.js'),
        'exec',
        '--skip-git-repo-check',
        '-c',
        'model_provider="tokenbook"',
        ...flags,
        '-m',
        model,
        world.QUESTION,
      ],
      environment: { CODEX_HOME: folder, WORLD_AGENT_KEY: key },
    };
  },
  claude: (key, model) => ({
    command: packages.resolve(
      `@anthropic-ai/claude-code-${process.platform}-${process.arch}/claude`,
    ),
    arguments: ['-p', world.QUESTION, '--model', model, '--tools', ''],
    environment: {
      CLAUDE_CONFIG_DIR: folder,
      ANTHROPIC_BASE_URL: world.URL.replace(/\/v1$/, ''),
      ANTHROPIC_AUTH_TOKEN: key,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      CLAUDE_CODE_MAX_RETRIES: '0',
    },
  }),
};

/** What it printed at last, without its greeting. */
async function ask(key = world.KEY, model = world.MODEL) {
  const agent = AGENTS[process.argv[2]](key, model);
  const env = { PATH: process.env.PATH, HOME: folder, ...agent.environment };
  const options = { cwd: folder, env, timeout: 120_000 };
  const running = run(agent.command, agent.arguments, options);
  running.child.stdin.end();
  try {
    return (await running).stdout;
  } catch ({ stdout, stderr, code }) {
    const lines = `${stderr}\n${stdout}`.trim().split('\n');
    throw new Error(
      lines.findLast((line) => /error/i.test(line)) ?? `exit code ${code}: ${lines.at(-1)}`,
    );
  }
}

await world.check('chat', async () => world.expect((await ask()).trim()));
await world.refusals(ask);
