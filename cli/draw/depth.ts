/** An order book as lines of text: asks above, bids below, best prices in the middle. */
import { pc } from '../colours';
import { perMillion } from '../prices';
import { barAcross, grouped } from './bars';

export interface Level {
  readonly price: string;
  readonly quantity: string;
}

export interface Book {
  readonly model_id: string;
  readonly tenor: string;
  readonly region: string;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
  readonly sequence: number;
  readonly timestamp: number;
}

interface Row extends Level {
  readonly total: bigint;
}

const BAR_WIDTH_MAX = 40;
const PLACE_FOR_NUMBERS = 6;

/** @param width columns of the terminal @param levels rows of each side */
export function drawDepth(given: Book, width: number, levels: number): string[] {
  const book = { ...given, asks: given.asks.map(inMillions), bids: given.bids.map(inMillions) };
  const decimals = mostDecimals([...book.asks, ...book.bids]);
  const asks = cumulated(book.asks, levels);
  const bids = cumulated(book.bids, levels);
  const most = [asks.at(-1), bids.at(-1)].reduce((max, row) => biggest(max, row?.total ?? 0n), 0n);
  const rows = [...asks, ...bids];
  const columns = {
    price: widest(['price', ...rows.map(({ price }) => aligned(price, decimals))]),
    quantity: widest(['tokens', ...rows.map(({ quantity }) => grouped(quantity))]),
    total: widest(['total', ...rows.map(({ total }) => grouped(total))]),
  };
  const numbers = columns.price + columns.quantity + columns.total + PLACE_FOR_NUMBERS;
  const barWidth = Math.max(0, Math.min(BAR_WIDTH_MAX, width - numbers - 1));
  const line = (row: Row, colour: (text: string) => string) =>
    [
      colour(aligned(row.price, decimals).padStart(columns.price)),
      grouped(row.quantity).padStart(columns.quantity),
      grouped(row.total).padStart(columns.total),
      colour(barAcross(row.total, most, barWidth)),
    ].join('  ');
  const head = ['price', 'tokens', 'total'] as const;
  return [
    `${pc.bold(book.model_id)}  ${book.tenor}  ${book.region}  ${pc.dim('USD per million tokens')}`,
    pc.dim(
      head.map((name) => name.padStart(columns[name === 'tokens' ? 'quantity' : name])).join('  '),
    ),
    ...(asks.length === 0
      ? [pc.dim('no asks')]
      : asks.toReversed().map((row) => line(row, pc.yellow))),
    pc.dim(`${'-'.repeat(columns.price)}  ${spreadText(book)}`),
    ...(bids.length === 0 ? [pc.dim('no bids')] : bids.map((row) => line(row, pc.cyan))),
  ];
}

function inMillions({ price, quantity }: Level): Level {
  return { price: perMillion(price), quantity };
}

function spreadText({ asks, bids }: Book): string {
  const [ask] = asks;
  const [bid] = bids;
  if (ask && bid) return `best bid ${bid.price}, best ask ${ask.price}`;
  return ask ? `best ask ${ask.price}` : bid ? `best bid ${bid.price}` : 'nothing is offered';
}

/** The best levels, each with the sum of the tokens up to it. */
function cumulated(side: readonly Level[], levels: number): Row[] {
  let total = 0n;
  return side.slice(0, levels).map((level) => {
    total += BigInt(level.quantity);
    return { ...level, total };
  });
}

function decimalsOf(price: string): number {
  return price.split('.')[1]?.length ?? 0;
}

function mostDecimals(side: readonly Level[]): number {
  return Math.max(0, ...side.map(({ price }) => decimalsOf(price)));
}

/** Blanks behind a price, so that the decimal points stand in one column. */
function aligned(price: string, decimals: number): string {
  const own = decimalsOf(price);
  return price + ' '.repeat(decimals - own + (own === 0 && decimals > 0 ? 1 : 0));
}

function biggest(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

function widest(texts: readonly string[]): number {
  return Math.max(...texts.map(({ length }) => length));
}
