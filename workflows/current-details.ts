/**
 * The current details of a workflow in the Temporal web UI, in Markdown: its subject, a table of
 * what has happened, and last what it does or waits for. Contains ids, quantities and prices only,
 * because it is not encrypted.
 */
import { setCurrentDetails } from '@temporalio/workflow';
import { timeText } from '../domain/timestamps';

/** Only the newest rows are stored. */
const ROWS_KEPT = 50;

export class CurrentDetails {
  private readonly rows: string[][] = [];
  private state = '';
  /** Why the newest attempt was in vain. */
  reason: string | null = null;

  /** @param head lines that state the subject */
  constructor(private readonly head: readonly string[] = []) {}

  /** Sets what the workflow does or waits for now. */
  now(state: string): void {
    this.state = state;
    const events = this.rows.length > 0 ? [tableOf(['Time', 'What', 'Why'], this.rows)] : [];
    setCurrentDetails([...this.head, ...events, state].join('\n\n'));
  }

  /** Adds a row that stays whatever follows. */
  note(what: string, why = ''): void {
    this.rows.push([timeText(Date.now()), what, why]);
    if (this.rows.length > ROWS_KEPT) this.rows.shift();
  }

  /** @param why in our own words, or in those of a stranger */
  failed(what: string, why: string): void {
    this.reason = why;
    this.note(what, quoted(why));
  }

  /** Adds a row at once, whatever the workflow does. */
  readonly noteNow = (what: string): void => {
    this.note(what);
    this.now(this.state);
  };
}

export function tableOf(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [columns, columns.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.map(inCell).join(' | ')} |`).join('\n');
}

function inCell(text: string): string {
  return text.replace(/\|/g, '\\|');
}

/** Text from outside: shown literally, never as Markdown. */
export function quoted(text: string): string {
  return `\`${text.replace(/[`\s]+/g, ' ').slice(0, 200)}\``;
}
