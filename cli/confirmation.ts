/** Asks before a change that affects everybody. */
import { createInterface } from 'node:readline/promises';
import { CommandError } from './command-error';

/**
 * Returns when the person agrees on the terminal; a program agrees with `--yes`.
 * @throws CommandError when there is no terminal, or the person does not agree
 */
export async function confirm(question: string, { yes }: { yes?: boolean }): Promise<void> {
  if (yes) return;
  const { stdin: input, stderr: output } = process;
  if (!input.isTTY) {
    throw new CommandError('This needs a confirmation.', { remedy: 'Add --yes.' });
  }
  const terminal = createInterface({ input, output });
  const interrupted = new AbortController();
  terminal.on('SIGINT', () => interrupted.abort());
  try {
    const answer = await terminal.question(`${question} [y/N] `, { signal: interrupted.signal });
    if (/^y(?:es)?$/i.test(answer.trim())) return;
  } catch {
    throw new CommandError('Ended by Ctrl-C.', { exit: 'interrupted' });
  } finally {
    terminal.close();
  }
  throw new CommandError('Nothing was changed.', { exit: 'failed', remedy: 'Answer y to go on.' });
}
