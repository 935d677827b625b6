/** Candles as lines of text. A rising body is solid, a falling one shaded: colours are not needed to read it. */
import { formatScale8, parseScale8 } from '../../domain/money';
import { pc } from '../colours';
import { perMillion } from '../prices';
import { barUp, grouped } from './bars';

export interface Candle {
  readonly time: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: number;
}

interface Scaled {
  readonly open: bigint;
  readonly high: bigint;
  readonly low: bigint;
  readonly close: bigint;
  readonly volume: bigint;
}

/** As many of the newest candles as the width holds. @param height rows of the price axis, 2 or more */
export function drawCandles(all: readonly Candle[], width: number, height: number): string[] {
  if (all.length === 0) return [pc.dim('no trades')];
  const labels = all.flatMap(({ high, low }) => [perMillion(high), perMillion(low)]);
  const axis = Math.max(...labels.map((text) => text.length));
  const shown = all.slice(-Math.max(1, width - axis - 3));
  const candles = shown.map(scaled);
  const top = candles.reduce((max, { high }) => (high > max ? high : max), candles[0]!.high);
  const bottom = candles.reduce((min, { low }) => (low < min ? low : min), candles[0]!.low);
  const rowOf = (price: bigint) => rowAt(price, bottom, top, height);
  const most = candles.reduce((max, { volume }) => (volume > max ? volume : max), 0n);
  const lines = Array.from({ length: height }, (_, index) => {
    const row = height - 1 - index;
    const label = index === 0 ? formatScale8(top) : row === 0 ? formatScale8(bottom) : '';
    const cells = candles.map((candle) => cellAt(candle, row, rowOf)).join('');
    return `${pc.dim(label.padStart(axis))} ${pc.dim('│')}${cells}`;
  });
  const volumes = candles.map(({ volume }) => barUp(volume, most)).join('');
  return [
    ...lines,
    `${pc.dim('tokens'.slice(0, axis).padStart(axis))} ${pc.dim('│')}${pc.dim(volumes)}`,
    `${' '.repeat(axis + 2)}${pc.dim(`${shown[0]!.time} to ${shown.at(-1)!.time}`)}`,
    `${' '.repeat(axis + 2)}${pc.dim(`last ${perMillion(shown.at(-1)!.close)}, most tokens in one candle ${grouped(most)}`)}`,
  ];
}

function cellAt(candle: Scaled, row: number, rowOf: (price: bigint) => number): string {
  const isRising = candle.close >= candle.open;
  const [from, to] = isRising ? [candle.open, candle.close] : [candle.close, candle.open];
  const colour = isRising ? pc.cyan : pc.yellow;
  if (row >= rowOf(from) && row <= rowOf(to)) return colour(isRising ? '█' : '▒');
  return row >= rowOf(candle.low) && row <= rowOf(candle.high) ? colour('│') : ' ';
}

function rowAt(price: bigint, bottom: bigint, top: bigint, height: number): number {
  if (top === bottom) return Math.floor(height / 2);
  const rows = ((price - bottom) * BigInt(height - 1)) / (top - bottom);
  return Number(rows);
}

function scaled({ open, high, low, close, volume }: Candle): Scaled {
  const price = (text: string) => parseScale8(perMillion(text)) ?? 0n;
  return {
    open: price(open),
    high: price(high),
    low: price(low),
    close: price(close),
    volume: BigInt(Math.trunc(volume)),
  };
}
