/** One line at the bottom of a terminal that is written again; nothing of it where there is no terminal. */
import { plainText } from '../domain/plain-text';

const BEGIN_AGAIN = '\r\u001B[K';

export interface StatusLine {
  /** Replaces the line. */
  show(text: string): void;
  /** A line that stays, above it. */
  say(line: string): void;
  /** A line for those who do not see the status. */
  sayUnlessLive(line: string): void;
  close(): void;
}

/** @param say writes a line that stays */
export function openStatusLine(say: (line: string) => void): StatusLine {
  const { stderr } = process;
  const isLive = stderr.isTTY === true;
  let shown = '';
  const clear = () => {
    if (shown !== '') stderr.write(BEGIN_AGAIN);
  };
  return {
    show(text) {
      if (!isLive) return;
      shown = plainText(text).slice(0, Math.max(10, (stderr.columns || 80) - 1));
      stderr.write(BEGIN_AGAIN + shown);
    },
    say(line) {
      clear();
      say(plainText(line));
      if (isLive) stderr.write(shown);
    },
    sayUnlessLive(line) {
      if (!isLive) say(plainText(line));
    },
    close() {
      clear();
      shown = '';
    },
  };
}
