/** Completion scripts, run in those shells that this machine has. */
import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import { createProgram } from '../../cli/main';
import { COMMAND } from './command';

const execute = promisify(execFile);
const has = (shell: string) => {
  try {
    execFileSync(shell, ['-c', 'true']);
    return true;
  } catch {
    return false;
  }
};

async function script(shell: string): Promise<string> {
  return (await execute(process.execPath, [COMMAND, 'completion', shell])).stdout;
}

/** What the shell proposes for the last word. */
async function proposals(shell: string, words: readonly string[]): Promise<string[]> {
  const text = await script(shell);
  const line = words.map((word) => `'${word}'`).join(' ');
  const run = {
    bash: `${text}\nCOMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _tokenbook; printf '%s\\n' "\${COMPREPLY[@]}"`,
    zsh: `compdef() { :; }; _describe() { printf '%s\\n' "\${(@)candidates%%:*}"; }; compadd() { shift; printf '%s\\n' "$@"; }
      ${text}\nwords=(${line}); CURRENT=${words.length}; _tokenbook`,
    fish: `${text}\ncomplete -C '${words.join(' ')}'`,
  }[shell]!;
  const { stdout } = await execute(shell, ['-c', run]);
  return stdout
    .split('\n')
    .map((row) => row.split('\t')[0]!)
    .filter(Boolean);
}

const shells = ['bash', 'zsh', 'fish'].filter(has);

describe.each(shells)('%s', (shell) => {
  test('proposes commands, their words and options, and values of options', async () => {
    const groups = createProgram().commands.map((command) => command.name());
    expect(await proposals(shell, ['tokenbook', ''])).toEqual(expect.arrayContaining(groups));
    const market = await proposals(shell, ['tokenbook', 'market', '']);
    expect(market).toEqual(expect.arrayContaining(['book', 'candles', 'trades', 'estimate']));
    expect(market).not.toContain('accounts');
    const book = await proposals(shell, ['tokenbook', 'market', 'book', 'some-model', '--']);
    expect(book).toEqual(expect.arrayContaining(['--watch', '--json']));
    const orders = await proposals(shell, ['tokenbook', 'market', '--sort', '']);
    expect(orders).toEqual(expect.arrayContaining(['ask', 'saving', 'volume']));
    const roles = await proposals(shell, ['tokenbook', 'login', '--as', '']);
    expect(roles).toEqual(expect.arrayContaining(['buyer', 'seller', 'operator']));
  });
});

test.each(['bash', 'zsh', 'fish'])('the script of %s names every command', async (shell) => {
  const text = await script(shell);
  for (const group of createProgram().commands) {
    for (const command of [group, ...group.commands]) expect(text).toContain(command.name());
  }
});

test('another shell is a wrong use', async () => {
  await expect(execute(process.execPath, [COMMAND, 'completion', 'csh'])).rejects.toMatchObject({
    code: 2,
  });
});
