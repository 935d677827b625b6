/** Reads a key without showing it, and without a place in the list of processes or the shell's history. */
import { text } from 'node:stream/consumers';
import { CommandError } from './command-error';

const ENTER = new Set(['\r', '\n', '\u0004']);
const CTRL_C = '\u0003';
const ERASE = new Set(['\u007F', '\b']);

/** From the terminal, or the first line of what is piped in. */
export async function readSecret(question: string): Promise<string> {
  const { stdin } = process;
  const given = stdin.isTTY ? await typed(question) : ((await text(stdin)).split('\n')[0] ?? '');
  const secret = given.trim();
  if (secret !== '') return secret;
  throw new CommandError('No key was given.', { remedy: 'Type it, or pipe it in.' });
}

function typed(question: string): Promise<string> {
  const { stdin, stderr } = process;
  stderr.write(`${question}: `);
  stdin.setRawMode(true);
  stdin.setEncoding('utf8');
  return new Promise((resolve, reject) => {
    let secret = '';
    const end = (settle: () => void) => {
      stdin.off('data', take).setRawMode(false).pause();
      stderr.write('\n');
      settle();
    };
    const take = (data: string) => {
      for (const character of data) {
        if (character === CTRL_C) {
          return end(() => reject(new CommandError('Ended by Ctrl-C.', { exit: 'interrupted' })));
        }
        if (ENTER.has(character)) return end(() => resolve(secret));
        secret = ERASE.has(character) ? secret.slice(0, -1) : secret + character;
      }
    };
    stdin.on('data', take);
  });
}
