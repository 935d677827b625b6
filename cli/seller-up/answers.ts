/** Answers by their Idempotency-Key, within bounds of time, number and bytes. */
import { Recording } from './recording';

const KEPT_MS = 10 * 60_000;
const ANSWERS_MAX = 10_000;
const BYTES_MAX = 64 * 1_024 * 1_024;

interface Kept {
  readonly recording: Recording;
  readonly untilMs: number;
}

interface Bounds {
  readonly answersMax: number;
  readonly bytesMax: number;
  readonly keptMs: number;
}

export class Answers {
  /** Oldest first. */
  private readonly kept = new Map<string, Kept>();

  constructor(
    private readonly bounds: Bounds = {
      answersMax: ANSWERS_MAX,
      bytesMax: BYTES_MAX,
      keptMs: KEPT_MS,
    },
  ) {}

  find(key: string): Recording | undefined {
    return this.kept.get(key)?.recording;
  }

  begin(key: string, nowMs: number): Recording {
    const recording = new Recording();
    this.kept.set(key, { recording, untilMs: nowMs + this.bounds.keptMs });
    return recording;
  }

  /** A repeated request may succeed. */
  forget(key: string): void {
    this.kept.delete(key);
  }

  get size(): number {
    return this.kept.size;
  }

  /** Forgets the oldest answers that exceed the bounds; never one in progress. */
  trim(nowMs: number): void {
    let bytes = 0;
    for (const { recording } of this.kept.values()) bytes += recording.bytes;
    for (const [key, { recording, untilMs }] of this.kept) {
      const fits = this.kept.size <= this.bounds.answersMax && bytes <= this.bounds.bytesMax;
      if (fits && untilMs > nowMs) return;
      if (recording.isRunning) continue;
      bytes -= recording.bytes;
      this.kept.delete(key);
    }
  }
}
