/** When orders expire: their ids by the second of their expiry. */
export class ExpiryAgenda {
  private readonly seconds = new Map<number, Map<string, number>>();
  /** No order expires before this second. */
  private first = Infinity;

  add(id: string, expiresAtMs: number): void {
    const second = secondOf(expiresAtMs);
    const entries = this.seconds.get(second) ?? new Map<string, number>();
    entries.set(id, expiresAtMs);
    this.seconds.set(second, entries);
    this.first = Math.min(this.first, second);
  }

  get firstMs(): number {
    return this.seconds.size === 0 ? Infinity : this.first * 1_000;
  }

  remove(id: string, expiresAtMs: number): void {
    const second = secondOf(expiresAtMs);
    const entries = this.seconds.get(second);
    entries?.delete(id);
    if (entries?.size === 0) this.seconds.delete(second);
  }

  /** Expired orders, the earliest seconds first. They stay until they are removed. */
  due(nowMs: number, limit: number): string[] {
    const ids: string[] = [];
    if (this.seconds.size === 0) this.first = Infinity;
    const last = secondOf(nowMs);
    for (let second = this.first; second <= last && ids.length < limit; second += 1) {
      const entries = this.seconds.get(second);
      if (!entries && second === this.first) this.first += 1;
      for (const [id, expiresAtMs] of entries ?? []) if (expiresAtMs <= nowMs) ids.push(id);
    }
    return ids.slice(0, limit);
  }
}

function secondOf(milliseconds: number): number {
  return Math.floor(milliseconds / 1_000);
}
