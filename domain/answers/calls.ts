/** The calls of tools in one choice, whose deltas may come without an `index` (Ollama, Gemini). */
import { type JsonObject, isObject, parseJsonObject } from '../json-object';

/** The calls of functions in an answer. */
export interface CallCounts {
  readonly made: number;
  /** Those whose arguments are a JSON object. */
  readonly parsed: number;
}

/** Longer arguments are not parsed: they count as no call. */
const CHARACTERS_MAX = 1_000_000;

export class Calls {
  private readonly texts = new Map<number, string>();
  private readonly indexes = new Map<string, number>();
  private readonly named = new Set<number>();
  private next = 0;
  private last = 0;

  /**
   * The seller's index; otherwise that of the `id`, and a new one for a new `id`. Without either,
   * the first call of a list continues the last one, and each other one is new.
   * @param before indexes of the calls before it in its list: a server may give all of them one `id`
   */
  indexOf({ index, id }: JsonObject, before: ReadonlySet<number>): number {
    const ownId = typeof id === 'string' && id !== '' ? id : null;
    if (typeof index === 'number') this.last = index;
    else if (ownId !== null) this.last = this.indexes.get(ownId) ?? this.next;
    else if (before.size > 0) this.last = this.next;
    if (typeof index !== 'number' && before.has(this.last)) this.last = this.next;
    if (ownId !== null) this.indexes.set(ownId, this.last);
    this.next = Math.max(this.next, this.last + 1);
    return this.last;
  }

  /** Whether it is the first name of the call: some servers repeat it in each delta. */
  isFirstName(index: number): boolean {
    if (this.named.has(index)) return false;
    this.named.add(index);
    return true;
  }

  /** @param given the arguments of a function, or a piece of them: text, or an object (Ollama) */
  takeArguments(index: number, given: unknown): void {
    const piece = isObject(given) ? JSON.stringify(given) : typeof given === 'string' ? given : '';
    const before = this.texts.get(index) ?? '';
    if (before.length <= CHARACTERS_MAX) this.texts.set(index, before + piece);
  }

  get counts(): CallCounts {
    const short = [...this.texts.values()].filter(({ length }) => length <= CHARACTERS_MAX);
    const parsed = short.filter((text) => parseJsonObject(text) !== null);
    return { made: short.length, parsed: parsed.length };
  }
}
