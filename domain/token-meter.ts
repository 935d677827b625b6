/**
 * Counts the tokens of generated texts that grow piece by piece. Each text counts as if it had come
 * whole, whatever pieces it came in. The last few words of each are kept, and nothing is handed to
 * the tokenizer twice: a chunk of a stream costs what its text costs.
 */
import { samplesOf } from './text-samples';
import { countPiece, endOfPiece } from './tokens';

/** Work between two looks at the clock, and before others get their turn. */
const PIECES_PER_LOOK = 8;
const TURN_MS = 4;
/** In UTF-8, of one unit of UTF-16, at most. */
const BYTES_PER_CHARACTER = 3;

interface Text {
  /** What is not counted yet. */
  tail: string;
  /** Tokens of the tail: at most so many, or exactly. */
  tailTokens: number;
  exact: boolean;
}

export class TokenMeter {
  private readonly texts = new Map<string, Text>();
  private readonly grown = new Set<Text>();
  /** Tokens of everything in front of the tails. */
  private counted = 0;
  /** Of all tails together. */
  private tailTokens = 0;

  /** @param key of the text that the piece belongs to */
  add(key: string, piece: string): void {
    if (piece === '') return;
    const text = this.texts.get(key) ?? { tail: '', tailTokens: 0, exact: true };
    this.texts.set(key, text);
    text.tail += piece;
    text.exact = false;
    // A token stands for one byte at least.
    this.setTail(text, text.tailTokens + Buffer.byteLength(piece));
    this.grown.add(text);
  }

  /** No fewer than there are. */
  get most(): number {
    return this.counted + this.tailTokens;
  }

  /** Whether there are more than this; counts only where a glance does not tell. */
  async isAbove(tokens: number): Promise<boolean> {
    return this.most > tokens && (await this.count(tokens)) > tokens;
  }

  /** How many there are. @param enough stops counting where there are more than this */
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

/** Tokens of whole texts, counted without keeping others waiting; of a long text, of samples. */
export async function countInTurns(texts: readonly string[]): Promise<number> {
  let tokens = 0;
  for (const samples of samplesOf(texts)) {
    const meter = new TokenMeter();
    for (const [place, text] of samples.texts.entries()) meter.add(String(place), text);
    tokens += (await meter.count()) * samples.scale;
  }
  return Math.ceil(tokens);
}

/** Lets everything else that waits in this process have its turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
