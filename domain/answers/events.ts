/**
 * Parses server-sent events from bytes: split anywhere, strictly UTF-8, with line ends of LF, CRLF
 * or CR. Only `data` is read; other fields are skipped and cost no more than their bytes. The caller
 * limits the size of an event without an end.
 */

const LINE_END = /\r\n|\n|\r/;

export class EventReader {
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });
  /** Pieces of an incomplete line. */
  private line: string[] = [];
  private data: string[] = [];
  /** The bytes so far ended with CR: a following LF belongs to the same line end. */
  private endedWithReturn = false;

  /** Characters of an event that is not complete; comments are none. */
  get waitingCharacters(): number {
    const isData = this.line[0]?.startsWith('data') === true;
    const parts = isData ? [...this.data, ...this.line] : this.data;
    return parts.reduce((sum, part) => sum + part.length, 0);
  }

  /**
   * The `data` of every event that these bytes complete; null ends the stream and its last event.
   * @throws TypeError for bytes that are not UTF-8
   */
  feed(bytes: Buffer | null): string[] {
    if (bytes === null) return this.read('\n\n');
    return this.read(this.decoder.decode(bytes, { stream: true })); // without a byte order mark
  }

  private read(decoded: string): string[] {
    if (decoded === '') return [];
    const text = this.endedWithReturn && decoded.startsWith('\n') ? decoded.slice(1) : decoded;
    this.endedWithReturn = decoded.endsWith('\r');
    const events: string[] = [];
    const lines = text.split(LINE_END);
    const rest = lines.pop() ?? '';
    for (const end of lines) {
      const line = this.line.length > 0 ? this.line.join('') + end : end;
      this.line = [];
      const whole = line === '' ? this.takeEvent() : this.takeLine(line);
      if (whole !== null) events.push(whole);
    }
    if (rest !== '') this.line.push(rest);
    return events;
  }

  /** @returns the event before, if this line begins another one */
  private takeLine(line: string): string | null {
    if (line === 'data') this.data.push('');
    if (!line.startsWith('data:')) return null;
    const data = line.slice(line.startsWith(' ', 5) ? 6 : 5);
    // No JSON continues like this: the server parts its events by one line end.
    const isNext = /^[{[]/.test(data) && this.data.at(-1)?.endsWith('}') === true;
    const before = isNext ? this.takeEvent() : null;
    this.data.push(data);
    return before;
  }

  private takeEvent(): string | null {
    if (this.data.length === 0) return null;
    const data = this.data.join('\n');
    this.data = [];
    return data;
  }
}
