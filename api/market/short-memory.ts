/**
 * Remembers answers for a moment, so that what everybody polls is made once, however many ask. Those
 * who ask while it is being made wait for the same one; a failure is not kept.
 */
export class ShortMemory<Answer> {
  private readonly answers = new Map<string, Promise<Answer>>();

  /** @param entriesMax with more than these, new ones are made and not kept */
  constructor(
    private readonly freshMs: number,
    private readonly entriesMax: number,
  ) {}

  recall(key: string, make: () => Promise<Answer>): Promise<Answer> {
    const known = this.answers.get(key);
    if (known) return known;
    const answer = make();
    if (this.answers.size >= this.entriesMax) return answer;
    this.answers.set(key, answer);
    const forget = () => void this.answers.delete(key);
    answer.then(() => setTimeout(forget, this.freshMs).unref(), forget);
    return answer;
  }
}
