/**
 * Reads that simultaneous callers share by key. A read counts only for callers that asked before it
 * began, so every answer contains what was recorded before its request, and a key has at most one
 * read under way and one waiting, however many callers it has.
 */
export class SharedReads<Found> {
  private readonly running = new Map<string, Promise<Found>>();
  private readonly next = new Map<string, Promise<Found>>();

  read(key: string, readNow: () => Promise<Found>): Promise<Found> {
    const running = this.running.get(key);
    if (!running) return this.start(key, readNow);
    const waiting = this.next.get(key);
    if (waiting) return waiting;
    const begin = () => {
      this.next.delete(key);
      return this.start(key, readNow);
    };
    const next = running.then(begin, begin);
    this.next.set(key, next);
    return next;
  }

  private start(key: string, readNow: () => Promise<Found>): Promise<Found> {
    const reading = readNow().finally(() => {
      if (this.running.get(key) === reading) this.running.delete(key);
    });
    this.running.set(key, reading);
    return reading;
  }
}
