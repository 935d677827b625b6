/**
 * Reads what a seller answers: what was said, what it cost, and whether it is complete (DISPATCH-6).
 * The chunks of a stream and a whole answer are read alike.
 */
import { isObject, type JsonObject } from '../json-object';
import type { CallCounts } from './calls';
import { hasMore } from './empty';
import { type ReportedUsage, usageIn, withoutUsage } from './reported-usage';
import { Said, type Take } from './said';

/** The `object` of every chunk of a stream. */
export const CHUNK = 'chat.completion.chunk';

/** What is relayed of a chunk. */
export interface ReadChunk {
  /** Without usage, and with an index for each call of a tool; the same object when nothing changes. */
  readonly chunk: JsonObject;
  /** Whether it has text, thinking, a call, media or an end: the first one is the first byte. */
  readonly says: boolean;
}

export class AnswerReader {
  /** The last complete report. */
  usage: ReportedUsage | null = null;
  finishReason: string | null = null;
  private usageShown: JsonObject | null = null;
  private envelope: JsonObject | null = null;
  private readonly choices = new Map<number, Said>();
  /** Behind the usage of a finished answer nothing follows. */
  private hasReportedLast = false;

  constructor(private readonly take: Take) {}

  /**
   * Reads a chunk, or a whole answer.
   * @param value whose `choices`, if it is a list, has objects only
   * @returns null for a chunk that is not relayed: it has nothing, or nothing but usage
   */
  read(value: JsonObject): ReadChunk | null {
    const usage = usageIn(value);
    if (usage) {
      this.usage = usage.report;
      this.usageShown = usage.shown;
    }
    if (!Array.isArray(value['choices'])) return null;
    const given = value['choices'] as JsonObject[];
    const isReport = usage !== null && given.length === 0;
    if (this.envelope === null || isReport) this.envelope = envelopeOf(value);
    let says = false;
    let hasRole = false;
    let isChanged = false;
    const choices = given.map((choice, position) => {
      const [index, said] = this.said(choice, position);
      const read = said.read(choice);
      // One that says nothing may only carry the usage.
      if (read.says || read.hasRole) this.choices.set(index, said);
      says ||= read.says;
      hasRole ||= read.hasRole;
      isChanged ||= read.choice !== choice;
      if (said.finishReason !== null) this.finishReason = said.finishReason;
      return read.choice;
    });
    this.hasReportedLast = says ? false : isReport || this.hasReportedLast;
    if (isReport || !(says || hasRole || hasMore(value))) return null;
    return { chunk: withoutUsage(isChanged ? { ...value, choices } : value), says };
  }

  private said(choice: JsonObject, position: number): [number, Said] {
    const given = choice['index'];
    const index = typeof given === 'number' ? given : position;
    return [index, this.choices.get(index) ?? new Said(index, this.take)];
  }

  /** The start of our own last chunk: the envelope without choices, and the reported usage, if any. */
  get closing(): JsonObject {
    const usage = this.usageShown;
    return { ...this.envelope, choices: [], ...(usage ? { usage } : {}) };
  }

  /** Whether every choice that began has an end: the stream is complete when it ends now. */
  get isFinished(): boolean {
    return this.choices.size > 0 && this.unfinished.length === 0;
  }

  /**
   * Whether a finished stream that keeps silent is complete: its ends came alone, behind what each
   * choice says. A finish beside text may stand in every chunk.
   */
  get isOver(): boolean {
    return this.isFinished && this.all(({ hasBegun, endedAlone }) => hasBegun && endedAlone);
  }

  /** Whether nothing can follow, so that a short silence ends the stream. */
  get isExhausted(): boolean {
    return this.hasReportedLast && this.isOver;
  }

  /** Streams of sound end without a `finish_reason`. */
  get hasSound(): boolean {
    return this.some((said) => said.hasSound);
  }

  /** Choices that began and have no end. */
  get unfinished(): number[] {
    return [...this.choices].filter(([, said]) => said.finishReason === null).map(([at]) => at);
  }

  /** Characters of base64. */
  get mediaCharacters(): number {
    let characters = 0;
    for (const said of this.choices.values()) characters += said.mediaCharacters;
    return characters;
  }

  /** Parses their arguments. */
  get calls(): CallCounts {
    const counts = [...this.choices.values()].map(({ callCounts }) => callCounts);
    const sum = (of: (one: CallCounts) => number) => counts.reduce((all, one) => all + of(one), 0);
    return { made: sum(({ made }) => made), parsed: sum(({ parsed }) => parsed) };
  }

  private all(holds: (said: Said) => boolean): boolean {
    return [...this.choices.values()].every(holds);
  }

  private some(holds: (said: Said) => boolean): boolean {
    return [...this.choices.values()].some(holds);
  }
}

/** A chunk's `id`, `created`, `model` and its other fields apart from the choices. */
export function envelopeOf(chunk: JsonObject): JsonObject {
  const { choices: _choices, usage: _usage, fill: _fill, ...envelope } = withoutUsage(chunk);
  return { ...envelope, object: CHUNK };
}

/** A completion is well-formed when it has at least one choice and every choice has a message. */
export function isCompletion({ choices }: JsonObject): boolean {
  return (
    Array.isArray(choices) &&
    choices.length > 0 &&
    choices.every((choice) => isObject(choice) && isObject(choice['message']))
  );
}

/** A chunk is well-formed when its `choices`, if it is a list, has objects only. */
export function isReadable({ choices }: JsonObject): boolean {
  return !Array.isArray(choices) || choices.every(isObject);
}
