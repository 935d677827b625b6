/**
 * Counts the tokens of generated texts that grow piece by piece. The count of each text is
 * independent of its pieces. The last few words of each are retained, and no text is tokenized
 * twice: the cost of a stream is proportional to its text.
 */
import { samplesOf } from './text-samples';
import { countPiece, endOfPiece } from './tokens';

/** Work between two clock checks, and before other tasks run. */
const PIECES_PER_LOOK = 8;
const TURN_MS = 4;
/** Maximum UTF-8 bytes of one UTF-16 unit. */
const BYTES_PER_CHARACTER = 3;

interface Text {
  /** The uncounted end of the text. */
  tail: string;
  /** Tokens of the tail: an upper bound, or exact. */
  tailTokens: number;
  exact: boolean;
}

export class TokenMeter {
  private readonly texts = new Map<string, Text>();
  private readonly grown = new Set<Text>();
  /** Tokens of everything before the tails. */
  private counted = 0;
  /** Sum over all tails. */
  private tailTokens = 0;

  /** @param key of the text that the piece belongs to */
  add(key: string, piece: string): void {
    if (piece === '') return;
    const text = this.texts.get(key) ?? { tail: '', tailTokens: 0, exact: true };
    this.texts.set(key, text);
    text.tail += piece;
    text.exact = false;
    // A token represents at least one byte.
    this.setTail(text, text.tailTokens + Buffer.byteLength(piece));
    this.grown.add(text);
  }

  /** An upper bound. */
  get most(): number {
    return this.counted + this.tailTokens;
  }

  /** Whether there are more than this; counts only when the bound is inconclusive. */
  async isAbove(tokens: number): Promise<boolean> {
    return this.most > tokens && (await this.count(tokens)) > tokens;
  }

  /**
   * The number of tokens.
   * @param enough stops counting above this
   */
  async count(enough = Infinity): Promise<number> {
    let turnEndsAt = performance.now() + TURN_MS;
    let pieces = 0;
    for (const text of this.grown) {
      for (let counted = this.countOne(text); !counted; counted = this.countOne(text)) {
        pieces += 1;
        if (this.counted > enough) return this.counted;
        if (pieces % PIECES_PER_LOOK === 0 && performance.now() > turnEndsAt) {
          await nextTurn();
          turnEndsAt = performance.now() + TURN_MS;
        }
      }
      pieces += 1;
      this.grown.delete(text);
    }
    return this.most;
  }

  /** @returns whether the text is counted to its end */
  private countOne(text: Text): boolean {
    const end = endOfPiece(text.tail, 0);
    if (end < text.tail.length) {
      const piece = text.tail.slice(0, end);
      text.tail = text.tail.slice(end);
      this.counted += countPiece(piece);
      this.setTail(text, text.tail.length * BYTES_PER_CHARACTER);
      return false;
    }
    if (!text.exact) this.setTail(text, countPiece(text.tail));
    text.exact = true;
    return true;
  }

  private setTail(text: Text, tokens: number): void {
    this.tailTokens += tokens - text.tailTokens;
    text.tailTokens = tokens;
  }
}

/** Tokens of whole texts, counted without blocking the process; samples of long texts. */
export async function countInTurns(texts: readonly string[]): Promise<number> {
  let tokens = 0;
  for (const samples of samplesOf(texts)) {
    const meter = new TokenMeter();
    for (const [place, text] of samples.texts.entries()) meter.add(String(place), text);
    tokens += (await meter.count()) * samples.scale;
  }
  return Math.ceil(tokens);
}

/** Yields to all other waiting tasks of this process. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
