/**
 * What the Temporal web UI shows of a workflow as its current details, in Markdown: what it is about,
 * what has happened that decided something, and last what it does or waits for. Ids, quantities and
 * prices only: it is not sealed.
 */
import { setCurrentDetails } from '@temporalio/workflow';

/** Of the notes; only the newest are kept. */
const NOTES_KEPT = 50;

export class CurrentDetails {
  private readonly notes: string[] = [];

  /** @param head what it is about, from its first line to its last */
  constructor(private readonly head: readonly string[] = []) {}

  /** What it does or waits for now. */
  now(state: string): void {
    setCurrentDetails([...this.head, ...this.notes, state].join('\n\n'));
  }

  /** What stays to be read, whatever comes after. */
  note(line: string): void {
    this.notes.push(line);
    if (this.notes.length > NOTES_KEPT) this.notes.shift();
  }
}

/** Words of a stranger: shown as they are, never as Markdown of ours. */
export function quoted(text: string): string {
  return `\`${text.replace(/[`\s]+/g, ' ').slice(0, 200)}\``;
}

/** A time as operators read it, to the second. */
export function timeText(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 19)}Z`;
}
