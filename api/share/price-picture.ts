/** The price of an instrument and its line of two days, as programs for messages show it beside a link. */
import { fitting, write } from './letters';
import { type Colour, Picture } from './png';

export const WIDTH = 600;
export const HEIGHT = 315;
const MARGIN = 30;
const INNER = WIDTH - 2 * MARGIN;
const CHART = { top: 160, bottom: 270 } as const;
const THICKNESS = 3;

const PALETTE: readonly Colour[] = [
  [0x14, 0x17, 0x1c],
  [0xf2, 0xf4, 0xf7],
  [0x9a, 0xa3, 0xb2],
  [0x4c, 0xc3, 0x8a],
];
const [INK, SOFT, LINE] = [1, 2, 3];

interface PricePicture {
  readonly name: string;
  /** As text, with its unit. */
  readonly price: string;
  /** Oldest first, at least one. */
  readonly closesScale8: readonly bigint[];
}

export function pricePicture({ name, price, closesScale8 }: PricePicture): Buffer {
  const picture = new Picture(WIDTH, HEIGHT, PALETTE);
  const title = name.slice(0, fitting(INNER, 3));
  write(picture, title, { x: MARGIN, y: MARGIN, size: 3, colour: SOFT });
  write(picture, price, { x: MARGIN, y: 75, size: 5, colour: INK });
  draw(picture, heightsOf(closesScale8));
  write(picture, 'Tokenbook', { x: MARGIN, y: 290, size: 2, colour: SOFT });
  return picture.toPng();
}

/** From the top of the picture; one price alone is a level line. */
function heightsOf(closesScale8: readonly bigint[]): number[] {
  const [first = 0n] = closesScale8;
  const [least, most] = closesScale8.reduce(
    ([low, high], close) => [close < low ? close : low, close > high ? close : high],
    [first, first],
  );
  const height = BigInt(CHART.bottom - CHART.top);
  const range = most - least;
  return closesScale8.map((close) => {
    const above = range === 0n ? height / 2n : ((close - least) * height) / range;
    return CHART.bottom - Number.parseInt(above.toString(), 10);
  });
}

/** One column of pixels after the other, down or up to the next height. */
function draw(picture: Picture, heights: readonly number[]): void {
  let before = heights[0] ?? CHART.bottom;
  for (let x = 0; x < INNER; x += 1) {
    const place = (x / (INNER - 1)) * (heights.length - 1);
    const from = heights[Math.floor(place)] ?? before;
    const to = heights[Math.ceil(place)] ?? from;
    const y = Math.round(from + (to - from) * (place % 1));
    const top = Math.min(y, before);
    picture.fill(MARGIN + x, top, 1, Math.max(y, before) - top + THICKNESS, LINE);
    before = y;
  }
}
