/** The calls of tools in one choice, whose deltas may come without an `index` (Ollama, Gemini). */
import type { JsonObject } from '../json-object';

export class Calls {
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
}
