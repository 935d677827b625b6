/** Bodies are compared as parsed JSON (API-6): member order and white space are ignored. */
import { type Hash, createHash } from 'node:crypto';

/** What is written at once: the text of a body of many megabytes is never in memory as a whole. */
const PIECE_LENGTH = 65_536;

/** @returns SHA-256 (hex) of the JSON text with the members of every object sorted by name */
export function canonicalHash(json: unknown): string {
  const text = new HashedText(createHash('sha256'));
  text.value(json);
  return text.digest();
}

class HashedText {
  private piece = '';

  constructor(private readonly hash: Hash) {}

  value(value: unknown): void {
    if (typeof value === 'string') this.string(value);
    else if (Array.isArray(value)) this.list(value);
    else if (typeof value === 'object' && value !== null) this.object(value);
    else this.write(JSON.stringify(value) ?? 'null');
  }

  digest(): string {
    return this.hash.update(this.piece).digest('hex');
  }

  private list(entries: readonly unknown[]): void {
    for (const [at, entry] of entries.entries()) {
      this.write(at === 0 ? '[' : ',');
      this.value(entry);
    }
    this.write(entries.length === 0 ? '[]' : ']');
  }

  private object(object: object): void {
    const members = Object.entries(object).filter(([, member]) => member !== undefined);
    members.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    for (const [at, [name, member]] of members.entries()) {
      this.write(at === 0 ? '{' : ',');
      this.string(name);
      this.write(':');
      this.value(member);
    }
    this.write(members.length === 0 ? '{}' : '}');
  }

  private string(text: string): void {
    if (text.length <= PIECE_LENGTH) return this.write(JSON.stringify(text));
    this.write('"');
    for (let at = 0; at < text.length;) {
      const end = wholeCharacters(text, at + PIECE_LENGTH);
      this.write(JSON.stringify(text.slice(at, end)).slice(1, -1));
      at = end;
    }
    this.write('"');
  }

  private write(text: string): void {
    this.piece += text;
    if (this.piece.length < PIECE_LENGTH) return;
    this.hash.update(this.piece);
    this.piece = '';
  }
}

/** One more where a piece would end between the two halves of a character. */
function wholeCharacters(text: string, end: number): number {
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end + 1 : end;
}
