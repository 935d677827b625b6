/** Cumulative depth: bids to the left, asks to the right. A pointer or the arrow keys read it. */
import { type PointerEvent, memo, useState } from 'react';
import { groupDecimal } from '../client/decimal';
import type { OrderBook } from '../client/market';
import { EmptyState } from '../design/states';
import { shortQuantity } from '../design/values';
import { totalOf } from './depth';
import { type Depth, type Step, depthStepsOf, reachedAt, ticksUpTo } from './depth-steps';

const WIDTH = 800;
const HEIGHT = 200;
/** Places of the pointer. */
const PLACES = 200;
const PRICE_LABELS = 5;
const QUANTITY_LABELS = 4;

export const DepthChart = memo(function DepthChart({ book }: { readonly book: OrderBook }) {
  const [place, setPlace] = useState<number | null>(null);
  if (book.bids.length === 0 && book.asks.length === 0) {
    return <EmptyState title="No depth">The book of this view is empty.</EmptyState>;
  }
  const depth = depthStepsOf(book);
  const bids = `${shortQuantity(totalOf(book.bids))} tokens bid`;
  const asks = `${shortQuantity(totalOf(book.asks))} tokens asked`;
  const price = priceAt(depth, place ?? PLACES / 2);
  return (
    <figure className="depth">
      <figcaption className="small">
        {place === null ? (
          <>
            <span className="bid">◀ {bids}</span> · <span className="ask">{asks} ▶</span>
          </>
        ) : (
          <span className={reachedAt(depth, price).side}>{readingOf(depth, price)}</span>
        )}
      </figcaption>
      <div className="depth-plot" onPointerMove={follow} onPointerLeave={() => setPlace(null)}>
        <Drawing depth={depth} label={`Cumulative depth: ${bids}, ${asks}`} place={place} />
        <input
          type="range"
          aria-label="Price to read the depth at"
          aria-valuetext={readingOf(depth, price)}
          min={0}
          max={PLACES}
          value={place ?? PLACES / 2}
          onChange={(event) => setPlace(event.target.valueAsNumber)}
          onBlur={() => setPlace(null)}
        />
      </div>
      <Quantities most={depth.most} />
      <Prices depth={depth} />
    </figure>
  );

  function follow(event: PointerEvent<HTMLElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (event.clientX - left) / width));
    setPlace(Math.round(share * PLACES));
  }
});

interface DrawingProps {
  readonly depth: Depth;
  readonly label: string;
  readonly place: number | null;
}

function Drawing({ depth, label, place }: DrawingProps) {
  const { low, high, most } = depth;
  const x = (price: number) => ((price - low) / (high - low)) * WIDTH;
  const y = (total: number) => yOf(total, most);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {ticksUpTo(most, QUANTITY_LABELS).map((total) => (
        <line key={total} className="plot-grid" x1="0" x2={WIDTH} y1={y(total)} y2={y(total)} />
      ))}
      <path className="depth-bid" d={areaOf(depth.bids, x, y, 0)} />
      <path className="depth-ask" d={areaOf(depth.asks, x, y, WIDTH)} />
      {place !== null && (
        <line
          className="depth-pointer"
          x1={(place / PLACES) * WIDTH}
          x2={(place / PLACES) * WIDTH}
          y1="0"
          y2={HEIGHT}
        />
      )}
    </svg>
  );
}

/** The scale at the right. */
function Quantities({ most }: { readonly most: number }) {
  return (
    <div className="depth-quantities" aria-hidden="true">
      {ticksUpTo(most, QUANTITY_LABELS).map((total) => (
        <span key={total} style={{ top: `${(yOf(total, most) / HEIGHT) * 100}%` }}>
          {shortQuantity(total)}
        </span>
      ))}
    </div>
  );
}

function Prices({ depth: { low, high } }: { readonly depth: Depth }) {
  return (
    <div className="plot-scale" aria-hidden="true">
      {Array.from({ length: PRICE_LABELS }, (_, index) => (
        <span key={index}>
          {scaleText(low + ((high - low) * index) / (PRICE_LABELS - 1), high - low)}
        </span>
      ))}
    </div>
  );
}

function yOf(total: number, most: number): number {
  return HEIGHT - (total / most) * (HEIGHT - 8);
}

function priceAt({ low, high }: Depth, place: number): number {
  return low + ((high - low) * place) / PLACES;
}

function readingOf(depth: Depth, price: number): string {
  const { side, total } = reachedAt(depth, price);
  const at = scaleText(price, depth.high - depth.low);
  if (total === 0) return `Between the sides at ${at} $/M`;
  const cost = scaleText((total * price) / 1e6, 1);
  const tokens = shortQuantity(Math.round(total));
  return side === 'ask'
    ? `${tokens} tokens asked up to ${at} $/M, at most $${cost}`
    : `${tokens} tokens bid down to ${at} $/M, at least $${cost}`;
}

/** From the best price outwards, up at each level, and back along the ground. */
function areaOf(
  steps: readonly Step[],
  x: (price: number) => number,
  y: (total: number) => number,
  end: number,
): string {
  const [best] = steps;
  if (!best) return '';
  let path = `M${x(best.price).toFixed(1)} ${HEIGHT}`;
  for (const [index, step] of steps.entries()) {
    const next = steps[index + 1];
    path += `V${y(step.total).toFixed(1)}H${(next ? x(next.price) : end).toFixed(1)}`;
  }
  return `${path}V${HEIGHT}Z`;
}

/** The axis is a scale: rounded on purpose, as far as two places differ. */
function scaleText(price: number, range: number): string {
  const places = Math.min(5, Math.max(2, Math.ceil(1 - Math.log10(range / 5))));
  return groupDecimal(price.toFixed(places));
}
