/** A picture of few colours as PNG: each pixel is one byte, the number of its colour. */
import { crc32, deflateSync } from 'node:zlib';

export type Colour = readonly [red: number, green: number, blue: number];

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BITS = 8;
const BY_PALETTE = 3;
/** Of each line: it is stored as it is. */
const UNFILTERED = 0;

export class Picture {
  private readonly lines: Buffer[];

  /** @param palette the first colour is the background */
  constructor(
    readonly width: number,
    readonly height: number,
    private readonly palette: readonly Colour[],
  ) {
    this.lines = Array.from({ length: height }, () => Buffer.alloc(width + 1, UNFILTERED));
  }

  /** What lies outside of the picture is left out. */
  fill(x: number, y: number, width: number, height: number, colour: number): void {
    const [from, to] = [Math.max(0, x), Math.min(this.width, x + width)];
    for (const line of this.lines.slice(Math.max(0, y), Math.max(0, y + height))) {
      if (from < to) line.fill(colour, from + 1, to + 1);
    }
  }

  toPng(): Buffer {
    const head = Buffer.alloc(13);
    head.writeUInt32BE(this.width, 0);
    head.writeUInt32BE(this.height, 4);
    head.set([BITS, BY_PALETTE], 8);
    return Buffer.concat([
      SIGNATURE,
      chunk('IHDR', head),
      chunk('PLTE', Buffer.from(this.palette.flat())),
      chunk('IDAT', deflateSync(Buffer.concat(this.lines))),
      chunk('IEND', Buffer.alloc(0)),
    ]);
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
