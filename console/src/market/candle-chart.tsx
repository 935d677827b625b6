/** Candles with volume. The drawing rounds; the line above it and the table show what the API sent. */
import {
  CandlestickSeries,
  ColorType,
  HistogramSeries,
  TickMarkType,
  type IChartApi,
  type ISeriesApi,
  type Time as ChartTime,
  type UTCTimestamp,
  createChart,
} from 'lightweight-charts';
import { useEffect, useRef, useState } from 'react';
import { compareDecimals, coordinateOf, shiftDecimal } from '../client/decimal';
import type { Candle } from '../client/market';
import { Price, Quantity, Time } from '../design/values';
import { useAppearance } from '../shell/appearance';

/** A market with few trades does not show blocks. */
const WIDEST_CANDLE_PX = 28;

interface Drawn {
  readonly chart: IChartApi;
  readonly prices: ISeriesApi<'Candlestick'>;
  readonly volumes: ISeriesApi<'Histogram'>;
}

interface ChartProps {
  readonly candles: readonly Candle[];
  /** Changes when another series is shown: then all of it is brought into view. */
  readonly series: string;
}

export function CandleChart({ candles, series }: ChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const drawn = useRef<Drawn | null>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const { isDark } = useAppearance();
  useEffect(() => {
    if (!frame.current) return;
    const created = drawOn(frame.current);
    drawn.current = created;
    created.chart.subscribeCrosshairMove(({ time }) => setPointed((time as number) ?? null));
    return () => {
      drawn.current = null;
      created.chart.remove();
    };
  }, []);
  // After the theme has changed, the page computes other colours.
  useEffect(() => paint(drawn.current, frame.current), [isDark]);
  useEffect(() => {
    setData(drawn.current, frame.current, candles);
  }, [candles, isDark]);
  const hasCandles = candles.length > 0;
  useEffect(() => {
    if (hasCandles) drawn.current?.chart.timeScale().fitContent();
  }, [series, hasCandles]);
  const shown = candles.find(({ time }) => secondsOf(time) === pointed) ?? candles.at(-1);
  return (
    <div className="candles">
      {shown && <Legend candle={shown} />}
      <div ref={frame} className="candles-frame" aria-hidden="true" />
    </div>
  );
}

function Legend({ candle }: { readonly candle: Candle }) {
  const { time, open, high, low, close, volume } = candle;
  return (
    <p className="candles-legend small">
      <Time value={time} />
      <span>
        O <Price perThousand={open} />
      </span>
      <span>
        H <Price perThousand={high} />
      </span>
      <span>
        L <Price perThousand={low} />
      </span>
      <span>
        C <Price perThousand={close} />
      </span>
      <span>
        V <Quantity value={volume} short />
      </span>
    </p>
  );
}

function drawOn(frame: HTMLElement): Drawn {
  const chart = createChart(frame, {
    autoSize: true,
    // Its logo writes a style into the page, which the policy refuses: the console names it itself.
    layout: { attributionLogo: false, fontSize: 11 },
    rightPriceScale: { borderVisible: false },
    timeScale: {
      borderVisible: false,
      timeVisible: true,
      tickMarkFormatter: tickText,
      maxBarSpacing: WIDEST_CANDLE_PX,
      // The label of the newest candle is as wide as two of them.
      rightOffset: 2,
    },
    localization: { timeFormatter: (time: ChartTime) => momentText(time) },
    handleScroll: { vertTouchDrag: false, mouseWheel: false },
    handleScale: { mouseWheel: false },
  });
  const prices = chart.addSeries(CandlestickSeries, {
    borderVisible: true,
    // Its label would stand on those of the axis; the line above the chart has the price.
    lastValueVisible: false,
    priceFormat: { type: 'custom', minMove: 0.001, formatter: axisText },
  });
  prices.priceScale().applyOptions({ scaleMargins: { top: 0.06, bottom: 0.26 } });
  const volumes = chart.addSeries(HistogramSeries, {
    priceScaleId: '',
    priceFormat: { type: 'volume' },
    lastValueVisible: false,
    priceLineVisible: false,
  });
  volumes.priceScale().applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } });
  paint({ chart, prices, volumes }, frame);
  return { chart, prices, volumes };
}

function setData(drawn: Drawn | null, frame: HTMLElement | null, candles: readonly Candle[]): void {
  if (!drawn || !frame) return;
  const rising = colourOf(frame, '--bid-soft');
  const falling = colourOf(frame, '--ask-soft');
  drawn.prices.setData(
    candles.map(({ time, open, high, low, close }) => ({
      time: secondsOf(time),
      open: perMillion(open),
      high: perMillion(high),
      low: perMillion(low),
      close: perMillion(close),
    })),
  );
  drawn.volumes.setData(
    candles.map(({ time, open, close, volume }) => ({
      time: secondsOf(time),
      value: volume,
      color: compareDecimals(close, open) < 0 ? falling : rising,
    })),
  );
}

function paint(drawn: Drawn | null, frame: HTMLElement | null): void {
  if (!drawn || !frame) return;
  const line = colourOf(frame, '--line');
  const surface = colourOf(frame, '--surface');
  const bid = colourOf(frame, '--bid');
  const ask = colourOf(frame, '--ask');
  drawn.chart.applyOptions({
    layout: {
      background: { type: ColorType.Solid, color: surface },
      textColor: colourOf(frame, '--ink-soft'),
      fontFamily: getComputedStyle(frame).fontFamily,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: line } },
  });
  // Rising candles are hollow: the direction shows without its colour.
  drawn.prices.applyOptions({
    upColor: surface,
    downColor: ask,
    borderUpColor: bid,
    borderDownColor: ask,
    wickUpColor: bid,
    wickDownColor: ask,
  });
}

/** As the page computes it: a canvas does not know `light-dark()`. */
function colourOf(frame: HTMLElement, name: string): string {
  const before = frame.style.color;
  frame.style.color = `var(${name})`;
  const computed = getComputedStyle(frame).color;
  frame.style.color = before;
  return computed;
}

function perMillion(price: string): number {
  return coordinateOf(shiftDecimal(price, 3));
}

function secondsOf(time: string): UTCTimestamp {
  return (Date.parse(time) / 1_000) as UTCTimestamp;
}

/** The axis is a scale: rounded on purpose. */
function axisText(price: number): string {
  return price.toFixed(price < 1 ? 3 : 2);
}

const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });

function momentText(time: ChartTime): string {
  return MOMENT.format(Number(time) * 1_000);
}

/** In the reader's zone: where a day, a month or a year begins, the day. */
function tickText(time: ChartTime, type: TickMarkType): string {
  return (type < TickMarkType.Time ? DAY : CLOCK).format(Number(time) * 1_000);
}
