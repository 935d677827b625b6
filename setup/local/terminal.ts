import { plainText } from '../../domain/plain-text';
import { pc } from '../colours';
import { SetupError } from '../setup-error';

const NAME_WIDTH = 14;

const BEGIN_AGAIN = '\r\u001B[K';
/** What is written again and again at the bottom of a terminal. */
let status = '';

/** Lines for the person who ran `npm start`; coloured only on a terminal. */
export const terminal = {
  heading: (text: string) => write(`\n  ${pc.bold(text)}\n`),
  working: (name: string, text: string) =>
    write(`  ${pc.dim('…')} ${column(name)} ${pc.dim(plainText(text))}`),
  done: (name: string, text: string) => write(`  ${pc.green('✓')} ${column(name)} ${text}`),
  warn: (name: string, text: string) =>
    write(`  ${pc.yellow('!')} ${column(name)} ${plainText(text)}`),
  plain: (text: string) => write(text),

  /** Replaces the line at the bottom; nothing is written where there is no terminal. */
  status: (text: string) => {
    if (process.stderr.isTTY !== true) return;
    process.stderr.write(BEGIN_AGAIN + text);
    status = text;
  },

  /** One clear message, and its remedy if there is one. */
  failure: (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    write(`\n  ${pc.red('✗')} ${indent(plainText(message, 'lines'))}`);
    if (error instanceof SetupError && error.wayOut) {
      write(`\n    ${indent(plainText(error.wayOut, 'lines'))}`);
    }
    write('');
  },
};

export function column(name: string): string {
  return name.padEnd(NAME_WIDTH);
}

function indent(text: string): string {
  return text.replaceAll('\n', '\n    ');
}

/** A line that stays goes above the one at the bottom. */
function write(line: string): void {
  process.stderr.write(status === '' ? `${line}\n` : `${BEGIN_AGAIN}${line}\n${status}`);
}
