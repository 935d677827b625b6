/**
 * The current details of a workflow in the Temporal web UI, in Markdown: its subject, decisive
 * events, and last what it does or waits for. Contains ids, quantities and prices only, because it
 * is not encrypted.
 */
import { setCurrentDetails } from '@temporalio/workflow';

/** Only the newest notes are stored. */
const NOTES_KEPT = 50;

export class CurrentDetails {
  private readonly notes: string[] = [];
  private state = '';
  /** Why the newest attempt was in vain. */
  reason: string | null = null;

  /** @param head lines that state the subject */
  constructor(private readonly head: readonly string[] = []) {}

  /** Sets what the workflow does or waits for now. */
  now(state: string): void {
    this.state = state;
    setCurrentDetails([...this.head, ...this.notes, state].join('\n\n'));
  }

  /** Adds a line that stays whatever follows. */
  note(line: string, reason = this.reason): void {
    this.reason = reason;
    this.notes.push(line);
    if (this.notes.length > NOTES_KEPT) this.notes.shift();
  }

  /** Adds a line at once, whatever the workflow does. */
  readonly noteNow = (line: string): void => {
    this.note(line);
    this.now(this.state);
  };
}

/** Text from outside: shown literally, never as Markdown. */
export function quoted(text: string): string {
  return `\`${text.replace(/[`\s]+/g, ' ').slice(0, 200)}\``;
}
